"""A contest as it is asked for, and as the store knows it."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

from fivebet.agents.hosting.registry import make_agent
from fivebet.arena.luck import Luck, check_game
from fivebet.arena.match import Event
from fivebet.errors import FivebetError, GameError
from fivebet.game import Game
from fivebet.store.run_spec import Plan

__all__ = ["WrittenDown", "plan_of", "with_luck"]


class WrittenDown(Protocol):
    """What a contest must tell to be kept."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays."""
        ...

    @property
    def pieces(self) -> int:
        """In how many it is played."""
        ...

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        ...


def plan_of(kind: str, contest: WrittenDown, every: int = 0, rule: str = "") -> Plan:
    """What is to be played, with the hands of every so-manieth deal, until a rule stops it."""
    return Plan(
        kind=kind,
        settings={
            "contest": contest.plain(),
            "record": every,
            "until": rule,
            "files": _fingerprints(contest.players),
        },
        players=contest.players,
        pieces=contest.pieces,
    )


def with_luck(event: Event, text: str) -> Event:
    """The event with that luck taken out; auto: cards, unless all players run compiled."""
    luck = _find_luck(text, event.game)
    if luck is None:
        luck = Luck.NONE if event.compiled else _usual_luck(event.game)
    if luck is Luck.AIVAT and not any(hasattr(make_agent(name), "policy") for name in event.agents):
        raise FivebetError(
            f"none of {', '.join(event.agents)} states its policy, which aivat needs: "
            "give luck cards"
        )
    return replace(event, luck=luck)


def _find_luck(text: str, game: Game) -> Luck | None:
    """What is taken out; None to let the event decide."""
    if text == "auto":
        return None
    try:
        luck = Luck(text)
    except ValueError:
        known = ", ".join(each.value for each in Luck)
        raise FivebetError(f"luck {text!r} is none: give auto, {known}") from None
    if luck is not Luck.NONE:
        check_game(game)
    return luck


def _usual_luck(game: Game) -> Luck:
    try:
        check_game(game)
    except GameError:
        return Luck.NONE
    return Luck.CARDS


def _fingerprints(agents: Sequence[str]) -> dict[str, str]:
    """Of the files of agents: another version of a file plays another run."""
    return {
        name: blake2b(file.read_bytes(), digest_size=16).hexdigest()
        for name in agents
        for file in map(Path, name.split("::")[:-1])
        if file.is_file()
    }
