"""What pages of the gallery are about: Documents, the lines that make their pictures, and where they occur."""

import inspect
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from peviewer.document.document import Document
from peviewer.document.fields import with_several
from peviewer.figures.panes.catalog import MAX_ALONE, PANES, panes_for
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import Preset, preset, presets
from peviewer.figures.stories import places
from peviewer.model.encodings.catalog import SCHEMES
from tests.thumbnails import document_of

_ADDRESS = re.compile(r"\d{4}\.\d{5}")


@dataclass(frozen=True)
class Shown:
    """What a pane's page shows: a preset, or a model's configuration; some values of a parameter, if it says so."""

    title: str
    preset: str = ""
    several: str = ""

    def document(self, pane: Pane) -> Document:
        document = preset(self.preset).document if self.preset else document_of(pane)
        return with_several(document, self.several) if self.several else document

    def command(self, name: str) -> str:
        """Return the command that makes the picture."""
        if not self.preset:
            return f"peviewer export {name} -o {name}.svg --table config.json"
        several = f" --several {self.several}" if self.several else ""
        return f"peviewer export {name} -o {name}.svg --preset {self.preset}{several}"

    def python(self, name: str) -> str:
        """Return the line of Python that makes the picture."""
        if not self.preset:
            return f'pv.export("config.json", "{name}", "{name}.svg")'
        several = f', several="{self.several}"' if self.several else ""
        return f'pv.export(panes="{name}", target="{name}.svg", preset="{self.preset}"{several})'


@cache
def shown() -> dict[str, Shown]:
    """Return what the page of each pane shows: what titles.toml names, or the first preset that opens the pane."""
    text = (Path(__file__).parent / "titles.toml").read_text(encoding="utf-8")
    pages: dict[str, Shown] = {}
    for name, fields in tomllib.loads(text).items():
        using = presets_with(PANES[name])
        first = {"preset": using[0].name} if using else {}
        pages[name] = Shown(**first | fields)
    return pages


def presets_with(pane: Pane) -> list[Preset]:
    """Return the presets that open a pane."""
    return [each for each in presets().values() if pane.name in each.document.view.panes]


def presets_of(scheme: str) -> list[Preset]:
    """Return the presets whose encoding is of a scheme."""
    return [each for each in presets().values() if each.document.encoding.scheme == scheme]


def steps_of(preset: Preset) -> list[str]:
    """Return the steps of stories that open a preset, as in "start-here:3"."""
    return [place.key for place in places() if place.step.preset == preset.name]


def scheme_document(scheme: str) -> Document:
    """Return the Document of the first preset of a scheme; of the scheme alone if none has it."""
    using = presets_of(scheme)
    return using[0].document if using else Document().edited({"encoding.scheme": scheme})


def panes_of(scheme: str) -> list[Pane]:
    """Return the panes that show a scheme, its own best ones first."""
    document = scheme_document(scheme)
    names = panes_for(document.encoding)
    return [PANES[name] for name in names if PANES[name].shows_any(document)]


def best_panes_of(scheme: str) -> list[Pane]:
    """Return those of them that are opened for the scheme alone."""
    count = len(scheme_document(scheme).encoding.best_panes) or MAX_ALONE
    return panes_of(scheme)[:count]


def source(scheme: str) -> str:
    """Return where a scheme is from, as the notes of its class say: one paragraph."""
    text = inspect.getdoc(SCHEMES[scheme]) or ""
    _, _, notes = text.partition("Notes\n-----\n")
    return " ".join(notes.partition("\n\n")[0].split()).replace("``", "")


def papers(text: str) -> list[str]:
    """Return the numbers of arXiv in a text.

    >>> papers("Su et al. 2021, arXiv 2104.09864; p-RoPE is arXiv 2410.06205")
    ['2104.09864', '2410.06205']
    """
    return list(dict.fromkeys(_ADDRESS.findall(text)))
