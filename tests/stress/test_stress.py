"""The stress commands themselves, in small: what they look for is found, and they can go on."""

import json
from pathlib import Path

import pytest
from stress.programs import LostError

from fivebet.game import Game, Hand
from stress import attack, disk, secrecy


def test_the_search_plays_proves_and_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = secrecy.run(tmp_path, hands=4, tables=2, seed=1, every=2)
    assert (first.hands, first.proved) == (4, 4)
    assert first.cards > 4 * 2
    assert first.messages > 4 * 4
    again = secrecy.run(tmp_path, hands=6, tables=2, seed=1, every=2)
    assert (again.hands, again.proved) == (6, 6)
    assert again.bytes > first.bytes
    assert "4 hands were played before" in capsys.readouterr().out
    assert json.loads((tmp_path / "progress.json").read_text())["hands"] == 6


def test_the_search_finds_a_card_before_its_time() -> None:
    game = Game.named("cash-3p")
    hand = Hand.with_cards(game, ["7s2h", "AsAh", "QsQh"], "AcAd4d5d9h")
    while not hand.over:
        hand.act(hand.legal.passive)
    mine = secrecy.Timeline(hand, (0, 1, 2), {0})

    def message(turn: int, over: bool, *cards: str) -> secrecy.Received:
        state = {"turn": turn, "over": over, "board": cards}
        text = json.dumps({"type": "table", "state": state, "commitments": ["2d" * 33]})
        return secrecy.Received.read(text)

    assert mine.search(message(0, False, "7s", "2h")) == 2
    for early in (message(0, False, "AsAh"), message(0, False, "Ac"), message(3, False, "5d")):
        with pytest.raises(LostError, match="before its time"):
            mine.search(early)
    assert mine.search(message(len(hand.moves), True, "Ac", "Ad", "4d", "5d", "9h")) == 5
    with pytest.raises(LostError, match="before its time"):
        mine.search(secrecy.Received.read(json.dumps({"type": "shuffle", "why": "Kd"})))


def test_a_list_of_messages_is_searched_as_it_came() -> None:
    texts = ['{"type":"hello","why":"\\u2660, [x]"}', '{"seq": 3}', "{}"]
    found = list(secrecy.messages_in(f"[{','.join(texts)}]"))
    assert [each.text for each in found] == texts
    assert found[0].message["why"] == "♠, [x]"


def test_an_attack_is_survived_and_every_hand_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    attack.run(tmp_path, seconds=2, seed=1, slowest_ms=float("inf"))
    said = capsys.readouterr().out
    assert "half-open" in said
    assert "all kept" in said


@pytest.mark.parametrize(("name", "trouble"), [("full", disk._full), ("locked", disk._locked)])
def test_a_table_waits_for_its_store(tmp_path: Path, name: str, trouble: disk.Trouble) -> None:
    disk._play_through(tmp_path, name, trouble, 1)
