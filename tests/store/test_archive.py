"""Looking through a store, on SQLite and on PostgreSQL alike."""

from contextlib import closing

import pytest

from fivebet.errors import StoreError
from fivebet.game import CALL, CHECK, FOLD, Game, Hand
from fivebet.store.archive import Archive, HandQuery
from fivebet.store.hands import StoredHand
from fivebet.store.run_spec import RunSpec
from fivebet.store.runs import Runs

LIMIT, NO_LIMIT = Game.named("limit-2p"), Game.named("nolimit-2p")


def checked_down(game: Game, number: int, folded: bool = False) -> StoredHand:
    """A hand that ends before the flop, or at a showdown."""
    hand = Hand(game, seed=1, number=number)
    decisions = []
    while (seat := hand.actor) is not None:
        decisions.append((seat, {"number": number}))
        calls = CALL if hand.legal.call else CHECK
        hand.act(FOLD if folded and hand.legal.call else calls)
    return StoredHand.from_hand(
        hand, serial=number, seed=1, seating=(number % 2, 1 - number % 2), decisions=decisions
    )


def begun(runs: Runs, kind: str, players: tuple[str, ...], *hands: StoredHand) -> int:
    run = runs.begin(RunSpec(kind=kind, settings={}, players=players, chunks=1), fresh=True)
    runs.record([(run, hand) for hand in hands])
    return run


@pytest.fixture
def archive_of_two(store_url: str) -> tuple[str, int, int]:
    with closing(Runs(store_url)) as runs:
        first = begun(
            runs, "match", ("Ann", "Bob"), *(checked_down(NO_LIMIT, n, n < 3) for n in range(6))
        )
        second = begun(runs, "table", ("Bob", "Cecily"), checked_down(LIMIT, 0))
        runs.finish(first, {"hands": 6}, 0)
    return store_url, first, second


def places(archive: Archive, limit: int = 100, **wanted: object) -> list[tuple[int, int]]:
    found = archive.hands(HandQuery(**wanted), limit)  # type: ignore[arg-type]
    return [(each.run.id, each.hand.serial) for each in found]


def test_hands_are_found_by_run_kind_player_game_and_street(
    archive_of_two: tuple[str, int, int],
) -> None:
    url, first, second = archive_of_two
    with closing(Archive(url)) as archive:
        everything = [(second, 0), *((first, n) for n in range(5, -1, -1))]
        assert places(archive) == everything
        assert places(archive, run=first) == everything[1:]
        assert places(archive, kind="table") == everything[:1]
        assert places(archive, game="nolimit-2p") == everything[1:]
        assert places(archive, street="preflop") == [(first, n) for n in (2, 1, 0)]
        assert places(archive, street="river") == [(second, 0), *((first, n) for n in (5, 4, 3))]
        assert places(archive, street="flop") == []
        assert places(archive, player="ann") == everything[1:]
        assert places(archive, player="B") == everything
        assert places(archive, player="Cecily", run=first) == []
        assert places(archive, limit=2) == everything[:2]
        assert places(archive, before=(first, 3)) == [(first, n) for n in (2, 1, 0)]
        with pytest.raises(StoreError, match="'lake' is no street"):
            places(archive, street="lake")


@pytest.mark.parametrize("name", ["x'; DROP TABLE hands; --", 'x" OR "1"="1', "%", "_", "\\"])
def test_a_name_is_a_name_and_never_a_command(
    archive_of_two: tuple[str, int, int], name: str
) -> None:
    url, first, second = archive_of_two
    with closing(Archive(url)) as archive:
        assert places(archive, player=name) == []
        assert archive.hand_counts([first, second]) == {first: 6, second: 1}


def test_a_hand_comes_with_its_reasons_and_neighbours(
    archive_of_two: tuple[str, int, int],
) -> None:
    url, first, second = archive_of_two
    with closing(Archive(url)) as archive:
        found = archive.one(first, 4)
        assert found.hand.record.players == ("Ann", "Bob")
        assert all(text == '{"number":4}' for _, text in found.hand.decisions)
        assert len(found.hand.decisions) == len(found.hand.record.actions)
        assert archive.beside(first, 4) == (3, 5)
        assert archive.beside(second, 0) == (None, None)
        assert [each.hand.serial for each in archive.of_run(first, 2, 4, 9)] == [2, 3, 4]
        assert archive.hand_counts([first, second]) == {first: 6, second: 1}
        with pytest.raises(StoreError, match="no hand 9"):
            archive.one(first, 9)


def test_runs_are_listed_by_kind_and_status(archive_of_two: tuple[str, int, int]) -> None:
    url, first, second = archive_of_two
    with closing(Archive(url)) as archive:
        assert [run.id for run in archive.runs(("match", "table"))] == [second, first]
        assert [run.id for run in archive.runs(("match", "table"), status="finished")] == [first]
        assert archive.run(99) is None
        found = archive.run(first)
        assert found
        assert found.result == {"hands": 6}
