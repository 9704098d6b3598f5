"""Token content, and the encoding with content added."""
