"""The ground of all: parameters, words, whole files, resources."""
