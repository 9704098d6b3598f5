"""Axes and panels as data: what they say of themselves."""

from peviewer.figures.grammar import Axis


def test_room_is_kept_for_the_longest_words_of_an_axis():
    words = tuple("x" * length for length in range(1, 13))
    axis = Axis("position", "", (-0.5, 11.5), words=(0, words))

    expected = [axis.tick_texts([place], [""])[0] for place in range(4, 12)]
    assert axis.longest_words == expected
