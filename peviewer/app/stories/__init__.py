"""Stories in the window: the stepper, and what is highlighted."""
