"""The kinds of export, one file each; ``catalog`` knows them all."""
