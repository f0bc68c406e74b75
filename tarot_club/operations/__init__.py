"""What the site's administrator sees: whether the site is well, its log, its figures."""
