"""The panes, one file each, in a folder for each group; ``catalog`` knows them all."""
