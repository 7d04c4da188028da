"""The files that commands of scenarios read."""

from pathlib import Path

from tests.empty_table import write_empty_table

BOTS = '''
from fivebet.game import Decision, raise_to


class Passive:
    """Checks and calls."""

    def act(self, view):
        return Decision(view.legal.passive)


class Illegal:
    """Raises to a chip."""

    def act(self, view):
        return Decision(raise_to(1))


class Learner:
    """Raises more rarely the more hands it has seen."""

    remembers = True

    def __init__(self, seed: int = 0):
        self.seed, self.hands = seed, 0

    def act(self, view):
        legal = view.legal
        if legal.can_raise and (self.seed + self.hands) % 3 == 0:
            return Decision(raise_to(legal.min_raise), {"hands": self.hands})
        return Decision(legal.passive, {"hands": self.hands})

    def observe(self, view):
        self.hands += 1
'''

SHELL_BOT = """
number() { rest=${line#*\\""$1"\\":}; echo "${rest%%[!0-9]*}"; }
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type": "hello", "protocol": 1, "name": "shell"}' ;;
    *'"type":"view"'*)
        action=call
        [ "$(number call)" -eq 0 ] && action=check
        echo "{\\"type\\": \\"action\\", \\"id\\": $(number id), \\"action\\": \\"$action\\"}" ;;
    *'"type":"goodbye"'*) exit ;;
    esac
done
"""

DEMO_GAME = """GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""

BROKEN = """PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2020/01/01 0:00:00 ET
Table 'X' 2-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Ann: dances
"""

POKER = """(defdomain poker (
  (:operator (!fold) () () () 0)
  (:operator (!call) ((stack ?s)) () () ((0.5 -40) (0.5 30)))
  (:operator (!push) ((stack ?s)) () () ((0.3 -90) (0.7 60)))
  (:method (act) give-up () ((!fold)))
  (:method (act) pay () ((!call)))
  (:method (act) all-in () ((!push)))
))
"""


def furnish(folder: Path) -> None:
    """Put the files there that commands read."""
    domains = Path(__file__).parents[1] / "planning" / "domains"
    texts = {
        "bots.py": BOTS,
        "shell_bot.sh": SHELL_BOT,
        "demo.game": DEMO_GAME,
        "broken.txt": BROKEN,
        "poker.htn": POKER,
        "hand.htn": "(defproblem hand poker ((stack 100)) ((act)))\n",
        "impossible.htn": "(defproblem no travel ((at ann home)) ((fly ann moon)))\n",
        "travel.htn": (domains / "travel.htn").read_text("utf-8"),
        "trips.htn": (domains / "travel-problems.htn").read_text("utf-8"),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    write_empty_table(folder / "home")
