"""What a row of edits, undone and made again, makes of a Document, and who hears of each, is what is kept."""

from PySide6.QtWidgets import QApplication

from peviewer.app.session.session import Session
from peviewer.figures.presets import DEFAULT, preset
from peviewer.figures.stories import place
from tests.asked import plain
from tests.numbers import check

READS = "encoding", "shift.phi", "cursor view.zoom", "compare", "view.panes"
ACTIONS = {
    "edit": {"shift.phi": 3.0},
    "edit merged": {"shift.phi": 4.0},
    "edit merged again": {"shift.phi": 6.5},
    "edit back": {"shift.phi": 3.0},
    "edit nothing": {"shift.phi": 3.0},
    "edit two": {"encoding.dim": 12, "cursor.position": 7},
    "edit wrong": {"encoding.dim": 0},
    "undo": "undo",
    "undo again": "undo",
    "redo": "redo",
    "scheme": {"encoding.scheme": "rope"},
    "of the scheme": {"encoding.scaling": "yarn"},
    "undo the scheme's": "undo",
    "undo the scheme": "undo",
    "redo the scheme": "redo",
    "open": "open",
    "step on": "step",
    "edit the step": {"encoding.length": 33},
    "step beyond": "step back",
    "reopen": "reopen",
    "undo opening": "undo",
    "undo all": "undo",
}


def act(session, called, action):
    if isinstance(action, dict):
        merge = "drag" if "merged" in called or "back" in called else ""
        return session.edit(action, merge=merge)
    actions = {
        "undo": session.undo_stack.undo,
        "redo": session.undo_stack.redo,
        "open": lambda: session.open_place(place("shift:2")),
        "step": lambda: session.move_step(1),
        "step back": lambda: session.move_step(-9),
        "reopen": session.reopen,
    }
    return actions[action]()


def state(session):
    """Return what stands in a session, beside what it was opened with."""
    document = session.document
    changed = sorted(document.changed_paths(session.baseline))
    stack = session.undo_stack
    return {
        "document": [document.encoding.scheme, document.encoding.length, document.encoding.dim, document.shift.phi],
        "changed": {path: plain(document.get(path)) for path in changed},
        "step": session.step,
        "left": session.left_preset,
        "undo": [stack.count(), stack.index(), stack.canUndo(), stack.canRedo(), bool(stack.undoText())],
    }  # fmt: skip


def cases(session):
    heard = []
    for reads in READS:
        session.watch(reads, lambda _, reads=reads: heard.append(reads))
    session.rejected.connect(lambda _: heard.append("rejected"))
    session.opened.connect(lambda: heard.append("opened"))
    found = {}
    for called, action in ACTIONS.items():
        heard.clear()
        result = act(session, called, action)
        session.flush()
        found[f"session/{called}"] = {"made": bool(result), "heard": list(heard), **state(session)}
    return found


def all_cases():
    app = QApplication.instance() or QApplication([])
    session = Session(preset(DEFAULT).document, "Test")
    found = cases(session)
    session.close()
    app.processEvents()
    return found


def test_a_row_of_edits_makes_what_is_kept(qapp):
    session = Session(preset(DEFAULT).document, "Test")
    try:
        check("app/session", cases(session))
    finally:
        session.close()
