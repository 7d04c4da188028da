"""What is assumed of unknown players, measured again at a few tables of strangers."""

import pytest
from tools.aki_priors import STYLES, any_style, profiles, strangers, unknown

from fivebet.agents.players.aki.priors import PROFILES, UNKNOWN
from fivebet.agents.players.rule_players import Loose, Maniac, Station, Tight, Timid
from fivebet.streams import Stream


def test_unknown_players_are_the_mean_of_strangers() -> None:
    known = strangers(4, hands=72, seed=5)
    for measured, assumed in zip(unknown(known), UNKNOWN, strict=True):
        assert measured == pytest.approx(assumed, abs=0.12)
    assert set(profiles(known)) <= set(PROFILES)


def test_no_stranger_is_a_player_of_an_experiment() -> None:
    """Styles are drawn from ranges, of which none is centred on a player of the event."""
    stream = Stream(1, "strangers", 0)
    drawn = {any_style(stream) for _ in range(100)}
    assert len(drawn) == 100
    assert not drawn & {player.style for player in (Tight, Loose, Maniac, Station, Timid)}
    for style in drawn:
        for name, (low, high) in STYLES.items():
            assert low <= getattr(style, name) <= high


def test_ratios_sum_to_one() -> None:
    for triple in UNKNOWN:
        assert sum(triple) == pytest.approx(1)
    for before, after in PROFILES.values():
        for response in (before, after):
            assert response.fold + response.raise_ <= 1
