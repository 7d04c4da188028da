"""No message holds a card that its receiver may not know, before or after the hand.

The oracle is the deal itself: what a receiver may know is their own hole cards, the
board so far, and after the hand what the rules say is shown. Agents here put their
cards into their reasons and their failures, so that one sent too early is found too.
"""

import asyncio
import json
import os
import random
from typing import Any

import pytest

from fivebet.game import Hand, bet
from fivebet.web.tables.live_table import LiveTable
from fivebet.web.tables.messages import public_view, visible_record

from .rooms import Person, Talkative, a_table, playing, random_legal
from .witness import cards_in, may_know

HANDS = int(os.environ.get("FIVEBET_SECRECY_HANDS", "30"))  # of each of eight tables


class Witness:
    """Holds every message against the deal of the moment."""

    def __init__(self, table: LiveTable, player: int | None) -> None:
        self.table, self.player = table, player
        self.messages = self.cards = 0

    def __call__(self, message: dict[str, Any]) -> None:
        hand = self.table._hand
        named = cards_in(message)
        self.messages += 1
        self.cards += len(named)
        if hand is None:
            assert not named
            return
        played = {each.hand.number: (each.hand, each.players) for each in self.table.recent}
        played[hand.number] = (hand, self.table.session.players)
        number = message.get("hand") or (message.get("state") or {}).get("hand") or hand.number
        if number in played:
            dealt, players = played[number]
            known = set() if self.player is None else {self.player}
            assert named <= may_know(dealt, players, known)
        else:
            assert not named


@pytest.mark.parametrize("seed", range(8))
def test_over_many_hands_nobody_is_told_a_card_he_may_not_know(seed: int) -> None:
    draw = random.Random(seed)
    opponents = ("call",) * (1 + seed % 3)
    names = ("Ann", "Bob")[: draw.randint(1, 2)]
    betting = draw.choice(["no-limit", "fixed-limit"])
    table = a_table(
        Talkative(seed), seed=seed, names=names, opponents=opponents, betting=betting, stack=1_000
    )
    receivers = [*table.seats, None]
    persons = [Person(table, player, random_legal(seed)) for player in receivers]
    witnesses = []
    for person, player in zip(persons, receivers, strict=True):
        person.on = Witness(table, player)
        witnesses.append(person.on)
    asyncio.run(playing(table, *persons, hands=HANDS))
    for witness in witnesses:
        assert witness.messages > 3 * HANDS
        assert witness.cards > 3 * HANDS


def test_the_witness_finds_a_card_that_is_told_too_early() -> None:
    table = a_table(Talkative(1), opponents=("call", "call"))
    person = Person(table, 0, random_legal(1))
    witness = Witness(table, 0)

    def betrayed(message: dict[str, Any]) -> None:
        hand = table._hand
        if hand is not None and not hand.over:
            mine = table.session.players.index(0)
            other = hand.hole((mine + 1) % hand.game.seats)
            leaked = {**message, "reasons": [{"held": "".join(map(str, other or ()))}]}
            with pytest.raises(AssertionError):
                witness(json.loads(json.dumps(leaked)))
        witness(message)

    person.on = betrayed
    asyncio.run(playing(table, person, hands=5))
    assert witness.messages


@pytest.mark.parametrize("seed", range(20))
def test_the_public_view_holds_the_board_and_what_was_shown(seed: int) -> None:
    draw = random.Random(seed)
    table = a_table(Talkative(seed), seed=seed, opponents=("call",) * draw.randint(1, 4))
    person = Person(table, 0, random_legal(seed))
    asyncio.run(playing(table, person, hands=3))
    for played in table.recent:
        hand = played.hand
        view = public_view(hand)
        shown = {seat for seat in range(hand.game.seats) if view.hole(seat) is not None}
        assert shown == set(hand.shown)
        assert view.payoffs == hand.payoffs
        assert view.board == hand.board
        record = visible_record(hand)
        assert {seat for seat, hole in enumerate(record.holes) if hole} == set(hand.shown)
        assert record.replay().payoffs == hand.payoffs


def test_a_record_as_a_seat_knows_it_has_its_own_cards_and_replays() -> None:
    game = a_table(opponents=("call", "call")).settings.game()
    hand = Hand.with_cards(game, ["7s2h", "AsAh", "QsQh"], "AcAd4d5d9h")
    while not hand.over:
        bets = hand.street == 3 and hand.actor == 1 and not any(hand.bets)
        hand.act(bet(100) if bets else hand.legal.passive)
    assert hand.shown == (1,)
    mine, everybodys = visible_record(hand, 0), visible_record(hand)
    assert mine.holes[0] == hand.hole(0)
    assert everybodys.holes[0] is None
    assert mine.replay().payoffs == everybodys.replay().payoffs == hand.payoffs
