"""Sliders and a picture in a notebook, where no window opens.

The sliders are in the browser, the model in Python.
"""

from __future__ import annotations

import asyncio
import base64
import io
import math
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from PIL import Image

from peviewer.api.arguments import Encoding, PaneNames, request
from peviewer.api.figures import sized
from peviewer.api.options import with_options
from peviewer.base.numbers import plain
from peviewer.base.specification import Specification, specifications
from peviewer.document.animation import (
    animated_fields,
    field_label,
    field_specification,
    shown_value,
    slider_ends,
)
from peviewer.document.document import Document
from peviewer.figures.animated_fields import affects_panes, default_animated_field
from peviewer.figures.grammar import Figure
from peviewer.figures.panes.pane import Pane
from peviewer.paper.motion import Motion
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import Style

# Steps of a logarithmic slider and of a number that plays. A linear slider has at least as many.
STEPS = 100

# Milliseconds between the steps while a number plays.
INTERVAL = 100

# After so many seconds without a change a picture is drawn sharp.
REST = 0.3

# How many pixels a sharp picture has for each pixel of the page, for dense displays.
SHARPNESS = 2

# With these options letters in a JPEG keep their edges.
JPEG_OPTIONS: dict[str, Any] = {"quality": 95, "subsampling": 0}
WEBP_OPTIONS: dict[str, Any] = {"lossless": True, "quality": 0, "method": 0}


def interact(encoding: Encoding = None, panes: PaneNames = None, **view: Any) -> Any:
    """Return a picture with sliders for a notebook, in JupyterLab, Colab or VS Code.

    It needs no window.

    Parameters
    ----------
    encoding, panes, **view
        As for :func:`peviewer.figure`; the picture is 8 × 4.8 inches by default.

    Returns
    -------
    ipywidgets.VBox
        A cell that ends with it shows it. It has a slider for every number that changes what is
        shown, a list for every choice, and Play for the first of the numbers.

    Raises
    ------
    ImportError
        If ipywidgets is not installed.
    ValueError
        If there is no such pane or field, or a value is not allowed.

    Examples
    --------
    >>> import peviewer as pv
    >>> shown = pv.interact(pv.Sinusoidal(length=50, dim=16), "shift", figsize=(4, 3))
    >>> shown
    <sliders: Shift φ, Length L, Dimensions d, ...>
    """
    if find_spec("ipywidgets") is None:
        raise ImportError("interact needs ipywidgets: pip install ipywidgets")
    asked = request(encoding, panes, sized(with_options(view), usual=(8.0, 4.8)))
    return _Sliders(asked.panes, asked.document, asked.style).box


