"""Pictures of one pane, or of several on one page: the bytes that the command line writes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from peviewer.base.parameters import parameter
from peviewer.base.whole_file import write
from peviewer.base.words import storage, whole
from peviewer.base.work import Work
from peviewer.export.formats import formats
from peviewer.export.kinds.kind import Kind, Shown, Subject, suggested_name
from peviewer.export.kinds.look import LOOK_GROUPS, Arrangement, Look
from peviewer.export.picture.render import render
from peviewer.export.target import check
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.caption import captioned
from peviewer.paper.page.composition import Composition, fitting_columns
from peviewer.paper.style import Drawn, Style

LABELS = {suffix: known.label for suffix, known in formats("picture").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class PictureChoices(Look, Drawn, Arrangement):
    """What a picture looks like."""

    format: Format = parameter("png", title="Format", labels=LABELS, help="The kind of file.")

    def style(self, subject: Subject) -> Style:
        """Return the Style for what is exported."""
        known = formats("picture")[self.format]
        text = self.text if known.outlines else "text"
        return super().style(subject).but(transparent=self.transparent and known.transparent, text=text)


class Picture(Kind):
    """PNG, SVG, PDF, WebP, JPEG, TIFF, EPS or PGF."""

    name = "picture"
    title = "Picture"
    choices = PictureChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("format",),
        "Arrangement": ("columns", "letters"),
        **LOOK_GROUPS,
        "Look": (*LOOK_GROUPS["Look"], "text", "transparent"),
    }
    several = True
    copies = True

    def hidden(self, subject: Subject, choices: PictureChoices) -> frozenset[str]:
        """Return what does nothing for the size and the format, or for a single pane."""
        known = formats("picture")[choices.format]
        able = {"transparent": known.transparent, "text": known.outlines}
        idle = choices.idle(subject) | {name for name, can in able.items() if not can}
        return idle | ({"columns", "letters"} if len(subject.panes) == 1 else set())

    def effective(self, subject: Subject, choices: PictureChoices) -> Mapping[str, Any]:
        """Return what the theme and the page decide."""
        style = choices.style(subject)
        fitting = fitting_columns(len(subject.panes), style.width / style.height)
        return {**choices.effective(subject), "columns": fitting}

    def units(self, subject: Subject, choices: PictureChoices) -> Mapping[str, str]:
        """Return the unit of the size of type."""
        return choices.units(subject)

    def edited(self, choices: PictureChoices, name: str, value: object) -> PictureChoices:
        """Return the choices with one of them made."""
        return choices.edited(name, value)

    def suggested(self, subject: Subject, choices: PictureChoices) -> str:
        """Return the panes and the size of the table: ``shift-200x256``."""
        return suggested_name(subject.panes, subject.document)

    def preview(self, subject: Subject, choices: PictureChoices, moment: int = 0) -> Shown:
        """Paint the file itself; of a vector format, the same page in pixels."""
        style = choices.style(subject)
        vector = formats("picture")[choices.format].vector
        kind = "png" if vector else choices.format
        page = _painted(subject, choices, kind)
        size = f"{whole(style.width)} × {whole(style.height)} pixels"
        if vector:
            inches = f"{style.width / style.dpi:.3g} × {style.height / style.dpi:.3g} in"
            return Shown(
                page, caption=f"{LABELS[choices.format]}, sharp at any size · {inches}", ground=style.palette.name
            )
        return Shown(
            page,
            caption=f"{LABELS[choices.format]} · {size} · {storage(len(page))}",
            ready=page,
            ground=style.palette.name,
        )

    def write(self, subject: Subject, choices: PictureChoices, target: Path, work: Work, ready: bytes = b"") -> None:
        """Write the picture."""
        kind = check(target, "picture").suffix
        picture = ready or _painted(subject, choices, kind)
        work.check()  # the last moment at which it can be cancelled
        write(target, picture)

    def copied(self, subject: Subject, choices: PictureChoices) -> Mapping[str, bytes]:
        """Return the picture in pixels and as SVG: the program it is pasted into takes what it likes best."""
        copied = [known for known in formats("picture").values() if known.media]
        return {known.media: _painted(subject, choices, known.suffix) for known in copied}


def _painted(subject: Subject, choices: PictureChoices, kind: str) -> bytes:
    page = page_of(subject, choices.columns)
    return render(page, kind, document=subject.document, style=choices.style(subject))


def page_of(subject: Subject, columns: int | None) -> Composition:
    """Return what is painted."""
    figures = tuple(captioned(PANES[name], subject.document) for name in subject.panes)
    return Composition(figures, columns and min(columns, len(figures)))
