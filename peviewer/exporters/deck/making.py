"""How a deck is made, beside the look of its pictures: declared once for the window, the command line and Python."""

from collections.abc import Mapping

from pydantic import ValidationError

from peviewer.base.parameters import Parameters, explain_briefly, parameter


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


def making_of(said: Mapping[str, object]) -> Making:
    """Return how a deck is made.

    Raises
    ------
    ValueError
        If something is not allowed; one line that names it, and what is.

    Examples
    --------
    >>> making_of({"cover": True}).cover
    True
    """
    try:
        return Making.model_validate(dict(said))
    except ValidationError as error:
        raise ValueError(explain_briefly(error, Making)) from None
