"""Drills: decisions with solved answers as puzzles, graded by the expected value that is lost."""
