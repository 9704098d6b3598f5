"""Fields by their whole path, or by the last word of it."""

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import path_of, paths_of
from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document


def test_every_path_names_its_field_and_every_field_of_the_encoding_is_named_by_its_last_word():
    document = Document()
    for path in document.paths():
        assert path_of(document, path) == path
        section, _, name = path.partition(".")
        if section == "encoding":
            assert path_of(document, name) == path


def test_a_field_that_one_section_has_is_named_by_its_last_word_and_one_of_several_is_refused_with_all():
    document = Document()
    owners = {}
    for path in document.paths():
        owners.setdefault(path.partition(".")[2], []).append(path)
    for name, paths in owners.items():
        if len(paths) == 1 and name != "row":
            assert path_of(document, name) == paths[0]
    with pytest.raises(DocumentError, match=r"^seed is not one field: it could be content\.seed, score\.seed or att"):
        path_of(document, "seed")
    assert path_of(document, "row") == "cursor.position"  # as it was called once; cursor.row has no control


def test_a_scheme_that_is_chosen_at_the_same_time_decides_which_fields_there_are():
    assert paths_of(Document(), {"heads": "2", "scheme": "alibi"})["encoding.heads"] == "2"
    assert paths_of(Document(), {"encoding.scheme": "kerple", "seed": "2"})["encoding.seed"] == "2"
    with pytest.raises(DocumentError, match=r"base is a field of sinusoidal.*, not of alibi"):
        path_of(Document(), "base", "alibi")


@pytest.mark.parametrize("name", ["", ".", "encoding.", ".base", "colours", "encoding.base.base", "x" * 500])
def test_whatever_else_is_refused_in_one_line_with_five_names_at_most(name):
    with pytest.raises(DocumentError, match="is not a field") as refused:
        path_of(Document(), name)
    assert str(refused.value).count(",") < 5
