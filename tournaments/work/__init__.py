"""The process of a worker: its slots, and child processes for searches."""
