// Written by tools/make_api_types.py: do not edit.

declare namespace Api {
  /** What the schema leaves open, described by the page that shows it. */
  type With<Answer, Open> = Omit<Answer, keyof Open> & Open;

  type ActionProbability = { action: string; to: number; probability: number };
  type ActionRequest = { id: string; hand: number; turn: number; action: "fold" | "check" | "call" | "bet" | "raise"; to?: number };
  type AgentInfo = { name: string; about: string; options: Record<string, unknown>; games: Array<string>; made_for: Array<string>; remembers: boolean; policy: boolean; paper: string; source: string; problem: string };
  type CoachDecisionResponse = { hand: number; turn: number; street: string; cards: Array<string>; board: Array<string>; action: string; to: number };
  type CoachRequest = { hand: number; turn: number };
  type CoachResponse = { cards: Array<string>; board: Array<string>; pot: number; call: number; opponents: number; equity: number; pot_odds: number; call_value: number; action: string; to: number; cost: number | null; verdict: Verdict | null; agents: Array<string>; baselines: Array<string>; solver_note: string };
  type ContestResponse = { run: number; kind: "match" | "ring" | "league" | "tournament"; status: "waiting" | "working" | "finished" | "stopped" | "failed"; here: boolean; error: string; version: number; progress: number; game: string; players: Array<string>; settings: Record<string, unknown>; created: string | null; recorded: number; result: Record<string, unknown> | null; token?: string };
  type ConvergencePoint = { iterations: number; seconds: number; exploitability_pct: number };
  type CurveResponse = { played: Array<number>; won: Array<number>; adjusted: Array<number>; mean: number; spread: number };
  type DecideRequest = { game?: string | Record<string, unknown>; view: Record<string, unknown>; seconds?: number; seed?: number };
  type DecideResponse = { action: string; to: number; probabilities: Array<ActionProbability>; reasons: Record<string, unknown>; failure: string; load: number };
  type DeckProofResponse = { hand: number; commitments: Array<string>; products: Array<string>; first: Array<string>; second: Array<string>; answers: Array<string> };
  type DefinitionResponse = { name: string; label: string; times: string; opportunities: string };
  type DeletedResponse = { deleted: Array<number>; kept: Array<string> };
  type EquityRequest = { players: Array<string>; board?: string; dead?: string; seed?: number; classes?: boolean };
  type EquityResponse = { board: string; players: Array<PlayerEquityResponse>; exact: boolean; deals: number; method: string };
  type ErrorResponse = { error: string };
  type GameResponse = { name: string; structure: string; seats: number; big_blind: number; definition: Record<string, unknown> };
  type HandListResponse = { hands: Array<HandResponse>; before: string | null };
  type HandPlayerResponse = { name: string; position: string; cards: Array<string> | null; won: number | null; you: boolean };
  type HandResponse = { run: number; serial: number; kind: string; number: number; game: string; big_blind: number; played: string; street: string; board: Array<string>; pot: number; players: Array<HandPlayerResponse> };
  type ImportRequest = { text: string; name?: string };
  type ImportResponse = { run: number; hands: number; left_out: Array<string> };
  type InvitationResponse = { name: string; invitation: string };
  type JamChartResponse = { stacks: Array<number>; jam: Array<number>; call: Array<number>; jam_shares: Array<number>; call_shares: Array<number>; values: Array<number> };
  type JamOrFoldResponse = { stack: number; jam: Array<number>; call: Array<number>; jam_share: number; call_share: number; value: number; exploitability: number };
  type JamPositionResponse = { position: string; stack: number; value: number; value_error: number; gain: number; jam: Array<number> | null; jam_share: number | null; calls: Record<string, Array<number>>; call_shares: Record<string, number> };
  type JamTableRequest = { stacks: Array<number>; small_blind?: number; ante?: number; prizes?: Array<number>; seed?: number };
  type JamTableResponse = { unit: string; deals: number; positions: Array<JamPositionResponse> };
  type JoinRequest = { invitation: string };
  type LeaderBoardResponse = { games: Array<string>; leaders: Array<LeaderResponse> };
  type LeaderResponse = { name: string; hands: number; contests: number; mbb_per_hand: number; ci95: Array<number> | null; opponents: Array<string> };
  type LobbyResponse = { run: number; tournament: number; recorded: Array<number>; players: Array<string>; stack: number; prizes: Array<number>; rounds: Array<Record<string, unknown>>; places: Array<Record<string, unknown>> };
  type MatchRequest = { agents: Array<string>; game?: string; deals?: number; seats?: Seats; matches?: number; luck?: string; league?: boolean; seed?: number; record?: boolean };
  type MeanResponse = { bb_per_100: number; low: number; high: number };
  type NodeResponse = { path: Array<string>; board: Array<string>; street: string; pot: number; stacks: Array<number>; player: string | null; over: boolean; steps: Array<Record<string, unknown>>; cards?: Array<string>; actions: Array<Record<string, unknown>>; classes: Array<Record<string, unknown>>; hands: Array<Record<string, unknown>>; ev?: number | null; equity?: number | null };
  type OpenTableRequest = { opponents: Array<string>; names?: Array<string>; friends?: Array<string>; format?: "cash" | "sit-and-go"; betting?: "no-limit" | "pot-limit" | "fixed-limit"; stack?: number; big_blind?: number; schedule?: string; clock?: number; time_bank?: number; agent_clock?: number; pace?: "instant" | "fast" | "normal" | "slow"; teaching?: boolean };
  type OpenTableResponse = { table: number; seats: Array<SeatResponse>; invitations: Array<InvitationResponse> };
  type OpponentResponse = { name: string; hands: number; bb: number; games: number; points: number | null };
  type PaperResponse = { name: string; title: string; authors: string; year: number; kind: string; agents: Array<string>; about: string; seated: Array<string>; runnable: boolean; run: ReproductionResponse | null; report: Record<string, unknown> | null };
  type PlayerEquityResponse = { hands: string; combos: number; equity: number; win: number; tie: number; lose: number; standard_error: number; classes: Record<string, number> | null };
  type PlayerStatisticsResponse = { name: string; hands: number; aggression_factor: number | null; bb_per_100: number; ratios: Record<string, RatioResponse>; streets: Record<string, Record<string, RatioResponse>>; positions: Record<string, Record<string, RatioResponse>> };
  type ProfileRequest = { seats: Array<SeatKeyRequest> };
  type ProfileResponse = { hands: number; tables: number; curve: CurveResponse | null; won: MeanResponse | null; adjusted: MeanResponse | null; statistics: PlayerStatisticsResponse | null; rating: RatingResponse | null; hands_a_game: number; opponents: Array<OpponentResponse> };
  type RangeRequest = { text?: string; weights?: Array<number> | null };
  type RangeResponse = { text: string; combos: number; share: number; weights: Array<number> };
  type RatingResponse = { points: number; error: number };
  type RatioResponse = { value: number | null; times: number; opportunities: number };
  type ReplayResponse = { run: number; serial: number; kind: string; number: number; game: string; big_blind: number; played: string; street: string; board: Array<string>; pot: number; players: Array<HandPlayerResponse>; you: number | null; chairs: number; frames: Array<Record<string, unknown>>; events: Array<Record<string, unknown>>; reasons: Array<Record<string, unknown>>; previous: number | null; following: number | null };
  type ReproductionRequest = { scale?: "quick" | "paper"; seed?: number };
  type ReproductionResponse = { status: "waiting" | "working" | "finished" | "stopped" | "failed"; progress: number; error: string; version: number };
  type ReviewRequest = { run: number; player?: string };
  type ReviewResponse = { number: number; status: "waiting" | "working" | "finished" | "stopped" | "failed"; error: string; version: number; progress: number; player: string; hands: number; result: Record<string, unknown> | null };
  type ScheduleResponse = { name: string; stack: number; hands: number; big_blinds: Array<number> };
  type SeatKeyRequest = { table: number; token: string };
  type SeatResponse = { name: string; token: string };
  type Seats = "plain" | "rotated" | "all" | "sampled";
  type SeedRequest = { hand: number; seed: string };
  type SittingRequest = { here?: boolean | null; ready?: boolean };
  type SolveRequest = { board: string; pot: number; stack: number; oop: string; ip: string; bets?: string; raises?: string; sizes?: Record<string, string>; add_all_in?: number; force_all_in?: number; merge?: number; rake?: number; rake_cap?: number; target?: number; iterations?: number; small?: boolean };
  type SolveResponse = { id: string; status: "waiting" | "working" | "finished" | "stopped" | "failed"; error: string; version: number; spot: Record<string, unknown>; target: number; iterations: number; exploitability_pct: number | null; seconds: number; memory_mb: number | null; device: string; locks: Array<Record<string, unknown>>; ev: Array<number> | null; points: Array<ConvergencePoint> };
  type SolverAnswer = { verdict: Verdict; steps: Array<SolverStep>; cost: number; exploitability_pct: number; assumes: string };
  type SolverStep = { action: string; probability: number; value: number };
  type StartedReproductionResponse = { name: string; title: string; authors: string; year: number; kind: string; agents: Array<string>; about: string; seated: Array<string>; runnable: boolean; run: ReproductionResponse | null; report: Record<string, unknown> | null; token: string };
  type StartedReviewResponse = { number: number; status: "waiting" | "working" | "finished" | "stopped" | "failed"; error: string; version: number; progress: number; player: string; hands: number; result: Record<string, unknown> | null; token: string };
  type StartedSolveResponse = { id: string; status: "waiting" | "working" | "finished" | "stopped" | "failed"; error: string; version: number; spot: Record<string, unknown>; target: number; iterations: number; exploitability_pct: number | null; seconds: number; memory_mb: number | null; device: string; locks: Array<Record<string, unknown>>; ev: Array<number> | null; points: Array<ConvergencePoint>; token: string };
  type StudySpotResponse = { board: string; pot: number; stack: number; oop: string; ip: string; bets: string; raises: string; sizes: Record<string, string>; add_all_in: number; force_all_in: number; rake?: number; rake_cap?: number };
  type TableResponse = { table: number; format: string; betting: string; stakes: string; level: string; players: Array<string>; persons: number; hands: number; teaching: boolean; expected: Array<string>; watching: number; closed: string };
  type TournamentRequest = { agents: Array<string>; count?: number; seats?: number; schedule?: string; buy_in?: number; rotations?: number; seed?: number; record?: boolean };
  type Verdict = { best: string; value: number; chosen: string; chosen_value: number | null; cost: number | null; why: string; method: string };

