"""AKI-RealBot, the exploitative Monte-Carlo agent of 2009, and `aki+`."""

from fivebet.agents.players.aki.agent import Aki, AkiPlus

__all__ = ["Aki", "AkiPlus"]
