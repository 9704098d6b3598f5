"""The kinds of export there are, in the order of the dialog: to add one, add its file, and its line here."""

from peviewer.export.kinds.clip import ClipKind
from peviewer.export.kinds.code import Code
from peviewer.export.kinds.data import Data
from peviewer.export.kinds.deck import Deck
from peviewer.export.kinds.kind import Kind
from peviewer.export.kinds.picture import Picture

KINDS: dict[str, Kind] = {kind.name: kind for kind in (Picture(), ClipKind(), Data(), Code(), Deck())}
