"""``python -m peviewer``."""

import sys

from peviewer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
