"""The card room's background jobs: contests, solves and reproductions of papers."""
