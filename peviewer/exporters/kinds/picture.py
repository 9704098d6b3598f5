"""Pictures of one pane, or of several on one page: the bytes that the command line writes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from peviewer.base.files import write
from peviewer.base.parameters import parameter
from peviewer.base.words import number, storage
from peviewer.base.work import Work
from peviewer.exporters.formats import check, formats
from peviewer.exporters.kinds.choices import (
    EXCERPT,
    LOOK_GROUPS,
    Arrangement,
    Look,
    Parted,
    Subject,
)
from peviewer.exporters.kinds.kind import Paged, Shown
from peviewer.exporters.picture import Rendered, missing_from, rendered
from peviewer.paper.page.composition import Composition, captioned

LABELS = {suffix: known.label for suffix, known in formats("picture").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class PictureChoices(Look, Arrangement, Parted):
    """What a picture looks like."""

    format: Format = parameter("png", title="Format", labels=LABELS, help="The kind of file.")

    def page(self, subject: Subject) -> Composition:
        """Return what is painted."""
        panes, document = self.panes(subject), self.of(self.coloured(subject)).document
        return Composition(
            tuple(captioned(pane, document) for pane in panes),
            self.columns and min(self.columns, len(panes)),
        )


class Picture(Paged):
    """PNG, SVG or PDF."""

    name = "picture"
    title = "Picture"
    choices = PictureChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("part", "format"),
        "Only": EXCERPT,
        "Arrangement": ("columns",),
        **LOOK_GROUPS,
    }

    def preview(self, subject: Subject, choices: PictureChoices, moment: int = 0) -> Shown:
        """Paint the file itself; of a vector format, the same page in pixels."""
        style = choices.style(subject)
        known = formats("picture")[choices.format]
        made = _painted(subject, choices, "png" if known.vector else choices.format)
        if known.vector:
            size = f"{style.width / style.dpi:.3g} × {style.height / style.dpi:.3g} in"
            caption = f"{known.label}, sharp at any size · {size}"
        else:
            size = f"{number(style.width)} × {number(style.height)} pixels"
            caption = f"{known.label} · {size} · {storage(len(made.content))}"
        missing = missing_from("This size", made.left_out)
        return Shown(made.content, caption=caption, missing=missing, ground=style.backdrop)

    def write(self, subject: Subject, choices: PictureChoices, target: Path, work: Work) -> None:
        kind = check(target, "picture").suffix
        picture = _painted(subject, choices, kind).content
        work.check()  # the last moment at which it can be cancelled
        write(target, picture)

    def copied(self, subject: Subject, choices: PictureChoices) -> Mapping[str, bytes]:
        """Return the picture in pixels and as SVG: the program it is pasted into takes what it likes best."""
        copied = [known for known in formats("picture").values() if known.media]
        return {known.media: _painted(subject, choices, known.suffix).content for known in copied}


def _painted(subject: Subject, choices: PictureChoices, kind: str) -> Rendered:
    document, style = choices.of(choices.coloured(subject)).document, choices.style(subject)
    return rendered(choices.page(subject), kind, document=document, style=style)
