"""Names of an earlier version warn, and lead to the present ones."""

import numpy as np
import pytest

from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.xpos import XPos


@pytest.mark.parametrize(
    ("scheme", "former", "present", "arguments"),
    [
        (Sinusoidal(dim=8), "doubled", "double_double_frequencies", ()),
        (Sinusoidal(dim=8), "frequency_rests", "frequency_rounding_errors", ()),
        (Sinusoidal(dim=8), "rebased", "with_base", (10.0,)),
        (Rope(dim=8), "unscaled", "unscaled_frequencies", ()),
        (Rope(dim=8, trained=100), "never_met", "pairs_with_new_angles", (1000,)),
        (XPos(dim=8), "losses", "log_decays", ()),
        (XPos(dim=8), "kept_keys", "new_key_factors", (1000,)),
    ],
)
def test_a_former_method_warns_and_gives_what_the_present_one_does(
    scheme, former, present, arguments
):
    expected = getattr(scheme, present)(*arguments)
    with pytest.warns(DeprecationWarning, match=f"{former} is now called {present}"):
        method = getattr(scheme, former)
    assert np.array_equal(method(*arguments), expected)


@pytest.mark.parametrize(
    ("scheme", "former", "present"),
    [
        (Sinusoidal(dim=8), "never_turning", "never_turning_pairs"),
        (Rope(dim=8, rotated="part", share=0.5), "still", "still_pairs"),
        (Alibi(heads=2), "heads_named", "head_labels"),
        (Swin(), "heads_named", "head_labels"),
    ],
)
def test_a_former_property_warns_and_gives_what_the_present_one_does(scheme, former, present):
    expected = getattr(scheme, present)
    with pytest.warns(DeprecationWarning, match=f"{former} is now called {present}"):
        assert getattr(scheme, former) == expected


def test_former_names_are_not_offered():
    assert not {"doubled", "never_turning", "rebased"} & set(dir(Sinusoidal()))
