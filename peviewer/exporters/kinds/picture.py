"""Pictures of one pane, or of several on one page: the bytes that the command line writes."""

from pathlib import Path
from typing import ClassVar, Literal

from peviewer.base.files import write
from peviewer.base.numbers import number, storage
from peviewer.base.parameters import parameter
from peviewer.base.work import check_cancelled
from peviewer.exporters.formats import check, formats
from peviewer.exporters.kinds.choices import EXCERPT, LOOK_GROUPS, Subject
from peviewer.exporters.kinds.kind import Groups, Paged, Shown
from peviewer.exporters.picture import Rendered, missing_from, rendered
from peviewer.paper.page.composition import Composition

LABELS = {suffix: known.label for suffix, known in formats("picture").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class Picture(Paged):
    """PNG, SVG or PDF."""

    name = "picture"
    label = "Picture"
    groups: ClassVar[Groups] = {
        "": ("part", "format"),
        "Only": EXCERPT,
        "Arrangement": ("columns",),
        **LOOK_GROUPS,
    }

    format: Format = parameter("png", title="Format", labels=LABELS, help="The kind of file.")

    def check(self, subject: Subject, moment: int = 0) -> Shown:
        """Paint the file itself; of a vector format, the same page in pixels."""
        style = self.style(subject)
        known = formats("picture")[self.format]
        made = self._painted(subject, "png" if known.vector else self.format)
        if known.vector:
            size = f"{style.width / style.dpi:.3g} × {style.height / style.dpi:.3g} in"
            caption = f"{known.label}, sharp at any size · {size}"
        else:
            size = f"{number(style.width)} × {number(style.height)} pixels"
            caption = f"{known.label} · {size} · {storage(len(made.content))}"
        missing = missing_from("This size", made.left_out)
        return Shown(made.content, caption=caption, missing=missing, ground=style.backdrop)

    def write(self, subject: Subject, target: Path) -> None:
        suffix = check(target, "picture").suffix
        picture = self._painted(subject, suffix).content
        # This is the last moment at which the work can be cancelled.
        check_cancelled()
        write(target, picture)

    def _painted(self, subject: Subject, suffix: str) -> Rendered:
        panes = self.panes(subject)
        document = self.of(self.coloured(subject)).document
        page = Composition.of(panes, document, self.columns and min(self.columns, len(panes)))
        return rendered(page, suffix, document=document, style=self.style(subject))
