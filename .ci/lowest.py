"""Print the lowest versions that pyproject.toml allows, as constraints of pip."""

import re
import tomllib
from itertools import chain
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
asked = chain(project["dependencies"], *project["optional-dependencies"].values())
bounds = (re.match(r"([\w-]+)[^;]*?>=([\d.]+)", one) for one in asked)
print(*sorted({f"{bound[1]}=={bound[2]}" for bound in bounds if bound}), sep="\n")
