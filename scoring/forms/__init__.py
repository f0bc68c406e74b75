"""Forms: what people typed, made into objects. They never save."""
