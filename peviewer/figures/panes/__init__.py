"""The panes, one file each; ``catalog`` knows them all."""
