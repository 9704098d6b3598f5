"""The type of a picture: fonts, texts, their measure."""
