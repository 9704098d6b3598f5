"""The window: the session, its controls, and the docks that show panes."""

# Qt's bindings look into every module that is loaded after them; pydantic, half loaded, does not
# bear that.
from peviewer.base import parameters as parameters
