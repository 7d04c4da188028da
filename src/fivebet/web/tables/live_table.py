"""A live table: people and agents play hand after hand, and each seat gets its messages.

One task plays the table. What a human player does arrives by `act`, which says at once
whether it counts (`human_turn`).

The action that ends a hand is played once the finished hand is in the store: before that
nobody, however they ask, is shown that it is over. A store that cannot be written is tried
again until it can.
"""

import asyncio
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Self

from fivebet.agents.hosting.registry import agent_traits
from fivebet.errors import ActionError, StoreError
from fivebet.game import FOLD, Action, Hand, Move, View
from fivebet.opponents.tally import Tally
from fivebet.store.hands import StoredHand
from fivebet.web.agents.service import AgentService
from fivebet.web.agents.worker_pool import SeatedAgent
from fivebet.web.fair_deck import LONGEST_SEED, Deck, shuffled_deck
from fivebet.web.tables.human_turn import ActionRequest, HumanTurn
from fivebet.web.tables.live_deal import LiveDeal, PlayedHand
from fivebet.web.tables.outbox import Outbox, encode_message
from fivebet.web.tables.participants import HumanSeat, Participants
from fivebet.web.tables.persistence import SeatDigests, StoredTable, TableStore
from fivebet.web.tables.sessions import CashGame, Session, make_session
from fivebet.web.tables.settings import TableSettings

_log = logging.getLogger(__name__)

_BEFORE_AN_ACTION = {"instant": 0.0, "fast": 0.25, "normal": 0.8, "slow": 1.8}
_BETWEEN_HANDS = {"instant": 0.0, "fast": 1.5, "normal": 3.5, "slow": 7.0}
_RUNOUT_STREET = 1.2  # seconds for each street that is dealt after the last decision
_BANK_GAINED = 1.0  # seconds of the time bank that come back with every hand
_HURRY = 0.35  # of the usual pause, once all people are out of the hand
_SECONDS_FOR_SEEDS = 2.0
_SECONDS_TO_REBUY = 30.0
LONGEST_LINE = 200
"""The most letters of a line of chat."""
_RECENT = 32  # hands that the coach can be asked about


@dataclass(frozen=True)
class TableServices:
    """What the tables of a card room share."""

    agents: AgentService
    store: TableStore
    deck: Callable[[], Deck] = shuffled_deck
    clock: Callable[[], float] = time.monotonic
    seconds_before_retry: float = 1.0
    """How long a store that could not be written is left alone."""


