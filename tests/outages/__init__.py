"""What breaks around the product while people write, each time judged from the rows: `python -m tests.outages`."""
