"""The name of an exported file, which the user gives."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.kind import Kind


def ask_for_file(suggested_name: str, choices: Kind, folder: Path, parent: QWidget) -> Path | None:
    """Return the file that the user names, at first in a folder; None if the user gives no name."""
    suffix = f".{choices.format}"
    # The format that is chosen comes first.
    known_formats = sorted(
        formats(choices.name).values(), key=lambda file: f".{file.suffix}" != suffix
    )
    filters = [f"{file.label} (*.{file.suffix})" for file in known_formats]
    suggested_path = str(folder / f"{suggested_name}{suffix}")
    path, _ = QFileDialog.getSaveFileName(parent, "Export", suggested_path, ";;".join(filters))
    return Path(path) if path else None
