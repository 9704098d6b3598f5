import subprocess
import sys
import textwrap

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

FRAMES = 2_000


@pytest.mark.slow
def test_two_thousand_frames(view, table, stack):
    """PySide6 6.12 on Python 3.11 aborts in such a loop after some 1,100 frames."""
    view.resize(160, 120)
    painted = 0
    values = np.linspace(-1, 1, 64).reshape(8, 8)
    for frame in range(FRAMES):
        raster = table(np.roll(values, frame))
        view.set_figure(stack(raster, offset=0.001 * (frame % 500)))
        view.set_crosshair({"position": frame % 8})
        QApplication.processEvents()
        painted += bool(raster.calls)
    assert painted > 0.99 * FRAMES


@pytest.mark.slow
def test_the_interpreter_ends_with_status_0():
    """Items that outlive the QApplication crash on the way out."""
    program = """
        import numpy as np
        from PySide6.QtWidgets import QApplication
        from peviewer.document.document import Document
        from peviewer.figures.panes.catalog import PANES
        from peviewer.figures.palette import DARK
        from peviewer.live.view import FigureView

        app = QApplication([])
        views = []
        for pane in PANES.values():
            view = FigureView(DARK)
            view.set_figure(pane.figure(Document()))
            view.show()
            app.processEvents()
            views.append(view)
        views[0].dispose()  # and the others are left as they are
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