  interface Get {
    "/agents": { body: undefined; answer: Array<AgentInfo> };
    "/contests": { body: undefined; answer: Array<ContestResponse> };
    "/contests/{number}": { body: undefined; answer: ContestResponse };
    "/contests/{number}/lobby": { body: undefined; answer: LobbyResponse };
    "/games": { body: undefined; answer: Array<GameResponse> };
    "/hands": { body: undefined; answer: HandListResponse };
    "/hands/text": { body: undefined; answer: string };
    "/hands/{run}/{serial}": { body: undefined; answer: ReplayResponse };
    "/hands/{run}/{serial}/spot": { body: undefined; answer: StudySpotResponse };
    "/hands/{run}/{serial}/text": { body: undefined; answer: string };
    "/leaders": { body: undefined; answer: LeaderBoardResponse };
    "/papers": { body: undefined; answer: Array<PaperResponse> };
    "/papers/{name}": { body: undefined; answer: PaperResponse };
    "/papers/{name}/figures/{figure}": { body: undefined; answer: undefined };
    "/pushfold": { body: undefined; answer: JamOrFoldResponse };
    "/pushfold/chart": { body: undefined; answer: JamChartResponse };
    "/ranges/orders": { body: undefined; answer: Array<string> };
    "/reviews/{number}": { body: undefined; answer: ReviewResponse };
    "/reviews/{number}/spots/{decision}": { body: undefined; answer: StudySpotResponse };
    "/schedules": { body: undefined; answer: Array<ScheduleResponse> };
    "/solutions": { body: undefined; answer: Array<SolveResponse> };
    "/solutions/{id}": { body: undefined; answer: SolveResponse };
    "/solutions/{id}/node": { body: undefined; answer: NodeResponse };
    "/statistics": { body: undefined; answer: Array<DefinitionResponse> };
    "/tables": { body: undefined; answer: Array<TableResponse> };
    "/tables/{number}": { body: undefined; answer: TableResponse };
    "/tables/{number}/coach": { body: undefined; answer: Array<CoachDecisionResponse> };
    "/tables/{number}/hands/{hand}/proof": { body: undefined; answer: DeckProofResponse };
    "/tables/{number}/messages": { body: undefined; answer: Array<Record<string, unknown>> };
    "/tables/{number}/statistics": { body: undefined; answer: Array<PlayerStatisticsResponse> };
  }

