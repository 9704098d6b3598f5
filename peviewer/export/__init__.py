"""Figures into files, without Qt: what the window, the command line and Python share.

The package can be called: ``pv.export(panes, target, …)`` is :func:`peviewer.export.python.export`.
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any


class _Called(ModuleType):
    """A package of the name that its main function has in Python: importing what is in it does not hide that."""

    def __call__(self, *given: Any, **named: Any) -> Path:
        """Write panes as a picture."""
        from peviewer.export.python import export

        return export(*given, **named)


sys.modules[__name__].__class__ = _Called
