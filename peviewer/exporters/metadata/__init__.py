"""The Document inside exported files: written, and read back as untrusted input."""
