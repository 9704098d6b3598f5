"""The gallery: a page a pane and a scheme, which link to each other and say how their pictures are made."""

import posixpath
import re

import pytest

import peviewer as pv
from peviewer.cli.main import main
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.stories import stories
from peviewer.model.encodings.catalog import SCHEMES
from tests.gallery.pages import Gallery, with_links
from tests.gallery.subjects import shown, source

LINK = re.compile(r'(?:href|src|srcset)="([^"]+)"')
FILES = {
    "index.html",
    "style.css",
    *(f"panes/{name}.html" for name in PANES),
    *(f"schemes/{name}.html" for name in SCHEMES),
    *(f"stories/{name}.html" for name in stories()),
    *(f"thumbnails/{name}-{theme}.png" for name in PANES for theme in ("light", "dark")),
}


def test_each_pane_has_a_title_that_no_other_has():
    titles = [page.title for page in shown().values()]
    assert list(shown()) == list(PANES)
    assert len(set(titles)) == len(titles)


def test_papers_in_the_source_of_a_scheme_are_links():
    linked = with_links(source("rope"))
    papers = re.findall(r"\d{4}\.\d{5}", source("rope"))
    assert len(papers) > 3
    for paper in papers:
        assert f'<a href="https://arxiv.org/abs/{paper}">{paper}</a>' in linked


def test_a_page_is_the_same_twice_and_so_is_the_style():
    pages = []
    for _ in range(2):
        gallery = Gallery()
        pages.append((gallery.page_of_pane(PANES["waves"]), gallery.style()))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("name", ["panes/waves.html", "schemes/none.html"])
def test_links_of_a_page_are_relative_and_lead_somewhere(name):
    gallery = Gallery()
    is_pane = name.startswith("panes/")
    page = gallery.page_of_pane(PANES["waves"]) if is_pane else gallery.page_of_scheme("none")
    addresses = [link.partition("#")[0] for link in LINK.findall(page)]
    elsewhere = ("https://arxiv.org/abs/", "data:image/png")
    own = [link for link in addresses if link and not link.startswith(elsewhere)]
    targets = {posixpath.normpath(posixpath.join(posixpath.dirname(name), link)) for link in own}
    assert len(targets) > 5
    assert targets <= FILES


@pytest.mark.slow
def test_command_and_python_of_a_page_make_the_same_picture(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = shown()["frequencies"]
    _, *words = page.command("frequencies").split()
    assert main(words) == 0
    made = (tmp_path / "frequencies.svg").read_bytes()
    exec(page.python("frequencies"), {"pv": pv})
    assert (tmp_path / "frequencies.svg").read_bytes() == made
