"""Flags made from declarations: one for each field, with its help, and only what was given is handed on."""

import pytest

from peviewer.cli.flags import FLAG_NAMES, add_fields, given_fields
from peviewer.cli.parser import Parser
from peviewer.exporters.clip.range import ClipRange
from peviewer.exporters.deck.slides import Source
from peviewer.exporters.kinds.code import CodeChoices
from peviewer.exporters.kinds.data import DataChoices
from peviewer.paper.style import Sizing, Style


@pytest.mark.parametrize("model", [Style, Sizing, Source, ClipRange, DataChoices, CodeChoices])
def test_every_field_has_a_flag_that_says_what_it_does(model):
    parser = Parser("peviewer")
    add_fields(parser, model, list(model.model_fields))
    text = " ".join(parser.format_help().split())
    for name, field in model.model_fields.items():
        assert f"--{FLAG_NAMES.get(name, name).replace('_', '-')}" in text
        assert " ".join(field.description.rstrip(".").split())[1:].split(" ", 1)[-1][:30] in text


def test_what_was_not_given_is_left_to_the_declaration():
    parser = Parser("peviewer")
    add_fields(parser, ClipRange, list(ClipRange.model_fields))
    assert given_fields(parser.read([]), ClipRange) == {}
    words = ["--from", "2", "--fps", "12.5", "--loop", "bounce"]
    assert given_fields(parser.read(words), ClipRange) == {"start": 2.0, "fps": 12.5, "loop": "bounce"}


def test_what_is_there_by_itself_can_be_left_out():
    parser = Parser("peviewer")
    add_fields(parser, Style, ["caption", "title", "transparent"])
    assert given_fields(parser.read(["--no-title", "--caption", "--transparent"]), Style) == {
        "title": False, "caption": True, "transparent": True,
    }  # fmt: skip
