"""Write slides as a PDF: a page each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from peviewer.base.files import atomic_file
from peviewer.base.version import __version__
from peviewer.base.words import unstarred
from peviewer.exporters.deck.slide_page import slide_page
from peviewer.exporters.deck.write import cost
from peviewer.exporters.metadata.reading import stamped
from peviewer.paper.page.painter import painting, settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from peviewer.base.work import Work
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style


def write_pdf(slides: Sequence[Slide], target: Path, style: Style, clips: bool, work: Work, title: str) -> None:
    """Write a PDF whose pictures are sharp at any size; it opens again as the first slide's Document."""
    from matplotlib.backends.backend_pdf import PdfPages

    session = stamped(slides[0].document, [pane.name for pane in slides[0].panes], style)
    # Plain ASCII keeps the string readable in the file: matplotlib writes anything else as UTF-16.
    about = {"Title": unstarred(title), "Creator": f"peviewer {__version__}",
             "Subject": json.dumps(json.loads(session)), "CreationDate": None}  # fmt: skip
    with atomic_file(target) as file:
        pages: Any = PdfPages(file, metadata=about)  # untyped in part
        for slide in slides:
            work.check()
            with painting(settings(style)):
                slide_page(slide, style).add_to(pages)
            work.add(cost(False))
        with painting(settings(style)):
            pages.close()
        work.check()
