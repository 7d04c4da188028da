#include "solve/postflop_solver.hpp"

#include <algorithm>

#include "simd/kernels.hpp"
#include "solve/decision_storage.hpp"
#include "solve/postflop_batches.hpp"
#include "util/denormals.hpp"
#include "util/memory.hpp"

namespace fivebet {
namespace {

constexpr std::size_t kMostNodes = 4'000'000;
constexpr std::size_t kBlocksBetweenLooks = 16;

}  // namespace

Solver::Solver(const Spot& spot, CardSet board, const Ranges& ranges, bool compressed, bool merge_suits,
               int threads, const Solver* reuse)
    : spot_(spot),
      ranges_(ranges),
      betting_(build_betting(spot, kMostNodes)),
      compressed_(compressed),
      pool_(threads) {
  RunoutSpec spec{board, ranges, spot.last_street, merge_suits, {}};
  for (int street = 0; street < kStreets; ++street)
    for (const BettingNode& node : betting_.streets[street].nodes)
      spec.matrices[static_cast<std::size_t>(street)] |= node.kind == BettingNode::kRunOut;
  runouts_ = reuse && reuse->runouts_->spec == spec
                 ? reuse->runouts_
                 : std::make_shared<const Runouts>(build_runouts(spec, threads));
  for (std::size_t i = 0; i < pool_.size(); ++i) workers_.push_back(std::make_unique<Worker>());
  lay_out();
  plan();
  // The weight of all pairs that share no card: all pairs, less those that share one
  // card or the other, which counts pairs of the same two cards twice.
  double sums[2] = {}, by_card[2][kDeckSize] = {};
  for (int player = 0; player < 2; ++player)
    for (const Holding& hand : runouts_->boards[spot.first_street][0].hands[player].hands) {
      const double weight = ranges.weights[player][hand.combo];
      sums[player] += weight;
      for (const auto card : hand.card) by_card[player][card] += weight;
    }
  total_ = sums[0] * sums[1];
  for (int card = 0; card < kDeckSize; ++card) total_ -= by_card[0][card] * by_card[1][card];
  for (const Holding& hand : runouts_->boards[spot.first_street][0].hands[0].hands)
    total_ += static_cast<double>(ranges.weights[0][hand.combo]) *
              static_cast<double>(ranges.weights[1][hand.combo]);
}

Solver::~Solver() = default;

void Solver::lay_out() {
  for (int player = 0; player < 2; ++player) {
    std::size_t numbers = 0, decisions = 0;
    for (int street = spot_.first_street; street < kStreets; ++street) {
      const Forest& forest = betting_.streets[street];
      for (const Board& board : runouts_->boards[street]) {
        row_starts_[player][street].push_back(numbers);
        scale_starts_[player][street].push_back(decisions);
        numbers += static_cast<std::size_t>(forest.rows[player]) * board.hands[player].stride;
        decisions += static_cast<std::size_t>(forest.decisions[player]);
      }
    }
    numbers_[player] = numbers;
    decisions_[player] = decisions;
  }
}

std::size_t Solver::bytes_needed() const {
  return (numbers_[0] + numbers_[1]) * 2 * (compressed_ ? sizeof(std::int16_t) : sizeof(float));
}

std::size_t Solver::overhead_bytes() const {
  return runouts_->bytes() + (decisions_[0] + decisions_[1]) * sizeof(float);
}

void Solver::allocate() {
  const std::size_t each = compressed_ ? sizeof(std::int16_t) : sizeof(float);
  need_memory(bytes_needed() + (decisions_[0] + decisions_[1]) * sizeof(float));
  for (int player = 0; player < 2; ++player) {
    regrets_[player] = AlignedBuffer(numbers_[player] * each);
    averages_[player] = AlignedBuffer(numbers_[player] * each);
    scales_[player] = AlignedBuffer(decisions_[player] * sizeof(float));
  }
  allocated_ = true;
}

bool Solver::same_betting(const Solver& other) const {
  if (spot_.first_street != other.spot_.first_street || spot_.last_street != other.spot_.last_street ||
      spot_.pot != other.spot_.pot || spot_.rake != other.spot_.rake || spot_.rake_cap != other.spot_.rake_cap ||
      compressed_ != other.compressed_)
    return false;
  const auto same = [](const BettingNode& a, const BettingNode& b) {
    return a.kind == b.kind && a.player == b.player && a.parent == b.parent &&
           std::ranges::equal(a.contributed, b.contributed);
  };
  for (int street = 0; street < kStreets; ++street)
    if (!std::ranges::equal(betting_.streets[street].nodes, other.betting_.streets[street].nodes, same))
      return false;
  return true;
}

DecisionRows Solver::rows(int street, std::size_t board, const BettingNode& node) const {
  const int player = node.player;
  const std::size_t stride = runouts_->boards[street][board].hands[player].stride;
  const std::size_t at = row_starts_[player][street][board] + static_cast<std::size_t>(node.row) * stride;
  const std::size_t scale = scale_starts_[player][street][board] + static_cast<std::size_t>(node.number);
  const std::size_t each = compressed_ ? sizeof(std::int16_t) : sizeof(float);
  DecisionRows rows{};
  rows.actions = static_cast<std::size_t>(node.actions);
  rows.hands = stride;
  rows.regrets = regrets_[player].data() + at * each;
  rows.average = averages_[player].data() + at * each;
  rows.scale = scales_[player].floats() + scale;
  rows.locked = locks_[player].empty() || locks_[player][scale].empty() ? nullptr : locks_[player][scale].data();
  rows.compressed = compressed_;
  return rows;
}

// A batch of trees on one board as a walk sees it. Which row of reach a node has is part
// of the plan: a child of the player's own decision has its parent's.
class Solver::BatchView {
 public:
  BatchView(Solver& solver, Worker& worker, const BatchPlan& plan, std::size_t board, int player)
      : solver_(solver),
        worker_(worker),
        plan_(plan),
        board_(board),
        forest_(solver.betting_.streets[plan.street]),
        reach_(worker.levels[plan.street].reach.data()),
        width_(solver.runouts_->boards[plan.street][board].hands[player].stride) {}

