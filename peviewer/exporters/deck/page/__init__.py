"""A deck as one web page: steps with words, pictures in both themes, and sliders."""
