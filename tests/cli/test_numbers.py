"""What command lines ask of exporters and of the window is what is kept: the Document, the style, the choices."""

from tempfile import TemporaryDirectory

import pytest

from peviewer.cli.main import main, window_parser
from peviewer.cli.opening import open_document
from tests.asked import plain
from tests.numbers import check

IN_WINDOW = (
    "--preset paper --set encoding.length=1000",
    "--set scheme=alibi heads=4 --theme dark",
    "--set dim=64 phi=10 --against scheme=alibi,heads=8",
    "--against base=100",
    "--preset rope-llama-3.1 --set trained=8192 scaling=none",
    "--several dim=64,128,256",
    "--set sentence=Dogs_bite_men content.kind=words",
)
FILES = (
    "export shift -o a.png --preset shift --set shift.phi=42.5",
    "export distance,clocks -o a.pdf --theme paper --inches 3.3x2.8 --columns 1",
    "export encoding -o a.png --size lecture --colormap magma --no-title --caption Seen",
    "export distance.matrix -o a.svg --size 640x480 --font-size 20 --transparent --positions 4:20",
    "export frequencies -o a.svg --preset rope-llama-3.1 --against scaling=none",
    "animate -o a.gif --seconds 2",
    "animate clocks -o a.html --from 3 --to 9 --fps 10 --preset paper",
    "animate --pane encoding,shift -o a.gif --animate encoding.base --from 10 --to 1000 --loop once --size 320x200",
    "animate waves -o a.gif --theme paper --inches 2x1",
    "deck shift,waves -o a.pdf --theme slide-dark --title Mine --set dim=32",
    "deck -o a.pptx --set scheme=alibi",
    "data encoding -o a.npz --preset paper --positions 5:9",
    "data distance -o a.csv --dimensions 0:4 --array profile --set metric=cosine",
)
ASKED = {
    "peviewer.exporters.picture.export": ("page", "target"),
    "peviewer.exporters.clip.write.write_clip": ("clip", "target", "style"),
    "peviewer.exporters.deck.slides.write_deck": ("slides", "target", "style"),
    "peviewer.exporters.data.write.write_data": ("pane", "document", "target"),
}


def asked(line):
    """Return what a command asks of an exporter, which writes nothing."""
    found = {}

    def remembering(names):
        def exporter(*positional, **more):
            found.update(dict(zip(names, positional, strict=True)), **more)
            found.pop("target").touch()
            return ()

        return exporter

    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.chdir(folder)
        for path, names in ASKED.items():
            patch.setattr(path, remembering(names))
        assert main(line.split()) == 0, line
    return {name: plain(value) for name, value in found.items()}


def opened(line):
    """Return what the window opens."""
    words = [word.replace("_", " ") for word in line.split()]
    return plain(open_document(window_parser().read(words), in_window=True).document)


def cases(line):
    name = f"commands/{line}"
    return {name: asked(line) if line in FILES else opened(line)}


def all_cases():
    return {case: now for line in (*IN_WINDOW, *FILES) for case, now in cases(line).items()}


@pytest.mark.parametrize("line", [*IN_WINDOW, *FILES])
def test_a_command_line_asks_for_what_is_kept(line):
    check("cli", cases(line))
