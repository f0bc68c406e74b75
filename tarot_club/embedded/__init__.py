"""What `manage.py serve` runs on a laptop: web process, worker, and a queue of files in place of Redis."""
