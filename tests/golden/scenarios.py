"""The commands whose answers are kept: every command and subcommand, right and wrong.

A scenario is a folder in which some commands are given one after the other; those that
write files or runs come before those that read them.
"""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.empty_table import write_empty_table
from tests.golden.commands import Case

__all__ = ["COMMANDS", "SCENARIOS", "SLOW", "furnish"]

COMMANDS = (
    "",
    "equity",
    "range",
    "strength",
    "evaluate",
    "odds",
    "play",
    "hands",
    "hands check",
    "hands convert",
    "stats",
    "review",
    "acpc",
    "acpc deal",
    "acpc connect",
    "match",
    "ring",
    "tournament",
    "league",
    "ladder",
    "power",
    "runs",
    "runs show",
    "runs resume",
    "runs hands",
    "runs remove",
    "agents",
    "check",
    "cases",
    "cases show",
    "cases merge",
    "cases collect",
    "evolve",
    "sit",
    "plan",
    "solve",
    "report",
    "exploit",
    "nash",
    "nash train",
    "nash show",
    "pushfold",
    "library",
    "library list",
    "library show",
    "library make",
    "drill",
    "serve",
    "deal",
    "reproduce",
    "tour",
    "bench",
    "tables",
)
"""All commands and groups, whose options are read from their --help."""

ALONE = "--workers 1 --store none"


def _case(line: str, **how: Any) -> Case:
    return Case(tuple(shlex.split(line)), **how)


def _cases(*lines: str, **how: Any) -> list[Case]:
    return [_case(line, **how) for line in lines]


def _both(*lines: str, **how: Any) -> list[Case]:
    """For scripts and for people."""
    return [_case(f"{line}{ending}", **how) for line in lines for ending in (" --json", "")]


CARDS = [
    *_both(
        "equity AhKh QQ+,AKs --board Qh7h2c",
        "evaluate Kh7dKs7c2sQh3d",
        "odds --pot 500 --call 100",
        "odds --pot 40 --call 20 --equity 0.4 --stack 20",
        "odds --pot 100 --bet 75 --folds 0.5 --equity 0.3 --stack 400",
        "range 'QQ-88,KTs-K8s,76s:0.5,AhKh'",
        "strength 9h8h ThJh2d",
        "strength AhKh Qh7h2c --range 15% --opponents 2 --dead Qs",
    ),
    *_cases(
        "equity AsAh KsKh --threads 1 --json",
        "equity AA KK QQ --dead 2c --threads 1 --json",
        "equity 10% 15% random random --deals 20000 --seed 4 --threads 1 --json",
        "equity 15% random random --error 0.01 --sample --threads 1 --json",
        "evaluate AsKs QsJsTs --json",
        "range 5%-15% --dead As --json",
        "range 22+ --svg grid.svg",
        # What is refused.
        "equity",
        "equity AsAs KK",
        "equity '' KK",
        "equity AsKs AsQs",
        "equity AA KK --board AhAh2c",
        "equity AA KK --error x --sample",
        "equity AA KK --nonsense",
        "range 22+ --png out.gif",
        "range 22+ --png nowhere/out.png",
        "range XX",
        "strength 9h8h ''",
        "evaluate As",
        "odds --pot 10",
        "odds --pot 10 --call 5 --folds 0.5",
        "odds --pot 10 --bet 5 --equity 0.5",
    ),
    *_both("deal -", stdin="{}"),
    *_cases("deal -", "deal nowhere.json"),
]

EXCHANGE = """{"type":"hello","protocol":1,"dealer":"fivebet 0.1.0","seed":5}
{"type":"game","structure":"no-limit","seats":2,"blinds":[100,50],"stacks":[20000,20000],\
"antes":[0,0],"min_bet":100,"raise_sizes":[],"max_raise_sizes":[],"max_raises":[255,255,255,255],\
"uncapped_heads_up":false,"cap":1099511627776,"first":[1,0,0,0],"board_cards":[0,3,1,1],\
"hole_cards":2,"suits":4,"ranks":13,"rules":{"short_all_in_reopens":true,"minimum_stays":true,\
"splits_fractions":true,"corrects":true,"fold_when_free":false,"losers_muck":false,\
"last_player_acts":true},"name":"nolimit-2p","big_blind":100}
{"type":"view","id":1,"hand":3,"seat":1,"cards":"2c9c","board":"","holes":[null,"2c9c"],\
"street":0,"actor":1,"starting_stacks":[20000,20000],"stacks":[19900,19950],"bets":[100,50],\
"pot":150,"pots":[[100,[0,1]],[50,[0]]],"active":[0,1],"all_in":[],"aggressor":null,"moves":[],\
"legal":{"fold":true,"call":50,"raise":[200,20000]}}
{"type":"goodbye"}
"""
"""What a table says to a program: see docs/agents.md."""

