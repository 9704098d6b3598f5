"""Two schemes side by side, in Python: the numbers that decide, and any pane of both."""

from __future__ import annotations

import html
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.refusals import refused
from peviewer.base.words import unstarred
from peviewer.document.comparing import in_size_of
from peviewer.document.comparison import Shows
from peviewer.document.document import Document
from peviewer.document.tables import scheme_of_arrays
from peviewer.figures.grammar import Listing
from peviewer.model.encodings.files import adopt
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.tables.arrays import as_scheme
from peviewer.paper.page.page import PaperPage


@dataclass(frozen=True, repr=False)
class Comparison:
    """Two schemes; a notebook cell that ends with it shows the numbers that decide between them.

    Attributes
    ----------
    a, b : Scheme
        What is compared.
    """

    a: Scheme
    b: Scheme

    def numbers(self) -> dict[str, tuple[float, float]]:
        """Return the numbers that decide, of A and of B; nan where a scheme has no such number.

        Examples
        --------
        >>> import peviewer as pv
        >>> plain = pv.Rope(base=500_000.0, length=131_072, trained=32_768)
        >>> pv.compare(plain, plain.replace(scaling="yarn", factor=4.0)).numbers()["never"]
        (22.0, 0.0)
        """
        from peviewer.figures.panes.claims.deciding import DIFFERENCE

        rows = self._rows()
        keyed_rows = zip(rows["number"], rows["a"], rows["b"], strict=True)
        return {
            key: (float(a), float(b)) for key, a, b in keyed_rows if not key.startswith(DIFFERENCE)
        }

    def differences(self) -> dict[str, float]:
        """Return how far A and B are apart in what both give: cells, scores by lag, biases.

        It is the largest |A − B|; where there is too much to look at all of it, the largest seen. A
        placeholder is compared with nothing.

        Examples
        --------
        >>> import peviewer as pv
        >>> comparison = pv.compare(pv.Sinusoidal(dim=64), pv.Sinusoidal(dim=64, base=50.0))
        >>> {key: round(value, 3) for key, value in comparison.differences().items()}
        {'cells': 2.0, 'score': 0.778}
        """
        from peviewer.figures.panes.claims.deciding import DIFFERENCE

        rows = self._rows()
        keyed_rows = zip(rows["number"], rows["a_minus_b"], strict=True)
        return {
            key.removeprefix(DIFFERENCE): float(value)
            for key, value in keyed_rows
            if key.startswith(DIFFERENCE)
        }

    def figure(self, pane: str, shows: Shows = "both", **view: Any) -> PaperPage:
        """Return what a pane shows of both, as a matplotlib Figure.

        Parameters
        ----------
        pane : str
            As for :func:`peviewer.figure`: ``"distance"``, ``"score"`` …
        shows : {"both", "flip", "difference"}
            A and B beside each other or in one plot, in a file by "flip", too; or A − B.
        **view
            As for :func:`peviewer.figure`.

        Raises
        ------
        ValueError
            If there is no such pane or field, a value is not allowed, or neither scheme gives what
            the pane shows.
        """
        from peviewer.api.figures import figure

        page: PaperPage = figure(
            self.a, pane, **{"against": self.b, "compare.shows": shows, **view}
        )
        return page

    def _rows(self) -> dict[str, Any]:
        """Return the columns of the pane's list, by their names."""
        from peviewer.figures.panes.claims.deciding import PANE

        table: Any = PANE.tables(self._document())[0]
        return dict(table.columns)

    def _document(self) -> Document:
        from peviewer.api.arguments import document_from_arguments

        return document_from_arguments(self.a, {"against": self.b})

    def __repr__(self) -> str:
        from peviewer.figures.compare.texts import scheme_names

        a, b = scheme_names(self.a, self.b)
        return f"<A: {a} · B: {b}>"

    def _repr_html_(self) -> str:
        from peviewer.figures.panes.claims.deciding import PANE

        panels = PANE.figure(self._document()).panels
        marks = itertools.chain.from_iterable(panel.marks for panel in panels)
        return "".join(_html_table(mark) for mark in marks if isinstance(mark, Listing))


def _html_table(listing: Listing) -> str:
    """Return a listing as a table of HTML, with the columns that the window has."""
    rows = [_html_row(row, "td") for row in listing.rows]
    return f"<table>{_html_row(listing.columns, 'th')}{''.join(rows)}</table>"


def _html_row(texts: Sequence[str], tag: str) -> str:
    cells = []
    for number, text in enumerate(texts):
        # Notebooks align all cells at the right, which suits only numbers, in the middle columns.
        is_words = number in (0, len(texts) - 1)
        align = ' style="text-align: left"' if is_words else ""
        cells.append(f"<{tag}{align}>{html.escape(unstarred(text))}</{tag}>")
    return f"<tr>{''.join(cells)}</tr>"


Side = Scheme | ArrayLike | Mapping[str, ArrayLike]


def _scheme_of(side: Side) -> Scheme:
    """Return a scheme, or that of an array, or of several by their names."""
    if isinstance(side, Mapping):
        return scheme_of_arrays(side)
    try:
        has_one_axis = not isinstance(side, Scheme) and np.ndim(side) == 1
    except ValueError:
        # Rows of different lengths, which the table reports.
        has_one_axis = False
    return scheme_of_arrays({"inv_freq": side}) if has_one_axis else as_scheme(side)


def compare(a: Side, b: Side) -> Comparison:
    """Compare two schemes: ``compare(a, b).figure("score")``, or the numbers that decide.

    Parameters
    ----------
    a, b : Scheme, array_like, shape (L, d), or mapping of names to arrays
        Any two, of any size. A scheme whose size is not given takes that of a table that it is
        compared with. Arrays of a rotation are named as in files, ``{"cos": …, "sin": …}``,
        ``{"inv_freq": …}`` or ``{"q": …, "q_rotated": …}``; frequencies alone need no name.

    Returns
    -------
    Comparison
        A notebook cell that ends with it shows the numbers that decide.

    Raises
    ------
    ValueError
        If one is neither a scheme nor a table.

    Examples
    --------
    >>> import peviewer as pv
    >>> pv.compare(pv.Alibi(heads=4), pv.Alibi(heads=8))
    <A: 4 heads · B: 8 heads>
    >>> cosines, sines = pv.Rope(dim=8).cos_sin()
    >>> pv.compare({"cos": cosines, "sin": -sines}, pv.Rope()).numbers()["rotation"][0]
    0.0
    >>> pv.compare([[0.0, 1.0], [0.8, 0.5], [0.9, -0.4]], pv.Sinusoidal()).b
    Sinusoidal(length=3, dim=2)
    """
    for name, side in (("a", a), ("b", b)):
        if isinstance(side, Scheme | Mapping | list | tuple):
            continue
        if isinstance(side, str | type) or np.ndim(side) == 0:
            why = "it must be a scheme, as in pv.Alibi(heads=8), or an array"
            raise ValueError(refused(name, side, why))
    scheme_a = _scheme_of(a)
    scheme_b = _scheme_of(b)
    for scheme in (scheme_a, scheme_b):
        adopt(scheme)
    return Comparison(in_size_of(scheme_b, scheme_a), in_size_of(scheme_a, scheme_b))
