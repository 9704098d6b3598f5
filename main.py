"""``python main.py`` is ``python -m peviewer`` is ``peviewer``."""

import sys

from peviewer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
