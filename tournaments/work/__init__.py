"""How a worker's process does its work: its slots, and searches in processes of their own."""
