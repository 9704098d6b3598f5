"""Pictures of one pane, or of several on one page: the bytes that the command line writes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from peviewer.base.files import write
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.words import storage, whole
from peviewer.base.work import Work
from peviewer.document.document import Document
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.choices import EXCERPT, LOOK_GROUPS, Arrangement, Look, Parted, seen
from peviewer.exporters.kinds.kind import Kind, Shown, Subject, suggested_name
from peviewer.exporters.picture.render import Rendered, missing_from, render, rendered
from peviewer.exporters.sweep import Sweep, Swept, pages, suggested
from peviewer.exporters.target import check
from peviewer.paper.page.columns import fitting_columns
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import Drawn, Style

LABELS = {suffix: known.label for suffix, known in formats("picture").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class PictureChoices(Look, Drawn, Arrangement, Parted):
    """What a picture looks like."""

    format: Format = parameter("png", title="Format", labels=LABELS, help="The kind of file.")
    sweep: str = redeclared(Sweep, "sweep", "", title="Several values")

    def style(self, subject: Subject) -> Style:
        """Return the Style for what is exported."""
        known = formats("picture")[self.format]
        text = self.text if known.outlines else "text"
        return super().style(subject).but(text=text)

    def documents(self, subject: Subject) -> list[Swept]:
        """Return what is shown side by side, each with what differs in it."""
        return Sweep(sweep=self.sweep).of(self.of(subject).document)


class Picture(Kind):
    """PNG, SVG or PDF."""

    name = "picture"
    title = "Picture"
    choices = PictureChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("part", "format"),
        "Only": EXCERPT,
        "Several values": ("sweep",),
        "Arrangement": ("columns", "letters"),
        **LOOK_GROUPS,
        "Look": (*LOOK_GROUPS["Look"], "text", "transparent"),
    }
    several = True
    copies = True

    def hidden(self, subject: Subject, choices: PictureChoices) -> frozenset[str]:
        """Return what does nothing for the size and the format, or for a single pane."""
        known = formats("picture")[choices.format]
        idle = choices.idle(subject) | (set() if known.outlines else {"text"})
        alone = len(subject.panes) == 1 and not choices.sweep
        return idle | choices.idle_parts(subject) | ({"columns", "letters"} if alone else set())

    def options(self, subject: Subject, choices: PictureChoices) -> Mapping[str, Mapping[str, str]]:
        """Return the parts that the pane has, and what can go through several values."""
        fields = suggested(subject.document, choices.panes(subject))
        return {"part": choices.parts(subject), "sweep": {"": "One of each field"} | fields}

    def effective(self, subject: Subject, choices: PictureChoices) -> Mapping[str, Any]:
        """Return what the theme and the page decide."""
        style = choices.style(subject)
        columns = fitting_columns(len(subject.panes), style.width / style.height)
        if choices.sweep:
            [(_, page, _)], _ = _pages(subject, choices.model_copy(update={"columns": None}), Path())
            columns = page.columns or page.fitting(style)
        return {**choices.effective(subject), **seen(subject), "columns": columns}

    def units(self, subject: Subject, choices: PictureChoices) -> Mapping[str, str]:
        """Return the unit of the size of type."""
        return choices.units(subject)

    def edited(self, choices: PictureChoices, name: str, value: object) -> PictureChoices:
        """Return the choices with one of them made."""
        return choices.edited(name, value)

    def suggested(self, subject: Subject, choices: PictureChoices) -> str:
        """Return the panes and the size of the table: ``shift-200x256``."""
        name = suggested_name(choices.named(subject), subject.document)
        swept = choices.sweep.partition("=")[0].rpartition(".")[2]
        return f"{name}-{swept}" if swept else name

    def preview(self, subject: Subject, choices: PictureChoices, moment: int = 0) -> Shown:
        """Paint the file itself; of a vector format, the same page in pixels."""
        style = choices.style(subject)
        known = formats("picture")[choices.format]
        made = _painted(subject, choices, "png" if known.vector else choices.format)
        page, missing = made.content, missing_from("This size", made.left_out)
        size = f"{whole(style.width)} × {whole(style.height)} pixels"
        if known.vector:
            inches = f"{style.width / style.dpi:.3g} × {style.height / style.dpi:.3g} in"
            return Shown(
                page,
                caption=f"{LABELS[choices.format]}, sharp at any size · {inches}",
                ground=style.palette.name,
                missing=missing,
            )
        return Shown(
            page,
            caption=f"{LABELS[choices.format]} · {size} · {storage(len(page))}",
            ready=page,
            ground=style.palette.name,
            missing=missing,
        )

    def write(self, subject: Subject, choices: PictureChoices, target: Path, work: Work, ready: bytes = b"") -> None:
        """Write the picture."""
        kind = check(target, "picture").suffix
        found, style = _pages(subject, choices, target)
        for file, page, document in found:
            picture = ready if ready and file == target else render(page, kind, document=document, style=style)
            work.check()  # the last moment at which it can be cancelled
            write(file, picture)

    def copied(self, subject: Subject, choices: PictureChoices) -> Mapping[str, bytes]:
        """Return the picture in pixels and as SVG: the program it is pasted into takes what it likes best."""
        copied = [known for known in formats("picture").values() if known.media]
        return {known.media: _painted(subject, choices, known.suffix).content for known in copied}


def _painted(subject: Subject, choices: PictureChoices, kind: str) -> Rendered:
    [(_, page, document)], style = _pages(subject, choices, Path())
    style = style if formats("picture")[kind].outlines else style.but(text="text")
    return rendered(page, kind, document=document, style=style)


def _pages(
    subject: Subject, choices: PictureChoices, target: Path
) -> tuple[list[tuple[Path, Composition, Document]], Style]:
    """Return what is painted into which files, and how."""
    documents = choices.documents(subject)
    panes = choices.panes(subject)
    columns = choices.columns and min(choices.columns, len(panes) * len(documents))
    return pages(panes, documents, columns, target), choices.style(subject)
