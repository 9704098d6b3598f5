"""The command palette: panes, presets, parameters, schemes and commands, found by a few letters."""
