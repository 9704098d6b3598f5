"""Declare a parameter once: control, flag, tooltip, limits and error message follow."""

from peviewer.base.parameters.declaration import Parameters as Parameters
from peviewer.base.parameters.declaration import Specification as Specification
from peviewer.base.parameters.declaration import declaration as declaration
from peviewer.base.parameters.declaration import in_order as in_order
from peviewer.base.parameters.declaration import parameter as parameter
from peviewer.base.parameters.declaration import redeclared as redeclared
from peviewer.base.parameters.declaration import specification as specification
from peviewer.base.parameters.declaration import specifications as specifications
from peviewer.base.parameters.validation import CompleteError as CompleteError
from peviewer.base.parameters.validation import Constructed as Constructed
from peviewer.base.parameters.validation import Published as Published
from peviewer.base.parameters.validation import abbreviated as abbreviated
from peviewer.base.parameters.validation import explain as explain
from peviewer.base.parameters.validation import followed as followed
from peviewer.base.parameters.validation import refused as refused
from peviewer.base.parameters.validation import requirement as requirement
