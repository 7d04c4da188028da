"""Everybody who can be seated, by name: see `registry`."""
