"""Drawing a hand in the terminal: one line per seat, the board and the legal actions."""

from fractions import Fraction

from fivebet._core import UNLIMITED, HandInfo


def draw(hand: HandInfo) -> str:
    """Return the hand as text, like this.

    nolimit-2p, hand 0, flop
      board  A♠ K♦ 2♣
      pot    200
    → seat 0           9,900     0  9♣ 9♥
      seat 1  button   9,900     0  ?? ??
      check, raise to 100 to 9900
    """
    game = hand.game
    lines = [f"{game}, hand {hand.number}, {_stage(hand)}"]
    if hand.board:
        lines.append("  board  " + " ".join(card.pretty for card in hand.board))
    if hand.pot:
        lines.append(f"  pot    {hand.pot:,}" + _side_pots(hand))
    lines += [_seat_line(hand, seat) for seat in range(game.seats)]
    if not hand.over:
        lines.append(f"  {hand.legal}")
    return "\n".join(lines)


def summarise(hand: HandInfo) -> str:
    """Return one line: the game, the street, the board, the pot and whose turn it is."""
    board = "".join(map(str, hand.board))
    parts = [str(hand.game), f"hand {hand.number}", _stage(hand), board]
    if hand.actor is not None:
        parts += [f"pot {hand.pot}", f"seat {hand.actor} to act"]
    elif hand.decided:
        payoffs = ", ".join(f"{float(chips):+g}" for chips in hand.payoffs)
        parts.append(f"payoffs {payoffs}")
    return ", ".join(filter(None, parts))


def _stage(hand: HandInfo) -> str:
    return "over" if hand.over else hand.game.streets[hand.street]


def _side_pots(hand: HandInfo) -> str:
    pots = [f"{chips:,}" for chips, _ in hand.pots]
    return f" ({' + '.join(pots)})" if hand.all_in and len(pots) > 1 else ""


def _seat_line(hand: HandInfo, seat: int) -> str:
    arrow = "→" if seat == hand.actor else " "
    button = "button" if seat == hand.game.button else ""
    stack, bet = hand.stacks[seat], hand.bets[seat]
    line = (
        f"{arrow} seat {seat}  {button:6} {_chips(stack):>9} {bet or '':>6}  {_cards(hand, seat)}"
    )
    return f"{line}  {_note(hand, seat)}".rstrip()


def _chips(chips: int | Fraction) -> str:
    if chips > UNLIMITED // 2:
        return "∞"
    return f"{chips:,}" if isinstance(chips, int) else f"{float(chips):,.2f}"


def _cards(hand: HandInfo, seat: int) -> str:
    cards = hand.hole(seat)
    return " ".join(["??"] * hand.game.hole_cards if cards is None else [c.pretty for c in cards])


def _note(hand: HandInfo, seat: int) -> str:
    if hand.decided:
        payoff = hand.payoffs[seat]
        return (
            f"{'+' if payoff > 0 else ''}{payoff if isinstance(payoff, int) else float(payoff):,}"
        )
    if seat not in hand.active:
        return "folded"
    return "all-in" if seat in hand.all_in else ""
