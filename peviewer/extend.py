"""Base classes for an encoding of one's own.

:func:`parameter` declares a field with its control.

Examples
--------
>>> import numpy as np
>>> from peviewer.extend import Tabled, parameter
>>> class Steps(Tabled):
...     dim: int = 3
...     height: float = parameter(0.5, title="Height", help="Each position adds it.", ge=0, le=9)
...
...     def table(self, positions):
...         return self.height * positions[:, None] * np.ones(self.dim)
>>> Steps(length=4, height=2.0)[3]
array([6., 6., 6.])
"""

from peviewer.base.parameters import parameter
from peviewer.model.encodings.own import Lagged, Rotating, Tabled, Turning

__all__ = ["Lagged", "Rotating", "Tabled", "Turning", "parameter"]
