"""The terms of NumPy, PyTorch and JAX in the code that the user copies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

WIDE = 110  # characters per line
MOST_IN_CODE = 20_000
"""Numbers of a learned table that code holds."""


@dataclass(frozen=True)
class Dialect:
    """The words of one framework.

    typed: what asks for double precision in a call.
    of_numpy: what makes the framework's own of a NumPy array ``{}``.
    returned: how a result ``{}`` is handed back.
    remarks: comments inside the function.
    to_numpy: what makes a NumPy array of a result.
    """

    imports: tuple[str, ...]
    module: str
    typed: str
    of_numpy: str
    returned: str
    remarks: tuple[str, ...] = ()
    to_numpy: str = ""

    def function(
        self,
        name: str,
        arguments: Mapping[str, object],
        says: str,
        lines: Sequence[str],
        before_return: Sequence[str],
        *,
        pairs: str = "",
        remarks: bool = True,
    ) -> list[str]:
        """Return the lines of a function that makes ``table``; `pairs` are the columns of a pair, if it has some."""
        more = ["", f"    Pair i of queries and keys are columns {pairs}.", '    """'] if pairs else []
        return [
            *self.head(name, arguments),
            f'    """{says}' if pairs else f'    """{says}"""',
            *more,
            *(self.remarks if remarks else ()),
            *(f"    {line}" for line in lines),
            *before_return,
            f"    return {self.returned.format('table')}",
        ]

    @staticmethod
    def head(name: str, arguments: Mapping[str, object]) -> list[str]:
        """Return the first lines of a function, with its arguments' defaults."""
        start = f"def {name}("
        defaults = ", ".join(f"{argument}={value:_}" for argument, value in arguments.items())
        return wrap(f"{start}{defaults}):", WIDE, subsequent_indent=" " * len(start))

    @staticmethod
    def listed(name: str, numbers: Sequence[float]) -> list[str]:
        """Return the lines that give a list of numbers a name."""
        start = f"{name} = ["
        return wrap(f"{start}{', '.join(map(repr, numbers))}]", WIDE, subsequent_indent=" " * len(start))

    def array(self, listed: str, *, whole: bool = False) -> str:
        """Return the expression that makes an array of a list, in double precision unless its numbers are whole."""
        return f"{self.module}.{'tensor' if self.module == 'torch' else 'array'}({listed}{'' if whole else self.typed})"


DIALECTS: dict[str, Dialect] = {
    "numpy": Dialect(
        ("import numpy as np",),
        "np",
        "",
        "{}",
        "{}",
    ),
    "torch": Dialect(
        ("import torch",),
        "torch",
        ", dtype=torch.float64",
        "torch.from_numpy({})",
        "{}.float()",
        ("    # Angles in float64: float32 would lose far positions.",),
        ".numpy()",
    ),
    "jax": Dialect(
        ("import jax.numpy as jnp", "import numpy as np"),
        "np",
        "",
        "{}",
        "jnp.asarray({}, dtype=jnp.float32)",
        ("    # Angles in NumPy's float64: float32 would lose far positions.",),
    ),
}
