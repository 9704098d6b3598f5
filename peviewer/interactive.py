"""Sliders and a picture in a notebook, where no window opens: the sliders are in the browser, the model in Python."""

import io
import math
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike
from PIL import Image

from peviewer.base.specification import specifications
from peviewer.document.animation import (
    animated_fields,
    field_label,
    field_specification,
    shown_value,
    slider_ends,
)
from peviewer.document.document import Document
from peviewer.exporters.arguments import LOOK, look, opened, panes_of
from peviewer.figures.animated_fields import affects_panes, default_animated_field
from peviewer.figures.grammar import Figure
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Scheme
from peviewer.notebook import sized
from peviewer.paper.motion import Motion
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import Style

STEPS = 100  # of a logarithmic slider, and of a number that plays; of a linear one, at least
INTERVAL = 100  # ms between the steps while it plays
FINE: dict[str, Any] = {"quality": 95, "subsampling": 0}  # of a JPEG: letters keep their edges
WITHOUT_LOSS: dict[str, Any] = {"lossless": True, "quality": 0, "method": 0}


def interact(
    encoding: Scheme | ArrayLike | None = None,
    panes: str | Sequence[str] = "shift",
    *,
    figsize: tuple[float, float] | None = None,
    dpi: float | None = None,
    preset: str | None = None,
    session: str | Path | None = None,
    **view: Any,
) -> Any:
    """Return a picture with sliders for a notebook, in JupyterLab, Colab or VS Code; it needs no window.

    Parameters
    ----------
    encoding : Scheme or array_like, optional
        What to show; None for that of the preset or session.
    panes : str or sequence of str
        ``"shift"``, ``"encoding,distance"``, ``["score", "bias"]`` …
    figsize, dpi
        Width and height of the picture in inches, at first (8, 4.8), and pixels an inch, as for
        :func:`peviewer.figure`.
    preset, session, **view
        As for :func:`peviewer.figure`.

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
    >>> type(shown).__name__, shown.children[0].format
    ('VBox', 'jpeg')
    """
    if find_spec("ipywidgets") is None:
        raise ImportError("interact needs ipywidgets: pip install 'peviewer[notebook]'")
    style, fields = look(sized(view.pop("size", None), figsize, dpi, view, usual=(8.0, 4.8)))
    shown = panes_of(encoding, panes)
    document = opened(encoding, fields, preset, session, shown, LOOK)
    return _Sliders(shown, document, style).box


class _Sliders:
    """Widgets that edit a Document, and the picture of its panes."""

    def __init__(self, panes: Sequence[Pane], document: Document, style: Style) -> None:
        self._widgets: Any = import_module("ipywidgets")
        self._panes, self._document, self._motion = panes, document, Motion(style)
        # Written within some milliseconds: PNG takes five times as long.
        self._format, self._quality = (
            ("webp", WITHOUT_LOSS) if style.transparent else ("jpeg", FINE)
        )
        self._picture = self._widgets.Image(format=self._format, width=style.width)
        self._refusal = self._widgets.Label()
        moving = [
            path
            for path in animated_fields(document)
            if not field_specification(document, path).seldom
        ]
        moving = [path for path in moving if affects_panes(panes, document, path)]
        played = default_animated_field(document, panes)
        moving.sort(key=lambda path: path != played)
        self._sliders = {path: self._slider(path) for path in moving}
        rows = [
            self._played(slider) if path == played else slider
            for path, slider in self._sliders.items()
        ]
        self.box = self._widgets.VBox(
            [self._picture, self._refusal, *rows, *map(self._list, self._chosen())]
        )
        self._draw()

    def _chosen(self) -> list[str]:
        """Return the fields with a choice that change what is shown: the scheme's, and those in the panes' headers."""
        own = [
            f"encoding.{spec.name}"
            for spec in specifications(type(self._document.encoding))
            if not spec.hidden
        ]
        paths = dict.fromkeys([*own, *(path for pane in self._panes for path in pane.choices)])
        return [
            path for path in paths
            if (spec := field_specification(self._document, path)).kind == "choice"
            and self._document.applies(path, spec) and affects_panes(self._panes, self._document, path)
        ]  # fmt: skip

    def _slider(self, path: str) -> Any:
        spec, (low, high) = (
            field_specification(self._document, path),
            slider_ends(self._document, path),
        )
        value = min(max(shown_value(spec, self._document, path), low), high)
        if spec.kind == "int":
            slider = self._widgets.IntSlider(value, int(low), int(high), spec.stride)
        elif spec.scale == "log":
            start, end, shown = map(math.log10, (low, high, value))
            # Whole steps lead to the value: a browser moves what lies between two steps onto one of
            # them.
            steps = max(round(STEPS * (shown - start) / (end - start)), 1)
            slider = self._widgets.FloatLogSlider(
                value, min=start, max=end, step=(shown - start) / steps or (end - start) / STEPS
            )
        else:
            step = 10 ** math.floor(
                math.log10((high - low) / STEPS)
            )  # of numbers that one would type
            slider = self._widgets.FloatSlider(value, min=low, max=high, step=step)
        if spec.kind != "int":
            slider.readout_format = ".6"  # 55 and 10000, not 55.00 and 1.00e+4
        return self._labelled(slider, path)

    def _list(self, path: str) -> Any:
        spec = field_specification(self._document, path)
        labels = [(spec.labels.get(choice, choice), choice) for choice in spec.choices]
        return self._labelled(
            self._widgets.Dropdown(options=labels, value=self._document.get(path)), path
        )

    def _labelled(self, widget: Any, path: str) -> Any:
        widget.description, widget.style.description_width = (
            field_label(self._document, path),
            "10em",
        )
        widget.layout.width, widget.tooltip = "32em", field_specification(self._document, path).help
        widget.observe(lambda change: self._edit(path, change["new"]), "value")
        return widget

    def _played(self, slider: Any) -> Any:
        """Return a slider with Play beside it, which moves it from end to end in equal steps."""
        play = self._widgets.Play(min=0, max=STEPS, interval=INTERVAL)

        def move(change: Any) -> None:
            low, high = slider.min, slider.max
            value = (
                low + change["new"] * (high - low) / STEPS
            )  # so that whole steps are whole numbers
            logarithmic = isinstance(slider, self._widgets.FloatLogSlider)
            slider.value = 10**value if logarithmic else type(slider.value)(value)

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
        figures = tuple(pane.figure(self._document) for pane in self._panes)
        shown: Figure | Composition = figures[0] if len(figures) == 1 else Composition(figures)
        picture, written = Image.fromarray(self._motion.paint(shown)), io.BytesIO()
        picture.convert("RGBA" if self._format == "webp" else "RGB").save(
            written, self._format, **self._quality
        )
        self._picture.value = written.getvalue()
