"""The program imports as Python does, though Qt's binding brings an import of its own."""

import subprocess
import sys

PROGRAM = """
import builtins
from contextlib import nullcontext
from peviewer.app.window.plain_import import plain_import
plain = builtins.__import__
with {around}():
    import PySide6.QtWidgets
print(builtins.__import__ is plain)
"""


def kept(around):
    return subprocess.check_output([sys.executable, "-c", PROGRAM.format(around=around)], text=True).strip()


def test_pythons_own_import_stays_where_the_binding_would_put_another():
    assert (kept("plain_import"), kept("nullcontext")) == ("True", "False")