  std::size_t size() const { return plan_.nodes(); }
  std::int32_t node(std::size_t i) const { return plan_.first_node + static_cast<std::int32_t>(i); }
  std::size_t width() const { return width_; }
  Role role(std::int32_t node, int player) const {
    const BettingNode& here = at(node);
    return here.kind == BettingNode::kDecision ? decision_role(here.player, player) : Role::kLeaf;
  }
  std::span<const std::int32_t> children(std::int32_t node) const { return forest_.children_of(at(node)); }

  void share_reach(std::int32_t, std::int32_t) const {}
  float* add_reach(std::int32_t child) const { return const_cast<float*>(reach(child)); }
  void split_reach(std::int32_t node, bool average, float* const* rows) const {
    kernels().split_reach(solver_.rows(plan_.street, board_, at(node)), average, reach(node), rows);
  }
  float* value(std::int32_t node) const { return worker_.value(plan_, node); }
  void update_own(std::int32_t node, const Walk& walk, const float* const* values) const {
    const DecisionRows rows = solver_.rows(plan_.street, board_, at(node));
    update_decision(walk, rows, values, value(node), worker_.scratch.grow(rows.actions * rows.hands));
  }
  void evaluate_leaves(const Walk& walk) const {
    solver_.evaluate_terminals(walk, worker_, plan_, board_);
    if (!plan_.chance_nodes.empty()) solver_.expand_chance(walk, worker_, plan_, board_);
  }

 private:
  const BettingNode& at(std::int32_t node) const { return forest_.nodes[static_cast<std::size_t>(node)]; }
  const float* reach(std::int32_t node) const { return reach_[static_cast<std::size_t>(plan_.row_of(node))]; }

