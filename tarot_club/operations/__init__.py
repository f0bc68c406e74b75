"""What whoever runs the site sees of it: whether all is well, its log, its figures."""
