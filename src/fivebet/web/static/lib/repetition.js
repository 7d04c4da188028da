/** The command and the lines of Python that do the same as a page. */

/** @typedef {{ command: string, python: string }} Repetition */

/** Quote a word for a shell, if it needs that. @param {string | number} word */
function quoted(word) {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Join words to a command; what is empty is left out. @param {(string | number | [string, string | number] | null | false)[]} words */
function commandOf(...words) {
  return ["fivebet", ...words.flatMap((word) => (word === null || word === false || word === "" ? [] : word)).map(quoted)].join(" ");
}

/** Write a value as Python does. @param {unknown} value @returns {string} */
function python(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object") return `{${Object.entries(/** @type {object} */ (value)).map(([key, each]) => `${python(key)}: ${python(each)}`).join(", ")}}`;
  return JSON.stringify(value);
}

/** @param {string[]} players @param {string} board @param {string} dead @returns {Repetition} */
export function equityRepetition(players, board, dead) {
  const named = [...players.map(python), ...(board ? [`board=${python(board)}`] : []), ...(dead ? [`dead=${python(dead)}`] : [])];
  return {
    command: commandOf("equity", ...players, board && ["--board", board], dead && ["--dead", dead]),
    python: `from fivebet import equity\n\nprint(equity(${named.join(", ")}).equity)`,
  };
}

/** @param {string} range @returns {Repetition} */
export function rangeRepetition(range) {
  return { command: commandOf("range", range), python: `from fivebet import Range\n\nprint(Range(${python(range)}).share)` };
}

/** @param {string[]} given @returns {string} */
function lines(...given) {
  return given.join("\n");
}

/** @param {number} stack @param {number} ante @returns {Repetition} */
export function headsUpRepetition(stack, ante) {
  return {
    command: commandOf("pushfold", "--stack", stack, ante > 0 && ["--ante", ante]),
    python: lines(
      "from fivebet.solving.jam_fold_heads_up import JamOrFold, solve_jam_or_fold",
      "",
      `solution = solve_jam_or_fold(JamOrFold(stack=${stack}, ante=${ante}))`,
      "print(*solution.ranges)",
    ),
  };
}

/** @param {number[]} stacks @param {number[]} prizes @param {number} ante @returns {Repetition} */
export function jamTableRepetition(stacks, prizes, ante) {
  const given = [`stacks=(${stacks.join(", ")},)`, `ante=${ante}`, ...(prizes.length ? [`prizes=(${prizes.join(", ")},)`] : [])];
  return {
    command: commandOf("pushfold", "--stacks", stacks.join(","), ante > 0 && ["--ante", ante], prizes.length > 0 && ["--prizes", prizes.join(",")]),
    python: lines(
      "from fivebet.solving.jam_fold_table import JamTable, solve_jam_table",
      "",
      `table = JamTable(${given.join(", ")})`,
      "solution = solve_jam_table(table)",
      "print(solution.strategy(table.names[0]))",
    ),
  };
}

/**
 * Return how a solution is made again; `at` is the node that is shown.
 * @param {import("./spots.js").Solve} solve
 * @param {string} at
 * @returns {Repetition}
 */
export function solveRepetition({ spot, locks, target }, at) {
  const { board, pot, stack, oop, ip, menus, add_all_in, force_all_in, merge, rake, rake_cap, limit, removed = [] } = spot;
  const goal = target || 0.5;
  const from = board.length / 2 - 3;
  /** @type {[string, string][]} */
  const options = [];
  /** @type {Record<string, string>} */
  const sizes = {};
  ["flop", "turn", "river"].forEach((street, number) => {
    if (number < from || limit) return;
    const [first, second] = menus.map((streets) => streets[number]);
    for (const kind of /** @type {const} */ (["bets", "raises"])) {
      options.push([`--${kind}-${street}`, `${first[kind]} | ${second[kind]}`]);
      sizes[`${kind} ${street} oop`] = first[kind];
      sizes[`${kind} ${street} ip`] = second[kind];
    }
    if (number > from && first.donks !== null) {
      options.push([`--donks-${street}`, first.donks]);
      sizes[`donks ${street} oop`] = first.donks;
    }
  });
  /** @type {[string, number][]} */
  const rules = [["add_all_in", add_all_in], ["force_all_in", force_all_in], ["merge", merge], ["rake_cap", rake > 0 ? rake_cap : 0]];
  const command = commandOf(
    "solve", "--board", board, "--pot", pot, "--stack", stack, "--oop", oop, "--ip", ip,
    ...options,
    ...rules.map(([name, value]) => /** @type {[string, number]} */ ([`--${name.replaceAll("_", "-")}`, value])),
    rake > 0 && ["--rake", 100 * rake],
    limit ? ["--limit", limit.bets.join(",")] : false,
    ...removed.map((line) => /** @type {[string, string]} */ (["--remove", line])),
    locks.length > 0 && ["--lock", "locks.json"],
    "--target", goal,
    at && ["--at", at],
  );
  const given = [
    ...[board, pot, stack, oop, ip].map(python),
    limit ? `limit=FixedLimit((${limit.bets.join(", ")}))` : `sizes=${python(sizes)}`,
    ...rules.map(([name, value]) => `${name}=${value}`),
    ...(rake ? [`rake=${rake}`] : []),
    ...(removed.length ? [`removed=${python(removed)}`] : []),
  ];
  const lines = [
    `from fivebet.solving import ${locks.length ? "Lock, " : ""}Spot, Tree, solve`,
    ...(limit ? ["from fivebet.solving.spot import FixedLimit"] : []),
    "",
    `tree = Tree(Spot.create(${given.join(", ")}))`,
    ...(locks.length ? [`tree.apply_locks(Lock.from_dict(each) for each in ${python(locks)})`] : []),
    `solve(tree, target=${goal})`,
    `print(tree.node(${python(at)}).frequencies())`,
  ];
  const file = locks.length ? `echo ${quoted(JSON.stringify(locks))} > locks.json\n` : "";
  return { command: `${file}${command}`, python: lines.join("\n") };
}

/** @param {number} run @param {string} player @returns {Repetition} */
export function reviewRepetition(run, player) {
  return {
    command: commandOf("review", "--run", run, "--player", player),
    python: lines(
      "from pathlib import Path",
      "",
      "from fivebet.formats import read_text",
      "from fivebet.runs.runner import run_job",
      "from fivebet.study.review import Review",
      "",
      'hands = read_text(Path("hands.phhs").read_text())  # saved at Hands',
      `result = run_job(Review.of_hands(hands, ${python(player)}))`,
      "print(result.cost, result.worst())",
    ),
  };
}

/** @param {string} set @param {string} chart @param {string[]} path @returns {Repetition} */
export function chartRepetition(set, chart, path) {
  const line = path.join(", ");
  return {
    command: commandOf("library", "show", set, chart, line && ["--at", line]),
    python: lines(
      "from fivebet.study.library.sets import find_node",
      "",
      `node = find_node(${[set, chart, line].map(python).join(", ")})`,
      "print(node.actions, node.shares)",
    ),
  };
}

/** @param {string} name @returns {Repetition} */
export function agentRepetition(name) {
  return {
    command: [commandOf("agents", name), commandOf("play", name), commandOf("match", name, "fair", "--hands", 1000)].join("\n"),
    python: `from fivebet import make_agent, play_match\n\nagent = make_agent(${python(name)})\nprint(play_match(${python(name)}, "fair", deals=1000).rows())`,
  };
}

/** @param {number} run @param {number} serial @returns {Repetition} */
export function replayRepetition(run, serial) {
  return {
    command: `${commandOf("runs", "hands", run)} > hands.phhs\n${commandOf("hands", "check", "hands.phhs")}`,
    python: lines(
      "from fivebet.store.archive import Archive",
      "from fivebet.store.locations import store_url",
      "",
      `record = Archive(store_url()).one(${run}, ${serial}).hand.record`,
      "hand = record.start()",
      "for action in record.actions:",
      "    print(record.players[hand.actor], action)",
      "    hand.act(action)",
    ),
  };
}

/** @param {string} file @param {string} [run] @param {string} [player] @returns {Repetition} */
export function statisticsRepetition(file, run = "", player = "") {
  const saved = run ? `${commandOf("runs", "hands", run)} > ${file}\n` : "";
  return {
    command: `${saved}${commandOf("stats", file, player && ["--player", player])}`,
    python: lines(
      "from pathlib import Path",
      "",
      "from fivebet.formats import read_text",
      "from fivebet.opponents import Tally",
      "",
      "tally = Tally()",
      `for record in read_text(Path(${python(file)}).read_text()):`,
      "    tally.observe(record)",
      `for name in ${player ? python([player]) : "tally"}:`,
      '    print(name, tally[name].hands, tally[name].ratio("vpip"))',
    ),
  };
}

/** @param {number | undefined} rating @returns {Repetition} */
export function drillRepetition(rating) {
  const hard = rating === undefined ? [] : /** @type {[string, number][]} */ ([["--rating", Math.round(rating)]]);
  return {
    command: `${commandOf("drill", "--daily")}\n${commandOf("drill", "--kind", "river", "--seed", 1, ...hard)}`,
    python: lines(
      "from datetime import UTC, datetime",
      "",
      "from fivebet.study.drills.sets import daily_set",
      "",
      "for drill in daily_set(datetime.now(UTC).date()):",
      "    print(drill.question(), drill.answer())",
    ),
  };
}

/** @param {string[]} opponents @param {string} game @returns {Repetition} */
export function playRepetition(opponents, game) {
  return {
    command: commandOf("play", ...opponents, "--game", game),
    python: lines(
      "from fivebet import Game, Hand, make_agent",
      "",
      `names = ${python(["call", ...opponents])}  # the first in your place`,
      "agents = [make_agent(name) for name in names]",
      `hand = Hand(Game.named(${python(game)}), seed=1)`,
      "while (seat := hand.actor) is not None:",
      "    hand.act(agents[seat].act(hand.view(seat)).action)",
      "print(dict(zip(names, hand.payoffs)))",
    ),
  };
}
