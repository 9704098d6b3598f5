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
lowest = {f"{bound[1]}=={bound[2]}" for bound in bounds if bound}
# What comes with the lowest matplotlib: it calls later ones by names that they warn of.
lowest.add("pyparsing<3.2")
print(*sorted(lowest), sep="\n")
