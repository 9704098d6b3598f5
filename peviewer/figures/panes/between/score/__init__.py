"""The Score pane: how the score of turned queries and keys falls with the lag."""
