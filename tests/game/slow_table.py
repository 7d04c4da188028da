"""The rules of the table once more, from the rule books: slow, obvious, in plain Python.

It shares nothing with the compiled table but the description of the game and
of the cards. Lists by seat, one rule after the other, exact fractions.
"""

from collections import Counter
from fractions import Fraction

from fivebet.game.game import Game


class RefusedError(Exception):
    """An action that the rules do not allow."""


class SlowTable:
    def __init__(
        self, game: Game, stacks: list[int], holes: list[list[int]], board: list[int]
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.seats = list(range(game.seats))
        self.fixed = game.structure == "fixed-limit"
        self.holes, self.full_board = holes, board
        self.reserve = [max(0, stack - game.cap) for stack in stacks]
        self.behind = [min(stack, game.cap) for stack in stacks]
        self.started = list(stacks)
        self.stake = [0 for _ in stacks]
        self.dead = 0
        self.bets = [0 for _ in stacks]
        self.folded = [False for _ in stacks]
        self.street = 0
        self.over = False
        self.actor: int | None = None
        self.shown: list[int] = []
        self.uncalled: tuple[int, int] | None = None
        self.won = [Fraction(0) for _ in stacks]
        self.post_antes()
        self.post_blinds()
        self.start_street()
        self.find_next(game.first[0])

    # Before the first action.

    def post_antes(self) -> None:
        """What all pay alike is staked first; what some pay above it is dead."""
        common = min(self.game.antes)
        for seat in self.seats:
            paid = min(self.game.antes[seat], self.behind[seat])
            self.behind[seat] -= paid
            self.stake[seat] += min(paid, common)
            self.dead += max(0, paid - common)

    def post_blinds(self) -> None:
        for seat in self.seats:
            self.put_in(seat, min(self.game.blinds[seat], self.behind[seat]))

    def put_in(self, seat: int, chips: int) -> None:
        self.behind[seat] -= chips
        self.bets[seat] += chips
        self.stake[seat] += chips

    def start_street(self) -> None:
        preflop = self.street == 0
        biggest_blind = max(self.game.blinds)
        if not preflop:
            self.bets = [0 for _ in self.seats]
        self.current_bet = biggest_blind if preflop else 0
        least, most = self.bounds_of_a_raise()
        self.last_full_raise = min(max(biggest_blind if preflop else 0, least), most)
        self.minimum = self.current_bet + self.last_full_raise
        self.raises = 0
        self.aggressor: int | None = None
        self.has_acted = [False for _ in self.seats]
        self.must_act = [self.can_act(seat) for seat in self.seats]

    def bounds_of_a_raise(self) -> tuple[int, int]:
        if self.fixed:
            return self.game.raise_sizes[self.street], self.game.raise_sizes[self.street]
        if self.game.structure == "spread-limit":
            return self.game.raise_sizes[self.street], self.game.max_raise_sizes[self.street]
        return self.game.min_bet, 10**15

    # Who and what.

    def can_act(self, seat: int) -> bool:
        return not self.folded[seat] and self.behind[seat] > 0

    def players_in(self) -> list[int]:
        return [seat for seat in self.seats if not self.folded[seat]]

    def pot(self) -> int:
        return self.dead + sum(self.stake)

    def owed(self, seat: int) -> int:
        """What a player needs to match, never more than somebody else could match."""
        others = [self.bets[i] + self.behind[i] for i in self.players_in() if i != seat]
        return max(0, min(self.current_bet, max(others)) - self.bets[seat])

    def raise_allowed(self, seat: int) -> bool:
        limit = self.game.max_raises[self.street]
        if self.game.uncapped_heads_up and len(self.players_in()) == 2:
            limit = 10**9
        others = [i for i in self.seats if i != seat and self.can_act(i)]
        more = self.current_bet - self.bets[seat]
        if self.raises >= limit or not others or self.behind[seat] <= more:
            return False
        if not self.has_acted[seat] or self.rules.short_all_in_reopens:
            return True
        needed = Fraction(self.last_full_raise, 2) if self.fixed else self.last_full_raise
        return more >= needed

    def raise_bounds(self, seat: int) -> tuple[int, int]:
        all_in = self.bets[seat] + self.behind[seat]
        _, most = self.bounds_of_a_raise()
        highest = self.current_bet + most
        if self.game.structure == "pot-limit":
            call = self.current_bet - self.bets[seat]
            highest = self.current_bet + self.pot() + call
        highest = max(highest, self.minimum)
        return min(self.minimum, all_in), min(highest, all_in)

    def legal(self) -> tuple[bool, int, bool, int, int]:
        seat = self.actor
        assert seat is not None
        call = min(self.owed(seat), self.behind[seat])
        fold = call > 0 or self.rules.fold_when_free
        if not self.raise_allowed(seat):
            return fold, call, False, 0, 0
        return fold, call, True, *self.raise_bounds(seat)

    # What players do.

    def act(self, kind: str, to: int = 0) -> None:
        if self.over:
            raise RefusedError
        seat = self.actor
        assert seat is not None
        may_fold, call, may_raise, low, high = self.legal()
        if kind == "fold" and not may_fold:
            kind = self.correct_to("call")
        if kind == "check" and call > 0:
            kind = self.correct_to("call")
        if kind in ("bet", "raise") and not may_raise:
            kind = self.correct_to("call")
        if kind in ("bet", "raise") and not low <= to <= high:
            kind = self.correct_to("raise")
            to = low if to < low else high

        self.must_act[seat] = False
        self.has_acted[seat] = True
        if kind == "fold":
            self.folded[seat] = True
        elif kind in ("check", "call"):
            self.put_in(seat, call)
        else:
            self.bet_to(seat, to)
        self.find_next(seat + 1)

    def correct_to(self, kind: str) -> str:
        if not self.rules.corrects:
            raise RefusedError
        return kind

    def bet_to(self, seat: int, to: int) -> None:
        by = to - self.current_bet
        self.put_in(seat, to - self.bets[seat])
        full = by >= self.last_full_raise
        half = self.fixed and 2 * by >= self.last_full_raise
        if full or half or self.rules.short_all_in_reopens:
            self.raises += 1
        if full:
            self.last_full_raise = by
        if self.rules.minimum_stays and not self.fixed:
            self.minimum = max(self.minimum, to + by)
        else:
            self.minimum = to + self.last_full_raise
        self.current_bet = to
        self.aggressor = seat
        for other in self.seats:
            self.must_act[other] = other != seat and self.can_act(other)

    def find_next(self, seat: int) -> None:
        if len(self.players_in()) == 1:
            self.give_back()
            self.end([(self.pot(), self.players_in())], showdown=False)
            return
        acting = [i for i in self.seats if self.can_act(i)]
        alone = len(acting) == 1 and self.owed(acting[0]) == 0
        if alone and not self.rules.last_player_acts:
            self.must_act = [False for _ in self.seats]
        for i in range(self.game.seats):
            candidate = (seat + i) % self.game.seats
            if self.must_act[candidate] and self.can_act(candidate):
                self.actor = candidate
                return
        if len(acting) > 1 and self.street + 1 < self.game.rounds:
            self.street += 1
            self.start_street()
            self.find_next(self.game.first[self.street])
            return
        self.street = self.game.rounds - 1
        self.give_back()
        self.end(self.pots(), showdown=True)

    # The end.

    def give_back(self) -> None:
        order = sorted(self.seats, key=lambda seat: self.stake[seat], reverse=True)
        first, second = order[0], order[1]
        extra = self.stake[first] - self.stake[second]
        if extra:
            self.stake[first] -= extra
            self.behind[first] += extra
            self.uncalled = (first, extra)

    def pots(self) -> list[tuple[int, list[int]]]:
        """Peel off the smallest stake of those still in, again and again."""
        rest = list(self.stake)
        pots: list[tuple[int, list[int]]] = []
        if self.dead:
            pots.append((self.dead, self.players_in()))
        while any(rest):
            players = [seat for seat in self.players_in() if rest[seat] > 0]
            if not players:
                pots[-1] = (pots[-1][0] + sum(rest), pots[-1][1])
                break
            peel = min(rest[seat] for seat in players)
            chips = sum(min(peel, stake) for stake in rest)
            rest = [max(0, stake - peel) for stake in rest]
            if pots and pots[-1][1] == players:
                pots[-1] = (pots[-1][0] + chips, players)
            else:
                pots.append((chips, players))
        return pots

    def end(self, pots: list[tuple[int, list[int]]], *, showdown: bool) -> None:
        self.over = True
        self.actor = None
        strength = {}
        if showdown:
            strength = {i: strength_of(self.holes[i] + self.full_board) for i in self.players_in()}
        for chips, players in pots:
            best = max((strength[i] for i in players), default=None) if showdown else None
            winners = [i for i in players if not showdown or strength[i] == best]
            self.share(chips, winners)
        if showdown:
            self.show(pots, strength)

    def share(self, chips: int, winners: list[int]) -> None:
        if self.rules.splits_fractions:
            for seat in winners:
                self.won[seat] += Fraction(chips, len(winners))
            return
        for number in range(chips % len(winners)):
            self.won[winners[number]] += 1
        for seat in winners:
            self.won[seat] += chips // len(winners)

    def show(self, pots: list[tuple[int, list[int]]], strength: dict[int, tuple[int, ...]]) -> None:
        somebody_all_in = any(self.behind[seat] == 0 for seat in self.players_in())
        if somebody_all_in or not self.rules.losers_muck:
            self.shown = self.players_in()
            return
        start = 0 if self.aggressor is None else self.aggressor
        order = [(start + i) % self.game.seats for i in self.seats]
        for seat in (i for i in order if not self.folded[i]):
            rivals = [[i for i in self.shown if i in pot] for _, pot in pots if seat in pot]
            if not self.shown or any(
                all(strength[seat] >= strength[i] for i in group) for group in rivals
            ):
                self.shown.append(seat)
        self.shown.sort()

    def payoffs(self) -> list[Fraction]:
        finals = (self.won[i] + self.behind[i] + self.reserve[i] for i in self.seats)
        return [final - start for final, start in zip(finals, self.started, strict=True)]

    def board(self) -> list[int]:
        return self.full_board[: sum(self.game.board_cards[: self.street + 1])]


def strength_of(cards: list[int]) -> tuple[int, ...]:  # noqa: PLR0911 - one for each kind of hand
    """The best hand as a tuple that compares like it; without five cards, ranks only."""
    ranks = [card % 13 for card in cards]
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    if len(cards) >= 5:
        for suit in range(4):
            suited = sorted((card % 13 for card in cards if card // 13 == suit), reverse=True)
            if len(suited) >= 5:
                high = top_of_straight(suited)
                return (8, high) if high else (5, *suited[:5])
    high = top_of_straight(ranks)
    (most, first), *rest = groups
    second = rest[0] if rest else (0, 0)
    kickers = sorted(set(ranks), reverse=True)
    if most == 4:
        return (7, first, *[r for r in kickers if r != first][:1])
    if most == 3 and second[0] >= 2:
        return (6, first, max(r for n, r in rest if n >= 2))
    if high:
        return (4, high)
    if most == 3:
        return (3, first, *[r for r in kickers if r != first][:2])
    if most == 2 and second[0] == 2:
        return (2, first, second[1], *[r for r in kickers if r not in (first, second[1])][:1])
    if most == 2:
        return (1, first, *[r for r in kickers if r != first][:3])
    return (0, *kickers[:5])


def top_of_straight(ranks: list[int]) -> int:
    """The highest rank of a straight, 0 if there is none; a wheel's is the five, 3."""
    have = {rank + 1 for rank in ranks} | ({0} if 12 in ranks else set())
    tops = [top for top in range(4, 14) if all(top - i in have for i in range(5))]
    return tops[-1] - 1 if tops else 0
