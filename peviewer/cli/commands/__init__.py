"""The commands, one file each; ``catalog`` knows them all."""
