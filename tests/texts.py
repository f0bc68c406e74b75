"""What tests do with French typography."""

# For str.translate: sentences are compared by their words, whatever space stands before a colon.
NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " "})


def plain(text: str) -> str:
    """Return a text with plain spaces, as a test is typed."""
    return text.translate(NO_BREAK)
