"""What deleting or undoing something would touch, and what forbids it."""
