"""The claims made for positional encodings, each with a verdict and its number."""

from math import isnan

from peviewer.base.words import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Figure, Listing, Panel
from peviewer.figures.panes.pane import Pane
from peviewer.model.claims.properties import Property, properties

CLAIMS = {
    "unique": "Every position has a row of its own",
    "bounded": "Values stay in −1 … 1",
    "deterministic": "The same every time",
    "extends": "Extends to any length",
    "constant-norm": "All rows have one norm, √(*d*/2)",
    "constant-step": "Neighbours are equally far apart",
    "lag-only": "Distance depends on the lag alone",
    "symmetric": "Symmetric: *t* with *s* is *s* with *t*",
    "monotone": "Similarity falls with distance, up to a lag",
    "linear-shift": "A shift is linear: PE(*t*+*φ*) = *M*(*φ*)·PE(*t*)",
    "orthogonal": "*M*(*φ*) is orthogonal: it only turns",
    "position-free": "*M*(*φ*) is the same for every position",
}


def _draw(document: Document) -> Figure:
    found = properties(document.encoding, content=document.content, operator=document.operator, phi=document.shift.phi)
    rows = tuple((CLAIMS[claim.name], _value(claim), claim.detail) for claim in found)
    verdicts = tuple(None if claim.name == "monotone" else claim.holds for claim in found)
    failing = sum(verdict is False for verdict in verdicts)
    title = "All claims hold" if not failing else f"{failing} of {len(found)} claims fail"
    blank = Axis("listing", "", (0.0, 1.0))
    panel = Panel(blank, blank, (Listing(("Claim", "Number", "What it is"), rows, verdicts),), title)
    return Figure("properties", "What is claimed, and what is so", ((panel,),))


def _value(claim: Property) -> str:
    return "—" if isnan(claim.value) else number(claim.value, 9 if claim.name == "constant-step" else 4)


PANE = Pane(
    name="properties",
    title="Properties",
    summary="each claim made for the encoding, with a verdict and its number",
    explain=(
        "What papers and tutorials claim for the encoding, computed for the one you see. Add content, choose an odd "
        "number of dimensions, or apply an *M* made for another layout: the claims that no longer hold turn red, with "
        "the number and the reason."
    ),
    formula="√(d − 2 Σ cos ωᵢ) between neighbours",
    reads=lambda document: (document.embedded, document.operator, document.shift.phi),
    draw=_draw,
)
