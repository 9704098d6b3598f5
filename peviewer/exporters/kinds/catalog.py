"""The kinds of export there are, in the order of the dialog.

To add one, add its file, and its line here.
"""

from peviewer.exporters.kinds.clip import ClipKind
from peviewer.exporters.kinds.code import Code
from peviewer.exporters.kinds.data import Data
from peviewer.exporters.kinds.deck import Deck
from peviewer.exporters.kinds.kind import Kind
from peviewer.exporters.kinds.picture import Picture

KINDS: dict[str, type[Kind]] = {kind.name: kind for kind in (Picture, ClipKind, Data, Code, Deck)}
