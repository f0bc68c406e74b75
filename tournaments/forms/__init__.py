"""Forms: they make plain objects and never save."""