AGENTS = [
    *_cases(
        "agents --json",
        "agents aki plicas+ --json",
        "agents adapted::aki --json",
        "agents bots.py::Passive --json",
        "agents nobody",
        "agents bots.py::Missing",
        "check call --game limit-2p --hands 5 --json",
        "check bots.py::Passive --game limit-2p --game nolimit-3p --hands 5 --json",
        "check bots.py::Illegal --game nolimit-2p --hands 5 --json",
        "check call --game nowhere",
        "check nobody",
    ),
    _case("sit nobody", stdin=EXCHANGE, own_process=True),
    *(_case(f"sit {name}", stdin=EXCHANGE, own_process=True) for name in ("call", "fair", "raise")),
    _case("sit call", stdin='{"type": "hello", "protocol": 1}\nnonsense\n', own_process=True),
]

MATCHES = [
    *_both(
        f"match call random --hands 200 {ALONE}",
        f"match fair tight --game nolimit-2p --hands 30 --duplicate --luck aivat {ALONE}",
    ),
    *_cases(
        f"match aki+:simulations=20 fair --hands 3 --seed 5 {ALONE} --json",
        f"match aki:simulations=20 call --hands 3 {ALONE} --json",
        f"match plicas+ plicas --hands 60 --matches 2 {ALONE} --json",
        f"match evolved evolved+ --game nolimit-2p --hands 20 {ALONE} --json",
        f"match planner+:nodes=20 call --game nolimit-2p --hands 3 {ALONE} --json",
        f"match fictitious fair --game nolimit-2p --hands 2 {ALONE} --json",
        f"match solver:budget=0.05,iterations=5 fair --game nolimit-2p --hands 2 {ALONE} --json",
        f"match nash-limit station --hands 50 --luck cards {ALONE} --json",
        f"match adapted::aki:simulations=20 loose --game nolimit-2p --hands 2 {ALONE} --json",
        f"match maniac tight --game nolimit-2p --hands 60 --carry --seed 7 {ALONE} --json",
        f"match fair tight --hands 400 --luck all-in --game nolimit-2p {ALONE} --json",
        f"match call raise --hands 20000 --until 'ci<400' {ALONE} --json",
        f"match call fold --hands 20000 --until sprt:0,20 {ALONE} --json",
        f"match bots.py::Learner random --hands 60 --matches 2 {ALONE} --json",
        f"match bots.py::Illegal call --hands 4 {ALONE} --json",
        f"match 'json::sh shell_bot.sh' call --hands 4 {ALONE} --json",
        f"match call random --game demo.game --hands 20 {ALONE} --json",
        # What is refused.
        "match call",
        "match call nobody",
        "match call call --game nowhere",
        "match call call --game limit-3p",
        "match call call --hands 0",
        "match call call --seed -1",
        "match call call --matches 0",
        "match call call --luck none-at-all",
        "match call raise --luck aivat --game omaha-2p",
        "match bots.py::Learner bots.py::Learner --luck aivat",
        "match call call --until never",
        "match call call --record 1/0",
        "match call call --record all --store none",
        "match call call --store ftp://x",
        "match call call --workers 0",
        "match call call --report nowhere/report.html",
        "match call call --log hands.doc",
        "match aki fair --game nolimit-2p",
        "match bots.py::Missing call",
        "match call random:nonsense=1",
        "match call random --hands 50 --report report.html --log hands.phhs --workers 1 --json",
    ),
]

