"""What the search of the command palette matches, and what its synonyms name."""

import pytest

from peviewer.app.window.search import COMMAND, PANE, Entry, ranked, search_words
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES

LARGER = Entry(COMMAND, "Larger text", synonyms="font bigger")
THEME = Entry(COMMAND, "Theme: Dark", keywords="View text")
ENCODING = Entry(PANE, "Encoding", synonyms="heatmap heat map")
HEAT = Entry(COMMAND, "gist_heat", keywords="map")
ENTRIES = [HEAT, THEME, ENCODING, LARGER]


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("font bigger", ["Larger text"]),
        ("a bigger font", ["Larger text"]),
        ("heat map", ["Encoding", "gist_heat"]),
        ("text", ["Larger text", "Theme: Dark"]),
        ("larger letters", ["Larger text"]),
        ("what is the font", ["Larger text"]),
        ("dark theme", ["Theme: Dark"]),
        ("letters", []),
    ],
)
def test_what_has_the_most_of_the_typed_words_is_found_and_the_best_is_first(typed, titles):
    assert [entry.title for entry in ranked(typed, ENTRIES)] == titles


def test_every_pane_scheme_and_field_that_has_synonyms_exists():
    words = search_words()
    fields_of_schemes = {field for scheme in SCHEMES.values() for field in scheme.model_fields}
    assert set(words.panes) <= set(PANES)
    assert set(words.schemes) <= set(SCHEMES)
    for path in words.fields:
        section, _, field = path.partition(".")
        is_of_scheme = section == "encoding" and field in fields_of_schemes
        assert is_of_scheme or path in Document().paths(), path
