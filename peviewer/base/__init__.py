"""Tools that all other folders use: parameters, words, files written atomically, resources."""