class LiveTable:
    """One table; `play` runs until it is closed."""

    def __init__(
        self,
        number: int,
        settings: TableSettings,
        seats: tuple[SeatDigests, ...],
        services: TableServices,
    ) -> None:
        self.number, self.settings, self.services = number, settings, services
        self.session = self._open_session()
        self.participants = self._seat_people(seats)
        self.tally = Tally()
        self.recent: deque[PlayedHand] = deque(maxlen=_RECENT)
        self.client = ""
        """The address of whoever has opened it."""
        self.closed = ""
        """Why the table is closed; empty while it is open."""
        self.store_problem = ""
        """Why the store cannot be written; empty while it can."""
        self.agents = self._seat_agents()
        self._deal: LiveDeal | None = None
        self._next_deck: Deck | None = None
        self._next_hand = 0
        """The number of the hand that the next deck is for."""
        self._takes_seeds = self._keeping = False
        self._turn: HumanTurn | None = None
        self._open_tables()

    def _open_tables(self) -> None:
        """Open the tables that this one consists of, where there are several."""

    def _open_session(self) -> Session:
        return make_session(self.settings)

    def _seat_people(self, seats: tuple[SeatDigests, ...]) -> Participants:
        settings = self.settings
        return Participants(settings.humans, seats, self.services.clock, settings.time_bank)

    def _seat_agents(self) -> dict[int, SeatedAgent]:
        return _seat_agents(self.number, self.settings, self.session)

    @classmethod
    def restored(cls, stored: StoredTable, services: TableServices) -> Self:
        """Return a stored table as it was after its last finished hand."""
        table = cls(stored.number, stored.settings, stored.seats, services)
        for each in stored.hands:
            table.take_stored(each)
        return table

    def take_stored(self, stored: StoredHand) -> None:
        """Take a hand that was played before, instead of playing it."""
        played = self.session.deal(lambda *dealt: stored.record.replay(dealt[-1]))
        self.session.settle(played)
        self.tally.observe(stored.record)
        self.recent.append(PlayedHand(played, stored.seating))

    def set_client(self, client: str) -> None:
        """Note who has opened the table: workers are shared fairly among clients."""
        self.client = client
        for agent in self.agents.values():
            agent.client = client

    @property
    def seats(self) -> dict[int, HumanSeat]:
        """The seats of human players, by player."""
        return self.participants.seats

    @property
    def spectators(self) -> Outbox:
        """The messages for all who only watch."""
        return self.participants.spectators

    @property
    def expected(self) -> tuple[str, ...]:
        """The names of those who were invited and have not come yet."""
        return tuple(self.settings.names[player] for player in self.participants.invited)

    async def join(self, invitation: str, name: str = "") -> tuple[int, str] | None:
        """Take the seat of an invitation, under a name of one's own if one is given.

        Return the player and the token that opens the seat now.
        """
        joined = self.participants.join(invitation)
        if joined:
            try:
                if name.strip():
                    await self._rename(joined[0], name)
                await self.services.store.update_seats(self.number, self.participants.digests)
            except StoreError:
                self.participants.give_back(joined[0], invitation)
                raise
            self.participants.wake()
            self._publish_state()
        return joined

    async def _rename(self, player: int, name: str) -> None:
        settings = self.settings.renamed(player, name)
        await self.services.store.rename(self.number, settings)
        self.settings = self.session.settings = settings

    def send_chat(self, player: int, text: str) -> None:
        """Send everybody what a player says; it is stored nowhere."""
        line = " ".join(text.split())
        if not line.isprintable() or not 0 < len(line) <= LONGEST_LINE:
            raise ActionError(f"say 1 to {LONGEST_LINE} letters, on one line")
        if not self.seats[player].may_say(self.services.clock()):
            raise ActionError("that is too much at once: wait a few seconds")
        name, place = self.settings.names[player], self._place_of(player)
        self.participants.publish("chat", {"place": place, "name": name, "text": line})

    def rebuy(self, player: int, chips: int) -> None:
        """Fill up a player's stack before the next hand of a cash game."""
        least, most = self.settings.smallest_stack, self.settings.stack
        if self.settings.format != "cash":
            raise ActionError("nobody buys in again in a tournament")
        if not least <= chips <= most:
            raise ActionError(f"you cannot buy in for {chips}: give {least} to {most} chips")
        self.seats[player].rebuy = chips
        self.participants.wake()
        self._publish_state()

    def act(self, player: int, request: ActionRequest) -> None:
        """Take a human player's action; an ActionError says why it does not count."""
        self.seats[player].act_once(request.id, lambda: self._act(player, request))

    def cut(self, player: int, hand: int, seed: str) -> None:
        """Take a player's seed for a hand that is shuffled and not dealt yet."""
        if len(seed) > LONGEST_SEED or not seed.isalnum():
            raise ActionError(f"a seed has 1 to {LONGEST_SEED} letters and digits")
        seat = self.seats[player]
        if not self._takes_seeds or hand != self._next_hand or seat.seed_for == hand:
            raise ActionError(f"hand {hand} takes no seed from you now")
        seat.seed, seat.seed_for = seed, hand
        self.participants.wake()

    def ready(self, player: int) -> None:
        """Note that a player wants the next hand at once."""
        self.seats[player].ready = True
        self.participants.wake()

    def sit(self, player: int, here: bool) -> None:
        """Let a player sit out, or come back."""
        self.seats[player].away = not here
        if not here and self._deal and self._is_turn_of(player):
            self._act_for_absent(self._deal, player)
        self.participants.wake()
        self._publish_state()

    def find_deal(self, hand: int) -> LiveDeal | None:
        """Return the deal of a hand that is being played, or was a short while ago."""
        deals = (each for each in self._played if isinstance(each, LiveDeal))
        return next((each for each in deals if each.hand.number == hand), None)

    def find_decision(self, player: int, hand: int, turn: int) -> tuple[View, Action] | None:
        """Return what a player saw at a turn and did then; None if it was not their turn."""
        played = next((each for each in self._played if each.hand.number == hand), None)
        return None if played is None else played.find_decision(player, turn)

    def decisions_of(self, player: int) -> list[tuple[Hand, int, Move]]:
        """Return a player's latest decisions, the last one first: the hand, the turn, the move."""
        return [
            (played.hand, turn, move)
            for played in reversed(self._played)
            for turn, move in reversed(played.decisions_of(player))
        ]

    @property
    def _played(self) -> list[PlayedHand]:
        """The hands that the coach can be asked about, the current one last."""
        played = list(self.recent)
        if self._deal and (not played or played[-1] is not self._deal):
            played.append(self._deal)
        return played

    @property
    def hand_number(self) -> int:
        """The number of the current or last hand."""
        return self._deal.hand.number if self._deal else self.session.dealt

    @property
    def _hand(self) -> Hand | None:
        return None if self._deal is None else self._deal.hand

    def snapshot(self, player: int | None) -> list[str]:
        """Return the messages for a client that knows nothing yet."""
        last = self.participants.outbox(player).last
        messages = [encode_message("table", self._message(player, 0), last)]
        if self._deal:
            commitments = _commitments(self._deal.hand.number, self._deal.deck)
            messages.append(encode_message("shuffle", commitments))
        if self._next_deck:
            commitments = _commitments(self._next_hand, self._next_deck)
            messages.append(encode_message("shuffle", commitments))
        if self.closed:
            messages.append(encode_message("closed", self._farewell()))
        return messages

    async def play(self) -> None:
        """Play until the session is over or the table is closed."""
        try:
            await self._play_session()
            finishes = [finish and asdict(finish) for finish in self.session.finishes()]
            await self._keep(
                lambda: self.services.store.finish(self.number, {"finishes": finishes})
            )
            self.close("it is over")
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("table %s has failed", self.number)
            self.close("the house has failed; the hand is void")
        finally:
            self.services.agents.leave(self.agents)

    async def _play_session(self) -> None:
        while not self.session.over:
            await self.play_next_hand()

    async def play_next_hand(self) -> None:
        """Shuffle, wait for those who are there, and play a hand."""
        self._shuffle()
        await self._between_hands()
        await self._play_hand()

    def close(self, why: str) -> None:
        """Close the table and tell everybody why."""
        self.closed = why
        self.participants.publish("closed", self._farewell())

    def _farewell(self) -> dict[str, Any]:
        return {"why": self.closed, "finishes": self._finishes()}

    def _shuffle(self) -> None:
        self._next_deck, self._takes_seeds = self.services.deck(), True
        self._next_hand = self.session.next_number
        self.participants.publish("shuffle", _commitments(self._next_hand, self._next_deck))

    async def _between_hands(self) -> None:
        """Wait until all have seen the last hand, and somebody is there and has cut the deck."""
        for seat in self.seats.values():
            seat.ready = False
        hand = self._next_hand
        if self._deal is not None:
            pause = self._pause(self._deal) * self._hurry()
            await self.participants.wait_until(self._all_ready, pause)
        elif hand == 1:
            await self.participants.wait_until(self._complete)
        await self._take_rebuys()
        await self.participants.wait_until(self._wanted)
        await self.participants.wait_until(partial(self._seeded, hand), _SECONDS_FOR_SEEDS)
        await asyncio.sleep(0)  # instant agents among themselves let others play too

    async def _take_rebuys(self) -> None:
        """Let people buy in again; who is broke and does not choose in time sits out."""
        session = self.session
        if not isinstance(session, CashGame):
            return
        if self.settings.rebuys == "ask":
            await self.participants.wait_until(self._have_chosen, _SECONDS_TO_REBUY)
        for player, seat in self.seats.items():
            if seat.rebuy:
                session.buy_in(player, seat.rebuy)
            elif self._has_to_choose(player):
                seat.away = True
            seat.rebuy = 0

    def _has_to_choose(self, player: int) -> bool:
        """Return whether a player is broke, and is asked for how much to buy in again."""
        asks = self.settings.format == "cash" and self.settings.rebuys == "ask"
        is_over = self._deal is None or self._deal.hand.over
        seat = self.seats[player]
        return asks and is_over and self.session.is_broke(player) and not seat.rebuy

    def _have_chosen(self) -> bool:
        present = self.participants.present
        return not any(
            self._has_to_choose(player) and not seat.away and seat in present
            for player, seat in self.seats.items()
        )

    def _seeded(self, hand: int) -> bool:
        """Return whether all who are present have given their seeds for a hand."""
        return all(seat.seed_for == hand for seat in self.participants.present)

    def _complete(self) -> bool:
        """Return whether all invited players have come, or the others want to begin."""
        return not self.expected or (bool(self.participants.present) and self._all_ready())

    def _all_ready(self) -> bool:
        return all(seat.ready for seat in self.participants.present)

    def _wanted(self) -> bool:
        """Return whether somebody plays or watches; a tournament goes on without people."""
        if not self.seats:
            return self.participants.has_spectators
        return self._all_out() or any(not seat.away for seat in self.participants.present)

    def _all_out(self) -> bool:
        """Return whether all people are out of a tournament."""
        return self.settings.format != "cash" and not any(
            self.session.stacks[player] for player in self.seats
        )

    def _hurry(self) -> float:
        return _HURRY if self.seats and self._all_out() else 1.0

    def _hurry_in(self, deal: LiveDeal, view: View) -> float:
        """Return which part of the usual pause comes before an agent's action."""
        alone = self.seats and not any(deal.players[seat] in self.seats for seat in view.active)
        return _HURRY if alone else 1.0

    def _pause(self, deal: LiveDeal) -> float:
        """Return how many seconds a finished hand is shown; instant tables leave that to pages."""
        pause = _BETWEEN_HANDS[self.settings.pace]
        return pause and pause + _RUNOUT_STREET * deal.runout

    async def _play_hand(self) -> None:
        deal = self._deal_hand()
        if deal.hand.over:  # the blinds have put everybody all-in
            await self._keep_hand(deal.to_stored())
        self._deal, self._next_deck = deal, None
        if not deal.hand.over:
            self._publish_state()
        while (player := deal.actor) is not None:
            await self._take_turn(deal, player)
        await self._end(deal)

    def _deal_hand(self) -> LiveDeal:
        deck, number = self._next_deck, self._next_hand
        assert deck is not None
        self._takes_seeds = False
        seeds = tuple(seat.seed if seat.seed_for == number else "" for seat in self.seats.values())
        return LiveDeal.start(self.session, self.settings, number, deck, seeds)

    async def _take_turn(self, deal: LiveDeal, player: int) -> None:
        action, reasons = await (self._ask_human if player in self.seats else self._ask_agent)(
            player, deal
        )
        if ended := deal.ended_by(action, reasons):
            await self._keep_hand(ended)
        deal.act(action, reasons)
        if not deal.hand.over:
            self._publish_state()

    async def _keep_hand(self, hand: StoredHand) -> None:
        await self._keep(lambda: self.services.store.save_hand(self.number, hand))

    async def _keep(self, write: Callable[[], Awaitable[None]]) -> None:
        """Write to the store; while that fails, tell everybody and try again."""
        self._keeping = True
        while self._keeping:
            try:
                await write()
                self._keeping, self.store_problem = False, ""
            except StoreError as error:
                if self.store_problem != str(error):
                    _log.warning("table %s waits: %s", self.number, error)
                    self.store_problem = str(error)
                    self._publish_state()
                await asyncio.sleep(self.services.seconds_before_retry)

    async def _ask_human(self, player: int, deal: LiveDeal) -> tuple[Action, Mapping[str, Any]]:
        seat = self.seats[player]
        turn = self._turn = HumanTurn(
            seat, self.settings.clock, self.services.clock, on_start=self._publish_state
        )
        try:
            if seat.away:
                self._act_for_absent(deal, player)
            action = await turn.action()
            if action is None:
                deal.note(player, f"did not act in {turn.allowed:g} s")
                seat.away = True
            return action or _default_action(deal.hand), {}
        finally:
            self._turn = None

    async def _ask_agent(self, player: int, deal: LiveDeal) -> tuple[Action, Mapping[str, Any]]:
        started, agent, view = self.services.clock(), self.agents[player], deal.view(player)
        answer = await self.services.agents.decide(
            agent, view, self.settings.agent_clock, with_probabilities=self.settings.teaching
        )
        action = Action(answer.action, answer.to)
        reasons: dict[str, Any] = json.loads(answer.reasons) if answer.reasons else {}
        if answer.probabilities:
            reasons["probabilities"] = [asdict(each) for each in answer.probabilities]
        if answer.failure:
            reasons["failure"] = answer.failure
            does = "folds" if action.kind == "fold" else "checks"
            # An agent's own words may name its cards: they are shown with its reasons only.
            failure = answer.failure if answer.seen_by_house else "has failed"
            deal.note(player, f"{failure}: it {does}")
        pause = _BEFORE_AN_ACTION[self.settings.pace] * self._hurry_in(deal, view)
        if (left := pause - (self.services.clock() - started)) > 0:
            await asyncio.sleep(left)
        return action, reasons

    async def _end(self, deal: LiveDeal) -> None:
        hand = deal.hand
        self.session.settle(hand)
        self.tally.observe(hand, deal.seat_map.names)
        self.recent.append(deal)
        for seat in self.seats.values():
            seat.bank = min(self.settings.time_bank, seat.bank + _BANK_GAINED)
        self._publish_state()
        for player in (None, *self.seats):
            self.participants.outbox(player).publish("opened", deal.openings(player))
        await asyncio.gather(
            *(
                self.services.agents.observe(agent, deal.view(player), self.settings.agent_clock)
                for player, agent in self.agents.items()
                if agent.remembers and player in deal.players
            )
        )

    def _act(self, player: int, request: ActionRequest) -> None:
        hand = self._hand
        if hand is None or hand.over or request.hand != hand.number:
            raise ActionError(f"hand {request.hand} is not being played")
        if not self._is_turn_of(player) or request.turn != len(hand.moves):
            raise ActionError(f"it is not your turn {request.turn} of hand {request.hand}")
        action = request.on(hand)
        assert self._turn is not None
        self._turn.act(action)

    def _is_turn_of(self, player: int) -> bool:
        waiting = self._turn is not None and self._turn.is_open
        return waiting and self._deal is not None and self._deal.actor == player

    def _act_for_absent(self, deal: LiveDeal, player: int) -> None:
        """Check or fold for a player who sits out."""
        assert self._turn is not None
        deal.note(player, "sits out")
        self._turn.act(_default_action(deal.hand))

    def _publish_state(self) -> None:
        """Send everybody what they may know now."""
        for player, seat in self.seats.items():
            sent = seat.events_sent_of(self.hand_number) if self._deal else 0
            seat.outbox.publish("table", self._message(player, sent))
        if self.participants.has_spectators:
            self.spectators.publish("table", self._message(None, 0))

    def _message(self, player: int | None, events_sent: int) -> dict[str, Any]:
        """Return the table as a player or a spectator may know it."""
        message: dict[str, Any] = {
            "table": self.number,
            "plan": self.settings.summary(),
            "level": self.session.level,
            "state": None,
            "you": None if player is None else self._place_of(player),
            "away": player is not None and self.seats[player].away,
            "rebuy": self._rebuy_choice(player),
            "finishes": self._finishes(),
            "waiting": self._deal is None,
            "expected": self.expected,
            "problem": self._problem(),
        }
        deal = self._deal
        if deal is None or not self._shows_hand_to(player):
            message["chairs"] = self._empty_chairs()
            return message
        message |= deal.to_dict(player, events_sent, self.settings.teaching)
        message["state"]["clock"] = self._turn and self._turn.clock_left()
        if self._keeping:
            message["state"]["legal"] = None
        if player is not None:
            total = events_sent + len(message["events"])
            self.seats[player].events_sent = deal.hand.number, total
        if deal.hand.over:
            message["pause"] = self._pause(deal)
        return message

    def _rebuy_choice(self, player: int | None) -> list[int] | None:
        """Return for how many chips a player may buy in who has to choose."""
        if player is None or not self._has_to_choose(player):
            return None
        return [self.settings.smallest_stack, self.settings.stack]

    def _problem(self) -> str:
        """Return why the table waits for its store; the store's own words name its place."""
        if not self.store_problem:
            return ""
        return "the card room cannot store what was played: the table goes on as soon as it can"

    def _finishes(self) -> list[dict[str, Any]]:
        return [
            {"name": self.settings.names[player], "place": finish.place, "prize": finish.prize}
            for player, finish in enumerate(self.session.finishes())
            if finish is not None
        ]

    def _empty_chairs(self) -> list[dict[str, Any]]:
        places = self.session.places
        seated = places.items() if isinstance(places, Mapping) else enumerate(places)
        return [
            {
                "place": place,
                "name": self.settings.names[player],
                "agent": bool(self.settings.agents[player]),
                "stack": self.session.stacks[player],
            }
            for player, place in seated
        ]

    def _place_of(self, player: int) -> int | None:
        """Return the chair of a player who sits here."""
        return self.session.places[player]

    def _shows_hand_to(self, player: int | None) -> bool:  # noqa: ARG002
        """Return whether a player sees the current or last hand."""
        return True


def _commitments(hand: int, deck: Deck) -> dict[str, Any]:
    return {"hand": hand, "commitments": deck.commitments}


def _seat_agents(number: int, settings: TableSettings, session: Session) -> dict[int, SeatedAgent]:
    seated = {}
    for player, name in enumerate(settings.agents):
        if not name:
            continue
        remembers = agent_traits(name).remembers
        # Whoever guesses a seed knows what the agent draws.
        seed = secrets.randbits(48)
        key = f"{number}/{player}/{seed}"
        seated[player] = SeatedAgent(session.named(name), seed, key, remembers)
    return seated


def _default_action(hand: Hand) -> Action:
    """Return the default action: check if that is possible, else fold."""
    return FOLD if hand.legal.call else hand.legal.passive
