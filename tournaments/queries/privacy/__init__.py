"""What is kept of people, what erasing them touches, and what the legal page says."""
