import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.relative_strength import relative_strength
from fivebet.agents.players.rule_players import sized_raise
from fivebet.arena import Match, play_match
from fivebet.arena.match import Seats
from fivebet.errors import AgentError
from fivebet.game import CALL, Game, Hand

STYLES = ("tight", "loose", "maniac", "station", "timid", "fair")


@pytest.mark.parametrize("game", ["limit-2p", "nolimit-3p", "limit-6p", "potlimit-4p", "cash-9p"])
def test_every_style_plays_every_game_without_a_mistake(game: str) -> None:
    table = Game.named(game)
    agents = tuple(STYLES[i % len(STYLES)] for i in range(table.seats))
    result = play_match(Match(game=table, agents=agents, deals=40, seats=Seats.ROTATED))
    assert [standing.failures.times for standing in result.standings] == [0] * table.seats


@pytest.mark.parametrize("opponent", ["fold", "call", "raise", "random", *STYLES[:4]])
@pytest.mark.parametrize("game", ["limit-2p", "nolimit-2p"])
def test_fair_beats_every_other_player_by_rules(game: str, opponent: str) -> None:
    event = Match(
        game=Game.named(game),
        agents=("fair", opponent),
        deals=5000 if opponent in ("tight", "loose") else 400,
        seed=11,
        seats=Seats.ROTATED,
    )
    assert play_match(event).standings[0].per_hand.low > 0


def test_a_hand_plays_the_same_again_and_differently_with_another_seed() -> None:
    def actions(seed: int) -> list[str]:
        agents = [make_agent(f"maniac:seed={seed}"), make_agent("station:seed=1")]
        played = []
        for number in range(30):
            hand = Hand(Game.named("limit-2p"), seed=2, number=number)
            while (seat := hand.actor) is not None:
                hand.act(agents[seat].act(hand.view(seat)).action)
            played.append(str(hand.moves))
        return played

    assert actions(3) == actions(3)
    assert actions(3) != actions(4)


def test_small_games_are_refused_by_name() -> None:
    hand = Hand(Game.named("leduc"))
    with pytest.raises(AgentError, match="plays hold'em with two hole cards, not leduc"):
        make_agent("fair").act(hand.view(0))


def test_strength_falls_with_every_opponent() -> None:
    shares = []
    for seats in (2, 4, 9):
        holes = ["AsAh", *[None] * (seats - 1)]
        hand = Hand.with_cards(Game.named(f"limit-{seats}p"), holes, "2c7d9h")
        while hand.street == 0:
            hand.act(CALL)
        shares.append(relative_strength(hand.view(0)))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9


def test_raises_are_parts_of_the_pot_within_the_rules() -> None:
    hand = Hand(Game.named("nolimit-2p"))
    view = hand.view(1)
    assert sized_raise(view, view.legal, 1.0).to == 300  # call 50, then the pot of 200
    assert sized_raise(view, view.legal, 0.01).to == 200
    assert sized_raise(view, view.legal, 1e9).to == 20_000
