"""Why work ended early, in one line."""


def cause(error: Exception) -> str:
    """Say in one line why work ended early: our own words, or the system's."""
    text = " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "There is not enough memory for this: choose a smaller size"
    if isinstance(error, ValueError | OSError) and text:
        return text[:1].upper() + text[1:]
    return f"This could not be made: {text or type(error).__name__}"
