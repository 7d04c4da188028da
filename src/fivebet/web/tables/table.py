"""A live table: persons and agents play hand after hand, and everybody is told his part.

One task plays the table. What a person does arrives by `act`, which says at once
whether it counts: an action names the hand and the turn it is meant for, so that
one that comes twice, late or from the wrong seat can never be played.
"""

import asyncio
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from fivebet.agents.hosting.registry import describe_agents
from fivebet.errors import ActionError
from fivebet.game import FOLD, Action, Hand, View
from fivebet.opponents.tally import Tally
from fivebet.web.agents.providers import Thinkers
from fivebet.web.agents.workers import SeatedAgent
from fivebet.web.fair_deck import LONGEST_SEED, Deck, shuffled_deck
from fivebet.web.tables.channel import Channel, message_text
from fivebet.web.tables.dealt import DealtHand
from fivebet.web.tables.persistence import Keeper, KeptSeat, KeptTable
from fivebet.web.tables.persons import Persons, PersonSeat
from fivebet.web.tables.plan import TablePlan, agent_title
from fivebet.web.tables.sessions import session_of

__all__ = ["Command", "LiveTable"]

_log = logging.getLogger(__name__)

_BEFORE_AN_ACTION = {"instant": 0.0, "fast": 0.25, "normal": 0.8, "slow": 1.8}
_BETWEEN_HANDS = {"instant": 0.0, "fast": 1.5, "normal": 3.5, "slow": 7.0}
_HURRY = 0.35  # the rest of a hand that no person is in any more
_SECONDS_FOR_SEEDS = 2.0
_RECENT = 32  # hands that the coach can be asked about


@dataclass(frozen=True, slots=True)
class Command:
    """An action that a person wants to take, and the moment it is meant for."""

    id: str
    hand: int
    turn: int
    action: str
    to: int = 0


