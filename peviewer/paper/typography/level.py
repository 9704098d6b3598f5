"""Text that stands where it is put, in every format."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from matplotlib.cbook import is_math_text
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

if TYPE_CHECKING:
    from matplotlib.backend_bases import RendererBase
    from matplotlib.font_manager import FontProperties
    from matplotlib.transforms import Bbox


class Level(Text):
    """A text that stands level with others of its row in every format.

    In PDF, SVG and EPS, of 72 dots an inch, mathematical text is set up to a point too high: its height is rounded up.
    """

    def get_window_extent(self, *arguments: Any, **options: Any) -> Bbox:
        """Return where the text stands, in pixels: a formula that is set for it leaves much garbage."""
        return super().get_window_extent(*arguments, **options)

    def draw(self, renderer: RendererBase) -> None:
        """Draw the text where it belongs."""
        place, (right, up) = self.get_position(), self.aside(renderer)
        if right or up:
            to_page = self.get_transform()
            x, y = to_page.transform(place)
            self.set_position(to_page.inverted().transform((x + right, y + up)).tolist())
        super().draw(renderer)
        if right or up:
            self.set_position(place)

    def aside(self, renderer: RendererBase) -> tuple[float, float]:
        """Return by how many pixels to the right and up it is drawn elsewhere than matplotlib would."""
        figure, text = self.get_figure(root=True), self.get_text()
        if figure is None or figure.canvas.fixed_dpi is None or "\n" in text or not is_math_text(text):
            return 0.0, 0.0
        return 0.0, -_too_high(text, self.get_fontproperties())


def level(text: Text) -> Text:
    """Make a text stand level that matplotlib made: those of pages and legends it makes itself."""
    text.__class__ = Level
    return text


@lru_cache(maxsize=1024)
def _too_high(text: str, font: FontProperties) -> float:
    """Return how many points above its base line matplotlib sets a text: where a full stop behind it would stand."""
    *_, (*_, above) = text_to_path.mathtext_parser.parse(f"{text}.", 72, font).glyphs
    return float(above)