  Solver& solver_;
  Worker& worker_;
  const BatchPlan& plan_;
  std::size_t board_;
  const Forest& forest_;
  const float* const* reach_;
  std::size_t width_;
};

void Solver::evaluate_terminals(const Walk& walk, Worker& worker, const BatchPlan& plan,
                                std::size_t board) const {
  const Board& here = runouts_->boards[plan.street][board];
  const Hands& ours = here.hands[walk.player];
  const Hands& theirs = here.hands[1 - walk.player];
  Worker::Level& level = worker.levels[plan.street];
  const std::size_t others = theirs.hands.size();
  float* scratch = worker.scratch.grow(terminal_scratch_size(others));
  const std::size_t longest = std::max(ours.stride, theirs.stride);
  float* zeros = worker.spare.grow(2 * longest);
  std::fill_n(zeros, theirs.stride, 0.0f);
  float* unread = zeros + longest;
  const ShowdownTable table = ours.showdown_table(others);
  for (const BatchPlan::Block& block : plan.blocks) {
    if (block.from / kLanes % kBlocksBetweenLooks == kBlocksBetweenLooks - 1) interruption_point();
    Terminals terminals{};
    terminals.needs = block.needs;
    std::ranges::fill(terminals.reach, zeros);
    std::ranges::fill(terminals.shown, unread);
    std::ranges::fill(terminals.folded, unread);
    for (std::size_t i = block.from; i < block.to; ++i) {
      const BatchPlan::PlannedTerminal& planned = plan.terminals[i];
      const std::size_t lane = i - block.from;
      terminals.reach[lane] = level.reach[static_cast<std::size_t>(planned.row)];
      if (planned.shown != BatchPlan::kNone) terminals.shown[lane] = worker.value(plan, planned.shown);
      if (planned.folded != BatchPlan::kNone) terminals.folded[lane] = worker.value(plan, planned.folded);
      terminals.show[lane] = planned.showdown.show;
      terminals.rake[lane] = planned.showdown.all;
      terminals.fold[lane] = planned.fold;
    }
    kernels().terminal_values(table, terminals, scratch);
  }
  for (const BatchPlan::DerivedFold& fold : plan.derived_folds) {
    const float* rows[kMaxActions + 1];
    for (std::size_t i = 0; i < fold.from.size(); ++i) rows[i] = worker.value(plan, fold.from[i]);
    kernels().combine_rows(rows, fold.factors.data(), fold.from.size(), ours.stride,
                           worker.value(plan, fold.node));
  }
  if (!plan.run_outs.empty()) evaluate_run_outs(walk, worker, plan, board);
}

// All-ins: their wins less losses against each of our hands, for all rows of reach together.
void Solver::evaluate_run_outs(const Walk& walk, Worker& worker, const BatchPlan& plan,
                               std::size_t board) const {
  const Board& here = runouts_->boards[plan.street][board];
  const Hands& theirs = here.hands[1 - walk.player];
  const std::size_t stride = here.hands[walk.player].stride, n = plan.run_outs.size();
  const Worker::Level& level = worker.levels[plan.street];
  float* results = worker.spare.grow(n * stride);
  std::vector<const float*> reach(n);
  std::vector<float> scales(n);
  std::vector<float*> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    const BatchPlan::RunOut& run_out = plan.run_outs[i];
    reach[i] = level.reach[static_cast<std::size_t>(run_out.row)];
    scales[i] = -run_out.show / static_cast<float>(here.boards_per_pair);
    // Where there is rake, the part of it that everybody pays is in the value already.
    values[i] = run_out.raked ? results + i * stride : worker.value(plan, run_out.node);
  }
  kernels().matmul_int16(theirs.matrix.data(), stride, theirs.hands.size(), reach.data(), scales.data(),
                         values.data(), n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!plan.run_outs[i].raked) continue;
    float* value = worker.value(plan, plan.run_outs[i].node);
    for (std::size_t hand = 0; hand < stride; ++hand) value[hand] += values[i][hand];
  }
}