class LiveTable:
    """One table; `play` runs until it is closed."""

    def __init__(
        self,
        number: int,
        plan: TablePlan,
        seats: tuple[KeptSeat, ...],
        thinkers: Thinkers,
        keeper: Keeper,
        deck: Callable[[], Deck] = shuffled_deck,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number, self.plan = number, plan
        self.session = session_of(plan)
        self.persons = Persons(plan.persons, seats, clock)
        self.tally = Tally()
        self.recent: deque[DealtHand] = deque(maxlen=_RECENT)
        self.closed = ""
        """Why, if it is."""
        self._thinkers, self._keeper, self._fresh_deck, self._clock = thinkers, keeper, deck, clock
        self._agents = _seat_agents(number, plan)
        self._dealt: DealtHand | None = None
        self._next_deck: Deck | None = None
        self._turn: asyncio.Future[Action] | None = None
        self._deadline: tuple[float, float] | None = None

    @classmethod
    def restored(
        cls,
        kept: KeptTable,
        thinkers: Thinkers,
        keeper: Keeper,
        deck: Callable[[], Deck] = shuffled_deck,
    ) -> "LiveTable":
        """A table as it was after its last finished hand."""
        table = cls(kept.number, kept.plan, kept.seats, thinkers, keeper, deck)
        for stored in kept.hands:
            played = stored.record.replay()
            table.session.deal(lambda *_, hand=played: hand)
            table.session.settle(played)
            table.tally.observe(stored.record)
        return table

    @property
    def seats(self) -> dict[int, PersonSeat]:
        """Those of persons, by player."""
        return self.persons.seats

    @property
    def watching(self) -> Channel:
        """What everybody is told who only watches."""
        return self.persons.watching

    @property
    def expected(self) -> tuple[str, ...]:
        """Who was invited and has not come yet."""
        return tuple(self.plan.names[player] for player in self.persons.expected)

    async def join(self, invitation: str) -> tuple[int, str] | None:
        """Take the seat of an invitation: the player, and the token that opens it from now on."""
        joined = self.persons.join(invitation)
        if joined:
            await self._keeper.reseat(self.number, self.persons.kept)
            self.persons.stir()
            self._tell()
        return joined

    def act(self, player: int, command: Command) -> None:
        """Take a person's action; an ActionError says why it does not count."""
        self.seats[player].answer_once(command.id, lambda: self._act(player, command))

    def cut(self, player: int, hand: int, seed: str) -> None:
        """Take a person's seed for a hand that is shuffled and not dealt yet."""
        if len(seed) > LONGEST_SEED or not seed.isalnum():
            raise ActionError(f"a seed has 1 to {LONGEST_SEED} letters and digits")
        seat = self.seats[player]
        if self._next_deck is None or hand != self.session_hand + 1 or seat.seed_for == hand:
            raise ActionError(f"hand {hand} takes no seed from you now")
        seat.seed, seat.seed_for = seed, hand
        self.persons.stir()

    def ready(self, player: int) -> None:
        """A person wants the next hand at once."""
        self.seats[player].ready = True
        self.persons.stir()

    def sit(self, player: int, here: bool) -> None:
        """A person sits out or is back."""
        self.seats[player].away = not here
        if not here and self._dealt and self._is_turn_of(player):
            self._stand_in(self._dealt, player)
        self.persons.stir()
        self._tell()

    def spot(self, player: int, hand: int, turn: int) -> tuple[View, Action] | None:
        """What a player saw when he took a decision, and what he did; None if he took none."""
        played = (*self.recent, self._dealt) if self._dealt else self.recent
        found = (each for each in played if each.hand.number == hand)
        dealt = next(found, None)
        return None if dealt is None else dealt.spot(player, turn)

    @property
    def session_hand(self) -> int:
        """The number of the hand that is played, or of the last one."""
        return self._dealt.hand.number if self._dealt else self.session.dealt

    @property
    def _hand(self) -> Hand | None:
        return None if self._dealt is None else self._dealt.hand

    def snapshot(self, player: int | None) -> list[str]:
        """All that a client needs who knows nothing."""
        last = self.persons.channel(player).last
        told = [message_text("table", self._message(player, 0), last)]
        if self._dealt is not None:
            told.append(message_text("shuffle", _shuffle(self.session_hand, self._dealt.deck)))
        if self._next_deck is not None:
            told.append(message_text("shuffle", _shuffle(self.session_hand + 1, self._next_deck)))
        return told

    async def play(self) -> None:
        """Play until the session is over or the table is closed."""
        try:
            while not self.session.over:
                self._shuffle()
                await self._between_hands()
                await self._play_hand()
            self.close("it is over")
            finishes = [finish and asdict(finish) for finish in self.session.finishes()]
            await self._keeper.finish(self.number, {"finishes": finishes})
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("table %s has failed", self.number)
            self.close("the house has failed; the hand is void")
        finally:
            self._thinkers.leave(self._agents)

    def close(self, why: str) -> None:
        """Tell everybody that it ends."""
        self.closed = why
        self.persons.publish("closed", {"why": why, "finishes": self._finishes()})

    def _shuffle(self) -> None:
        self._next_deck = self._fresh_deck()
        self.persons.publish("shuffle", _shuffle(self.session_hand + 1, self._next_deck))

    async def _between_hands(self) -> None:
        """Wait until everybody has seen the last hand, somebody is there and has cut the deck."""
        for seat in self.seats.values():
            seat.ready = False
        hand = self.session_hand + 1
        if self._dealt is not None:
            pause = _BETWEEN_HANDS[self.plan.pace] * self._hurry()
            await self.persons.until(self._all_ready, pause)
        elif hand == 1:
            await self.persons.until(self._complete)
        await self.persons.until(self._wanted)
        await self.persons.until(partial(self._seeded, hand), _SECONDS_FOR_SEEDS)
        await asyncio.sleep(0)  # instant agents among themselves let others play too

    def _seeded(self, hand: int) -> bool:
        """Whether everybody's page has given its part of the hand's seed."""
        return all(seat.seed_for == hand for seat in self.persons.present)

    def _complete(self) -> bool:
        """Whether all who were invited have come, or those who have want to begin without them."""
        return not self.expected or (bool(self.persons.present) and self._all_ready())

    def _all_ready(self) -> bool:
        return all(seat.ready for seat in self.persons.present)

    def _wanted(self) -> bool:
        """Whether a hand has somebody to be dealt for; a tournament goes on without its persons."""
        if not self.seats:
            return self.persons.watched
        return self._all_out() or any(not seat.away for seat in self.persons.present)

    def _all_out(self) -> bool:
        return not any(self.session.stacks[player] for player in self.seats)

    def _hurry(self) -> float:
        return _HURRY if self.seats and self._all_out() else 1.0

    async def _play_hand(self) -> None:
        dealt = self._deal()
        self._tell()
        while (player := dealt.actor) is not None:
            await self._take_turn(dealt, player)
        await self._end(dealt)

    def _deal(self) -> DealtHand:
        deck, number = self._next_deck, self.session_hand + 1
        assert deck is not None
        seeds = tuple(seat.seed if seat.seed_for == number else "" for seat in self.seats.values())
        dealt = DealtHand.next_of(self.session, self.plan, number, deck, seeds)
        self._dealt, self._next_deck = dealt, None
        return dealt

    async def _take_turn(self, dealt: DealtHand, player: int) -> None:
        if player in self.seats:
            dealt.decide(await self._ask_person(player, dealt), {})
        else:
            dealt.decide(*await self._ask_agent(player, dealt))
        if not dealt.hand.over:
            self._tell()

    async def _ask_person(self, player: int, dealt: DealtHand) -> Action:
        seat = self.seats[player]
        self._turn = asyncio.get_running_loop().create_future()
        seconds = self.plan.clock
        try:
            if seat.away:
                self._stand_in(dealt, player)
            elif seconds:
                self._deadline = (self._clock() + seconds, seconds)
                self._tell()
            async with asyncio.timeout(seconds or None):
                return await self._turn
        except TimeoutError:
            dealt.note(player, f"did not act in {seconds:g} s")
            seat.away = True
            return _least(dealt.hand)
        finally:
            self._turn = self._deadline = None

    async def _ask_agent(self, player: int, dealt: DealtHand) -> tuple[Action, Mapping[str, Any]]:
        started, agent, view = self._clock(), self._agents[player], dealt.view(player)
        answer = await self._thinkers.decide(
            agent, view, self.plan.agent_clock, chances=self.plan.teaching
        )
        action = Action(answer.action, answer.to)
        reasons: dict[str, Any] = json.loads(answer.reasons) if answer.reasons else {}
        if answer.chances:
            reasons["probabilities"] = [asdict(chance) for chance in answer.chances]
        if answer.failure:
            reasons["failure"] = answer.failure
            does = "folds" if action.kind == "fold" else "checks"
            # An agent's own words may name its cards: they are told with its reasons only.
            told = answer.failure if answer.seen_by_house else "has failed"
            dealt.note(player, f"{told}: it {does}")
        alone = self.seats and not any(dealt.players[seat] in self.seats for seat in view.active)
        pause = _BEFORE_AN_ACTION[self.plan.pace] * (_HURRY if alone else 1.0)
        if (left := pause - (self._clock() - started)) > 0:
            await asyncio.sleep(left)
        return action, reasons

    async def _end(self, dealt: DealtHand) -> None:
        hand = dealt.hand
        await self._keeper.keep(self.number, dealt.kept())
        self.session.settle(hand)
        self.tally.observe(hand, dealt.chairs.names)
        self.recent.append(dealt)
        self._tell()
        for player in (None, *self.seats):
            self.persons.channel(player).publish("opened", dealt.openings(player))
        await asyncio.gather(
            *(
                self._thinkers.observe(agent, dealt.view(player), self.plan.agent_clock)
                for player, agent in self._agents.items()
                if agent.remembers and player in dealt.players
            )
        )

    def _act(self, player: int, command: Command) -> None:
        hand = self._hand
        if hand is None or hand.over or command.hand != hand.number:
            raise ActionError(f"hand {command.hand} is not being played")
        if not self._is_turn_of(player) or command.turn != len(hand.moves):
            raise ActionError(f"it is not your turn {command.turn} of hand {command.hand}")
        try:
            action = Action(command.action, command.to) if command.to else Action(command.action)
        except ValueError:
            raise ActionError(
                f"{command.action!r} to {command.to} is no action: "
                "fold, check, call, bet and raise are"
            ) from None
        legal = hand.legal
        if action not in legal:
            raise ActionError(f"you cannot {action}: you may {legal}")
        assert self._turn is not None
        self._turn.set_result(action)

    def _is_turn_of(self, player: int) -> bool:
        asked = self._turn is not None and not self._turn.done()
        return asked and self._dealt is not None and self._dealt.actor == player

    def _stand_in(self, dealt: DealtHand, player: int) -> None:
        """Check or fold for somebody who sits out."""
        assert self._turn is not None
        dealt.note(player, "sits out")
        self._turn.set_result(_least(dealt.hand))

    def _tell(self) -> None:
        """Tell everybody what he may know now."""
        for player, seat in self.seats.items():
            told = seat.told_of(self.session_hand) if self._dealt else 0
            seat.channel.publish("table", self._message(player, told))
        if self.persons.watched:
            self.watching.publish("table", self._message(None, 0))

    def _message(self, player: int | None, told: int) -> dict[str, Any]:
        message: dict[str, Any] = {
            "table": self.number,
            "plan": self.plan.told(),
            "level": self.session.level,
            "state": None,
            "you": None if player is None else self.session.places[player],
            "away": player is not None and self.seats[player].away,
            "finishes": self._finishes(),
            "waiting": self._dealt is None,
            "expected": self.expected,
        }
        dealt = self._dealt
        if dealt is None:
            message["chairs"] = self._empty_chairs()
            return message
        message |= dealt.tell(player, told, self.plan.teaching)
        message["state"]["clock"] = self._clock_left()
        if player is not None:
            self.seats[player].told = dealt.hand.number, told + len(message["events"])
        if dealt.hand.over:
            message["pause"] = _BETWEEN_HANDS[self.plan.pace]
        return message

    def _clock_left(self) -> dict[str, float] | None:
        if self._deadline is None:
            return None
        deadline, seconds = self._deadline
        return {"left": round(deadline - self._clock(), 2), "of": seconds}

    def _finishes(self) -> list[dict[str, Any]]:
        return [
            {"name": self.plan.names[player], "place": finish.place, "prize": finish.prize}
            for player, finish in enumerate(self.session.finishes())
            if finish is not None
        ]

    def _empty_chairs(self) -> list[dict[str, Any]]:
        return [
            {
                "place": self.session.places[player],
                "name": name,
                "agent": bool(self.plan.agents[player]),
                "stack": self.session.stacks[player],
            }
            for player, name in enumerate(self.plan.names)
        ]


def _shuffle(hand: int, deck: Deck) -> dict[str, Any]:
    return {"hand": hand, "commitments": deck.commitments}


def _seat_agents(number: int, plan: TablePlan) -> dict[int, SeatedAgent]:
    seated = {}
    for player, name in enumerate(plan.agents):
        if not name:
            continue
        (info,) = describe_agents([agent_title(name)])
        # A seed that could be guessed would tell what an agent draws.
        seed = secrets.randbits(48)
        seated[player] = SeatedAgent(name, seed, f"{number}/{player}/{seed}", info.remembers)
    return seated


def _least(hand: Hand) -> Action:
    """What is done for somebody who does nothing: check, or else fold."""
    return FOLD if hand.legal.call else hand.legal.passive
