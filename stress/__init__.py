"""Fivebet under stress: what must not break, tried until it would.

    python -m stress kills --rounds 20
    python -m stress soak --minutes 60

Each command prints what it did and ends with 1 if something was lost.
"""
