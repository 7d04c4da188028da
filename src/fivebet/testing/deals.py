"""Where agents are tried: random hands, deep and short, and other cards under the same view."""

from collections.abc import Iterable, Iterator

from fivebet.agents.hosting.registry import games_of, plays
from fivebet.cards import Card
from fivebet.errors import AgentError
from fivebet.game.agent import Agent
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.streams import Stream

GAMES = ("limit-2p", "nolimit-2p", "limit-3p", "nolimit-6p", "cash-4p", "potlimit-9p")
"""The games of a trial unless others are given, as far as the agent plays them."""

_DEPTHS = (None, 40, 12, 3)  # stacks in big blinds; each hand takes the next


def chosen_games(agent: Agent, games: Iterable[str | Game] | None) -> list[Game]:
    """Return the games asked for, or the usual ones that the agent plays."""
    if games is not None:
        return [Game.named(game) if isinstance(game, str) else game for game in games]
    usual = [Game.named(name) for name in GAMES if plays(agent, name)]
    if not usual:
        raise AgentError(
            f"the agent plays {', '.join(games_of(agent))} and none of "
            f"{', '.join(GAMES)}: say in which games it is to be checked"
        )
    return usual


def deals(game: Game, hands: int, seed: int) -> Iterator[Hand]:
    """Yield hands of a game, from the usual stacks down to a few blinds."""
    for number in range(hands):
        depth = _DEPTHS[number % len(_DEPTHS)]
        stacks = game.stacks
        if depth is not None:
            stream = Stream(seed, "testing/stacks", number)
            most = depth * game.big_blind
            stacks = tuple(min(stack, game.big_blind + stream.below(most)) for stack in game.stacks)
        yield Hand(game, seed=seed, number=number, stacks=stacks)


def with_other_hidden_cards(hand: Hand, seat: int, seed: int) -> Hand:
    """Return the same hand with other cards where a seat cannot see them."""
    return _dealt_again(hand, {seat}, seed)


def with_other_hole_cards(hand: Hand, seed: int) -> Hand:
    """Return the same hand with other hole cards for everybody."""
    return _dealt_again(hand, set(), seed)


def _dealt_again(hand: Hand, kept: set[int], seed: int) -> Hand:
    game = hand.game
    seen = {*hand.board, *(card for seat in kept for card in hand.hole(seat) or ())}
    unseen = (Card(card) for card in sorted(game.deck) if card not in seen)
    left = Stream(seed, "testing/cards", hand.number, len(hand.moves)).shuffled(unseen)
    holes = [
        hand.hole(seat) if seat in kept else tuple(left.pop() for _ in range(game.hole_cards))
        for seat in range(game.seats)
    ]
    to_come = sum(game.board_cards) - len(hand.board)
    board = (*hand.board, *(left.pop() for _ in range(to_come)))
    again = Hand.with_cards(game, holes, board, stacks=hand.starting_stacks, number=hand.number)
    for move in hand.moves:
        again.act(move.action)
    return again
