"""A function of one's own: the table that it gave, wherever a scheme is taken, and one line where it gave none."""

import math

import numpy as np
import pytest

import peviewer as pv
from peviewer.base.specification import specifications
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES

HALVES = [[math.cos(t / 2**j) for j in range(4)] for t in range(5, 17)]


def halves(positions):
    return np.cos(positions[:, None] * 2.0 ** -np.arange(4))


def test_it_has_the_numbers_that_the_function_gives_at_its_positions():
    own = pv.Own(halves, dim=4, length=12, first=5)
    assert np.allclose(own.table(), HALVES, rtol=0, atol=1e-15)
    table = own.table(positions=[7])
    assert np.allclose(table, HALVES[2:3], rtol=0, atol=1e-15)
    assert list(own.positions) == list(range(5, 17))


def test_a_session_has_the_table_and_says_that_a_function_gave_it():
    document = pv.Document(encoding=pv.Own(halves, length=12))
    again = pv.Document.from_json(document.to_json())
    assert again == document
    assert again.encoding.own_name == "the table of halves"
    assert "not the function itself" in again.encoding.remarks


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda t: t, r"a function gave an array of 200; it must be 200 × 3"),
        (lambda t: halves(t), r"a function gave an array of 200 × 4; it must be 200 × 3"),
        (
            lambda t: t[:, None] * [1, 2, np.nan],
            r"what a function gave cannot be shown: it has 200 numbers .* not fin",
        ),
        (
            lambda t: np.full((len(t), 3), "a"),
            r"what a function gave is of type <U1: only real numbers are shown",
        ),
        (lambda _: [[1, 2, 3], [4]], r"what a function gave cannot be read: "),
    ],
)
def test_what_is_no_table_is_refused_in_a_line(function, why):
    with pytest.raises(ValueError, match=why) as error:
        pv.Own(function, dim=3)
    assert "\n" not in str(error.value)


def test_what_the_function_raises_is_its_own():
    with pytest.raises(ZeroDivisionError):
        pv.Own(lambda _: 1 / 0)


def _biases(lags):
    return np.stack([-np.abs(lags), np.minimum(lags, 0.0)])


class Wave(pv.extend.Tabled):
    """A wave for every dimension."""

    dim: int = 3
    half_life: float = 2.0
    loud: bool = False
    kind: str = "round"

    def table(self, positions):
        return (1 + self.loud) * np.sin(positions[:, None] / (self.half_life + np.arange(self.dim)))


class Halving(pv.extend.Turning):
    def frequencies(self):
        return 1 / 2.0 ** np.arange(self.pairs)


class HalvingRope(pv.extend.Rotating):
    def frequencies(self):
        return 1 / 2.0 ** np.arange(self.pairs)


class SteepAndOneSided(pv.extend.Lagged):
    def by_lag(self, lags):
        return _biases(lags)


def test_a_class_with_a_table_gives_its_numbers_in_every_way_that_a_table_is_asked():
    wave = Wave(length=6, first=2, loud=True)
    expected = [[2 * math.sin(t / (2 + j)) for j in range(3)] for t in range(2, 8)]
    assert np.allclose(np.asarray(wave), expected, rtol=0, atol=1e-15)
    assert np.allclose(wave.table(), expected, rtol=0, atol=1e-15)
    table = wave.table([3, 4])
    assert np.allclose(table, expected[1:3], rtol=0, atol=1e-15)
    assert np.allclose(wave[1:3, 2], np.array(expected)[1:3, 2], rtol=0, atol=1e-15)
    assert np.allclose(wave.raster().exact(range(6), range(3)), expected, rtol=0, atol=1e-15)
    distances = [[math.dist(one, other) for other in expected] for one in expected]
    assert np.allclose(pv.pairwise(wave), distances)


def test_fields_that_are_only_annotated_have_controls_named_after_them():
    shown = {spec.name: spec for spec in specifications(Wave) if not spec.hidden}
    expected = [
        ("length", "Length", "int"),
        ("dim", "Dimensions", "int"),
        ("first", "First position", "int"),
        ("sentence", "Sentence", "other"),
        ("half_life", "Half life", "float"),
        ("loud", "Loud", "bool"),
    ]
    assert [(name, spec.title, spec.kind) for name, spec in shown.items()] == expected
    assert shown["half_life"].slider == (0, 8)
    with pytest.raises(
        ValueError, match=r"dim = 0 is not allowed: it must be a whole number from 1 to 65.536"
    ):
        Wave(dim=0)