RINGS = [
    *_both(f"ring call raise random --game nolimit-3p --seats all --hands 40 {ALONE}"),
    *_cases(
        f"ring call call raise random random fold --hands 20 {ALONE} --json",
        f"ring fair tight loose --game limit-3p --hands 10 --luck cards {ALONE} --json",
        f"ring fair tight loose --game nolimit-3p --hands 6 --luck aivat {ALONE} --json",
        f"ring call raise random --game nolimit-3p --seats sampled --samples 2 --hands 9 {ALONE} "
        "--json",
        f"ring call raise random --game nolimit-3p --seats plain --carry --hands 50 {ALONE} --json",
        f"ring bots.py::Learner fair random --game limit-3p --hands 20 --matches 2 {ALONE} --json",
        "ring call raise random --game nolimit-3p --samples 2",
        "ring call raise --game nolimit-3p",
        "ring call raise random --game nolimit-3p --seats everywhere",
    ),
]

TOURNAMENTS = [
    *_both(f"tournament fair tight loose call --tournaments 3 {ALONE}"),
    *_cases(
        f"tournament 12xfold 12xcall 12xrandom:mix=moik raise --tournaments 20 --schedule turbo "
        f"{ALONE} --json",
        f"tournament fair call --seats 2 --payouts 100 --rotations 2 --tournaments 4 {ALONE} "
        "--json",
        f"tournament bots.py::Learner call fold random --tournaments 4 --stack 500 "
        f"--level-hands 4 --buy-in 10 {ALONE} --json",
        f"tournament evolved call fold random --tournaments 2 --stack 500 {ALONE} --json",
        "tournament call fold --schedule slow",
        "tournament call fold --payouts 50,x",
        "tournament call fold --payouts 50,60",
        "tournament call",
        "tournament call fold --tournaments 0",
        "tournament call fold --seats 1",
    ),
]

LEAGUES = [
    *_both(f"league call raise random fair --hands 40 {ALONE}"),
    *_cases(
        f"league fair tight loose --game nolimit-2p --hands 10 --luck cards {ALONE} --json",
        f"league call raise random fold --game nolimit-3p --hands 4 --rounds 3 {ALONE} --json",
        f"league bots.py::Learner call random --hands 20 --matches 2 {ALONE} --json",
        f"league --standard --quick call raise random fold tight loose --seed 3 {ALONE} --json",
        "power call raise --trial 40 --workers 1 --json",
        "power fair tight --trial 30 --workers 1 --game nolimit-2p --json",
        "power call raise random --game limit-3p --trial 30 --workers 1",
        "league call",
        "league",
        "league --standard call call call call call call",
        "league --standard --hands 5",
        "league --standard --quick call raise random fold tight loose --compare missing.json",
        "league call raise --quick",
        "power call raise --trial 3",
        "power call raise --difference 0",
    ),
]

YARDSTICKS = [
    *_cases(
        f"exploit fair --setting fold-call --hands 2 {ALONE} --json",
        f"exploit fair --setting pot-all-in --hands 2 --seed 4 {ALONE} --json",
        f"exploit bots.py::Passive --train 2 --hands 2 {ALONE} --json",
        f"exploit bots.py::Passive --train 2 --hands 2 --setting pot-all-in {ALONE}",
        tolerance=1e-6,
    ),
    *_both(f"exploit nash-limit --exact river --hands 4 {ALONE}", tolerance=1e-6),
    *_cases(
        f"ladder fair --opponents 2 --rung call --hands 6 --game limit-2p {ALONE} --json",
        f"ladder call --opponents 1 --against raise --hands 4 --seed 3 {ALONE} --json",
        f"ladder call --opponents 0 --rung fold --hands 2 {ALONE}",
        "exploit fair --exact flop",
        "exploit fair --exact turn --setting fold-call",
        "exploit fair --train 5",
        "exploit nash-limit --game leduc",
        "ladder call --opponents 0",
        "ladder call --game limit-3p",
        "ladder call --rung drawn::seven",
    ),
]

