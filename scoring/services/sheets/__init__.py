"""The sheet of a table: its donnes, balances, signatures, conflicts and results."""
