"""Addresses, signed links, and what the public pages depend on."""
