"""The compiled counting against counting from the text of a hand."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from fivebet._core import STATISTICS, count_statistics
from fivebet.agents.hosting.registry import make_agent
from fivebet.errors import GameError
from fivebet.game import CALL, FOLD, Game, Hand, play, raise_to
from fivebet.game.positions import seat_positions
from fivebet.game.record import HandRecord
from tests.game.strategies import Player, deals, play_on, players
from tests.opponents.slow_counts import slow_counts


def counted(record: HandRecord) -> dict[tuple[int, int, str], tuple[float, float]]:
    found = seat_positions(record.game)
    counts = count_statistics(record.replay(), found.stealing, found.blinds, found.unit)
    return {
        (seat, street, name): (times, chances)
        for seat, by_street in enumerate(counts.tolist())
        for street, by_name in enumerate(by_street)
        for name, (times, chances) in zip(STATISTICS, by_name, strict=True)
        if times or chances
    }


def assert_counts_alike(record: HandRecord) -> None:
    fast, slow = counted(record), slow_counts(record)
    assert fast.keys() == slow.keys(), record.actions
    for key, (times, chances) in slow.items():
        assert fast[key] == (pytest.approx(float(times), rel=1e-12), chances), (key, record)


@settings(max_examples=300)
@given(deals(), players())
def test_any_hand_is_counted_as_its_text_says(hand: Hand, player: Player) -> None:
    assert_counts_alike(play_on(hand, player).record())


@settings(max_examples=50)
@given(deals(), players())
def test_a_hand_in_progress_is_counted_so_far(hand: Hand, player: Player) -> None:
    for _ in range(3):
        if not hand.over:
            hand.act(player(hand))
    assert_counts_alike(hand.record())


def hands_of_the_house() -> Iterator[Hand]:
    names = ("fair", "tight", "loose", "maniac", "station")
    for name in ("limit-2p", "nolimit-2p", "limit-6p", "nolimit-3p", "nolimit-6p", "nolimit-9p"):
        game = Game.named(name)
        rng = random.Random(name)
        agents = [make_agent(rng.choice(names), seed=seat) for seat in range(game.seats)]
        for number in range(60):
            yield play(Hand(game, seed=3, number=number), agents)


def test_hands_of_real_players_are_counted_as_their_text_says() -> None:
    seen = set()
    for hand in hands_of_the_house():
        record = hand.record()
        assert_counts_alike(record)
        seen |= {name for (_, _, name), (times, _) in counted(record).items() if times}
    assert seen >= {"three_bet", "four_bet", "cbet", "fold_to_cbet", "donk_bet", "check_raise"}


def test_a_view_counts_like_the_hand() -> None:
    for hand in hands_of_the_house():
        found = seat_positions(hand.game)
        whole = count_statistics(hand, found.stealing, found.blinds, found.unit)
        for seat in (0, hand.game.seats - 1):
            view = count_statistics(hand.view(seat), found.stealing, found.blinds, found.unit)
            assert (whole == view).all()


def test_winnings_need_a_unit() -> None:
    with pytest.raises(GameError, match="units of 0"):
        count_statistics(Hand(Game.named("nolimit-2p")), 0, 0, 0)


def six_handed(*actions: object) -> dict[tuple[int, int, str], tuple[float, float]]:
    """Seats: 0 SB, 1 BB, 2 UTG, 3 HJ, 4 CO, 5 BTN; 50/100, 20,000 behind."""
    hand = Hand(Game.named("nolimit-6p"), seed=1)
    for action in actions:
        hand.act(action)  # type: ignore[arg-type]
    return counted(hand.record())


def test_a_walk_is_no_opportunity() -> None:
    counts = six_handed(FOLD, FOLD, FOLD, FOLD, FOLD)
    assert (1, 0, "vpip") not in counts
    assert (1, 0, "pfr") not in counts
    assert counts[0, 0, "steal"] == (0, 1)
    assert counts[0, 0, "vpip"] == (0, 1)


def test_checking_the_big_blind_is_an_opportunity_not_taken() -> None:
    counts = six_handed(FOLD, FOLD, FOLD, CALL, CALL, CALL)
    assert counts[1, 0, "vpip"] == (0, 1)
    assert counts[1, 0, "pfr"] == (0, 1)
    assert (1, 0, "limp") not in counts
    assert counts[0, 0, "limp"] == (1, 1)
    assert (0, 0, "rfi") not in counts


def test_a_third_bet_cold_or_not_is_a_three_bet() -> None:
    raises = (raise_to(300), raise_to(900), raise_to(2700))
    counts = six_handed(raises[0], FOLD, raises[1], FOLD, FOLD, raises[2], FOLD, FOLD)
    assert counts[4, 0, "three_bet"] == (1, 1)
    assert counts[3, 0, "three_bet"] == (0, 1)
    assert counts[1, 0, "four_bet"] == (1, 1)
    assert counts[4, 0, "fold_to_four_bet"] == (1, 1)
    assert counts[2, 0, "five_bet"] == (0, 1)
    assert (2, 0, "fold_to_three_bet") not in counts


def test_in_limit_games_the_last_raise_ends_the_opportunities() -> None:
    hand = Hand(Game.named("limit-2p"), seed=1)
    for to in (20, 30, 40):
        hand.act(raise_to(to))
    hand.act(CALL)
    counts = counted(hand.record())
    assert counts[0, 0, "three_bet"] == (1, 1)
    assert counts[1, 0, "four_bet"] == (1, 1)
    assert counts[1, 0, "fold_to_three_bet"] == (0, 1)
    assert not any(name == "five_bet" for _, _, name in counts)


def test_a_turn_bet_continues_only_what_the_flop_began() -> None:
    heads_up = (raise_to(300), FOLD, FOLD, FOLD, FOLD, CALL)
    bet_on = (CALL, raise_to(300), CALL, CALL, raise_to(900), FOLD)
    counts = six_handed(*heads_up, *bet_on)
    assert counts[2, 1, "cbet"] == counts[2, 2, "cbet"] == (1, 1)
    assert counts[1, 2, "fold_to_cbet"] == (1, 1)
    assert counts[1, 2, "check_fold"] == (1, 1)
    check_raised = (CALL, raise_to(300), raise_to(900), CALL, raise_to(1000), FOLD)
    counts = six_handed(*heads_up, *check_raised)
    assert counts[1, 1, "check_raise"] == (1, 1)
    assert (1, 2, "cbet") not in counts
    assert (2, 2, "fold_to_cbet") not in counts
    delayed = (CALL, CALL, CALL, raise_to(400), FOLD)
    counts = six_handed(*heads_up, *delayed)
    assert counts[2, 1, "cbet"] == (0, 1)
    assert (2, 2, "cbet") not in counts
