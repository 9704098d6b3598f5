"""Two schemes side by side in Python."""

import numpy as np
import pytest
from matplotlib.text import Text

import peviewer as pv


def test_it_draws_any_pane_of_both():
    both = pv.compare(pv.Sinusoidal(dim=32, length=40), pv.Sinusoidal(dim=32, length=40, base=50.0))
    page = both.figure("encoding", "difference", size=(400, 300))
    told = " ".join(text.get_text() for text in page.findobj(Text))
    assert "A − B" in told
    assert "A: base 10" in told
    with pytest.raises(
        ValueError, match="gives a vector of sines and cosines for every position; Bias shows"
    ):
        both.figure("bias")
    with pytest.raises(
        ValueError, match=r"compare\.shows = 'sides' is not allowed: it must be one of both"
    ):
        both.figure("encoding", "sides")


def test_numbers_are_numbers_and_a_notebook_sees_them_as_a_table():
    both = pv.compare(pv.Sinusoidal(), pv.Alibi(length=200, heads=8))
    numbers = both.numbers()
    assert numbers["slow"][0] == 79
    assert np.isnan(numbers["slow"][1])
    assert numbers["lost"][1] == -50
    assert both.differences() == {}
    assert repr(both) == "<A: Sinusoidal · B: ALiBi>"
    shown = both._repr_html_()
    assert shown.count("<tr>") == 1 + len(numbers)
    assert "<td>79</td><td>–</td><td></td>" in shown
    columns_of_words = 2
    assert shown.count('<td style="text-align: left">') == columns_of_words * len(numbers)


def test_names_are_text_in_a_notebook_and_no_markup(tmp_path):
    np.save(tmp_path / "a<b>.npy", np.eye(9))
    both = pv.compare(pv.load_table(tmp_path / "a<b>.npy"), pv.Alibi())
    assert "<th>A: a&lt;b&gt;.npy</th>" in both._repr_html_()


def test_what_is_no_scheme_is_refused_at_once():
    with pytest.raises(
        ValueError,
        match=r"^b = 3 is not allowed: it must be a scheme, as in pv\.Alibi\(heads=8\), or",
    ):
        pv.compare(pv.Rope(), 3)
    for scheme in (pv.Rope(), pv.Alibi(), pv.Kerple(), pv.Sandwich(), pv.T5()):
        for lags in ("x", [float("nan")]):
            with pytest.raises(
                ValueError, match=r"^lags = .* is not allowed: they must be finite numbers$"
            ):
                scheme.by_lag(lags)
