"""The Document of a file, as it is opened."""

from peviewer.exporters.reading import open_file


def read(path):
    return open_file(path).document()
