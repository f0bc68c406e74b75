"""The pages that a table opens on its phone."""