// Walks all of a board's trees, whose reach comes as lines (simd/street_lines.cpp), sixteen
// trees in each; done(values) takes a row for each tree.
template <class Done>
void Solver::walk_board(const Walk& walk, Worker& worker, int street, std::size_t board, const float* lines,
                        std::size_t lines_size, Done done) {
  const Board& here = runouts_->boards[street][board];
  const int other = 1 - walk.player;
  const std::vector<std::uint16_t>& parent_index = here.isomorphic[0].parent_index[other];
  const std::size_t stride = here.hands[other].stride;
  const std::size_t our_stride = here.hands[walk.player].stride;
  const std::size_t trees = padded(betting_.streets[street].trees());
  Worker::Level& level = worker.levels[street];
  float* entering = level.entering.grow(trees * (stride + our_stride));
  level.tree_reach.resize(trees);
  level.tree_values.resize(trees);
  for (std::size_t tree = 0; tree < trees; ++tree) {
    level.tree_reach[tree] = entering + tree * stride;
    level.tree_values[tree] = entering + trees * stride + tree * our_stride;
  }
  for (std::size_t tree = 0; tree < trees; tree += kLanes)
    kernels().gather_lines(lines + tree / kLanes * lines_size, parent_index.data(), parent_index.size(),
                           level.tree_reach.data() + tree);
  for (const BatchPlan& plan : plans_[walk.player][street]) {
    const auto first = static_cast<std::size_t>(plan.first_tree);
    const std::span reach(level.tree_reach[first], plan.trees() * stride);
    const std::span values(level.tree_values[first], plan.trees() * our_stride);
    // What nobody reaches is worth nothing; but learning discounts regrets there, too.
    if (walk.update != Update::kLearn && std::ranges::all_of(reach, [](float each) { return each == 0.0f; }))
      std::ranges::fill(values, 0.0f);
    else
      walk_batch(walk, worker, plan, board, level.tree_reach.data() + first, level.tree_values.data() + first,
                 nullptr);
  }
  done(level.tree_values.data());
}

void Solver::expand_chance(const Walk& walk, Worker& worker, const BatchPlan& plan, std::size_t board) {
  const Board& here = runouts_->boards[plan.street][board];
  Worker::Level& level = worker.levels[plan.street];
  const int street = plan.street + 1;
  const std::size_t trees = plan.chance_nodes.size();
  const std::size_t stride = here.hands[walk.player].stride;
  const std::size_t other_stride = here.hands[1 - walk.player].stride;
  const std::size_t lines_size = kLanes * other_stride, sums_size = kLanes * stride;
  const std::size_t groups = padded(trees) / kLanes;
  float* lines = level.lines.grow(groups * (lines_size + sums_size) + stride);
  float* sums = lines + groups * lines_size;
  float* unread = sums + groups * sums_size;
  const auto chance_node = [&](std::size_t tree) { return plan.chance_nodes[std::min(tree, trees - 1)]; };
  for (std::size_t group = 0; group < groups; ++group) {
    const float* reach[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i)
      reach[i] = level.reach[static_cast<std::size_t>(plan.row_of(chance_node(group * kLanes + i)))];
    kernels().to_lines(reach, other_stride, lines + group * lines_size);
  }
  std::fill_n(sums, groups * sums_size, 0.0f);
  const auto add = [&](const Board& below, const float* const* values) {
    for (const IsomorphicCard& card : below.isomorphic) {
      const std::vector<std::uint16_t>& parent_index = card.parent_index[walk.player];
      for (std::size_t group = 0; group < groups; ++group)
        kernels().add_to_lines(values + group * kLanes, parent_index.data(), parent_index.size(),
                               sums + group * sums_size);
    }
  };
  if (plan.street > spot_.first_street) {
    for (std::size_t i = here.first; i < here.first + here.children; ++i)
      walk_board(walk, worker, street, i, lines, lines_size,
                 [&](const float* const* values) { add(runouts_->boards[street][i], values); });
  } else {
    // Threads share the boards. Their values wait until all are there, so that they
    // are always added in the same order.
    const auto row_length = [&](std::size_t i) {
      return runouts_->boards[street][here.first + i].hands[walk.player].stride;
    };
    std::vector<std::size_t> starts(here.children + 1, 0);
    for (std::size_t i = 0; i < here.children; ++i) starts[i + 1] = starts[i] + trees * row_length(i);
    float* results = results_.grow(starts.back());
    pool_.run(here.children, [&](std::size_t n, std::size_t thread) {
      const NoDenormals quick;
      // The second player begins with the boards that are still in the cache.
      const std::size_t i = walk.player == 0 ? n : here.children - 1 - n;
      walk_board(walk, *workers_[thread], street, here.first + i, lines, lines_size,
                 [&](const float* const* values) {
                   std::copy_n(values[0], trees * row_length(i), results + starts[i]);
                 });
    });
    std::vector<const float*> values(groups * kLanes);
    for (std::size_t i = 0; i < here.children; ++i) {
      for (std::size_t tree = 0; tree < values.size(); ++tree)
        values[tree] = results + starts[i] + std::min(tree, trees - 1) * row_length(i);
      add(runouts_->boards[street][here.first + i], values.data());
    }
  }
  for (std::size_t group = 0; group < groups; ++group) {
    float* to[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i)
      to[i] = group * kLanes + i < trees ? worker.value(plan, chance_node(group * kLanes + i)) : unread;
    kernels().from_lines(sums + group * sums_size, stride, to);
  }
}

