"""Stories in the window: the stepper, the chooser, and what is highlighted."""
