"""Commands of cards, planning, evolution and solving."""

from tests.golden.cases import ALONE, both, cases

CARDS = [
    *both(
        "equity AhKh QQ+,AKs --board Qh7h2c",
        "evaluate Kh7dKs7c2sQh3d",
        "odds --pot 500 --call 100",
        "odds --pot 40 --call 20 --equity 0.4 --stack 20",
        "odds --pot 100 --bet 75 --folds 0.5 --equity 0.3 --stack 400",
        "range 'QQ-88,KTs-K8s,76s:0.5,AhKh'",
        "strength 9h8h ThJh2d",
        "strength AhKh Qh7h2c --range 15% --opponents 2 --dead Qs",
    ),
    *cases(
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
    *both("deal -", stdin="{}"),
    *cases("deal -", "deal nowhere.json"),
]

CASES = cases(
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

EVOLUTIONS = cases(
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
    *both(
        "plan travel.htn trips.htn --all",
        "plan poker.htn hand.htn --best --attitude averse --alpha 0.01",
        "plan poker.htn hand.htn --best --effects policy",
    ),
    *cases(
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
    *both(
        "drill --kind pushfold --count 3 --seed 3",
        "drill --kind pushfold --count 2 --rating 1800",
        "library show pushfold 2x10 --hand A5s",
        "library show pushfold 4x8 --at 'fold, fold'",
        tolerance=1e-4,
    ),
    *cases(
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
    *cases(
        f"{RIVER} --target 1 -o river.solution --json",
        f"{RIVER} --target 1 -o river.solution --at 'check, bet 100' --json",
        f"{RIVER} --iterations 20 --method cfr+ --small -o small.solution --json",
        f"{RIVER} --iterations 10 --bets '60%,e,a' --raises 2.5x --bets-river '50% | 75%' "
        "--add-all-in 1.5 --rake 5 --rake-cap 10 -o sizes.solution --json",
        f"{RIVER} --preview --json",
        f"report --board Kh8h3dJc --pot 200 --stack 300 --oop QQ,A5s --ip KK,T9s {ALONE} --json",
        tolerance=1e-4,
    ),
    *both(
        "exploit call --game limit-2p --hands 20 --workers 1",
        "pushfold --stack 8 --target 0.001 --threads 1",
        tolerance=1e-6,
    ),
    *cases(
        "pushfold --stack 10 --method fictitious --iterations 50 --json",
        "exploit fair --game nolimit-2p --hands 2 --workers 1 --json",
        "nash show --json",
        tolerance=1e-6,
    ),
    *both(
        "pushfold --stacks 10,8,12 --iterations 20 --threads 1",
        "pushfold --players 9 --stack 10 --prizes 50,30,20 --iterations 4 --threads 1",
        tolerance=1e-4,
        position_names=True,
    ),
    *cases(
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
