"""A player's style in one line, as heads-up displays and league tables show it."""

from dataclasses import dataclass

from fivebet.opponents.statistics import Statistics

__all__ = ["PlayingStyle", "hud_line", "style_of"]


@dataclass(frozen=True, slots=True)
class PlayingStyle:
    """VPIP, PFR and AF: shares, and bets and raises for each call; None if never seen."""

    vpip: float | None
    pfr: float | None
    aggression_factor: float | None
    hands: float

    def __str__(self) -> str:
        """Return the style as players write it: 22/18/2.5."""
        factor = self.aggression_factor
        return f"{_percent(self.vpip)}/{_percent(self.pfr)}/" + (
            "–" if factor is None else f"{factor:.1f}"
        )


def style_of(statistics: Statistics) -> PlayingStyle:
    """Return the style of a player."""
    return PlayingStyle(
        statistics.vpip.value,
        statistics.pfr.value,
        statistics.aggression_factor,
        statistics.hands,
    )


def hud_line(statistics: Statistics) -> str:
    """Return one line for a display: 22/18/2.5 · 3B 7 · CB 65 · WTSD 28 · 1,204 hands."""
    shown = (("3B", "three_bet"), ("CB", "cbet"), ("WTSD", "showdown"))
    parts = [str(style_of(statistics))]
    parts += [f"{label} {_percent(statistics.ratio(name).value)}" for label, name in shown]
    return " · ".join([*parts, f"{statistics.hands:,.0f} hands"])


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f}"
