"""Code: a short program that builds the table, to be pasted or written as a file."""

from pathlib import Path
from typing import ClassVar, Literal

from peviewer.base.files import write
from peviewer.base.parameters import Parameters, parameter
from peviewer.exporters.code import code
from peviewer.exporters.formats import check
from peviewer.exporters.kinds.choices import Subject
from peviewer.exporters.kinds.kind import Description, Groups, Kind, Shown
from peviewer.model.encodings.turning import Turning


class CodeChoices(Parameters):
    """The choices of a program: its parts, and its framework."""

    framework: Literal["numpy", "torch", "jax"] = parameter(
        "numpy",
        title="Framework",
        labels={"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX"},
        help="What the table is an array of.",
    )
    operator: bool = parameter(
        False, title="The shift matrix M(φ)", help="Also the matrix that moves the table by φ."
    )
    figure: bool = parameter(
        False, title="A picture by matplotlib", help="Also the table as a picture."
    )


class Code(CodeChoices, Kind):
    """A program in Python."""

    name = "code"
    label = "Code"
    groups: ClassVar[Groups] = {"": ("framework",), "With": ("operator", "figure")}

    format: Literal["py"] = parameter("py", title="Format", help="The kind of file.", hidden=True)

    def fields(self, subject: Subject) -> Description:
        shows_table = isinstance(subject.document.encoding, Turning)
        hidden = frozenset() if shows_table else frozenset(("operator", "figure"))
        return Description("positional_encoding", hidden=hidden, of_panes=False)

    def check(self, subject: Subject, moment: int = 0) -> Shown:
        text = self._program(subject)
        return Shown(text=text, caption=f"{len(text.splitlines())} lines")

    def write(self, subject: Subject, target: Path) -> None:
        check(target, "code")
        write(target, self._program(subject).encode())

    def _program(self, subject: Subject) -> str:
        hidden = self.fields(subject).hidden
        operator = self.operator and "operator" not in hidden
        figure = self.figure and "figure" not in hidden
        return code(subject.document, self.framework, operator, figure)
