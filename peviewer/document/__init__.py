"""What the user chose: the Document, its sections, and named Documents."""
