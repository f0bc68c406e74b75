"""Reading: querysets or pure shapes, never HTML, a constant number of SQL statements."""
