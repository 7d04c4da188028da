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
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from fivebet.agents.registry import describe_agents
from fivebet.errors import ActionError
from fivebet.game import FOLD, Action, Hand, View
from fivebet.opponents.tally import Tally
from fivebet.store.hands import kept_hand
from fivebet.web.dealing import LONGEST_SEED, Deck, cut_order, shuffled_deck
from fivebet.web.live.channel import Channel, message_text
from fivebet.web.live.keeping import Keeper, KeptSeat, KeptTable
from fivebet.web.live.plan import TablePlan, agent_title
from fivebet.web.live.sessions import session_of
from fivebet.web.live.telling import Chairs, known_cards, public_view, tell_events, tell_hand
from fivebet.web.thinking.crew import SeatedAgent
from fivebet.web.thinking.thinkers import Thinkers

__all__ = ["Command", "LiveTable", "digest"]

_log = logging.getLogger(__name__)

_BEFORE_AN_ACTION = {"instant": 0.0, "fast": 0.25, "normal": 0.8, "slow": 1.8}
_BETWEEN_HANDS = {"instant": 0.0, "fast": 1.5, "normal": 3.5, "slow": 7.0}
_HURRY = 0.35  # the rest of a hand that no person is in any more
_SECONDS_FOR_SEEDS = 2.0
_PRESENT_FOR = 60.0  # seconds after the last question of somebody who polls
_RECENT = 32  # hands that the coach can be asked about
_REMEMBERED = 64  # answers to commands, for those that are sent again


@dataclass(frozen=True, slots=True)
class Command:
    """An action that a person wants to take, and the moment it is meant for."""

    id: str
    hand: int
    turn: int
    action: str
    to: int = 0


@dataclass(slots=True)
class PersonSeat:
    """A person's place: how he is known and what he is told."""

    token: str
    """A digest: what opens the seat is known to its owner alone. Empty until he has come."""
    invitation: str = ""
    """A digest of what he can take the seat with, once."""
    channel: Channel = field(default_factory=Channel)
    seed: str = ""
    """For the next cut."""
    seed_for: int = 0
    heard: float = 0.0
    away: bool = False
    """Whether his hands are folded until he says that he is back."""
    ready: bool = False
    answers: dict[str, str] = field(default_factory=dict)
    told: tuple[int, int] = (0, 0)
    """The hand, and how many of its events he has been told."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that is over, for the coach."""

    hand: Hand
    players: tuple[int, ...]
    notes: tuple[Mapping[str, Any], ...]


