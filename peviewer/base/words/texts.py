"""Texts as people read them: without the stars of italics."""


def unstarred(text: str) -> str:
    """Return a text without the stars that set its mathematics in italics.

    Examples
    --------
    >>> unstarred("row *t* of *M*(*φ*)·PE")
    'row t of M(φ)·PE'
    """
    return text.replace("*", "")
