"""The kinds of export there are, in the order of the dialog: to add one, add its file, and its line here."""

from peviewer.app.export_clip import Film
from peviewer.app.export_code import Code
from peviewer.app.export_data import Data
from peviewer.app.export_deck import Deck
from peviewer.app.export_kind import Kind
from peviewer.app.export_picture import Picture

KINDS: dict[str, Kind] = {kind.name: kind for kind in (Picture(), Film(), Data(), Code(), Deck())}
