from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.agents.hosting.registry import make_agent
from fivebet.arena.director import Director
from fivebet.arena.tournament import SCHEDULES, Level, Schedule, Tournament, payouts_for
from fivebet.errors import GameError
from fivebet.game import FOLD
from fivebet.game.agent import play

FAST = Schedule("fast", 200, 2, (Level(5, 10, 1), Level(10, 20, 2), Level(25, 50, 5)))


def field(players: int) -> tuple[str, ...]:
    return tuple(("fold", "call", "raise", "random")[i % 4] for i in range(players))


def play_out(director: Director) -> Director:
    agents = [make_agent(name) for name in director.tournament.agents]
    while not director.over:
        for table in director.deal():
            play(table.hand, [agents[entrant] for entrant in table.entrants])
        director.settle()
    return director


@settings(max_examples=40)
@given(players=st.integers(2, 47), seats=st.integers(2, 10), seed=st.integers(0, 10**6))
def test_chips_are_conserved_tables_balanced_and_places_a_permutation(
    players: int, seats: int, seed: int
) -> None:
    director = Director(
        Tournament(agents=field(players), seats=seats, schedule=FAST, seed=seed, payouts=(1.0,))
    )
    agents = [make_agent(name) for name in director.tournament.agents]
    tables = len(director.tables)
    while not director.over:
        sizes = [len(chairs) for chairs in director.tables.values()]
        left = len(director.left)
        assert sum(sizes) == left
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= seats
        assert len(sizes) == -(-left // seats) <= tables
        tables = len(sizes)
        for table in director.deal():
            play(table.hand, [agents[entrant] for entrant in table.entrants])
        director.settle()
        assert sum(director.stacks) == 200 * players
    finishes = director.finishes()
    assert sorted(each.place for each in finishes) == list(range(1, players + 1))
    assert sum(each.prize for each in finishes) == pytest.approx(100 * players)


def test_nobody_skips_a_big_blind_at_a_table_that_stays_together() -> None:
    director = Director(Tournament(agents=("call",) * 6, seats=6, seed=5))
    posted: list[int] = []
    for _ in range(24):
        (table,) = director.deal()
        blinds = table.hand.game.blinds
        posted.append(table.entrants[blinds.index(max(blinds))])
        while not table.hand.over:
            table.hand.act(FOLD)
        director.settle()
    assert Counter(posted) == dict.fromkeys(range(6), 4)
    assert posted[:6] == posted[6:12]


def test_those_who_bust_together_rank_by_the_chips_they_had() -> None:
    director = Director(Tournament(agents=("call",) * 4, seats=4, payouts=(0.5, 0.3, 0.2)))
    director.stacks = [5000, 300, 700, 0]
    director._finish.clear()
    director.stacks[3] = 700
    bust(director, [1, 2, 3], winner=0)
    places = [each.place for each in director.finishes()]
    assert places[0] == 1
    assert places[1] == 4
    assert sorted(places[2:]) == [2, 3]
    prizes = [each.prize for each in director.finishes()]
    assert prizes == pytest.approx([200, 0, 100, 100])


def bust(director: Director, losers: list[int], winner: int) -> None:
    """A round in which these lose all, given to the director as a hand would be."""

    class Hand:
        payoffs = tuple(
            -director.stacks[entrant]
            if entrant in losers
            else sum(director.stacks[loser] for loser in losers)
            for entrant in range(len(director.stacks))
        )

    class Table:
        hand = Hand
        entrants = tuple(range(len(director.stacks)))

    assert winner not in losers
    director._playing = [Table]  # type: ignore[list-item]
    director.settle()


def test_the_same_seed_plays_the_same_tournament() -> None:
    tournament = Tournament(agents=field(20), seed=9, schedule=FAST)
    first, second = play_out(Director(tournament, 3)), play_out(Director(tournament, 3))
    assert first.finishes() == second.finishes()
    assert play_out(Director(tournament, 4)).finishes() != first.finishes()


def test_rotations_play_the_same_decks_from_other_chairs() -> None:
    tournament = Tournament(agents=field(9), rotations=3, seed=2)
    hands = [Director(tournament, number).deal()[0] for number in range(4)]
    assert hands[0].hand._cards == hands[1].hand._cards == hands[2].hand._cards
    assert hands[3].hand._cards != hands[0].hand._cards
    chairs = [list(Director(tournament, number).tables[0].values()) for number in range(3)]
    assert chairs[1] == chairs[0][1:] + chairs[0][:1]
    assert chairs[2] == chairs[0][2:] + chairs[0][:2]


def test_blinds_rise_and_go_on_to_double() -> None:
    assert [FAST.level(round_).big_blind for round_ in range(12)] == [
        10, 10, 20, 20, 50, 50, 100, 100, 200, 200, 400, 400,
    ]  # fmt: skip
    assert FAST.level(6) == Level(50, 100, 10)


def test_hands_are_played_at_the_level_of_their_round() -> None:
    director = Director(Tournament(agents=("fold",) * 3, schedule=FAST))
    levels = []
    for _ in range(5):
        (table,) = director.deal()
        levels.append((max(table.hand.game.blinds), table.hand.game.antes[0]))
        while not table.hand.over:
            table.hand.act(FOLD)
        director.settle()
    assert levels == [(10, 1), (10, 1), (20, 2), (20, 2), (50, 5)]


def test_players_are_known_by_name_wherever_they_sit() -> None:
    director = Director(Tournament(agents=field(12), seats=6))
    for table in director.deal():
        assert table.hand.players == tuple(f"player {entrant + 1}" for entrant in table.entrants)


def test_hands_say_how_many_players_are_left_at_all_tables() -> None:
    director = Director(Tournament(agents=("raise",) * 20, seed=5))
    output = set()
    while not director.over:
        for table in director.deal():
            assert table.hand.players_left == len(director.left)
            output.add(table.hand.players_left)
            while table.hand.actor is not None:
                table.hand.act(table.hand.legal.passive)
        director.settle()
    assert max(output) == 20 > min(output)


def test_usual_payouts_share_the_whole_pool() -> None:
    for players in (2, 3, 6, 9, 18, 45, 500, 5000):
        assert sum(payouts_for(players)) == pytest.approx(1)
    assert payouts_for(45) == (0.31, 0.215, 0.165, 0.125, 0.09, 0.06, 0.035)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Schedule("flat", 100, 5, (Level(5, 10), Level(5, 10))), "does not rise"),
        (lambda: Schedule("empty", 100, 5, ()), "0 levels"),
        (lambda: Schedule("none", 100, 0, (Level(5, 10),)), "0 hands a level"),
        (lambda: Level(10, 5), "blinds of 10/5"),
        (lambda: Tournament(agents=("call",)), "1 players make no tournament"),
        (lambda: Tournament(agents=field(9), seats=11), "2 to 10 seats, not 11"),
        (
            lambda: Tournament(agents=field(9), payouts=(0.5, 0.4)),
            "50, 40 % add up to 90 % of the prize",
        ),
        (
            lambda: Tournament(agents=field(2), payouts=(0.5, 0.3, 0.2)),
            "for 3 places, but there are",
        ),
        (lambda: Tournament(agents=field(3), payouts=(1.1, -0.1)), "give 0 or more for each place"),
        (lambda: Tournament(agents=field(3), rotations=4), "4 rotations of 3 players are none"),
        (lambda: Tournament(agents=field(3), buy_in=0), "a buy-in of 0 makes no prizes"),
        (lambda: Tournament(agents=field(9), count=0), "0 tournaments"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(make: object, says: str) -> None:
    with pytest.raises(GameError, match=says):
        make()  # type: ignore[operator]


def test_named_schedules_rise() -> None:
    assert set(SCHEDULES) == {"turbo", "standard", "deep"}
    for schedule in SCHEDULES.values():
        assert schedule.level(0).big_blind * 40 <= schedule.stack
