"""Arrays that all who ask get alike cannot be written to: one who did would change them for the others."""

import pytest

from peviewer.model.claims.statistics import ranges
from peviewer.model.claims.statistics.dimensions import dimension_deviations, exact_dimension_deviations
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.scheme import Paired
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.pairs import start_angles
from peviewer.model.turning.precision import BFLOAT16, angle_errors, score_errors

ENCODING = Sinusoidal(length=50, dim=16)
CONTENT = Embedded(ENCODING, Content(kind="normal"))

PAIRED = {name: scheme() for name, scheme in SCHEMES.items() if issubclass(scheme, Paired)}


@pytest.mark.parametrize(
    "ask",
    [
        *(pytest.param(scheme.frequencies, id=f"frequencies-{name}") for name, scheme in PAIRED.items()),
        *(pytest.param(scheme.frequency_rests, id=f"rests-{name}") for name, scheme in PAIRED.items()),
        pytest.param(lambda: start_angles(ENCODING), id="start angles"),
        pytest.param(lambda: dimension_deviations(CONTENT), id="deviations"),
        pytest.param(lambda: exact_dimension_deviations(CONTENT), id="exact deviations"),
        pytest.param(lambda: ranges._all_smallest_similarities(ENCODING), id="smallest similarities"),
        pytest.param(lambda: angle_errors(ENCODING, BFLOAT16, "all", (0, 1)), id="errors of angles"),
        pytest.param(lambda: score_errors(ENCODING, BFLOAT16, "all", (0, 1)), id="errors of scores"),
    ],
)
def test_no_one_can_change_the_array_of_another(ask):
    first, second = ask(), ask()
    if first.flags.writeable:  # then everybody has an array of their own
        first[:] = 2
        assert not (second == 2).any()