RUNS = _cases(
    "runs --json",
    "runs",
    "match fair call --hands 20 --record 1/2 --workers 1 --seed 3 --json",
    "ring call raise random --game nolimit-3p --hands 3 --record all --workers 1 --json",
    "tournament fold call --tournaments 1 --stack 200 --record all --workers 1 --json",
    "league fold call random --hands 2 --record all --workers 1 --json",
    "match fold call --hands 2 --workers 1 --store runs.db --json",
    "runs --json",
    "runs",
    "runs --store runs.db --json",
    "runs show 1 --json",
    "runs show 2 --json",
    "runs show 3 --json",
    "runs show 4 --json",
    "runs show 1",
    "runs hands 1",
    "runs hands 2 --format pokerstars",
    "runs hands 1 --format acpc",
    "runs hands 3 --format acpc",
    "runs hands 1 --format nonsense",
    "runs hands 1 --store runs.db",
    "runs resume 1",
    "runs remove 1",
    "runs show 1",
    "runs resume 9",
    "runs remove 9",
    "runs hands 9",
    "runs show x",
    "runs --store none",
    "runs nonsense",
)

HANDS = [
    *_cases(
        "match fair maniac --game nolimit-2p --hands 30 --log heads-up.phhs --workers 1 --json",
        "ring fair loose station --game nolimit-3p --hands 10 --log three.txt --workers 1 --json",
        "match call raise --hands 10 --log match.log --workers 1 --json",
    ),
    *_both(
        "hands check heads-up.phhs three.txt match.log",
        "hands check broken.txt",
        "stats heads-up.phhs three.txt",
        "stats heads-up.phhs --player fair --by street",
        "stats three.txt --by position --intervals",
        "stats match.log --game limit-2p",
        position_names=True,
    ),
    *_cases(
        "hands check .",
        "hands check match.log --game nolimit-2p --json",
        "hands convert heads-up.phhs --to pokerstars",
        "hands convert three.txt --to phh",
        "hands convert match.log --to phh -o match.phhs",
        "hands convert broken.txt --to phh",
        "hands check missing.txt",
        "hands check heads-up.phhs --game nowhere",
        "hands convert three.txt --to text",
        "hands convert three.txt",
        "hands convert three.txt --to phh -o nowhere/out.phhs",
        "stats missing.txt",
        "stats broken.txt",
        "stats three.txt --player Nobody",
        f"review three.txt --player fair {ALONE} --json",
        f"review three.txt --player Nobody {ALONE}",
        "review --player fair",
        "review missing.txt --player fair",
        "stats three.txt --by weather",
    ),
]

PLAY = [
    _case("play call --hands 2 --seed 7 --save two.log", stdin="?\nc\nc\nwhy\nk\nk\n" + "c\n" * 20),
    _case(
        "play random call --game limit-3p --hands 1 --seed 3 --show-reasons --save one.phhs",
        stdin="c\n" * 20,
    ),
    _case("play call --seed 1 --save none.txt", stdin="nonsense\nq\n"),
    *_cases(
        "hands check two.log one.phhs --json",
        "play call --game nolimit-3p",
        "play call --save hands.doc",
        "play call --save nowhere/hands.log",
        "play nobody",
        "play",
        "play aki --game nolimit-2p",
    ),
]

ACPC = [
    *_cases(
        "acpc deal demo nolimit-2p 10 7 call random",
        "acpc deal demo limit-3p 5 7 call fold raise --json --log a.log --transactions a.tlog",
        "acpc deal demo demo.game 5 7 call raise --fixed --log b.log --transactions b.tlog",
        "acpc deal demo limit-3p 8 7 call fold raise --resume a.tlog --log c.log --json",
        first_line_varies=True,
    ),
    *_cases(
        "acpc connect 127.0.0.1 {port} random:seed=7 --json",
        dealer=("acpc", "deal", "apart", "nolimit-2p", "10", "7", "call", "somebody"),
    ),
    *_cases(
        "hands check demo.log a.log apart.log --json",
        "acpc deal demo nowhere 10 7 call random",
        "acpc deal demo nolimit-2p x 7 call random",
        "acpc deal demo nolimit-2p 10 7 call",
        "acpc deal demo nolimit-2p 10 7 call random --ports 5000,x",
        "acpc deal demo nolimit-2p 10 7 call random --resume missing.tlog",
        "acpc deal demo nolimit-2p 10 7 call random --log nowhere/a.log",
        "acpc connect localhost x call",
        "acpc connect localhost 20000 nobody",
        "acpc connect 127.0.0.1 1 call",
    ),
]

