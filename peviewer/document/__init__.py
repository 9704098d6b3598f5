"""The user's choices: the Document and its sections."""