  interface Post {
    "/agents/{name}/decide": { body: DecideRequest; answer: DecideResponse };
    "/contests/{number}/resume": { body: undefined; answer: ContestResponse };
    "/equity": { body: EquityRequest; answer: EquityResponse };
    "/hands/import": { body: ImportRequest; answer: ImportResponse };
    "/matches": { body: MatchRequest; answer: ContestResponse };
    "/papers/{name}/runs": { body: ReproductionRequest; answer: StartedReproductionResponse };
    "/profile": { body: ProfileRequest; answer: ProfileResponse };
    "/profile/delete": { body: ProfileRequest; answer: DeletedResponse };
    "/profile/hands": { body: ProfileRequest; answer: string };
    "/pushfold/table": { body: JamTableRequest; answer: JamTableResponse };
    "/ranges": { body: RangeRequest; answer: RangeResponse };
    "/reviews": { body: ReviewRequest; answer: StartedReviewResponse };
    "/solutions": { body: SolveRequest; answer: StartedSolveResponse };
    "/tables": { body: OpenTableRequest; answer: OpenTableResponse };
    "/tables/{number}/actions": { body: ActionRequest; answer: Record<string, string> };
    "/tables/{number}/coach": { body: CoachRequest; answer: CoachResponse };
    "/tables/{number}/coach/agents/{name}": { body: CoachRequest; answer: DecideResponse };
    "/tables/{number}/coach/solver": { body: CoachRequest; answer: SolverAnswer };
    "/tables/{number}/join": { body: JoinRequest; answer: SeatResponse };
    "/tables/{number}/seed": { body: SeedRequest; answer: Record<string, number> };
    "/tables/{number}/sitting": { body: SittingRequest; answer: Record<string, boolean> };
    "/tournaments": { body: TournamentRequest; answer: ContestResponse };
  }

  interface Delete {
    "/contests/{number}": { body: undefined; answer: ContestResponse };
    "/papers/{name}/runs": { body: undefined; answer: PaperResponse };
    "/reviews/{number}": { body: undefined; answer: Record<string, boolean> };
    "/solutions/{id}": { body: undefined; answer: SolveResponse };
    "/tables/{number}": { body: undefined; answer: Record<string, boolean> };
  }
}
