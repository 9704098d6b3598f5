"""Code that users copy: a function in NumPy that returns an array of a framework."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

WIDE = 110  # characters per line
# Numbers of a learned table that code holds.
MOST_IN_CODE = 20_000


class Dialect(NamedTuple):
    """The words of one framework."""

    imports: tuple[str, ...] = ()
    result_format: str = "{}"  # how a result is handed back
    # The code that makes a NumPy array of a result again.
    to_numpy: str = ""
    module: str = "np"  # what joins and stacks its arrays

    def function(
        self,
        name: str,
        arguments: Mapping[str, object],
        says: str,
        lines: Sequence[str],
        before_return: Sequence[str],
        pairs: str = "",
    ) -> list[str]:
        """Return the lines of a function that makes ``table``.

        `pairs` are the columns of a pair, if it has some.
        """
        more = (
            ["", f"    Pair i of queries and keys are columns {pairs}.", '    """'] if pairs else []
        )
        return [
            *self.head(name, arguments),
            f'    """{says}' if pairs else f'    """{says}"""',
            *more,
            *(
                ["    # In NumPy's float64: float32 would lose far positions."]
                if self.imports
                else []
            ),
            *(f"    {line}" for line in lines),
            *before_return,
            f"    return {self.result_format.format('table')}",
        ]

    @staticmethod
    def head(name: str, arguments: Mapping[str, object]) -> list[str]:
        """Return the first lines of a function, with its arguments' defaults."""
        start = f"def {name}("
        defaults = ", ".join(f"{argument}={value:_}" for argument, value in arguments.items())
        return wrap(f"{start}{defaults}):", WIDE, subsequent_indent=" " * len(start))

    @staticmethod
    def list_lines(name: str, numbers: Sequence[float]) -> list[str]:
        """Return the lines that give a list of numbers a name."""
        start = f"{name} = ["
        return wrap(
            f"{start}{', '.join(map(repr, numbers))}]", WIDE, subsequent_indent=" " * len(start)
        )


DIALECTS: dict[str, Dialect] = {
    "numpy": Dialect(),
    "torch": Dialect(("import torch",), "torch.from_numpy({}).float()", ".numpy()", "torch"),
    "jax": Dialect(
        ("import jax.numpy as jnp",), "jnp.asarray({}, dtype=jnp.float32)", module="jnp"
    ),
}
