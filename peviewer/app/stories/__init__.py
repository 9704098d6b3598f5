"""Stories in the window: the stepper, the chooser, what is highlighted, and the callouts of a first start."""