def digest(token: str) -> str:
    """What is kept of a seat's token."""
    return sha256(token.encode()).hexdigest()


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
        self.seats = {
            player: PersonSeat(kept.token, kept.invitation, away=not kept.token)
            for player, kept in zip(plan.persons, seats, strict=True)
        }
        self.watching = Channel()
        self.tally = Tally()
        self.recent: deque[Played] = deque(maxlen=_RECENT)
        self.closed = ""
        """Why, if it is."""
        self.touched = clock()
        self._watched_at = float("-inf")
        self._thinkers, self._keeper, self._fresh_deck, self._clock = thinkers, keeper, deck, clock
        self._agents = _seat_agents(number, plan)
        self._hand: Hand | None = None
        self._chairs = Chairs((), (), ())
        self._deck: Deck | None = None
        self._next_deck: Deck | None = None
        self._order: tuple[int, ...] = ()
        self._seeds: tuple[str, ...] = ()
        self._decisions: list[tuple[int, str, Mapping[str, Any]]] = []
        self._notes: list[dict[str, Any]] = []
        self._turn: asyncio.Future[Action] | None = None
        self._deadline: tuple[float, float] | None = None
        self._stirred = asyncio.Event()

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

    def player_of(self, token: str) -> int | None:
        """Whose token it is."""
        known = digest(token)
        return next((player for player, seat in self.seats.items() if seat.token == known), None)

    @property
    def expected(self) -> tuple[str, ...]:
        """Who was invited and has not come yet."""
        return tuple(
            self.plan.names[player] for player, seat in self.seats.items() if not seat.token
        )

    async def join(self, invitation: str) -> tuple[int, str] | None:
        """Take the seat of an invitation: the player, and the token that opens it from now on."""
        known = digest(invitation)
        for player, seat in self.seats.items():
            if seat.invitation == known:
                token = secrets.token_urlsafe(24)
                seat.token, seat.invitation, seat.away = digest(token), "", False
                kept = tuple(KeptSeat(each.token, each.invitation) for each in self.seats.values())
                await self._keeper.reseat(self.number, kept)
                self._stirred.set()
                self._tell()
                return player, token
        return None

    def channel(self, player: int | None) -> Channel:
        """What a player is told, or everybody who only watches."""
        return self.watching if player is None else self.seats[player].channel

    def heard(self, player: int | None) -> None:
        """Somebody is there."""
        self.touched = self._clock()
        if player is None:
            self._watched_at = self.touched
        else:
            self.seats[player].heard = self.touched
        self._stirred.set()

    def act(self, player: int, command: Command) -> None:
        """Take a person's action; an ActionError says why it does not count."""
        seat = self.seats[player]
        if command.id in seat.answers:
            if why := seat.answers[command.id]:
                raise ActionError(why)
            return
        try:
            self._act(player, command)
            why = ""
        except ActionError as error:
            why = str(error)
        seat.answers[command.id] = why
        if len(seat.answers) > _REMEMBERED:
            del seat.answers[next(iter(seat.answers))]
        if why:
            raise ActionError(why)

    def cut(self, player: int, hand: int, seed: str) -> None:
        """Take a person's seed for a hand that is shuffled and not dealt yet."""
        if len(seed) > LONGEST_SEED or not seed.isalnum():
            raise ActionError(f"a seed has 1 to {LONGEST_SEED} letters and digits")
        seat = self.seats[player]
        if self._next_deck is None or hand != self.session_hand + 1 or seat.seed_for == hand:
            raise ActionError(f"hand {hand} takes no seed from you now")
        seat.seed, seat.seed_for = seed, hand
        self._stirred.set()

    def ready(self, player: int) -> None:
        """A person wants the next hand at once."""
        self.seats[player].ready = True
        self._stirred.set()

    def sit(self, player: int, here: bool) -> None:
        """A person sits out or is back."""
        self.seats[player].away = not here
        if not here and self._is_turn_of(player):
            self._stand_in(player)
        self._stirred.set()
        self._tell()

    def spot(self, player: int, hand: int, turn: int) -> tuple[View, Action] | None:
        """What a player saw when he took a decision, and what he did; None if he took none."""
        played = [(each.hand, each.players) for each in self.recent]
        if self._hand is not None:
            played.append((self._hand, self.session.players))
        for each, players in played:
            if each.number != hand or turn >= len(each.moves) or player not in players:
                continue
            if players[each.moves[turn].seat] != player:
                return None
            before = each.record().start()
            for move in each.moves[:turn]:
                before.act(move.action)
            return before.view(players.index(player)), each.moves[turn].action
        return None

    @property
    def session_hand(self) -> int:
        """The number of the hand that is played, or of the last one."""
        return self._hand.number if self._hand is not None else self.session.dealt

    def snapshot(self, player: int | None) -> list[str]:
        """All that a client needs who knows nothing."""
        channel = self.channel(player)
        told = [message_text("table", self._message(player, 0), channel.last)]
        if self._deck is not None and self._hand is not None:
            told.append(message_text("shuffle", _shuffle(self._hand.number, self._deck)))
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
        for channel in (self.watching, *(seat.channel for seat in self.seats.values())):
            channel.publish("closed", {"why": why, "finishes": self._finishes()})

    def _shuffle(self) -> None:
        self._next_deck = self._fresh_deck()
        told = _shuffle(self.session_hand + 1, self._next_deck)
        for channel in (self.watching, *(seat.channel for seat in self.seats.values())):
            channel.publish("shuffle", told)

    async def _between_hands(self) -> None:
        """Wait until everybody has seen the last hand, somebody is there and has cut the deck."""
        for seat in self.seats.values():
            seat.ready = False
        hand = self.session_hand + 1
        if self._hand is not None:
            pause = _BETWEEN_HANDS[self.plan.pace] * self._hurry()
            await self._until(lambda: all(seat.ready for seat in self._present()), pause)
        elif hand == 1:
            await self._until(self._complete)
        await self._until(self._wanted)
        seeded = lambda: all(seat.seed_for == hand for seat in self._present())  # noqa: E731
        await self._until(seeded, _SECONDS_FOR_SEEDS)
        await asyncio.sleep(0)  # instant agents among themselves let others play too

    async def _until(self, true: Callable[[], bool], seconds: float | None = None) -> None:
        deadline = None if seconds is None else self._clock() + seconds
        while not true():
            self._stirred.clear()
            left = _PRESENT_FOR if deadline is None else deadline - self._clock()
            if left <= 0:
                return
            try:
                async with asyncio.timeout(left):
                    await self._stirred.wait()
            except TimeoutError:
                continue

    def _present(self) -> list[PersonSeat]:
        now = self._clock()
        return [
            seat
            for seat in self.seats.values()
            if seat.channel.listeners or (seat.heard and now - seat.heard < _PRESENT_FOR)
        ]

    def _complete(self) -> bool:
        """Whether all who were invited have come, or those who have want to begin without them."""
        present = self._present()
        return not self.expected or (bool(present) and all(seat.ready for seat in present))

    def _wanted(self) -> bool:
        """Whether a hand has somebody to be dealt for; a tournament goes on without its persons."""
        if not self.seats:
            return self._watched()
        return self._all_out() or any(not seat.away for seat in self._present())

    def _watched(self) -> bool:
        return bool(self.watching.listeners) or self._clock() - self._watched_at < _PRESENT_FOR

    def _all_out(self) -> bool:
        return not any(self.session.stacks[player] for player in self.seats)

    def _hurry(self) -> float:
        return _HURRY if self.seats and self._all_out() else 1.0

    async def _play_hand(self) -> None:
        hand = self._deal()
        self._tell()
        while (seat := hand.actor) is not None:
            await self._take_turn(hand, seat)
        await self._end(hand)

    def _deal(self) -> Hand:
        deck = self._next_deck
        assert deck is not None
        number = self.session_hand + 1
        self._seeds = tuple(
            seat.seed if seat.seed_for == number else "" for seat in self.seats.values()
        )
        self._order = order = cut_order(number, self._seeds)
        hand = self.session.deal(
            lambda game, number, stacks, names: deck.deal(game, order, number, stacks, names)
        )
        self._deck, self._next_deck, self._hand = deck, None, hand
        players = self.session.players
        self._chairs = Chairs(
            tuple(self.session.places[player] for player in players),
            tuple(self.plan.names[player] for player in players),
            tuple(bool(self.plan.agents[player]) for player in players),
        )
        self._decisions, self._notes = [], []
        return hand

    async def _take_turn(self, hand: Hand, seat: int) -> None:
        player = self.session.players[seat]
        reasons: Mapping[str, Any] = {}
        if player in self.seats:
            action = await self._ask_person(player, hand)
        else:
            action, reasons = await self._ask_agent(player, hand.view(seat))
        self._decisions.append((seat, self.plan.agents[player] or self.plan.names[player], reasons))
        hand.act(action)
        if not hand.over:
            self._tell()

    async def _ask_person(self, player: int, hand: Hand) -> Action:
        seat = self.seats[player]
        self._turn = asyncio.get_running_loop().create_future()
        seconds = self.plan.clock
        try:
            if seat.away:
                self._stand_in(player)
            elif seconds:
                self._deadline = (self._clock() + seconds, seconds)
                self._tell()
            async with asyncio.timeout(seconds or None):
                return await self._turn
        except TimeoutError:
            self._note(player, f"did not act in {seconds:g} s")
            seat.away = True
            return FOLD if hand.legal.call else hand.legal.passive
        finally:
            self._turn = self._deadline = None

    async def _ask_agent(self, player: int, view: View) -> tuple[Action, Mapping[str, Any]]:
        started = self._clock()
        agent = self._agents[player]
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
            self._note(player, f"{told}: it {does}")
        alone = self.seats and not self._persons_in(view)
        pause = _BEFORE_AN_ACTION[self.plan.pace] * (_HURRY if alone else 1.0)
        if (left := pause - (self._clock() - started)) > 0:
            await asyncio.sleep(left)
        return action, reasons

    def _persons_in(self, view: View) -> bool:
        return any(self.session.players[seat] in self.seats for seat in view.active)

    async def _end(self, hand: Hand) -> None:
        players = self.session.players
        kept = kept_hand(
            hand,
            serial=hand.number,
            seed=0,
            seating=players,
            decisions=[(seat, reasons) for seat, _, reasons in self._decisions],
        )
        await self._keeper.keep(self.number, kept)
        self.session.settle(hand)
        self.tally.observe(hand, self._chairs.names)
        self.recent.append(Played(hand, players, tuple(self._notes)))
        self._tell()
        self._open(hand)
        await asyncio.gather(
            *(
                self._thinkers.observe(
                    agent, hand.view(players.index(player)), self.plan.agent_clock
                )
                for player, agent in self._agents.items()
                if agent.remembers and player in players
            )
        )

    def _open(self, hand: Hand) -> None:
        """Give everybody the proof of the cards that he has seen."""
        deck = self._deck
        assert deck is not None
        for player in (None, *self.seats):
            view = self._view(hand, player)
            openings = [asdict(deck.open(self._order, dealt)) for dealt in known_cards(view)]
            told = {"hand": hand.number, "seeds": self._seeds, "openings": openings}
            self.channel(player).publish("opened", told)

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
        hand, turn = self._hand, self._turn
        if hand is None or hand.actor is None or turn is None or turn.done():
            return False
        return self.session.players[hand.actor] == player

    def _stand_in(self, player: int) -> None:
        """Check or fold for somebody who sits out."""
        assert self._hand is not None
        assert self._turn is not None
        legal = self._hand.legal
        self._note(player, "sits out")
        self._turn.set_result(FOLD if legal.call else legal.passive)

    def _note(self, player: int, text: str) -> None:
        assert self._hand is not None
        place = self.session.places[player]
        self._notes.append({"turn": len(self._hand.moves), "place": place, "text": text})

    def _view(self, hand: Hand, player: int | None) -> View:
        players = self.session.players
        if player is None or player not in players:
            return public_view(hand)
        return hand.view(players.index(player))

    def _tell(self) -> None:
        """Tell everybody what he may know now."""
        for player, seat in self.seats.items():
            seat.channel.publish("table", self._message(player, self._told_to(seat)))
        if self._watched():
            self.watching.publish("table", self._message(None, 0))

    def _told_to(self, seat: PersonSeat) -> int:
        hand, told = seat.told
        return told if self._hand is not None and hand == self._hand.number else 0

    def _message(self, player: int | None, told: int) -> dict[str, Any]:
        message: dict[str, Any] = {
            "table": self.number,
            "plan": self._told_plan(),
            "level": self.session.level,
            "state": None,
            "you": None if player is None else self.session.places[player],
            "away": player is not None and self.seats[player].away,
            "finishes": self._finishes(),
            "waiting": self._hand is None,
            "expected": self.expected,
        }
        hand = self._hand
        if hand is None:
            message["chairs"] = self._empty_chairs()
            return message
        view = self._view(hand, player)
        you = None
        if player is not None and player in self.session.players:
            you = self.session.players.index(player)
        events = view.events
        if player is not None:
            self.seats[player].told = (hand.number, len(events))
        chairs = self._chairs
        message["state"] = tell_hand(view, chairs, you) | {"clock": self._clock_left()}
        message["events"] = tell_events(events[told:], chairs, view.game.streets)
        message["events_from"] = told
        message["notes"] = self._notes
        message["reasons"] = self._reasons(view)
        if self.plan.teaching:
            self._lay_open(message["state"]["seats"], hand)
        if view.over:
            message["pause"] = _BETWEEN_HANDS[self.plan.pace]
        return message

    def _reasons(self, view: View) -> list[dict[str, Any]]:
        """Why agents acted: they give their cards away, so only where these are open."""
        return [
            {"turn": turn, "place": self._chairs.places[seat], "reasons": reasons}
            for turn, (seat, _, reasons) in enumerate(self._decisions)
            if self._chairs.agents[seat]
            and (self.plan.teaching or (view.over and seat in view.shown))
        ]

    def _lay_open(self, seats: list[dict[str, Any]], hand: Hand) -> None:
        """At a teaching table agents play with open cards."""
        for seat, told in enumerate(seats):
            if self._chairs.agents[seat]:
                told["cards"] = [str(card) for card in hand.hole(seat) or ()]

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

    def _told_plan(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "format": plan.format,
            "betting": plan.betting,
            "stakes": plan.stakes,
            "teaching": plan.teaching,
            "clock": plan.clock,
            "seats": len(plan.names),
        }


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
