"""What tests do with French typography."""

# For str.translate: sentences are compared by their words, whatever space stands before a colon.
NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " "})