void Solver::walk_batch(const Walk& walk, Worker& worker, const BatchPlan& plan, std::size_t board,
                        const float* const* reach, float* const* values, const Entry* entry) {
  const Board& here = runouts_->boards[plan.street][board];
  const std::size_t width = here.hands[1 - walk.player].stride;
  const std::size_t our_width = here.hands[walk.player].stride;
  const auto rows = static_cast<std::size_t>(plan.rows);
  const Forest& forest = betting_.streets[plan.street];
  Worker::Level& level = worker.levels[plan.street];
  float* block = level.rows.grow(rows * width + plan.values() * our_width);
  level.reach.resize(rows);
  level.values.resize(plan.values());
  for (std::size_t row = 0; row < rows; ++row)
    level.reach[row] = row < plan.trees() && reach ? reach[row] : block + row * width;
  for (std::size_t i = 0; i < plan.values(); ++i) level.values[i] = block + rows * width + i * our_width;
  if (values)
    for (std::size_t tree = 0; tree < plan.trees(); ++tree)
      level.values[static_cast<std::size_t>(forest.roots[static_cast<std::size_t>(plan.first_tree) + tree] -
                                            plan.first_node)] = values[tree];
  BatchView view(*this, worker, plan, board, walk.player);
  if (!entry) return walk_tree(view, walk);
  std::fill_n(block, rows * width, 0.0f);
  const auto row = static_cast<std::size_t>(plan.row_of(entry->node));
  std::copy_n(entry->reach, width, block + row * width);
  const auto local = [&](std::int32_t node) { return static_cast<std::size_t>(node - plan.first_node); };
  std::int32_t last = entry->node + 1;  // its descendants follow it
  while (last < plan.last_node && forest.nodes[static_cast<std::size_t>(last)].parent >= entry->node) ++last;
  propagate_reach(view, walk, local(entry->node), local(last));
  view.evaluate_leaves(walk);
  accumulate_values(view, walk);
}

std::vector<float> Solver::walk(const Walk& walk) {
  const NoDenormals quick;
  const Board& root = runouts_->boards[spot_.first_street][0];
  const int other = 1 - walk.player;
  std::vector<float> reach(root.hands[other].stride, 0.0f);
  for (std::size_t i = 0; i < root.hands[other].hands.size(); ++i)
    reach[i] = ranges_.weights[other][root.hands[other].hands[i].combo];
  if (alternatives_ && alternatives_->player == other)
    for (std::size_t i = 0; i < root.hands[other].hands.size(); ++i)
      reach[i] *= alternatives_->plays_on(i, walk.opponent_averages);
  std::vector<float> values(root.hands[walk.player].stride, 0.0f);
  const float* from = reach.data();
  float* to = values.data();
  walk_batch(walk, *workers_[0], plans_[walk.player][spot_.first_street][0], 0, &from, &to, nullptr);
  if (alternatives_ && alternatives_->player == walk.player)
    for (std::size_t i = 0; i < root.hands[walk.player].hands.size(); ++i)
      values[i] = alternatives_->choose(walk, i, values[i]);
  return values;
}

float Solver::Alternatives::chooses_play(std::size_t hand, bool averages) const {
  if (averages) return average[hand];
  const float stop = std::max(regrets[0][hand], 0.0f), play = std::max(regrets[1][hand], 0.0f);
  return stop + play > 0 ? play / (stop + play) : 0.5f;
}

