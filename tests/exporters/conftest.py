"""Small Figures with every mark."""

from tests.made_figures import made

__all__ = ["made"]