@pytest.mark.parametrize("scheme", [Wave(), Halving(dim=8), HalvingRope(dim=8), SteepAndOneSided()])
def test_the_base_of_a_class_says_which_panes_draw_it_and_each_that_does_can(scheme):
    document = Document(encoding=scheme)
    shown = [pane for pane in PANES.values() if pane.serves(document)]
    assert {pane.name for pane in shown} >= set(scheme.panes)
    for pane in shown:
        assert pane.figure(document).panels
        assert pane.explanation(document)
    assert len(pv.properties(scheme)) > 5


def test_frequencies_and_biases_are_those_of_the_class():
    expected = [[math.sin(3), math.cos(3), math.sin(1.5), math.cos(1.5)]]
    table = Halving(dim=4).table(positions=[3])
    assert np.allclose(table, expected)
    one = (math.cos(5) + math.cos(2.5)) / 2
    assert pv.Rope.by_lag(HalvingRope(dim=4), [5])[0, 0] == pytest.approx(one)
    biases = SteepAndOneSided(length=5)
    assert biases.head_labels == ("head 1", "head 2")
    assert np.array_equal(biases.block_means(np.array([-2.0, 3.0]), 1, 1, 1), [-2, 0])


def test_what_is_no_bias_is_refused_in_a_line():
    class Bad(pv.extend.Lagged):
        def by_lag(self, lags):
            return lags

    with pytest.raises(
        ValueError, match=r"test_own.py: by_lag gave an array of 1; it must be heads × 1, a row"
    ):
        Bad()


@pytest.mark.parametrize(
    ("returned", "why"),
    [
        (
            "positions",
            r"test_own.py: table gave an array of 200; it must be 200 × 64, a row for each position and dim",
        ),
        (
            "positions[:, None] / 0 * np.ones(64)",
            r"test_own.py: table gave numbers that are not finite",
        ),
        (
            "np.full((200, 64), 'x')",
            r"test_own.py: table gave what is of type <U1; it must be an array of real numbers",
        ),
        ("{}['x']", r"test_own.py, line \d+: KeyError: 'x'"),
    ],
)
def test_what_a_class_gives_is_refused_in_a_line_that_names_file_and_line(returned, why):
    class Bad(pv.extend.Tabled):
        def table(self, positions):
            return eval(returned, {"np": np, "positions": positions})

    with pytest.raises(ValueError, match=why) as error:
        Bad()
    assert "\n" not in str(error.value)


@pytest.mark.slow
def test_a_table_of_ones_own_is_only_as_long_as_can_be_worked_out():
    wave = Wave(length=2**22 // 4, dim=4)
    assert wave.length == 2**20
    with pytest.raises(
        ValueError,
        match=r"length = 1048577 is not allowed: with 4 dim.* it must be at most 1048576",
    ):
        Wave(length=2**20 + 1, dim=4)


@pytest.mark.slow
def test_what_is_exported_of_a_class_of_the_program_opens_in_it_and_nowhere_else(tmp_path):
    class OfANotebook(pv.extend.Tabled):
        dim: int = 2
        slope: float = 1.0

        def table(self, positions):
            return self.slope * positions[:, None] * np.ones(self.dim)

    try:
        pv.compare(pv.Sinusoidal(), OfANotebook())
        assert SCHEMES["of-anotebook"] is OfANotebook
        of_anotebook = OfANotebook(length=3, slope=2.0)
        pv.export(of_anotebook, "encoding", tmp_path / "a.svg")
        pv.data(pane="encoding", target=tmp_path / "a.npy", session=tmp_path / "a.svg")
        expected = [[0, 0], [2, 2], [4, 4]]
        assert np.array_equal(np.load(tmp_path / "a.npy"), expected)
    finally:
        del SCHEMES["of-anotebook"]
    with pytest.raises(pv.DocumentError, match=r"encoding.scheme = .of-anotebook. is not allowed"):
        pv.data(pane="encoding", target=tmp_path / "a.npy", session=tmp_path / "a.svg")
