"""Kept hands: what of them may be known, step by step, and in and out of files."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from fivebet.formats import FileRecord, read_text
from fivebet.game import Action, Game, Hand
from fivebet.store.archive import HandHit
from fivebet.store.hands import StoredHand
from fivebet.store.tables import Run
from fivebet.testing.deals import deals
from fivebet.web.replay import make_replay
from fivebet.web.tables.participants import digest
from fivebet.web.tables.settings import TableSettings

from .clients import Client, open_table
from .following import followed, get, post, refusal
from .rooms import random_choice
from .servers import CardRoom

TOKEN = "Ann's own"
HANDS = 150


def played(hand: Hand, seed: int) -> Hand:
    """To its end, at random."""
    draw = random.Random(seed)
    while (seat := hand.actor) is not None:
        kind, to = random_choice(hand.view(seat), draw)
        hand.act(Action(kind, to))
    return hand


def kept_at_a_table(hand: Hand, teaching: bool, persons: tuple[str, ...] = ("Ann",)) -> HandHit:
    """A hand between Ann and three agents whose reasons tell their cards."""
    agents = ("call", "fair", "tight", "loose")[: 4 - len(persons)]
    plan = TableSettings.seating(persons, agents, teaching=teaching)
    seating = [(seat + hand.number) % 4 for seat in range(4)]
    kept = StoredHand.from_hand(
        hand,
        serial=hand.number,
        seed=0,
        seating=seating,
        decisions=[(move.seat, {"held": str(hand.hole(move.seat))}) for move in hand.moves],
    )
    run = Run(
        id=1,
        kind="table",
        settings={"plan": plan.to_dict(), "tokens": [digest(TOKEN) for _ in persons]},
        players=list(plan.names),
        updated=datetime.now(UTC),
    )
    return HandHit(run, replace(kept, players=tuple(plan.names)))


def texts(hand: Hand, seats: set[int]) -> set[str]:
    return {str(card) for seat in seats for card in hand.hole(seat) or ()}


def cards_in(data: Any) -> set[str]:
    """Return every card anywhere in the data, reasons included."""
    text = json.dumps(data, default=str)
    return {rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit in text}


@pytest.mark.parametrize("teaching", [False, True])
def test_hands_of_a_table_tell_nobody_a_card_he_may_not_know(teaching: bool) -> None:
    game = Game.named("cash-4p")
    hidden_at_all = 0
    for dealt in deals(game, HANDS, seed=11):
        hand = played(dealt, dealt.number)
        found = kept_at_a_table(hand, teaching)
        ann = found.hand.seating.index(0)
        agents = set(range(4)) - {ann} if teaching else set()
        for token, own in (("", set()), ("not hers", set()), (TOKEN, {ann})):
            seen = make_replay(found, token)
            known = set(hand.shown) | own | agents
            hidden = texts(hand, set(range(4)) - known)
            hidden_at_all += len(hidden)
            data = [seen.to_dict(), [str(hole) for hole in seen.record.holes]]
            assert not hidden & cards_in(data), (hand.number, token)
            cards = [player["cards"] for player in seen.summary()["players"]]
            assert {seat for seat in range(4) if cards[seat]} == known
    assert hidden_at_all


def test_a_hand_that_agents_played_among_themselves_is_open_when_it_is_over() -> None:
    hand = played(Hand(Game.named("cash-4p"), seed=3, number=5), 5)
    seen = make_replay(kept_at_a_table(hand, teaching=False, persons=()))
    assert all(player["cards"] for player in seen.summary()["players"])
    assert len(seen.reasons) == len(hand.moves)


def test_a_replay_has_the_table_after_every_decision() -> None:
    hand = played(Hand(Game.named("cash-4p"), seed=3, number=5), 5)
    found = kept_at_a_table(hand, teaching=False)
    data = make_replay(found, TOKEN).to_dict()
    frames = data["frames"]
    assert len(frames) == len(hand.moves) + 1
    assert frames[0]["state"]["board"] == []
    assert frames[-1]["state"]["over"]
    assert frames[-1]["events"] == len(data["events"])
    won = {seat["place"]: seat["won"] for seat in frames[-1]["state"]["seats"]}
    for seat, player in enumerate(found.hand.seating):
        assert won[player] == hand.payoffs[seat]
    counts = [frame["events"] for frame in frames]
    assert counts == sorted(counts)


def test_hands_of_contests_are_open_with_everybodys_reasons(room: CardRoom) -> None:
    asked = {"agents": ["fair", "tight"], "game": "nolimit-2p", "deals": 20, "seed": 2}
    run = post(room, "/matches", **asked).json()["run"]
    followed(room, f"/contests/{run}")
    listed = get(room, "/hands", run=run, limit=100)
    assert len(listed["hands"]) == 40
    assert listed["before"] is None
    serials = [hand["serial"] for hand in listed["hands"]]
    assert serials == sorted(serials, reverse=True)
    part = get(room, "/hands", run=run, limit=15)
    rest = get(room, "/hands", run=run, limit=100, before=part["before"])
    assert part["hands"] + rest["hands"] == listed["hands"]
    hand = get(room, f"/hands/{run}/{serials[3]}")
    assert all(player["cards"] for player in hand["players"])
    assert len(hand["reasons"]) == len(hand["frames"]) - 1
    assert (hand["following"], hand["previous"]) == (serials[2], serials[4])

    for street, cards in (("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5)):
        wanted = get(room, "/hands", run=run, limit=100, street=street)["hands"]
        expected = [each for each in listed["hands"] if len(each["board"]) == cards]
        assert wanted == expected
    big = get(room, "/hands", run=run, limit=100, pot=10)["hands"]
    assert big == [each for each in listed["hands"] if each["pot"] >= 1000]
    assert len(get(room, "/hands", run=run, player="FAI", limit=100)["hands"]) == 40
    assert get(room, "/hands", run=run, player="nobody")["hands"] == []
    assert get(room, "/hands", run=run, kind="table")["hands"] == []
    assert get(room, "/hands", run=run, game="limit-2p")["hands"] == []


@pytest.mark.parametrize("format_", ["phh", "pokerstars"])
def test_exported_hands_can_be_imported_again(room: CardRoom, format_: str) -> None:
    asked = {"agents": ["fair", "maniac"], "game": "nolimit-2p", "deals": 8, "seed": 4}
    run = post(room, "/matches", **asked).json()["run"]
    followed(room, f"/contests/{run}")
    query = {"run": run, "format": format_}
    text = httpx.get(f"{room.api}/hands/text", params=query).text
    read = [each for each in read_text(text) if isinstance(each, FileRecord)]
    assert len(read) == 16
    kept = post(room, "/hands/import", text=text, name="again").json()
    assert (kept["hands"], kept["left_out"]) == (16, [])
    before, after = (
        get(room, "/hands", run=number, limit=100)["hands"] for number in (run, kept["run"])
    )
    assert [each["board"] for each in after] == [each["board"] for each in before]
    assert [each["pot"] for each in after] == [each["pot"] for each in before]
    assert [[p["name"] for p in each["players"]] for each in after] == [
        [p["name"] for p in each["players"]] for each in before
    ]
    one = get(room, f"/hands/{kept['run']}/0")
    assert one["reasons"] == []
    single = httpx.get(f"{room.api}/hands/{kept['run']}/0/text", params={"format": format_})
    assert single.status_code == 200


def test_a_hand_played_here_is_shown_to_its_player_with_his_cards(room: CardRoom) -> None:
    table, token = open_table(room, opponents=["fold"])
    client = Client(room, table, token)
    client.play(2)
    client.close()
    path = f"/hands/{table}/1"
    watched = get(room, path)
    assert watched["you"] is None
    owner = httpx.get(f"{room.api}{path}", headers={"Authorization": f"Bearer {token}"}).json()
    mine = [player["cards"] for player in owner["players"] if player["you"]]
    assert len(mine[0]) == 2
    assert not any(player["you"] for player in watched["players"])


def test_what_is_no_hand_is_refused_in_one_sentence(room: CardRoom) -> None:
    assert "no hand is found" in refusal(post(room, "/hands/import", text="hello", name="x.txt"))
    assert "no hand 5" in refusal(httpx.get(f"{room.api}/hands/99999/5"), 404)
    assert "before" in refusal(httpx.get(f"{room.api}/hands", params={"before": "x"}))
    assert "street" in refusal(httpx.get(f"{room.api}/hands", params={"street": "lake"}))