CASES = _cases(
    "cases collect fair -o fair.cases --hands 60 --json",
    "cases collect tight -o tight.cases --hands 40 --seed 2",
    "cases show fair.cases --json",
    "cases show fair.cases --pattern r --json",
    "cases show fair.cases",
    "cases merge fair.cases tight.cases -o all.cases --json",
    "cases show all.cases --json",
    f"match plicas:case_file=fair.cases fair --hands 20 --matches 2 {ALONE} --json",
    "cases show missing.cases",
    "cases show bots.py",
    "cases collect fair -o out.cases --hands 0",
    "cases collect fair -o out.cases --game nolimit-2p",
    "cases collect fair -o nowhere/out.cases",
    "cases collect fair",
)

EVOLUTIONS = _cases(
    "evolve --experiment base --generations 1 --tournaments 1 --evaluation 2 --layers 3 "
    "--workers 1 --folder base --json",
    "evolve --experiment base --generations 2 --tournaments 1 --evaluation 0 --layers 3 "
    "--workers 1 --folder base --json",
    "evolve --experiment hof-opm --generations 1 --tournaments 1 --evaluation 0 --layers 3 "
    "--workers 1 --folder opm --seed 4",
    "evolve --experiment plus --generations 1 --tournaments 1 --evaluation 0 --layers 3 "
    "--workers 1 --folder plus --json",
    "evolve --experiment base --generations 1 --tournaments 1 --evaluation 0 --layers 3 "
    "--workers 1 --folder base",
    "evolve --experiment base --generations 1 --tournaments 2 --evaluation 0 --layers 3 "
    "--workers 1 --folder base",
    "evolve --layers abc --folder none",
    "evolve --schedule flat --folder none",
    "evolve --tournaments 0 --folder none",
    "evolve --workers 0 --folder none",
    "evolve --experiment hall --folder none",
)

PLANS = [
    *_both(
        "plan travel.htn trips.htn --all",
        "plan poker.htn hand.htn --best --attitude averse --alpha 0.01",
        "plan poker.htn hand.htn --best --effects policy",
    ),
    *_cases(
        "plan travel.htn trips.htn --limit 2 --compat jshop2 --json",
        "plan poker.htn hand.htn --attitude seeking --aggregate sum --printed --json",
        "plan poker.htn hand.htn --best --attitude dynamic --pivot 80 --wealth stack --json",
        "plan poker.htn hand.htn --tree --seed 3",
        "plan travel.htn impossible.htn --json",
        "plan travel.htn impossible.htn",
        "plan missing.htn trips.htn",
        "plan bots.py trips.htn",
        "plan travel.htn trips.htn --best --all",
        "plan travel.htn trips.htn --effects policy",
        "plan travel.htn trips.htn --attitude dynamic",
        "plan travel.htn trips.htn --functions missing.py",
        "plan travel.htn trips.htn --draw tree.gif",
        "plan travel.htn",
    ),
]

RIVER = "solve --board Kh8h3dJc5s --pot 200 --stack 900 --oop 22+,A2s+ --ip TT+,AKs --threads 1"
STUDY = [
    *_both(
        "drill --kind pushfold --count 3 --seed 3",
        "drill --kind pushfold --count 2 --rating 1800",
        "library show pushfold 2x10 --hand A5s",
        "library show pushfold 4x8 --at 'fold, fold'",
        tolerance=1e-4,
    ),
    *_cases(
        "library list",
        "library list --json",
        "library list pushfold --json",
        "drill --kind chess",
        "drill --kind flop",
        "drill --day tomorrow",
        "drill --count 0",
        "library list chess",
        "library show preflop 11",
        "library show preflop 100 --at fold",
        "library show preflop 100 --hand XX",
        "library show flops srp-AcQd9h",
        "library make --pot limp",
        "library make --board AsAhAd",
        "library make --target 0",
    ),
]

