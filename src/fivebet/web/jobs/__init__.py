"""The card room's background jobs: contests, solves, reviews and reproductions of papers."""
