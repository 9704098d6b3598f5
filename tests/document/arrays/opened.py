"""Arrays that are saved and opened as a user does."""

import numpy as np

from peviewer.document.document import Document
from peviewer.document.tables import open_table
from tests.made_tables import save_safetensors


def opened(folder, arrays, key=""):
    """Return the Document that shows a single array, or several by their names, and what is said of it."""
    if isinstance(arrays, dict):
        path = save_safetensors(folder / "model.safetensors", arrays)
    else:
        path = folder / "array.npy"
        np.save(path, arrays)
    document, known = open_table(Document(), f"{path}:{key}" if key else str(path))
    return document, known.replace("\u2009", " ")