class _Sliders:
    """Widgets that edit a Document, and the picture of its panes."""

    def __init__(self, panes: Sequence[Pane], document: Document, style: Style) -> None:
        self._widgets: Any = import_module("ipywidgets")
        self._panes = panes
        self._document = document
        self._motion = Motion(style)
        self._sharp_motion = Motion(
            style.but(
                width=SHARPNESS * style.width,
                height=SHARPNESS * style.height,
                dpi=SHARPNESS * style.dpi,
            )
        )
        # These formats are written within some milliseconds: PNG takes five times as long.
        self._format = "webp" if style.transparent else "jpeg"
        self._resting: asyncio.TimerHandle | None = None
        self._picture = self._widgets.Image(width=style.width)
        self._refusal = self._widgets.Label()
        numbers = self._numbers()
        played_number = default_animated_field(document, panes)
        numbers.sort(key=lambda path: path != played_number)
        self._sliders = {path: self._slider(path) for path in numbers}
        rows = []
        for path, slider in self._sliders.items():
            rows.append(self._with_play(slider) if path == played_number else slider)
        lists = [self._list(path) for path in self._choices()]
        self._draw_sharp()
        self.box = self._box([self._picture, self._refusal, *rows, *lists])

    def _box(self, children: list[Any]) -> Any:
        """Return the widget, with a picture for viewers of notebooks that show no widgets."""
        names = ", ".join(slider.description for slider in self._sliders.values())
        picture = self._picture

        class Box(self._widgets.VBox):  # type: ignore[misc, name-defined]  # loaded when needed
            def __repr__(self) -> str:
                return f"<sliders: {names}>"

            def _repr_mimebundle_(self, **options: Any) -> Any:
                bundle = super()._repr_mimebundle_(**options)
                if picture.format == "png":
                    bundle["image/png"] = base64.b64encode(picture.value).decode()
                return bundle

        return Box(children)

    def _numbers(self) -> list[str]:
        """Return the paths of numbers that change what is shown."""
        return [
            path
            for path in animated_fields(self._document)
            if not field_specification(self._document, path).seldom
            and affects_panes(self._panes, self._document, path)
        ]

    def _choices(self) -> list[str]:
        """Return the paths of choices that change what is shown.

        These are the scheme's choices, and those in the panes' headers.
        """
        paths = [
            f"encoding.{spec.name}"
            for spec in specifications(type(self._document.encoding))
            if not spec.hidden
        ]
        for pane in self._panes:
            paths += pane.choices
        return [path for path in dict.fromkeys(paths) if self._is_choice_with_effect(path)]

    def _is_choice_with_effect(self, path: str) -> bool:
        spec = field_specification(self._document, path)
        if spec.kind != "choice" or not self._document.applies(path, spec):
            return False
        return affects_panes(self._panes, self._document, path)

    def _slider(self, path: str) -> Any:
        spec = field_specification(self._document, path)
        low, high = slider_ends(self._document, path)
        value = min(max(shown_value(spec, self._document, path), low), high)
        if spec.kind == "int" and spec.scale == "log":
            options = _whole_numbers(spec, low, high, int(value))
            slider = self._widgets.SelectionSlider(
                options=[(plain(number), number) for number in options], value=int(value)
            )
        elif spec.kind == "int":
            slider = self._widgets.IntSlider(value, int(low), int(high), spec.stride)
        elif spec.scale == "log":
            start, end, exponent = map(math.log10, (low, high, value))
            # Whole steps lead to the value: a browser moves what lies between two steps onto one of
            # them.
            step_count = max(round(STEPS * (exponent - start) / (end - start)), 1)
            step = (exponent - start) / step_count or (end - start) / STEPS
            slider = self._widgets.FloatLogSlider(value, min=start, max=end, step=step)
        else:
            # Steps of a power of ten reach numbers that people would type.
            step = 10 ** math.floor(math.log10((high - low) / STEPS))
            slider = self._widgets.FloatSlider(value, min=low, max=high, step=step)
        if spec.kind != "int":
            # This format writes 55 and 10000, not 55.00 and 1.00e+4.
            slider.readout_format = ".6"
        return self._labelled(slider, path)

    def _list(self, path: str) -> Any:
        spec = field_specification(self._document, path)
        options = [(spec.labels.get(choice, choice), choice) for choice in spec.choices]
        dropdown = self._widgets.Dropdown(options=options, value=self._document.get(path))
        return self._labelled(dropdown, path)

    def _labelled(self, widget: Any, path: str) -> Any:
        widget.description = field_label(self._document, path)
        widget.style.description_width = "10em"
        widget.layout.width = "32em"
        widget.tooltip = field_specification(self._document, path).help
        widget.observe(lambda change: self._edit(path, change["new"]), "value")
        return widget

    def _with_play(self, slider: Any) -> Any:
        """Return a slider with Play beside it, which moves it from end to end in equal steps."""
        play = self._widgets.Play(min=0, max=STEPS, interval=INTERVAL)

        def move(change: Any) -> None:
            # Multiplying before dividing keeps whole steps whole numbers.
            if isinstance(slider, self._widgets.SelectionSlider):
                slider.index = round(change["new"] * (len(slider.options) - 1) / STEPS)
                return
            value = slider.min + change["new"] * (slider.max - slider.min) / STEPS
            is_logarithmic = isinstance(slider, self._widgets.FloatLogSlider)
            slider.value = 10**value if is_logarithmic else type(slider.value)(value)

        play.observe(move, "value")
        return self._widgets.HBox([slider, play])

    def _edit(self, path: str, value: object) -> None:
        try:
            self._document = self._document.edited({path: value})
            self._draw()
        except ValueError as error:
            self._refusal.value = str(error)
        else:
            self._refusal.value = ""

    def _draw(self) -> None:
        """Draw the picture at once, and sharp as soon as it rests."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # Without an event loop nothing would draw it later.
            self._draw_sharp()
            return
        self._draw_moving()
        if self._resting is not None:
            self._resting.cancel()
        self._resting = loop.call_later(REST, self._draw_sharp)

    def _painted(self, motion: Motion) -> Image.Image:
        figures = tuple(pane.figure(self._document) for pane in self._panes)
        shown: Figure | Composition = figures[0] if len(figures) == 1 else Composition(figures)
        return Image.fromarray(motion.paint(shown))

    def _draw_sharp(self) -> None:
        file = io.BytesIO()
        self._painted(self._sharp_motion).save(file, "png")
        self._show(file, "png")

    def _show(self, file: io.BytesIO, format: str) -> None:
        with self._picture.hold_sync():
            self._picture.format = format
            self._picture.value = file.getvalue()

    def _draw_moving(self) -> None:
        picture = self._painted(self._motion)
        file = io.BytesIO()
        if self._format == "webp":
            picture.convert("RGBA").save(file, self._format, **WEBP_OPTIONS)
        else:
            picture.convert("RGB").save(file, self._format, **JPEG_OPTIONS)
        self._show(file, self._format)


def _whole_numbers(spec: Specification, low: float, high: float, value: int) -> list[int]:
    """Return whole numbers in even ratios between two ends, with the own value among them."""
    numbers = {value, int(low), int(high)}
    for exponent in range(STEPS + 1):
        number = max(low, 1) * (high / max(low, 1)) ** (exponent / STEPS)
        # People would type numbers of two digits.
        numbers.add(int(spec.nearest(round(float(f"{number:.2g}")))))
    return sorted(number for number in numbers if low <= number <= high)
