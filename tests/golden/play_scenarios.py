"""Commands of agents and of what they play: hands, matches, tournaments, runs, the competition."""

from tests.golden.cases import ALONE, both, case, cases

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
    *cases(
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
    case("sit nobody", stdin=EXCHANGE, own_process=True),
    *(case(f"sit {name}", stdin=EXCHANGE, own_process=True) for name in ("call", "fair", "raise")),
    case("sit call", stdin='{"type": "hello", "protocol": 1}\nnonsense\n', own_process=True),
]

MATCHES = [
    *both(
        f"match call random --hands 200 {ALONE}",
        f"match fair tight --game nolimit-2p --hands 30 --duplicate --luck aivat {ALONE}",
    ),
    *cases(
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
    *both(f"ring call raise random --game nolimit-3p --seats all --hands 40 {ALONE}"),
    *cases(
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
    *both(f"tournament fair tight loose call --tournaments 3 {ALONE}"),
    *cases(
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
    *both(f"league call raise random fair --hands 40 {ALONE}"),
    *cases(
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
    *cases(
        f"exploit fair --setting fold-call --hands 2 {ALONE} --json",
        f"exploit fair --setting pot-all-in --hands 2 --seed 4 {ALONE} --json",
        f"exploit bots.py::Passive --train 2 --hands 2 {ALONE} --json",
        f"exploit bots.py::Passive --train 2 --hands 2 --setting pot-all-in {ALONE}",
        tolerance=1e-6,
    ),
    *both(f"exploit nash-limit --exact river --hands 4 {ALONE}", tolerance=1e-6),
    *cases(
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

RUNS = cases(
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
    *cases(
        "match fair maniac --game nolimit-2p --hands 30 --log heads-up.phhs --workers 1 --json",
        "ring fair loose station --game nolimit-3p --hands 10 --log three.txt --workers 1 --json",
        "ring fair loose station --game nolimit-3p --hands 1 --seed 3 --log one.txt --workers 1",
        "match call raise --hands 10 --log match.log --workers 1 --json",
    ),
    *both(
        "hands check heads-up.phhs three.txt match.log",
        "hands check broken.txt",
        "stats heads-up.phhs three.txt",
        "stats heads-up.phhs --player fair --by street",
        "stats three.txt --by position --intervals",
        "stats match.log --game limit-2p",
        position_names=True,
    ),
    *cases(
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
        f"review one.txt --player fair --target 10 {ALONE} --json",
        f"review three.txt --player Nobody {ALONE}",
        "review --player fair",
        "review missing.txt --player fair",
        "stats three.txt --by weather",
    ),
]

PLAY = [
    case("play call --hands 2 --seed 7 --save two.log", stdin="?\nc\nc\nwhy\nk\nk\n" + "c\n" * 20),
    case(
        "play random call --game limit-3p --hands 1 --seed 3 --show-reasons --save one.phhs",
        stdin="c\n" * 20,
    ),
    case("play call --seed 1 --save none.txt", stdin="nonsense\nq\n"),
    *cases(
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
    *cases(
        "acpc deal demo nolimit-2p 10 7 call random",
        "acpc deal demo limit-3p 5 7 call fold raise --json --log a.log --transactions a.tlog",
        "acpc deal demo demo.game 5 7 call raise --fixed --log b.log --transactions b.tlog",
        "acpc deal demo limit-3p 8 7 call fold raise --resume a.tlog --log c.log --json",
        first_line_varies=True,
    ),
    *cases(
        "acpc connect 127.0.0.1 {port} random:seed=7 --json",
        dealer=("acpc", "deal", "apart", "nolimit-2p", "10", "7", "call", "somebody"),
    ),
    *cases(
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
