"""Numbers and texts as people write and read them, the same in every pane, file and message."""

from peviewer.base.words.input import UnknownName as UnknownName
from peviewer.base.words.input import look_up as look_up
from peviewer.base.words.input import match_score as match_score
from peviewer.base.words.input import nearest_name as nearest_name
from peviewer.base.words.input import nearest_names as nearest_names
from peviewer.base.words.input import read_number as read_number
from peviewer.base.words.input import read_numbers as read_numbers
from peviewer.base.words.input import read_value as read_value
from peviewer.base.words.text import MINUS as MINUS
from peviewer.base.words.text import THIN as THIN
from peviewer.base.words.text import continuing as continuing
from peviewer.base.words.text import decimals_between as decimals_between
from peviewer.base.words.text import in_motion as in_motion
from peviewer.base.words.text import in_number as in_number
from peviewer.base.words.text import in_unit as in_unit
from peviewer.base.words.text import mantissa as mantissa
from peviewer.base.words.text import number as number
from peviewer.base.words.text import plain as plain
from peviewer.base.words.text import power as power
from peviewer.base.words.text import short_word as short_word
from peviewer.base.words.text import steady as steady
from peviewer.base.words.text import storage as storage
from peviewer.base.words.text import unstarred as unstarred
from peviewer.base.words.text import with_word as with_word
