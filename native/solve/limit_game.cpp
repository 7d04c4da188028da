#include "solve/limit_game.hpp"

#include <algorithm>
#include <stdexcept>

#include "solve/average_strategy.hpp"
#include "simd/kernels.hpp"

namespace fivebet {
namespace {

constexpr int kRiver = 3;
constexpr std::size_t kMaxEnds = 64;

}  // namespace

LimitGame::LimitGame(const LimitRules& rules, const std::array<int, 4>& buckets,
                     std::span<const std::uint64_t> won, std::span<const std::uint64_t> tied, int threads)
    : buckets_(buckets), pool_(threads), workspaces_(pool_.size()) {
  std::size_t n = 1;
  for (std::size_t street = 0; street < 4; ++street) {
    if (buckets[street] < 1 || buckets[street] > 169) throw std::invalid_argument("a street has 1 to 169 buckets");
    sequences_[street] = n *= static_cast<std::size_t>(buckets[street]);
  }
  if (n > 10'000) throw std::invalid_argument("there are at most 10,000 sequences");
  if (won.size() != n * n || tied.size() != n * n)
    throw std::invalid_argument("meetings are counted for each pair of sequences");
  for (std::size_t street = 0; street < 4; ++street)
    if (rules.max_raises[street] < 0 || rules.max_raises[street] > 8 || rules.bets[street] < 1)
      throw std::invalid_argument("a street has at most 8 raises, of 1 chip or more");
  build(rules, 0, 1, rules.blinds, 0, false);
  std::size_t numbers = 0;
  turn_of_.assign(nodes_.size(), 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    LimitNode& node = nodes_[i];
    node.start = numbers;
    if (node.kind == LimitNode::kDecision) numbers += node.actions() * width(node.street);
    if (node.kind == LimitNode::kChance && node.street == 2) {
      turn_of_[i] = turns_.size();
      turns_.push_back(static_cast<int>(i));
    }
  }
  regrets_ = AlignedBuffer(numbers * sizeof(float));
  averages_ = AlignedBuffer(numbers * sizeof(float));
  turn_reach_ = AlignedBuffer(turns_.size() * width(1) * sizeof(float));
  turn_values_ = AlignedBuffer(turns_.size() * width(1) * sizeof(float));
  make_matrices(won, tied);
}

// Paid is what each player has put in; closing, whether a check or call ends the street.
int LimitGame::build(const LimitRules& rules, int street, int actor, std::array<int, 2> paid, int raises,
                     bool closing) {
  const int at = static_cast<int>(nodes_.size());
  nodes_.push_back({LimitNode::kDecision, street, actor});
  const auto add_end = [&](LimitNode::Kind kind, int winner, int stake) {
    nodes_.push_back({kind, street, winner, static_cast<float>(stake)});
    const int end = static_cast<int>(nodes_.size());
    nodes_.back().end = end;
    return end - 1;
  };
  const auto me = static_cast<std::size_t>(actor);
  const std::size_t you = 1 - me;
  std::array<int, 3> children{-1, -1, -1};
  if (paid[you] > paid[me]) children[0] = add_end(LimitNode::kFold, 1 - actor, paid[me]);
  std::array<int, 2> even = paid;
  even[me] = paid[you];
  if (!closing) {
    children[1] = build(rules, street, 1 - actor, even, raises, true);
  } else if (street == kRiver) {
    children[1] = add_end(LimitNode::kShowdown, 0, paid[you]);
  } else {
    const int deal = static_cast<int>(nodes_.size());
    nodes_.push_back({LimitNode::kChance, street + 1});
    const int next = build(rules, street + 1, 0, even, 0, false);
    nodes_[static_cast<std::size_t>(deal)].children[1] = next;
    nodes_[static_cast<std::size_t>(deal)].end = static_cast<int>(nodes_.size());
    children[1] = deal;
  }
  if (raises < rules.max_raises[static_cast<std::size_t>(street)]) {
    std::array<int, 2> raised = even;
    raised[me] += rules.bets[static_cast<std::size_t>(street)];
    children[2] = build(rules, street, 1 - actor, raised, raises + 1, true);
  }
  nodes_[static_cast<std::size_t>(at)].children = children;
  nodes_[static_cast<std::size_t>(at)].end = static_cast<int>(nodes_.size());
  return at;
}

void LimitGame::make_matrices(std::span<const std::uint64_t> won, std::span<const std::uint64_t> tied) {
  const std::size_t n = sequences_[kRiver];
  double total = 0;
  for (std::size_t i = 0; i < n * n; ++i) total += 2.0 * static_cast<double>(won[i]) + static_cast<double>(tied[i]);
  if (!(total > 0)) throw std::invalid_argument("no sequences meet");
  show_ = AlignedBuffer(n * width(kRiver) * sizeof(float));
  std::array<std::vector<double>, 4> sums;
  for (std::size_t street = 0; street < 4; ++street) sums[street].resize(sequences_[street] * sequences_[street]);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const auto wins = static_cast<double>(won[i * n + j]), losses = static_cast<double>(won[j * n + i]);
      sums[kRiver][i * n + j] = (wins + losses + static_cast<double>(tied[i * n + j])) / total;
      show_.floats()[i * width(kRiver) + j] = static_cast<float>((losses - wins) / total);
    }
  for (std::size_t street = kRiver; street-- > 0;) {
    const std::size_t many = sequences_[street + 1], few = sequences_[street];
    const auto parts = static_cast<std::size_t>(buckets_[street + 1]);
    for (std::size_t i = 0; i < many; ++i)
      for (std::size_t j = 0; j < many; ++j)
        sums[street][i / parts * few + j / parts] += sums[street + 1][i * many + j];
  }
  for (int street = 0; street < 4; ++street) {
    const std::size_t here = sequences(street);
    AlignedBuffer& store = meet_[static_cast<std::size_t>(street)];
    store = AlignedBuffer(here * width(street) * sizeof(float));
    for (std::size_t i = 0; i < here; ++i)
      for (std::size_t j = 0; j < here; ++j)
        store.floats()[i * width(street) + j] = static_cast<float>(sums[static_cast<std::size_t>(street)][i * here + j]);
  }
}

DecisionRows LimitGame::rows(const LimitNode& node) const {
  DecisionRows rows{};
  rows.actions = node.actions();
  rows.hands = width(node.street);
  rows.regrets = regrets_.floats() + node.start;
  rows.average = averages_.floats() + node.start;
  return rows;
}

float* LimitGame::take(Workspace& workspace) const {
  if (workspace.used == workspace.blocks.size()) workspace.blocks.emplace_back(width(kRiver) * sizeof(float));
  return workspace.blocks[workspace.used++].floats();
}

void LimitGame::refine(int street, const float* from, float* to) const {
  const auto parts = static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]);
  for (std::size_t i = 0; i < sequences(street - 1); ++i) std::fill_n(to + i * parts, parts, from[i]);
  std::fill(to + sequences(street), to + width(street), 0.0f);
}

