"""``python -m peviewer``."""

import sys

from peviewer.cli import main

if __name__ == "__main__":
    sys.exit(main())
