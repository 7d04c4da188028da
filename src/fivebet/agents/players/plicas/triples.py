"""Probability triples pt(r, c, f): drawn from, and merged."""

from fivebet.opponents import Triple

__all__ = ["Triple", "choose", "merge", "triple"]


def triple(raise_: float, call: float, fold: float) -> Triple:
    """Return a triple, given in the paper's order, made to sum to 1."""
    total = raise_ + call + fold
    return Triple(fold / total, call / total, raise_ / total)


def merge(rules: Triple, cases: Triple, weight: float) -> Triple:
    """Return the mean of two triples, the second with this weight."""
    return Triple(*(a + (b - a) * weight for a, b in zip(rules, cases, strict=True)))


def choose(wanted: Triple, draw: float) -> str:
    """Return fold, call or raise, by a random number from 0 to 1."""
    if draw < wanted.raise_:
        return "raise"
    return "call" if draw < wanted.raise_ + wanted.call else "fold"
