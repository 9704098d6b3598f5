"""Run the notebooks anew and keep what their cells show, with pictures of at most 256 colours.

``python -m tests.notebooks`` writes them into resources/notebooks, ``--into FOLDER`` elsewhere.
"""

import argparse
import base64
import io
import tempfile
from pathlib import Path

from PIL import Image

NOTEBOOKS = Path(__file__).parents[1] / "resources" / "notebooks"
COLOURS = 256

# Metadata that say nothing of the Python at hand.
METADATA = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}

# Sliders live as long as the process that made them: the picture beside them is kept.
SLIDERS = "application/vnd.jupyter.widget-view+json"


def run(path):
    """Return a notebook with what its cells show when they are run in an empty folder."""
    # README's test command does without these libraries.
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=300,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            resources={"metadata": {"path": folder}},
        )
        client.execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            _keep(output.get("data", {}))
    return notebook


def _keep(shown):
    """Change what a cell shows, by its media types, into what is stored."""
    shown.pop(SLIDERS, None)
    if "image/png" not in shown:
        return
    picture = Image.open(io.BytesIO(base64.b64decode(shown["image/png"]))).convert("RGB")
    file = io.BytesIO()
    quantised = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    quantised.save(file, "png", optimize=True)
    shown["image/png"] = base64.b64encode(file.getvalue()).decode()


def main(folder):
    import nbformat

    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        nbformat.write(run(path), folder / path.name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.notebooks", description=__doc__)
    parser.add_argument("--into", type=Path, default=NOTEBOOKS)
    main(parser.parse_args().into)
