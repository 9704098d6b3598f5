"""Code: a short program that builds the table, to be pasted or written as a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from peviewer.base.files import write
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.work import Work
from peviewer.exporters.code import code
from peviewer.exporters.formats import check
from peviewer.exporters.kinds.choices import Subject
from peviewer.exporters.kinds.kind import Kind, Shown
from peviewer.model.encodings.turning import Turning

SUFFIX = ".py"


class CodeChoices(Parameters):
    """What the program does, and with what."""

    framework: Literal["numpy", "torch", "jax"] = parameter(
        "numpy", title="Framework", labels={"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX"},
        help="What the table is an array of.",
    )  # fmt: skip
    operator: bool = parameter(
        False, title="The shift matrix M(φ)", help="Also the matrix that moves the table by φ."
    )
    figure: bool = parameter(
        False, title="A picture by matplotlib", help="Also the table as a picture."
    )


class Code(Kind):
    """A program in Python."""

    name = "code"
    title = "Code"
    choices = CodeChoices
    groups = {"": ("framework",), "With": ("operator", "figure")}  # noqa: RUF012  # declared as a class variable in Kind

    def of_panes(self, choices: CodeChoices) -> bool:
        return False

    def suffix(self, choices: CodeChoices) -> str:
        return SUFFIX

    def with_suffix(self, choices: CodeChoices, suffix: str) -> CodeChoices | None:
        return choices if suffix == SUFFIX else None

    def suggested(self, subject: Subject, choices: CodeChoices) -> str:
        return "positional_encoding"

    def hidden(self, subject: Subject, choices: CodeChoices) -> frozenset[str]:
        return (
            frozenset()
            if isinstance(subject.document.encoding, Turning)
            else frozenset(("operator", "figure"))
        )

    def preview(self, subject: Subject, choices: CodeChoices, moment: int = 0) -> Shown:
        text = self._program(subject, choices)
        return Shown(text=text, caption=f"{len(text.splitlines())} lines")

    def write(self, subject: Subject, choices: CodeChoices, target: Path, work: Work) -> None:
        check(target, "code")
        write(target, self._program(subject, choices).encode())

    def copied(self, subject: Subject, choices: CodeChoices) -> Mapping[str, bytes]:
        return {"text/plain": self._program(subject, choices).encode()}

    def _program(self, subject: Subject, choices: CodeChoices) -> str:
        hidden = self.hidden(subject, choices)
        operator, figure = (
            getattr(choices, name) and name not in hidden for name in ("operator", "figure")
        )
        return code(subject.document, choices.framework, operator, figure)
