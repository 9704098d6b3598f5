"""What is remembered between launches: theme, recent files, folders, where the window was."""

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QObject, QStandardPaths, Signal

from peviewer.base.files import read_ordinary, set_aside, write
from peviewer.base.log import log_error
from peviewer.base.refusals import refused

# How many recent files are remembered.
MAX_RECENT = 8


class Choices(BaseModel):
    """What the user chose for the window; none of it is part of the Document."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    theme: Literal["system", "light", "dark"] = "system"
    recent: tuple[str, ...] = ()
    folder: str = ""
    geometry: dict[str, str] = {}
    """Where the window and its parts are, as the window writes it."""
    export: dict[str, dict[str, Any]] = {}
    """The choices of each kind of export, by its name; that kind validates them."""
    export_kind: str = ""
    descriptions: bool = True
    """Whether the strip that describes a preset or a step is shown."""
    folded: tuple[str, ...] = ()
    """The groups of parameters that are folded to their headings."""
    more: tuple[str, ...] = ()
    """The groups of parameters whose seldom used fields are shown."""
    invites: bool = True
    """Whether the tour is offered: until it was begun or the invitation was closed."""
    type_size: float = Field(1.0, ge=0.1, le=10)
    """The size of type in a presentation, as a multiple of a slide's."""
    pane_type_size: float = Field(1.0, ge=0.1, le=10)
    """The size of type in the window's panes, as a multiple of the usual size."""


def config_folder() -> Path:
    base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(base) / "peviewer"


class Settings(QObject):
    """The user's choices, kept as JSON; a broken file is set aside, and the defaults are used."""

    savingFailed = Signal(str)
    """One line: why the choices could not be saved; empty once they could."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self.folder = folder or config_folder()
        self._path = self.folder / "settings.json"
        self.complaint = ""
        """Why the file could not be read; empty if it could."""
        self._why_not_saved = ""
        self.choices = self._read()

    def _read(self) -> Choices:
        try:
            return Choices.model_validate_json(read_ordinary(self._path))
        except FileNotFoundError:
            return Choices()
        except (OSError, ValidationError) as error:
            log_error(f"{self._path} was not read", error)
            self.complaint = self._set_aside(error)
            return Choices()

    def _set_aside(self, error: OSError | ValidationError) -> str:
        cause = _explain(error) if isinstance(error, ValidationError) else error.strerror
        aside = set_aside(self._path)
        if aside is None:
            return f"The settings {self._path} cannot be read and are left alone: {cause}"
        return f"The settings could not be read and are now {aside}: {cause}"

    def remember(self, **changes: object) -> None:
        """Change some choices and write them; `savingFailed` says if that failed."""
        self.choices = Choices.model_validate({**dict(self.choices), **changes})
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write(self._path, self.choices.model_dump_json(indent=1).encode())
        except OSError as error:
            log_error(f"{self._path} was not written", error)
            self._report_saving(f"The settings could not be saved: {error}")
        else:
            self._report_saving("")

    def _report_saving(self, why_not: str) -> None:
        if why_not != self._why_not_saved:
            self._why_not_saved = why_not
            self.savingFailed.emit(why_not)

    def remember_recent(self, path: Path) -> None:
        name = str(path.absolute())
        others = [other for other in self.choices.recent if other != name]
        self.remember(recent=(name, *others)[:MAX_RECENT])


def _explain(error: ValidationError) -> str:
    """Return in one line what is wrong with the file: the field, or where the JSON breaks off."""
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    why = first["msg"].replace("Input should be", "it must be")
    return refused(name, first["input"], why) if name else why
