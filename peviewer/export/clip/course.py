"""The course of a clip: which number moves, from where to where, how long and how."""

from typing import Literal

from pydantic import ConfigDict

from peviewer.base.parameters import Parameters, parameter


class Course(Parameters):
    """What moves, from where to where, how long and how."""

    model_config = ConfigDict(allow_inf_nan=True)  # an end is judged by the Document's field

    path: str | None = parameter(
        None, title="What moves", form="the path of a number, as in encoding.base",
        help="What moves, as in encoding.base; at first φ, or what moves the pane.",
    )  # fmt: skip
    start: float | None = parameter(None, title="From", help="Where it starts; at first where it is played from.")
    stop: float | None = parameter(None, title="To", help="Where it ends, or turns.",
                                   only=("loop", ("once", "again", "bounce")))  # fmt: skip
    seconds: float = parameter(5.0, title="Duration", unit="s", ge=0.05, le=3600, help="How long, in seconds.")
    fps: float = parameter(30.0, title="Rate", unit="fps", ge=1, le=120, help="Frames a second.")
    easing: Literal["linear", "ease", "log"] | None = parameter(
        None, title="Easing", labels={"linear": "Even", "ease": "Gentle", "log": "By factors"},
        help="Evenly, slower towards both ends, or by equal factors; at first as its slider is divided.",
    )  # fmt: skip
    loop: Literal["once", "again", "bounce", "period"] = parameter(
        "once", title="Loop",
        labels={"once": "Once", "again": "Again and again", "bounce": "There and back", "period": "Period of a pair"},
        help="How it repeats: swiftly back to the start; there and back; or φ over one wavelength of a pair.",
    )  # fmt: skip
    pair: int = parameter(0, title="Pair", symbol="i", ge=0, le=32_767,
                          help="The pair whose wavelength φ runs.", only=("loop", ("period",)))  # fmt: skip
