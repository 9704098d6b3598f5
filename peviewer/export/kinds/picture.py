"""Pictures of one pane, or of several on one page: the bytes that the command line writes."""

from collections.abc import Mapping
from dataclasses import replace
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
from peviewer.figures.panes.pane import Pane
from peviewer.paper.page.caption import captioned
from peviewer.paper.page.composition import Composition, fitting_columns
from peviewer.paper.style import Drawn, Style

LABELS = {suffix: known.label for suffix, known in formats("picture").items()}
WHOLE = "The whole pane"
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class PictureChoices(Look, Drawn, Arrangement):
    """What a picture looks like."""

    format: Format = parameter("png", title="Format", labels=LABELS, help="The kind of file.")
    part: str = parameter("", title="Part", help="All of the pane, or one part of it alone.")

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
        "": ("part", "format"),
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
        alone = len(subject.panes) == 1
        idle |= set() if alone and subject.pane.parts else {"part"}
        return idle | ({"columns", "letters"} if alone else set())

    def offered(self, subject: Subject, choices: PictureChoices) -> Mapping[str, Mapping[str, str]]:
        """Return the parts that the pane has; a part of another pane is all of this one."""
        names = subject.pane.parts
        whole_pane = dict.fromkeys(("", choices.part) if choices.part not in names else ("",), WHOLE)
        return {"part": whole_pane | {name: name.capitalize() for name in names}}

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
        part = part_of(subject, choices).only if len(subject.panes) == 1 else ""
        return suggested_name((f"{subject.panes[0]}-{part}",) if part else subject.panes, subject.document)

    def preview(self, subject: Subject, choices: PictureChoices, moment: int = 0) -> Shown:
        """Paint the file itself; of a vector format, the same page in pixels."""
        style = choices.style(subject)
        known = formats("picture")[choices.format]
        vector, seen = known.vector, known.shown and not known.vector
        page = _painted(subject, choices, choices.format if seen else "png")
        size = f"{whole(style.width)} × {whole(style.height)} pixels"
        if vector:
            inches = f"{style.width / style.dpi:.3g} × {style.height / style.dpi:.3g} in"
            return Shown(
                page, caption=f"{LABELS[choices.format]}, sharp at any size · {inches}", ground=style.palette.name
            )
        return Shown(
            page,
            caption=f"{LABELS[choices.format]} · {size}{f' · {storage(len(page))}' if seen else ''}",
            ready=page if seen else b"",
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
    style = choices.style(subject)
    style = style if formats("picture")[kind].outlines else style.but(text="text")
    return render(page_of(subject, choices), kind, document=subject.document, style=style)


def page_of(subject: Subject, choices: PictureChoices) -> Composition:
    """Return what is painted."""
    panes = (part_of(subject, choices),) if len(subject.panes) == 1 else tuple(PANES[name] for name in subject.panes)
    figures = tuple(captioned(pane, subject.document) for pane in panes)
    return Composition(figures, choices.columns and min(choices.columns, len(figures)))


def part_of(subject: Subject, choices: PictureChoices) -> Pane:
    """Return the pane, or the part of it that was chosen where it has one of that name."""
    pane = subject.pane
    return replace(pane, only=choices.part) if choices.part in pane.parts else pane
