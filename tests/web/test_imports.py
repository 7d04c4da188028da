"""Imports: in parts, with the money and the rake of the file, and who has saved it."""

from pathlib import Path

import pytest

from fivebet.errors import FivebetError, FormatError
from fivebet.formats import parse_pokerstars, write_pokerstars
from fivebet.store.archive import Archive, HandQuery
from fivebet.web.imports import import_hands
from fivebet.web.replay import OPEN_KINDS, make_replay
from tests.formats.test_pokerstars import CASH, TOURNAMENT


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/room.db"


def test_the_money_of_a_file_and_its_rake_are_kept(store: str) -> None:
    part = import_hands(store, CASH, "cash.txt")
    hit = Archive(store).one(part.run, 0)
    replay = make_replay(hit)
    shown = replay.to_dict()
    assert (shown["currency"], shown["scale"], shown["rake"]) == ("$", 2, 400)
    won = {player["name"]: player["won"] for player in shown["players"]}
    stated = parse_pokerstars(CASH)
    assert won == dict(zip(stated.players, map(float, stated.payoffs or ()), strict=True))
    assert sum(won.values()) == -400
    text = write_pokerstars([replay.record])
    assert "Rake $4" in text
    assert "Kay (big blind) showed [Qs Qh] and won ($185)" in text
    # Whoever is dealt cards in every hand has saved them.
    places = {player["name"]: place for place, player in enumerate(shown["players"])}
    assert shown["hero"] == places["Kay"]


def test_a_hand_that_cannot_be_played_is_named(store: str) -> None:
    broken = CASH.replace("Qs Qh", "Qd Qh")
    (complaint,) = import_hands(store, f"{CASH}\n\n{broken}", "many.txt").left_out
    assert complaint.startswith("many.txt:")
    number = parse_pokerstars(CASH).metadata["hand"]
    assert f": hand {number}: " in complaint
    assert "dealt twice" in complaint


def test_a_file_comes_in_parts_of_one_run(store: str) -> None:
    first = import_hands(store, CASH, "many.txt", has_more=True)
    second = import_hands(store, TOURNAMENT, "many.txt", first.run, first.token, has_more=True)
    broken = CASH.replace("Dealt to Kay [Qs Qh]", "Dealt to Kay [Qs Qs]")
    last = import_hands(store, broken + "\n\n" + CASH, "many.txt", first.run, second.token)
    assert {part.run for part in (first, second, last)} == {first.run}
    assert [part.hands for part in (first, second, last)] == [1, 2, 3]
    assert len(last.left_out) == 1
    archive = Archive(store)
    run = archive.run(first.run)
    assert run
    assert (run.status, run.result) == ("finished", {"hands": 3, "left_out": 1})
    moneys = [make_replay(archive.one(first.run, serial)).money for serial in range(3)]
    assert [(each.currency, each.scale) for each in moneys] == [("$", 2), ("", 0), ("$", 2)]
    names = [
        player["name"] for player in make_replay(archive.one(first.run, 2)).summary()["players"]
    ]
    assert set(names) == {"a: folds", "Dora (button)", "Ivo", "Kay", "back again"}


def test_only_who_has_begun_an_import_adds_to_it(store: str) -> None:
    first = import_hands(store, CASH, "mine.txt", has_more=True)
    for token in ("", "guess"):
        with pytest.raises(FivebetError, match="no import of yours"):
            import_hands(store, CASH, "mine.txt", first.run, token)
    import_hands(store, CASH, "mine.txt", first.run, first.token)
    with pytest.raises(FivebetError, match="no import of yours"):  # it is finished
        import_hands(store, CASH, "mine.txt", first.run, first.token)
    with pytest.raises(FivebetError, match="no import of yours"):
        import_hands(store, CASH, "mine.txt", first.run, "")
    with pytest.raises(FivebetError, match="no import of yours"):
        import_hands(store, CASH, "mine.txt", 99, first.token)
    with pytest.raises(FormatError, match="no hand is found"):
        import_hands(store, "hello", "x.txt")


def test_hands_are_found_by_their_cards_where_all_may_be_known(store: str) -> None:
    part = import_hands(store, CASH, "cash.txt")
    archive = Archive(store)

    def found(*cards: str, kinds: tuple[str, ...] = OPEN_KINDS) -> int:
        return len(archive.hands(HandQuery(cards=cards, open_kinds=kinds), 10))

    assert found("Qs", "Qh") == found("3s") == 1
    assert found("Qs", "Qc") == 0
    # Hands of live tables cannot be searched for cards that the searcher has not seen.
    assert found("Qs", kinds=("match",)) == 0
    assert "table" not in OPEN_KINDS
    assert part.hands == 1
