// Written by tools/make_api_types.py: do not edit.

declare namespace Api {
  /** What the schema leaves open, described by the page that shows it. */
  type With<Answer, Open> = Omit<Answer, keyof Open> & Open;

  type ActionAsked = { id: string; hand: number; turn: number; action: "fold" | "check" | "call" | "bet" | "raise"; to?: number };
  type Advice = { cards: Array<string>; board: Array<string>; pot: number; call: number; opponents: number; equity: number; pot_odds: number; call_value: number; action: string; to: number; cost: number | null; agents: Array<string>; solver_note: string };
  type AgentTold = { name: string; about: string; options: Record<string, unknown>; games: Array<string>; remembers: boolean; policy: boolean; paper: string; source: string; problem: string };
  type Chance = { action: string; to: number; probability: number };
  type ChartTold = { stacks: Array<number>; jam: Array<number>; call: Array<number>; jam_shares: Array<number>; call_shares: Array<number>; values: Array<number> };
  type ContestTold = { run: number; kind: "match" | "ring" | "league" | "tournament"; status: "waiting" | "working" | "finished" | "stopped" | "failed"; here: boolean; error: string; version: number; progress: number; game: string; players: Array<string>; settings: Record<string, unknown>; created: string | null; recorded: number; result: Record<string, unknown> | null };
  type Decided = { action: string; to: number; probabilities: Array<Chance>; reasons: Record<string, unknown>; failure: string; load: number };
  type DefinitionTold = { name: string; label: string; times: string; opportunities: string };
  type EquityAsked = { players: Array<string>; board?: string; dead?: string; seed?: number; classes?: boolean };
  type EquityTold = { board: string; players: Array<ShareTold>; exact: boolean; deals: number; method: string };
  type GameTold = { name: string; structure: string; seats: number; big_blind: number; definition: Record<string, unknown> };
  type HandTold = { run: number; serial: number; kind: string; number: number; game: string; big_blind: number; played: string; street: string; board: Array<string>; pot: number; players: Array<PlayerTold> };
  type HandsTold = { hands: Array<HandTold>; before: string | null };
  type ImportAsked = { text: string; name?: string };
  type ImportTold = { run: number; hands: number; left_out: Array<string> };
  type Invitation = { name: string; invitation: string };
  type JamOrFoldTold = { stack: number; jam: Array<number>; call: Array<number>; jam_share: number; call_share: number; value: number; exploitability: number };
  type JamTableAsked = { stacks: Array<number>; small_blind?: number; ante?: number; prizes?: Array<number>; seed?: number };
  type JamTableTold = { unit: string; deals: number; positions: Array<PositionTold> };
  type JoinAsked = { invitation: string };
  type LeaderTold = { name: string; hands: number; contests: number; mbb_per_hand: number; ci95: Array<number> | null; opponents: Array<string> };
  type LeadersTold = { games: Array<string>; leaders: Array<LeaderTold> };
  type LobbyTold = { run: number; tournament: number; recorded: Array<number>; players: Array<string>; stack: number; prizes: Array<number>; rounds: Array<Record<string, unknown>>; places: Array<Record<string, unknown>> };
  type MatchAsked = { agents: Array<string>; game?: string; deals?: number; seats?: Seats; matches?: number; luck?: string; league?: boolean; seed?: number; record?: boolean };
  type NodeTold = { path: Array<string>; board: Array<string>; street: string; pot: number; stacks: Array<number>; player: string | null; over: boolean; steps: Array<Record<string, unknown>>; cards?: Array<string>; actions: Array<Record<string, unknown>>; classes: Array<Record<string, unknown>>; hands: Array<Record<string, unknown>>; ev?: number | null; equity?: number | null };
  type PaperTold = { name: string; title: string; authors: string; year: number; kind: string; agents: Array<string>; about: string; seated: Array<string>; runnable: boolean; run: RunTold | null; report: Record<string, unknown> | null };
  type PlayerStatistics = { name: string; hands: number; aggression_factor: number | null; bb_per_100: number; ratios: Record<string, RatioTold>; streets: Record<string, Record<string, RatioTold>>; positions: Record<string, Record<string, RatioTold>> };
  type PlayerTold = { name: string; position: string; cards: Array<string> | null; won: number | null; you: boolean };
  type PointTold = { iterations: number; seconds: number; exploitability_pct: number };
  type PositionTold = { position: string; stack: number; value: number; value_error: number; gain: number; jam: Array<number> | null; jam_share: number | null; calls: Record<string, Array<number>>; call_shares: Record<string, number> };
  type RangeAsked = { text?: string; weights?: Array<number> | null };
  type RangeTold = { text: string; combos: number; share: number; weights: Array<number> };
  type RatioTold = { value: number | null; times: number; opportunities: number };
  type Refusal = { error: string };
  type ReplayTold = { run: number; serial: number; kind: string; number: number; game: string; big_blind: number; played: string; street: string; board: Array<string>; pot: number; players: Array<PlayerTold>; you: number | null; chairs: number; frames: Array<Record<string, unknown>>; events: Array<Record<string, unknown>>; reasons: Array<Record<string, unknown>>; previous: number | null; following: number | null };
  type RunAsked = { scale?: "quick" | "paper"; seed?: number };
  type RunTold = { status: "waiting" | "working" | "finished" | "stopped" | "failed"; progress: number; error: string; version: number };
  type ScheduleTold = { name: string; stack: number; hands: number; big_blinds: Array<number> };
  type Seat = { name: string; token: string };
  type Seats = "plain" | "rotated" | "all" | "sampled";
  type SeedAsked = { hand: number; seed: string };
  type ShareTold = { hands: string; combos: number; equity: number; win: number; tie: number; lose: number; standard_error: number; classes: Record<string, number> | null };
  type SittingAsked = { here?: boolean | null; ready?: boolean };
  type SolveTold = { id: string; status: "waiting" | "working" | "finished" | "stopped" | "failed"; error: string; version: number; spot: Record<string, unknown>; target: number; iterations: number; exploitability_pct: number | null; seconds: number; memory_mb: number | null; ev: Array<number> | null; points: Array<PointTold> };
  type SolverTold = { steps: Array<StepTold>; cost: number; exploitability_pct: number; assumes: string };
  type Spot = { game?: string | Record<string, unknown>; view: Record<string, unknown>; seconds?: number; seed?: number };
  type StepTold = { action: string; probability: number; value: number };
  type TableAsked = { opponents: Array<string>; names?: Array<string>; friends?: Array<string>; format?: "cash" | "sit-and-go"; betting?: "no-limit" | "pot-limit" | "fixed-limit"; stack?: number; big_blind?: number; schedule?: string; clock?: number; agent_clock?: number; pace?: "instant" | "fast" | "normal" | "slow"; teaching?: boolean };
  type TableOpened = { table: number; seats: Array<Seat>; invitations: Array<Invitation> };
  type TableTold = { table: number; format: string; betting: string; stakes: string; level: string; players: Array<string>; persons: number; hands: number; teaching: boolean; expected: Array<string>; watching: number; closed: string };
  type TournamentAsked = { agents: Array<string>; count?: number; seats?: number; schedule?: string; buy_in?: number; rotations?: number; seed?: number; record?: boolean };
  type fivebet__web__api__coach__SpotAsked = { hand: number; turn: number };
  type fivebet__web__api__solutions__SpotAsked = { board: string; pot: number; stack: number; oop: string; ip: string; bets?: string; raises?: string; sizes?: Record<string, string>; add_all_in?: number; force_all_in?: number; merge?: number; rake?: number; rake_cap?: number; target?: number; iterations?: number; small?: boolean };

