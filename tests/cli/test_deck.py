"""Several panes on one page, the flags of a look, and decks, from the command line."""

import pptx
import pytest

from peviewer.cli.main import main
from peviewer.exporters.picture import render
from peviewer.exporters.reading import read
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, preset
from peviewer.paper.page.composition import Composition, captioned
from peviewer.paper.style import Style

SMALL = ["--set", "encoding.length=40", "--set", "encoding.dim=16"]


@pytest.fixture
def document():
    return preset(DEFAULT).document.edited({"encoding.length": 40, "encoding.dim": 16})


@pytest.mark.slow
def test_several_panes_make_one_picture(tmp_path, document):
    target = tmp_path / "a.png"
    assert main(["export", "encoding,shift", "-o", str(target), "--size", "900x500", "--columns", "1", *SMALL]) == 0
    page = Composition(tuple(captioned(PANES[name], document) for name in ("encoding", "shift")), 1)
    assert target.read_bytes() == render(page, "png", document=document, style=Style.of_pixels(900, 500))
    assert read(target) == document


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_a_deck_shows_the_panes_that_are_asked_for_or_open(tmp_path, document):
    asked, opened = tmp_path / "asked.pptx", tmp_path / "open.pptx"
    assert main(["deck", "-o", str(asked), "--panes", "binary,encoding", *SMALL]) == 0
    assert main(["deck", "-o", str(opened), "--preset", "counter-64"]) == 0
    titles = [page.shapes.title.text for page in pptx.Presentation(str(asked)).slides]
    assert titles == [PANES[name].figure(document).title for name in ("binary", "encoding")]
    assert len(pptx.Presentation(str(opened)).slides) == len(preset("counter-64").document.view.panes)
    assert read(asked) == document


def test_wrong_use_is_refused_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for arguments, cause in [
        (["deck", "-o", "a.pptx", "--story", "steps", "--panes", "shift"], "--story brings its own"),
        (["deck", "-o", "a.pptx", "--story", "steps", "--set", "shift.phi=1"], "give it without --set"),
        (["deck", "-o", "a.pptx", "--size", "640x100"], "size = 640x100 is not allowed for slides"),
        (["deck", "-o", "a.pptx", "--theme", "paper"], "not allowed for a deck"),
        (["deck", "-o", "a.odp"], "must be one of .pptx, .pdf"),
        (["export", "shift,", "-o", "a.png"], "'' is not a pane"),
        (["export", "shift", "-o", "a.png", "--font-size", "1"], "font_size = 1 "),
        (["export", "shift,binary", "-o", "a.png", "--columns", "0"], "columns = 0 "),
    ]:
        assert main(arguments) == 2
        error = capsys.readouterr().err
        assert cause in error
        assert error.count("\n") == 1
        assert list(tmp_path.iterdir()) == []