void LimitGame::merge(int street, const float* from, float* to) const {
  const auto parts = static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]);
  for (std::size_t i = 0; i < sequences(street - 1); ++i) {
    float sum = 0;
    for (std::size_t k = 0; k < parts; ++k) sum += from[i * parts + k];
    to[i] = sum;
  }
  std::fill(to + sequences(street - 1), to + width(street - 1), 0.0f);
}

void LimitGame::combine(const Walk& walk, const LimitNode& node, const float* const* values, float* value) const {
  const std::size_t n = node.actions();
  if (node.player != walk.player)
    kernels().add_rows(values, n, width(node.street), value);
  else if (walk.how == Walk::kLearn)
    kernels().update_regrets(rows(node), values, walk.discount, value, nullptr);
  else if (walk.how == Walk::kAverage)
    kernels().strategy_value(rows(node), true, values, value);
  else
    kernels().max_rows(values, n, width(node.street), value);
}

// Leaves the reach of the other player at every deal of the turn.
void LimitGame::collect_turn_reach(const Walk& walk, int at, const float* reach, Workspace& workspace) {
  const LimitNode& node = nodes_[static_cast<std::size_t>(at)];
  const std::size_t before = workspace.used;
  if (node.kind == LimitNode::kChance) {
    if (node.street == 2) {
      std::copy_n(reach, width(1), turn_reach_.floats() + turn_of_[static_cast<std::size_t>(at)] * width(1));
    } else {
      float* refined = take(workspace);
      refine(node.street, reach, refined);
      collect_turn_reach(walk, node.children[1], refined, workspace);
    }
  } else if (node.kind == LimitNode::kDecision) {
    float* spread[3];
    if (node.player != walk.player) {
      for (std::size_t a = 0; a < node.actions(); ++a) spread[a] = take(workspace);
      kernels().spread_reach(rows(node), walk.how != Walk::kLearn, reach, spread);
    }
    std::size_t a = 0;
    for (const int child : node.children)
      if (child >= 0) collect_turn_reach(walk, child, node.player != walk.player ? spread[a++] : reach, workspace);
  }
  workspace.used = before;
}

void LimitGame::visit_street_end(const Walk& walk, const LimitNode& node, const float* reach, float* value,
                                 Workspace& workspace) {
  const std::size_t before = workspace.used;
  if (node.kind == LimitNode::kFold) {
    const float won = node.player == walk.player ? node.stake : -node.stake;
    kernels().matmul(meet_[static_cast<std::size_t>(node.street)].floats(), width(node.street),
                        sequences(node.street), &reach, &won, &value, 1);
  } else {
    float* refined = take(workspace);
    float* worth = take(workspace);
    refine(node.street, reach, refined);
    if (node.street == kRiver)
      visit_river(walk, node.children[1], refined, worth, workspace);
    else
      visit(walk, node.children[1], refined, worth, workspace);
    merge(node.street, worth, value);
  }
  workspace.used = before;
}

