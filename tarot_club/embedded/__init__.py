"""
What `manage.py serve` runs on a laptop: web process, worker, and a queue of files in place of Redis.

Both processes are forked from one that has loaded everything, and share it.
"""
