"""The panes in the window: docks, headers, their arrangement, the shared cursor."""
