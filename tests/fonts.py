"""Write ``resources/fonts``: the family that slides are set in, cut out of Inter.

    npm pack inter-ui@4.1.1 && pip install brotli && python -m tests.fonts inter-ui-4.1.1.tgz

Inter is under the SIL Open Font License without a reserved name. What is written has a name of its own all the same,
as its digits have one width: a text set in an Inter of the system's would be another one.
"""

import io
import sys
import tarfile
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from peviewer.base.shipped_type import SHIPPED_FAMILY

FOLDER = Path(__file__).parents[1] / "resources" / "fonts"
# Each face with its source. The heavy one is for words in bold: Inter's own bold is too heavy for titles of slides.
FACES = {"Regular": "Regular", "Italic": "Italic", "Bold": "SemiBold"}
WEIGHTS = {"Regular": 400, "Italic": 400, "Bold": 700}
LICENCE = "LICENSE.txt"
# Latin, Greek, Cyrillic and mathematics: the first and the last letter of each range.
RANGES = (
    (0x20, 0x24F),  # Latin
    (0x2B0, 0x36F),  # small letters and accents
    (0x370, 0x52F),  # Greek and Cyrillic
    (0x1D00, 0x1DBF),  # letters as exponents
    (0x1E00, 0x1EFF),  # Latin with two accents
    (0x2000, 0x22FF),  # punctuation, small digits, currencies, arrows and operators
    (0x2300, 0x23FF),  # brackets of several lines
    (0x25A0, 0x25FF),  # shapes
    (0x2713, 0x2717),  # ticks and crosses
)
FEATURES = ["kern", "mark", "mkmk", "ccmp"]
# The entries of a font's table of names that hold its family, its face and both.
FAMILY_NAME, FACE_NAME, UNIQUE_NAME, FULL_NAME, POSTSCRIPT_NAME = 1, 2, 3, 4, 6
COPYRIGHT, VERSION, TRADEMARK, LICENCE_TEXT, LICENCE_ADDRESS = 0, 5, 7, 13, 14
KEPT_NAMES = {COPYRIGHT, VERSION, TRADEMARK, LICENCE_TEXT, LICENCE_ADDRESS}


def face_of(font: TTFont, face: str) -> bytes:
    """Return one face of the family, cut out of a font of Inter."""
    _give_digits_one_width(font)
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(
        unicodes=[letter for first, last in RANGES for letter in range(first, last + 1)]
    )
    subsetter.subset(font)
    _name(font, face)
    font["OS/2"].usWeightClass = WEIGHTS[face]
    font.flavor = None
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def _give_digits_one_width(font: TTFont) -> None:
    """Let all signs that have a form of the width of a digit have that form.

    matplotlib asks for no such form, and numbers that change must keep their place.
    """
    table = font["GSUB"].table
    features = [
        record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == "tnum"
    ]
    lookups = {index for feature in features for index in feature.LookupListIndex}
    for index in lookups:
        for lookup in table.LookupList.Lookup[index].SubTable:
            forms = getattr(lookup, "ExtSubTable", lookup).mapping
            for encoded in font["cmap"].tables:
                encoded.cmap = {
                    letter: forms.get(glyph, glyph) for letter, glyph in encoded.cmap.items()
                }


def _name(font: TTFont, face: str) -> None:
    names = font["name"]
    names.names = [record for record in names.names if record.nameID in KEPT_NAMES]
    full_name = f"{SHIPPED_FAMILY} {face}"
    own_names = {
        FAMILY_NAME: SHIPPED_FAMILY,
        FACE_NAME: face,
        UNIQUE_NAME: full_name,
        FULL_NAME: full_name,
        POSTSCRIPT_NAME: full_name.replace(" ", "-"),
    }
    for number, text in own_names.items():
        names.setName(text, number, 3, 1, 0x409)


def main(package: Path) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tarfile.open(package) as files:
        for face, source in FACES.items():
            with files.extractfile(f"package/web/Inter-{source}.woff2") as packed:
                font = TTFont(io.BytesIO(packed.read()))
            (FOLDER / f"{face.lower()}.ttf").write_bytes(face_of(font, face))
        with files.extractfile(f"package/{LICENCE}") as licence:
            (FOLDER / LICENCE).write_bytes(licence.read())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
