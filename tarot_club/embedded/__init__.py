"""
What `manage.py serve` runs on a laptop: a web process, a worker, and a file queue in place of Redis.

Both processes are forked from one that has loaded everything, and share its memory.
"""
