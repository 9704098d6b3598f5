"""Texts as people read them: without the stars of italics, and titles as the rest of a sentence."""


def unstarred(text: str) -> str:
    """Return a text without the stars that set its mathematics in italics.

    Examples
    --------
    >>> unstarred("row *t* of *M*(*φ*)·PE")
    'row t of M(φ)·PE'
    """
    return text.replace("*", "")


def continuing(title: str) -> str:
    """Return a title as the rest of a sentence; one that begins with a formula stays as it is.

    Examples
    --------
    >>> continuing("Key position"), continuing("M(φ) built for")
    ('key position', 'M(φ) built for')
    """
    return title if title[1:2] == "(" else title[:1].lower() + title[1:]
