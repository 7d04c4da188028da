"""PLICAS, the case-based bot for heads-up limit hold'em (Friedrich and Schwind, 2011).

One module for each unit of the paper's figures 1 to 3:

    model        what is known of the opponent (4.1)
    preflop      rules before the flop, as data in preflop.toml (4.1.1)
    control      dynamic preflop range control, DPRC (4.1.2, algorithm 1)
    strength     hand strength in buckets, and which flops make a hand playable
    postflop     rules after the flop, as data in postflop.toml (4.2.1)
    cases        the case base (4.2.2, algorithm 3)
    bluff        bluffs by the flops of the opponent's range (4.2.3, figure 4)
    aggression   dynamic postflop aggression control, DPAC (4.2.4)
    settings     every number that the paper leaves open
    agent        algorithm 2: the units together
"""

from fivebet.agents.players.plicas.agent import Plicas, PlicasPlus
from fivebet.agents.players.plicas.cases import Case, CaseBase

__all__ = ["Case", "CaseBase", "Plicas", "PlicasPlus"]
