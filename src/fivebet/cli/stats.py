"""`fivebet stats`: how people play, from files of hands."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from fivebet.cli.hands import LogGame, hand_files
from fivebet.cli.output import Json, print_json
from fivebet.cli.stats_counts import By, FileCounts, break_down, count_hands, half_width
from fivebet.cli.stats_tables import MOST_PLAYERS, print_tables
from fivebet.errors import FivebetError
from fivebet.formats.acpc import find_game
from fivebet.opponents import DEFINITIONS, Statistics, classify, style_of


def command(
    files: Annotated[
        list[Path], typer.Argument(help="Files in any mix of formats, or folders of them.")
    ],
    player: Annotated[str, typer.Option(help="Show everything about one player.")] = "",
    by: Annotated[By | None, typer.Option(help="Break the figures down.")] = None,
    intervals: Annotated[
        bool,
        typer.Option(
            "--intervals", help="One line for each figure, with its 95 % interval and counts."
        ),
    ] = False,
    game: LogGame = "",
    json: Json = False,
) -> int:
    """Show how players play: VPIP, PFR, AF and more, and who wins from whom.

    Reads PHH, PokerStars' layout and ACPC match logs. Figures are percentages of the
    opportunities a player had; winnings are before any rake.

    Hands that cannot be read are reported and left out; the exit code is then 1.

    [bold]Examples[/bold]

      fivebet stats session.txt

      fivebet stats hands/ --by position

      fivebet stats session.txt --player Hero --by street

      fivebet stats match.log --intervals --json
    """
    counts = count_hands(list(hand_files(files)), find_game(game) if game else None, quiet=json)
    if not counts.tally:
        raise FivebetError(f"no hand could be read in {', '.join(map(str, files))}")
    if player and player not in counts.tally:
        some = ", ".join(counts.names[:MOST_PLAYERS])
        raise FivebetError(f"{player!r} has played none of these hands: there are {some}")
    chosen = [player] if player else counts.names
    if json:
        print_json(_to_dict(counts, chosen, by))
    else:
        print_tables(counts, chosen, player, by, intervals)
    return 1 if counts.left_out else 0


def _to_dict(counts: FileCounts, names: Sequence[str], by: By | None) -> dict[str, Any]:
    return {
        "files": counts.files,
        "hands": counts.hands,
        "unreadable": counts.left_out,
        "players": [_player_dict(counts, name, by) for name in names],
    }


def _player_dict(counts: FileCounts, name: str, by: By | None) -> dict[str, Any]:
    known = counts.tally[name]
    profile = classify(known)
    others = [str(other) for other in counts.tally if other != name]
    data = {
        "name": name,
        "hands": int(known.hands),
        "style": str(style_of(known)),
        "profile": {
            "name": profile.name,
            "confidence": profile.confidence,
            "probabilities": dict(profile.probabilities),
        },
        **_figures_dict(known),
        "won_from": {
            other: float(won) for other in others if (won := counts.ledger.won(name, other))
        },
    }
    if by is not None:
        data[f"by_{by}"] = {key: _figures_dict(part) for key, part in break_down(known, by)}
    return data


def _figures_dict(known: Statistics) -> dict[str, Any]:
    won = known.bb_per_100
    reach = half_width(won)
    return {
        "statistics": {
            name: {
                "times": int(ratio.times),
                "opportunities": int(ratio.opportunities),
                "share": ratio.value,
                "ci95": list(ratio.interval()),
            }
            for name in DEFINITIONS
            if (ratio := known.ratio(name)).opportunities
        },
        "aggression_factor": known.aggression_factor,
        "bet_size": known.bet_size,
        "pot": known.pot,
        "bb_per_100": won.mean if won.hands else None,
        "ci95": None if reach is None else [won.mean - reach, won.mean + reach],
    }
