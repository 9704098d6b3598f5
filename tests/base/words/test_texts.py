"""Texts as people read them."""

from peviewer.base.words import nearest_names


def test_names_are_suggested_or_listed():
    assert nearest_names("scedule", ["schedule", "layout"]) == "; did you mean schedule?"
    assert nearest_names("zzz", ["schedule", "layout"]) == "; there are: schedule, layout"
