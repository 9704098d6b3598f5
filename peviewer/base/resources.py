"""Find the files of ``resources/``, in a checkout and in an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def resource(*parts: str) -> Path:
    """Return the path of one file or folder of ``resources/``.

    Parameters
    ----------
    *parts : str
        Names below ``resources/``, as in ``resource("presets", "paper.toml")``.

    Returns
    -------
    pathlib.Path
        An existing path: inside the package when installed from a wheel,
        beside it in a checkout.

    Raises
    ------
    FileNotFoundError
        If no such resource exists; the message names it.

    Examples
    --------
    >>> resource("colormaps", "viridis.csv").name
    'viridis.csv'
    """
    for root in (_PACKAGE / "_resources", _PACKAGE.parent / "resources"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"resource {'/'.join(parts)} is missing: reinstall peviewer")