// What a hand wins that may stop or play on; learns from both where the walk does.
float Solver::Alternatives::choose(const Walk& walk, std::size_t hand, float plays) {
  const float stops = values[hand];
  const auto with_forced = [&](float chosen) { return forced[hand] * plays + (1 - forced[hand]) * chosen; };
  if (walk.update == Update::kBestResponse) return with_forced(std::max(stops, plays));
  const bool learns = walk.update == Update::kLearn;
  const float chance = chooses_play(hand, !learns);
  const float value = chance * plays + (1 - chance) * stops;
  if (!learns) return with_forced(value);
  const float gains[2] = {stops - value, plays - value};
  for (int action = 0; action < 2; ++action) {
    float& regret = regrets[action][hand];
    regret = regret * (regret > 0 ? walk.discount.positive : walk.discount.negative) + gains[action];
  }
  average[hand] += walk.discount.average_weight * (chance - average[hand]);
  return with_forced(value);
}

void Solver::set_alternatives(int player, std::span<const float> values, std::span<const float> forced) {
  Alternatives made{player, {values.begin(), values.end()}, {forced.begin(), forced.end()}, {}, {}};
  for (auto& regrets : made.regrets) regrets.assign(values.size(), 0.0f);
  made.average.assign(values.size(), 0.5f);
  alternatives_ = std::move(made);
}

std::vector<float> Solver::plays_on() const {
  std::vector<float> chances(alternatives_ ? alternatives_->values.size() : 0);
  for (std::size_t i = 0; i < chances.size(); ++i) chances[i] = alternatives_->plays_on(i, true);
  return chances;
}

void Solver::iterate(const Discount& discount) {
  for (int player = 0; player < 2; ++player) walk(Walk::learn(player, discount));
}

std::vector<float> Solver::root_values(int player, Update update) {
  return walk(Walk::measure(player, update));
}

double Solver::expected_value(int player, std::span<const float> values) const {
  const Hands& hands = runouts_->boards[spot_.first_street][0].hands[player];
  double sum = 0;
  for (std::size_t i = 0; i < hands.hands.size(); ++i)
    sum +=
        static_cast<double>(ranges_.weights[player][hands.hands[i].combo]) * static_cast<double>(values[i]);
  return sum / total_;
}

const BettingNode& Solver::node(const Position& position) const {
  return betting_.streets[position.street].nodes[static_cast<std::size_t>(position.node)];
}

std::vector<float> Solver::strategy(const Position& position) const {
  const DecisionRows here = rows(position.street, position.board, node(position));
  return average_strategy(here, here.hands);
}

std::vector<float> Solver::values(const Position& position, int player, std::span<const float> reach,
                                  Update update) {
  const NoDenormals quick;
  const std::vector<BatchPlan>& plans = plans_[player][position.street];
  const auto plan = std::find_if(plans.begin(), plans.end(),
                                 [&](const BatchPlan& each) { return position.node < each.last_node; });
  const Board& here = runouts_->boards[position.street][position.board];
  const std::size_t stride = here.hands[player].stride;
  std::vector<float> entering(here.hands[1 - player].stride, 0.0f);
  std::copy(reach.begin(), reach.end(), entering.begin());
  const Entry entry = {position.node, entering.data()};
  Worker& worker = *workers_[0];
  walk_batch(Walk::measure(player, update), worker, *plan, position.board, nullptr, nullptr, &entry);
  std::vector<float> values(worker.value(*plan, position.node), worker.value(*plan, position.node) + stride);
  const BettingNode& from = node(position);
  if (from.kind == BettingNode::kDecision)
    for (const std::int32_t child : betting_.streets[position.street].children_of(from)) {
      const float* row = worker.value(*plan, child);
      values.insert(values.end(), row, row + stride);
    }
  return values;
}

void Solver::lock(const Position& position, std::span<const float> fixed) {
  const BettingNode& at = node(position);
  auto& locks = locks_[at.player];
  if (locks.empty()) locks.resize(decisions_[at.player]);
  auto& slot =
      locks[scale_starts_[at.player][position.street][position.board] + static_cast<std::size_t>(at.number)];
  slot.assign(fixed.begin(), fixed.end());
}

}  // namespace fivebet
