"""Our dataclasses are as Python's: each is made by both, and does the same."""

import copy
import dataclasses
import inspect
import pickle

import pytest

from peviewer.base.dataclasses import astuple, dataclass, field, replace


def one(make):
    @make(frozen=True)
    class One:
        """One field."""

        x: float

    return One


def several(make):
    @make(frozen=True)
    class Several:
        """Defaults, a default that is made anew, and what is worked out."""

        x: float
        own: int = 3
        tags: dict[str, int] = field(default_factory=dict)

        def __post_init__(self):
            object.__setattr__(self, "twice", 2 * self.x)

    return Several


def below(make):
    @make(frozen=True)
    class Below(one(make)):
        """A field more than its base has."""

        y: float = 0.5

    return Below


def without_fields(make):
    @make(frozen=True)
    class Empty:
        """Nothing."""

    return Empty


def by_identity(make):
    @make(frozen=True, eq=False)
    class Own:
        """Equal to itself alone."""

        x: float

    return Own


def own_words(make):
    @make(frozen=True)
    class Worded:
        """Says and compares itself."""

        x: float

        def __repr__(self):
            return "worded"

        def __eq__(self, other):
            return True

    return Worded


def by_keys(make):
    @make(frozen=True, kw_only=True)
    class Keyed:
        """Made by keys alone."""

        x: float = 1.0

    return Keyed


def changing(make):
    @make
    class Changing:
        """Not frozen."""

        x: float = 1.0

    return Changing


CLASSES = one, several, below, without_fields, by_identity, own_words, by_keys, changing
CALLS = [(), (1.5,), (1.5, 4), (1.5, 4, {"a": 1}), ("x",)]


def outcome(ask):
    """Return what is answered, or the kind of error."""
    try:
        return ask()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("made", CLASSES)
@pytest.mark.parametrize("values", CALLS)
def test_they_are_made_shown_compared_and_hashed_as_pythons(made, values):
    ours, theirs = made(dataclass), made(dataclasses.dataclass)
    asked = [
        lambda cls: repr(cls(*values)).replace(cls.__qualname__, cls.__name__),
        lambda cls: cls(*values) == cls(*values),
        lambda cls: cls(*values) == cls("other") or cls(*values) == object(),
        lambda cls: hash(cls(*values)) == hash(cls(*values)),
        lambda cls: hash(cls(*values)) if cls(*values) == cls(*values) else None,
        lambda cls: astuple(cls(*values)),
        lambda cls: vars(cls(*values)),
        lambda cls: astuple(replace(cls(*values), x=7)),
        lambda cls: vars(copy.deepcopy(cls(*values))),
        lambda cls: setattr(cls(*values), "x", 1),
        lambda cls: setattr(cls(*values), "z", 1),
        lambda cls: delattr(cls(*values), "x"),
        lambda cls: str(inspect.signature(cls)),
        lambda cls: cls.__match_args__,
        lambda cls: [one.name for one in dataclasses.fields(cls)],
    ]
    for ask in asked:
        assert outcome(lambda ask=ask: ask(ours)) == outcome(lambda ask=ask: ask(theirs))


def test_a_default_that_is_made_is_anothers_for_every_instance():
    made = several(dataclass)
    assert made(1).tags is not made(1).tags


def test_an_unknown_or_missing_value_is_refused_by_its_name():
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        one(dataclass)(1, z=2)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        one(dataclass)()


@dataclass(frozen=True)
class Kept:
    """What is packed and unpacked."""

    x: float
    y: float = 0.0


def test_they_are_packed_and_unpacked():
    assert pickle.loads(pickle.dumps(Kept(1.0, 2.0))) == Kept(1.0, 2.0)


def test_what_is_asked_of_a_field_and_not_served_is_refused():
    with pytest.raises(AssertionError):

        @dataclass(frozen=True)
        class Hidden:
            """A field that is not compared."""

            x: float = field(default=1.0, compare=False)
