"""Small sections of a Document, and the list of the sections that belong to one pane each."""

from dataclasses import dataclass

from peviewer.base.parameters import Parameters, parameter
from peviewer.base.specification import Specification
from peviewer.model.between.pairwise import Metric
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.shifting import USUAL_PHI
from peviewer.model.turning.pairs import Operator


class Shift(Parameters):
    """The shift PE(t+φ) = M(φ)·PE(t)."""

    phi: float = parameter(
        USUAL_PHI,
        title="Shift",
        needs=Paired,
        symbol="φ",
        unit="positions",
        ge=-1e9,
        le=1e9,
        slider=(-200, 200),
        follows="length",
        help="How far every position is moved; any real number.",
        formula=r"PE(t+\varphi) = M(\varphi)\,PE(t),\ d\ \mathrm{even}",
    )
    operator: Operator = parameter(
        "own",
        title="M(φ) built for",
        needs=Turning,
        seldom=True,
        labels={
            "own": "This layout",
            "interleaved": "sin cos sin cos …",
            "concatenated": "sines | cosines",
            "flipped": "cosines | sines",
        },
        help="The column layout that M(φ) is built for. A layout other than the table's is a "
        "classic bug.",
    )


class Pairwise(Parameters):
    """Distances and similarities between positions."""

    metric: Metric = parameter(
        "euclidean",
        title="Metric",
        needs=Tabled,
        labels={
            "euclidean": "Euclidean distance",
            "sse": "Squared distance",
            "cosine": "Cosine similarity",
            "dot": "Dot product",
        },
        help="How two positions are compared.",
        formula=r"\Vert PE(t) - PE(s)\Vert = \sqrt{d - 2\sum_i \cos\,\omega_i (s-t)},"
        r"\ d\ \mathrm{even}",
    )


@dataclass(frozen=True)
class PaneSection:
    """A section of one pane: its fields, and the kind of scheme that the pane needs."""

    fields: type[Parameters]
    needs: type[Scheme]


PANE_SECTIONS: dict[str, PaneSection] = {}
"""The sections that belong to one pane each, by their names; the catalog of panes fills this."""


def declare_section(name: str, fields: type[Parameters], needs: type[Scheme] = Scheme) -> None:
    """Give every Document a section that belongs to one pane."""
    section = PaneSection(fields, needs)
    if PANE_SECTIONS.setdefault(name, section) != section:
        raise ValueError(f"two panes declare a section {name!r}")


def can_be_animated(path: str, spec: Specification) -> bool:
    """Whether a field is a number with a control, in the parameters or in a pane's header."""
    return spec.kind in ("int", "float") and has_control(path, spec)


def has_control(path: str, spec: Specification) -> bool:
    """Whether a field has a control, in the parameters or in a pane's header."""
    return not spec.hidden or path.partition(".")[0] in PANE_SECTIONS
