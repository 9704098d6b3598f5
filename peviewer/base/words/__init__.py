"""Numbers and texts as people write and read them, the same in every pane, file and message."""

from peviewer.base.words.names import UnknownName as UnknownName
from peviewer.base.words.names import look_up as look_up
from peviewer.base.words.names import nearest_names as nearest_names
from peviewer.base.words.numbers import MINUS as MINUS
from peviewer.base.words.numbers import THIN as THIN
from peviewer.base.words.numbers import decimals_between as decimals_between
from peviewer.base.words.numbers import difference as difference
from peviewer.base.words.numbers import fixed as fixed
from peviewer.base.words.numbers import in_motion as in_motion
from peviewer.base.words.numbers import in_number as in_number
from peviewer.base.words.numbers import in_unit as in_unit
from peviewer.base.words.numbers import mantissa as mantissa
from peviewer.base.words.numbers import number as number
from peviewer.base.words.numbers import plain as plain
from peviewer.base.words.numbers import power as power
from peviewer.base.words.numbers import scientific as scientific
from peviewer.base.words.numbers import steady as steady
from peviewer.base.words.numbers import storage as storage
from peviewer.base.words.numbers import whole as whole
from peviewer.base.words.numbers import with_decimals_of as with_decimals_of
from peviewer.base.words.reading import read_number as read_number
from peviewer.base.words.reading import read_numbers as read_numbers
from peviewer.base.words.reading import read_value as read_value
from peviewer.base.words.texts import unstarred as unstarred
from peviewer.base.words.ticks import log_tick_texts as log_tick_texts
from peviewer.base.words.ticks import tick_texts as tick_texts
