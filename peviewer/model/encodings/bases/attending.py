"""The base class of schemes that act on attention."""

from typing import ClassVar

from peviewer.model.encodings.scheme import Scheme


class Attending(Scheme):
    """A scheme that changes scores by the lag alone: it turns queries and keys, or adds a bias."""

    # Whether numbers oscillate with the lag, so that a few lags say nothing about those between.
    oscillates: ClassVar[bool] = False

    # Whether a model that has it divides products of queries and keys by √D.
    divides_scores: ClassVar[bool] = True

    @property
    def lags_at_once(self) -> int:
        """The number of lags that are computed one by one if the scheme oscillates."""
        return 2**16
