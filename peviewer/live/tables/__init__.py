"""Tables on screen: numbers of any size, and short ones of texts."""
