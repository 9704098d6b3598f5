"""The Document inside a presentation: a part of its own, which office programs keep; read back as untrusted input."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from peviewer.document.tables import without_folders

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.document.document import Document

NAMESPACE = "urn:peviewer:session"
PART = "/customXml/item{}.xml"
LARGEST = 2_000_000
# Other programs number these parts anew; a presentation has a handful.
MOST_PARTS = 20


def put_session(deck: Any, document: Document) -> None:
    """Put a Document into a presentation."""
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.opc.package import Part

    package = deck.part.package
    session = escape(json.dumps(without_folders(document), ensure_ascii=False, indent=1))
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<session xmlns="{NAMESPACE}">{session}</session>'
    part = Part(package.next_partname(PART.replace("{}", "%d")), "application/xml", package, text.encode())
    deck.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)


def drop_session(deck: Any) -> None:
    """Take out the Document of a presentation, where it has one."""
    from pptx.opc.constants import RELATIONSHIP_TYPE

    for name, link in list(deck.part.rels.items()):
        held = link.reltype == RELATIONSHIP_TYPE.CUSTOM_XML and not link.is_external
        if held and NAMESPACE.encode() in link.target_part.blob:
            deck.part.drop_rel(name)


def session_of(path: Path) -> bytes | None:
    """Return the JSON in a presentation, or None: no XML is parsed, and little is unpacked."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if re.fullmatch(r"customXml/item\d+\.xml", name)]
            return next(filter(None, (_of_part(archive, name) for name in names[:MOST_PARTS])), None)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError):
        return None


def _of_part(archive: zipfile.ZipFile, name: str) -> bytes | None:
    with archive.open(name) as part:
        head = part.read(LARGEST)
    found = re.search(rb"<(?:\w+:)?session\b[^>]*urn:peviewer:session[^>]*>(.*?)</", head, re.DOTALL)
    return unescape(found[1].decode("utf-8", "replace")).encode() if found else None
