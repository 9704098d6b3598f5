"""The facts about models: each entry is sound, and each type is read or refused in a line."""

import re
import tomllib

import pytest

import peviewer as pv
from peviewer.base.files import resource
from peviewer.document.configurations.facts import facts_of, types
from peviewer.document.document import DocumentError
from peviewer.model.encodings.catalog import SCHEMES

FACTS = tomllib.loads(resource("models.toml").read_text(encoding="utf-8"))
KEYS = set("""
    source gives when defaults names lifted aside pairs layers kinds without_every scalings fields reads grid cut_from
    divided_by parts like says says_of
""".split())  # fmt: skip
OTHERS = {"rope", "learned", "none", "unread"}


def named(entry):
    """Return every kind of encoding that an entry may give."""
    return {
        *(case["gives"] for case in entry.get("when", [])),
        *([entry["gives"]] if "gives" in entry else []),
    }


def test_entries_have_known_keys_and_a_source():
    models = FACTS["models"]
    assert len(models) > 600
    assert {name: set(entry) - KEYS for name, entry in models.items() if set(entry) - KEYS} == {}
    actual = [name for name, entry in models.items() if not ("source" in entry or "like" in entry)]
    assert actual == []


def test_entries_give_schemes_that_are_here_and_are_like_entries_that_are():
    models = FACTS["models"]
    assert set().union(*map(named, models.values())) <= OTHERS | set(SCHEMES)
    actual = [
        entry["like"] for entry in models.values() if entry.get("like", "bloom") not in models
    ]
    assert actual == []
    assert [name for name in types() if "unread" in named(facts_of({"model_type": name}).entry)
            and "says" not in facts_of({"model_type": name}).entry] == []  # fmt: skip


def test_parts_that_are_named_are_of_known_types():
    parts = [part for entry in FACTS["models"].values() for part in entry.get("parts", {}).values()]
    assert sorted({part for part in parts if part not in FACTS["models"]}) == []


def test_constants_of_schemes_are_allowed():
    for name in types():
        entry = facts_of({"model_type": name}).entry
        if entry.get("gives") in SCHEMES:
            fields = entry.get("fields", {})
            kind = SCHEMES[entry["gives"]]
            assert set(fields) <= set(kind.model_fields), name


@pytest.mark.parametrize("name", ["model_type", "_class_name"])
def test_every_type_is_read_or_refused_in_a_line(name):
    outcomes = {"read": 0, "refused": 0}
    for model in types():
        try:
            notes = pv.read_config({name: model}).notes
        except (ValueError, DocumentError) as refusal:
            outcomes["refused"] += 1
            notes = (str(refusal),)
        else:
            outcomes["read"] += 1
        assert not re.search(r"\n|\{|None", " ".join(notes)), (model, notes)
    assert outcomes["read"] > 300
