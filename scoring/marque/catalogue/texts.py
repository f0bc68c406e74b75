"""What an entry of the catalogue is."""

Texts = tuple[str, str]  # French, English
