"""How a deck is made, beside the look of its pictures: declared once for the window, the command line and Python."""

from peviewer.base.parameters import Parameters, parameter


class Making(Parameters):
    """What moves, and what a presentation is made of."""

    clips: bool = parameter(False, title="Clips where φ matters", help="Let panes that change with φ move: as MP4.")
    cover: bool = parameter(False, title="Title slide", help="Begin a presentation with a slide that has its title.")
    tables: bool = parameter(
        True, title="Lists as tables",
        help="Lists as tables of a presentation, whose words can be changed, where there is room for them.",
    )  # fmt: skip
    vector: bool = parameter(
        False, title="Pictures as SVG",
        help="Pictures as SVG too, sharp at any size; programs that know none show them as PNG.",
    )  # fmt: skip
    template: str | None = parameter(
        None, title="Template", files="*.pptx *.potx",
        help="A .pptx or .potx whose size, layouts, colours and fonts the slides take.",
    )  # fmt: skip
