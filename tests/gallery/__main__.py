"""``python -m tests.gallery FOLDER``: write the gallery.

The stories that it links to are written by their own command: ``peviewer deck -o FOLDER/stories/NAME.html --story NAME``.
"""

import argparse
from pathlib import Path

from tests.gallery.pages import Gallery


def main(folder: Path) -> None:
    for name, content in Gallery().files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pages are written")
    main(parser.parse_args().folder)
