"""Pictures for slides."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from peviewer.figures.catalog import pane
from peviewer.paper.export import export
from peviewer.paper.style import Style
from peviewer.presets import DEFAULT, preset
from tests.benchmarks.measure import Row, seconds


def rows() -> Iterator[Row]:
    """Yield the rows of the table."""
    document = preset(DEFAULT).document
    with tempfile.TemporaryDirectory() as folder:
        for name in ("encoding", "shift"):
            figure = pane(name).draw(document)
            target = Path(folder) / f"{name}.png"
            (taken,) = seconds(lambda f=figure, t=target: export(f, t, document=document, style=Style()), runs=5)
            yield Row(f"export {name} as PNG, 1920×1080", taken * 1e3, "ms")