void LimitGame::visit(const Walk& walk, int at, const float* reach, float* value, Workspace& workspace) {
  const LimitNode& node = nodes_[static_cast<std::size_t>(at)];
  if (node.kind == LimitNode::kChance && node.street == 2) {
    std::copy_n(turn_values_.floats() + turn_of_[static_cast<std::size_t>(at)] * width(1), width(1), value);
    return;
  }
  if (node.kind != LimitNode::kDecision) return visit_street_end(walk, node, reach, value, workspace);
  const std::size_t before = workspace.used;
  float* spread[3];
  float* values[3];
  for (std::size_t a = 0; a < node.actions(); ++a) values[a] = take(workspace);
  if (node.player != walk.player) {
    for (std::size_t a = 0; a < node.actions(); ++a) spread[a] = take(workspace);
    kernels().spread_reach(rows(node), walk.how != Walk::kLearn, reach, spread);
  }
  std::size_t a = 0;
  for (const int child : node.children) {
    if (child < 0) continue;
    visit(walk, child, node.player != walk.player ? spread[a] : reach, values[a], workspace);
    ++a;
  }
  combine(walk, node, values, value);
  workspace.used = before;
}

void LimitGame::visit_river(const Walk& walk, int root, const float* reach, float* value, Workspace& workspace) {
  const std::size_t before = workspace.used;
  const auto many = static_cast<std::size_t>(nodes_[static_cast<std::size_t>(root)].end - root);
  std::array<const float*, kMaxEnds * 3> reaches;
  std::array<float*, kMaxEnds * 3> values;
  std::array<const float*, kMaxEnds> end_reach[2];
  std::array<float*, kMaxEnds> end_values[2];
  std::array<float, kMaxEnds> scales[2];
  std::size_t ends[2] = {0, 0};
  reaches[0] = reach;
  for (std::size_t i = 0; i < many; ++i) {
    const LimitNode& node = nodes_[static_cast<std::size_t>(root) + i];
    values[i] = i ? take(workspace) : value;
    if (node.kind == LimitNode::kDecision) {
      float* spread[3];
      const bool theirs = node.player != walk.player;
      if (theirs) {
        for (std::size_t a = 0; a < node.actions(); ++a) spread[a] = take(workspace);
        kernels().spread_reach(rows(node), walk.how != Walk::kLearn, reaches[i], spread);
      }
      std::size_t a = 0;
      for (const int child : node.children)
        if (child >= 0) reaches[static_cast<std::size_t>(child - root)] = theirs ? spread[a++] : reaches[i];
      continue;
    }
    const bool fold = node.kind == LimitNode::kFold;
    const std::size_t at = ends[fold]++;
    end_reach[fold][at] = reaches[i];
    end_values[fold][at] = values[i];
    scales[fold][at] = fold && node.player != walk.player ? -node.stake : node.stake;
  }
  for (const int fold : {0, 1})
    kernels().matmul((fold ? meet_[kRiver] : show_).floats(), width(kRiver), sequences(kRiver),
                        end_reach[fold].data(), scales[fold].data(), end_values[fold].data(), ends[fold]);
  for (std::size_t i = many; i-- > 0;) {
    const LimitNode& node = nodes_[static_cast<std::size_t>(root) + i];
    if (node.kind != LimitNode::kDecision) continue;
    const float* below[3];
    std::size_t a = 0;
    for (const int child : node.children)
      if (child >= 0) below[a++] = values[static_cast<std::size_t>(child - root)];
    combine(walk, node, below, values[i]);
  }
  workspace.used = before;
}

double LimitGame::run(const Walk& walk) {
  Workspace& workspace = workspaces_[0];
  workspace.used = 0;
  float* reach = take(workspace);
  float* value = take(workspace);
  std::fill_n(reach, width(0), 0.0f);
  std::fill_n(reach, sequences(0), 1.0f);
  collect_turn_reach(walk, 0, reach, workspace);
  for (std::size_t i = 1; i < workspaces_.size(); ++i) workspaces_[i].used = 0;
  pool_.run(turns_.size(), [&](std::size_t turn, std::size_t member) {
    visit_street_end(walk, nodes_[static_cast<std::size_t>(turns_[turn])], turn_reach_.floats() + turn * width(1),
                     turn_values_.floats() + turn * width(1), workspaces_[member]);
  });
  visit(walk, 0, reach, value, workspace);
  double sum = 0;
  for (std::size_t i = 0; i < sequences(0); ++i) sum += value[i];
  return sum;
}

void LimitGame::iterate(const Discount& discount) {
  for (int player = 0; player < 2; ++player) run({player, Walk::kLearn, discount});
}

double LimitGame::value(int player, bool best) {
  return run({player, best ? Walk::kBestResponse : Walk::kAverage, {}});
}

std::vector<float> LimitGame::strategy(std::size_t at) const {
  return average_strategy(rows(nodes_[at]), sequences(nodes_[at].street));
}

void LimitGame::set_strategy(std::size_t at, std::span<const float> given) {
  const LimitNode& node = nodes_[at];
  const std::size_t hands = sequences(node.street);
  float* average = averages_.floats() + node.start;
  for (std::size_t a = 0; a < node.actions(); ++a)
    std::copy_n(given.data() + a * hands, hands, average + a * width(node.street));
}

}  // namespace fivebet