SOLVING = [
    # Thirty-two bits of precision, and regrets that amplify the last of them.
    *_cases(
        f"{RIVER} --target 1 -o river.solution --json",
        f"{RIVER} --target 1 -o river.solution --at 'check, bet 100' --json",
        f"{RIVER} --iterations 20 --method cfr+ --small -o small.solution --json",
        f"{RIVER} --iterations 10 --bets '60%,e,a' --raises 2.5x --bets-river '50% | 75%' "
        "--add-all-in 1.5 --rake 5 --rake-cap 10 -o sizes.solution --json",
        f"{RIVER} --preview --json",
        f"report --board Kh8h3dJc --pot 200 --stack 300 --oop QQ,A5s --ip KK,T9s {ALONE} --json",
        tolerance=1e-4,
    ),
    *_both(
        "exploit call --game limit-2p --hands 20 --workers 1",
        "pushfold --stack 8 --target 0.001 --threads 1",
        tolerance=1e-6,
    ),
    *_cases(
        "pushfold --stack 10 --method fictitious --iterations 50 --json",
        "exploit fair --game nolimit-2p --hands 2 --workers 1 --json",
        "nash show --json",
        tolerance=1e-6,
    ),
    *_both(
        "pushfold --stacks 10,8,12 --iterations 20 --threads 1",
        "pushfold --players 9 --stack 10 --prizes 50,30,20 --iterations 4 --threads 1",
        tolerance=1e-4,
        position_names=True,
    ),
    *_cases(
        "nash show",
        "solve --board Kh8h3d --pot 200",
        "solve --board KhKh3d --pot 200 --stack 900 --oop AA --ip KK",
        "solve --board Kh8h3d --pot 0 --stack 900 --oop AA --ip QQ",
        f"{RIVER} --bets nonsense",
        f"{RIVER} --method nonsense",
        f"{RIVER} --memory 0.001",
        f"{RIVER} --pot 300 -o river.solution",
        f"{RIVER} --at 'bet 1' -o river.solution",
        f"{RIVER} -o nowhere/river.solution",
        f"{RIVER} --svg tree.gif",
        f"{RIVER} --device tpu",
        f"{RIVER} --lock nowhere.json",
        "report --pot 200 --stack 300 --oop AA --ip KK",
        "report --pot 200 --stack 300 --oop AA --ip KK --flops none",
        "exploit random --game limit-3p",
        "exploit bots.py::Passive --exact turn",
        "exploit call --hands 0",
        "exploit call --workers 0",
        "pushfold --stack 0",
        "pushfold --stacks 10,x",
        "pushfold --stacks 10,8,12 --stack 5",
        "pushfold --players 3 --target 0.1",
        "pushfold --alpha 3",
        "pushfold --players 12",
        "nash train -o nowhere/tiny.limit",
        "nash train -o tiny.limit --buckets 3,2",
        "nash show bots.py",
        "nash show missing.limit",
    ),
]

REST = [
    *_cases("", "acpc", "cases", "hands", "nash", help_only=True),
    *_cases(
        "--version",
        "--nonsense",
        "nonsense",
        "tour --json",
        "bench --only nothing-of-the-kind",
        "tables class-matchups -o class_matchups.npz --json",
        "tables nonsense -o out.json",
        "tables preflop -o nowhere/out.json",
        "tables preflop -o .",
        "tables preflop -o bots.py",
        "serve --port x",
        "serve --port 70000",
        "serve --tls-cert missing.pem",
        "serve --tls-cert missing.pem --tls-key missing.key",
        "serve --agent-server nowhere",
        "serve --store ftp://x",
        "serve extra",
        "reproduce",
        "reproduce smit",
        "reproduce smith --quick --paper",
        "reproduce smith --seed -1",
    ),
]

TRAINING = _cases(
    "nash train -o tiny.limit --buckets 3,2,2,2 --iterations 5 --threads 1 --json",
    "nash show tiny.limit --json",
    tolerance=1e-4,
)

PAPERS = {
    f"paper-{name}": _cases(f"reproduce {name} --quick --json")
    for name in ("moik", "smith", "aki", "aki-switches", "plicas", "martins")
}

SCENARIOS: dict[str, Sequence[Case]] = {
    "cards": CARDS,
    "agents": AGENTS,
    "match": MATCHES,
    "ring": RINGS,
    "tournament": TOURNAMENTS,
    "league": LEAGUES,
    "yardsticks": YARDSTICKS,
    "runs": RUNS,
    "hands": HANDS,
    "play": PLAY,
    "acpc": ACPC,
    "cases": CASES,
    "evolve": EVOLUTIONS,
    "plan": PLANS,
    "solving": SOLVING,
    "study": STUDY,
    "rest": REST,
    "training": TRAINING,
    **PAPERS,
}
SLOW = {"training", *PAPERS}
"""Scenarios that take minutes: not part of the tests."""

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
