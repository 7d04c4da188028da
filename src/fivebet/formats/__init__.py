"""Formats: text in, records out, and the way back."""
