"""An editor and a field of the Document that agree, whichever of them changes."""

from typing import Any

from peviewer.app.controls.editors import Editor
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.session.session import Session
from peviewer.document.animation import field_specification, shown_value
from peviewer.document.document import Document


def bind(editor: Editor, session: Session, path: str) -> None:
    """Let an editor edit one field of the Document, and follow it wherever else it is edited."""

    def read(document: Document) -> Any:
        return shown_value(field_specification(document, path), document, path)

    def edit(value: object, key: str) -> None:
        if session.edit({path: value}, merge=key):
            editor.set_value(read(session.document))  # what was typed may be beyond what there is
        elif isinstance(editor, NumberBox):
            editor.refuse(read(session.document), session.refusal)
        else:
            editor.set_value(read(session.document))

    editor.edited.connect(edit)
    if isinstance(editor, NumberBox):
        session.opened.connect(lambda: editor.mend(put_back=True))
    session.watch(read, lambda document: editor.set_value(read(document)))
