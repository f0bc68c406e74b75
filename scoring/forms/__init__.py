"""Forms turn what people typed into objects. They never save."""
