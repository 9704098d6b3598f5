"""A formula in both the forms that people see: as plain text, and set by mathtext."""

from typing import NamedTuple


class Formula(NamedTuple):
    """One formula.

    Attributes
    ----------
    text : str
        As one writes it without a typesetter: ``"ωᵢ = b^(−2i/d)"``.
    mathtext : str
        As matplotlib sets it, without dollar signs; empty where the text says enough.
    """

    text: str = ""
    mathtext: str = ""

    def beside(self, other: "Formula") -> "Formula":
        r"""Return this formula and another in one line; an empty one adds nothing.

        Examples
        --------
        >>> Formula("a = 1", "a = 1").beside(Formula("b = 2", "b = 2"))
        Formula(text='a = 1,  b = 2', mathtext='a = 1,\\quad b = 2')
        """
        text = ",  ".join(filter(None, (self.text, other.text)))
        return Formula(text, r",\quad ".join(filter(None, (self.mathtext, other.mathtext))))