  interface Get {
    "/agents": { body: undefined; answer: Array<AgentTold> };
    "/contests": { body: undefined; answer: Array<ContestTold> };
    "/contests/{number}": { body: undefined; answer: ContestTold };
    "/contests/{number}/lobby": { body: undefined; answer: LobbyTold };
    "/games": { body: undefined; answer: Array<GameTold> };
    "/hands": { body: undefined; answer: HandsTold };
    "/hands/text": { body: undefined; answer: string };
    "/hands/{run}/{serial}": { body: undefined; answer: ReplayTold };
    "/hands/{run}/{serial}/text": { body: undefined; answer: string };
    "/leaders": { body: undefined; answer: LeadersTold };
    "/papers": { body: undefined; answer: Array<PaperTold> };
    "/papers/{name}": { body: undefined; answer: PaperTold };
    "/papers/{name}/figures/{figure}": { body: undefined; answer: undefined };
    "/pushfold": { body: undefined; answer: JamOrFoldTold };
    "/pushfold/chart": { body: undefined; answer: ChartTold };
    "/ranges/orders": { body: undefined; answer: Array<string> };
    "/schedules": { body: undefined; answer: Array<ScheduleTold> };
    "/solutions": { body: undefined; answer: Array<SolveTold> };
    "/solutions/{id}": { body: undefined; answer: SolveTold };
    "/solutions/{id}/node": { body: undefined; answer: NodeTold };
    "/statistics": { body: undefined; answer: Array<DefinitionTold> };
    "/tables": { body: undefined; answer: Array<TableTold> };
    "/tables/{number}": { body: undefined; answer: TableTold };
    "/tables/{number}/messages": { body: undefined; answer: Array<Record<string, unknown>> };
    "/tables/{number}/statistics": { body: undefined; answer: Array<PlayerStatistics> };
  }

  interface Post {
    "/agents/{name}/decide": { body: Spot; answer: Decided };
    "/contests/{number}/resume": { body: undefined; answer: ContestTold };
    "/equity": { body: EquityAsked; answer: EquityTold };
    "/hands/import": { body: ImportAsked; answer: ImportTold };
    "/matches": { body: MatchAsked; answer: ContestTold };
    "/papers/{name}/runs": { body: RunAsked; answer: PaperTold };
    "/pushfold/table": { body: JamTableAsked; answer: JamTableTold };
    "/ranges": { body: RangeAsked; answer: RangeTold };
    "/solutions": { body: fivebet__web__api__solutions__SpotAsked; answer: SolveTold };
    "/tables": { body: TableAsked; answer: TableOpened };
    "/tables/{number}/actions": { body: ActionAsked; answer: Record<string, string> };
    "/tables/{number}/coach": { body: fivebet__web__api__coach__SpotAsked; answer: Advice };
    "/tables/{number}/coach/agents/{name}": { body: fivebet__web__api__coach__SpotAsked; answer: Decided };
    "/tables/{number}/coach/solver": { body: fivebet__web__api__coach__SpotAsked; answer: SolverTold };
    "/tables/{number}/join": { body: JoinAsked; answer: Seat };
    "/tables/{number}/seed": { body: SeedAsked; answer: Record<string, number> };
    "/tables/{number}/sitting": { body: SittingAsked; answer: Record<string, boolean> };
    "/tournaments": { body: TournamentAsked; answer: ContestTold };
  }

  interface Delete {
    "/contests/{number}": { body: undefined; answer: ContestTold };
    "/papers/{name}/runs": { body: undefined; answer: PaperTold };
    "/solutions/{id}": { body: undefined; answer: SolveTold };
    "/tables/{number}": { body: undefined; answer: Record<string, boolean> };
  }
}
