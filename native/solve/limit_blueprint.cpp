#include "solve/limit_blueprint.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "cards/combos.hpp"
#include "cards/deck.hpp"
#include "simd/kernels.hpp"
#include "solve/runouts.hpp"
#include "util/memory.hpp"
#include "util/random.hpp"

namespace fivebet {
namespace {

constexpr int kFlop = 1, kTurn = 2, kRiver = 3;
constexpr std::size_t kMostNodes = 200'000;
constexpr Chips kDeep = 1'000'000;  // nobody is ever all-in
constexpr std::uint64_t kLearning = 21, kMeasuring = 22;
constexpr std::size_t kBoardsMeasuredAtOnce = 8;

// Hands from `from` to `to`, in order of strength, that are in one bucket.
struct Run {
  std::uint16_t from, to, bucket;
};

// The weight of iterations in the average, kept small for the sake of single precision.
float average_weight(std::uint64_t iteration) {
  const auto weight = static_cast<float>(iteration) * 1e-3f;
  return weight * weight;
}

// Probabilities of a bucket's actions: in proportion to what is above zero, all alike where
// nothing is.
template <std::size_t kActions>
inline void match_regrets(const float* numbers, float* chances) {
  float sum = 0;
  for (std::size_t a = 0; a < kActions; ++a) sum += chances[a] = std::max(numbers[a], 0.0f);
  const float scale = sum > 0 ? 1 / sum : 0;
  for (std::size_t a = 0; a < kActions; ++a)
    chances[a] = sum > 0 ? chances[a] * scale : 1.0f / static_cast<float>(kActions);
}

}  // namespace

// Rows of reach and of values for the nodes of some trees.
struct LimitBlueprint::Rows {
  AlignedBuffer memory;
  std::size_t width = 0;
  std::vector<const float*> reach;
  std::vector<float*> own_reach;
  std::vector<float*> values;

  void prepare(std::size_t nodes, std::size_t wanted) {
    if (reach.size() == nodes && width == wanted) return;
    width = wanted;
    memory = AlignedBuffer(2 * nodes * width * sizeof(float));
    reach.assign(nodes, nullptr);
    own_reach.resize(nodes);
    values.resize(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
      own_reach[i] = memory.floats() + i * width;
      values[i] = memory.floats() + (nodes + i) * width;
    }
  }
};

// A board to the river, its hands in order of strength, and the walk through preflop and flop.
struct LimitBlueprint::DealtBoard {
  Runouts river;
  std::vector<Run> runs[kAllStreets];
  Rows preflop, flop;

  const Hands& hands(int player) const { return river.boards[2][0].hands[player]; }
  std::size_t size() const { return hands(0).hands.size(); }
  std::size_t width() const { return hands(0).stride; }
};

struct LimitBlueprint::Workspace {
  Rows turn, river;
  ScratchRows chances, scratch, spare;
};

// One tree of a street's betting on a dealt board.
class LimitBlueprint::TreeView {
 public:
  TreeView(LimitBlueprint& blueprint, const DealtBoard& board, Workspace& workspace, int street,
           std::size_t tree, std::uint64_t iteration, Rows& rows, std::size_t first_row)
      : blueprint_(blueprint),
        board_(board),
        workspace_(workspace),
        forest_(blueprint.forest(street)),
        street_(street),
        first_(forest_.roots[tree]),
        size_(static_cast<std::size_t>(forest_.roots[tree + 1] - first_)),
        iteration_(iteration),
        rows_(rows),
        first_row_(first_row) {}

  std::size_t size() const { return size_; }
  std::int32_t node(std::size_t i) const { return first_ + static_cast<std::int32_t>(i); }
  std::size_t width() const { return board_.width(); }
  Role role(std::int32_t node, int player) const {
    const BettingNode& here = at(node);
    return here.kind == BettingNode::kDecision ? decision_role(here.player, player) : Role::kLeaf;
  }
  std::span<const std::int32_t> children(std::int32_t node) const { return forest_.children_of(at(node)); }
  const float*& reach(std::int32_t node) { return rows_.reach[local(node)]; }
  void share_reach(std::int32_t node, std::int32_t child) { reach(child) = reach(node); }
  float* add_reach(std::int32_t child) {
    float* row = rows_.own_reach[local(child)];
    reach(child) = row;
    return row;
  }
  float* value(std::int32_t node) const { return rows_.values[local(node)]; }

  void split_reach(std::int32_t node, bool average, float* const* rows) {
    if (at(node).actions == 2)
      split<2>(node, average, rows);
    else
      split<3>(node, average, rows);
  }
  void update_own(std::int32_t node, const Walk& walk, const float* const* values) {
    if (at(node).actions == 2)
      update<2>(node, walk, values);
    else
      update<3>(node, walk, values);
  }

  void evaluate_leaves(const Walk& walk) {
    evaluate_terminals(walk.player);
    if (street_ != kTurn) return;  // the trees behind preflop and flop are walked by themselves
    const Forest& rivers = blueprint_.forest(kRiver);
    for (std::size_t i = 0; i < size_; ++i) {
      const BettingNode& chance = at(node(i));
      if (chance.kind != BettingNode::kChance) continue;
      const auto tree = static_cast<std::size_t>(chance.next_tree);
      workspace_.river.prepare(static_cast<std::size_t>(rivers.roots[tree + 1] - rivers.roots[tree]),
                               width());
      TreeView behind(blueprint_, board_, workspace_, kRiver, tree, iteration_, workspace_.river, 0);
      behind.reach(behind.node(0)) = reach(node(i));
      walk_tree(behind, walk);
      std::copy_n(behind.value(behind.node(0)), width(), value(node(i)));
    }
  }

  // Values of all terminals, up to sixteen rows of reach at a time. A player who may fold or
  // call has one row for both.
  void evaluate_terminals(int player) {
    Terminals terminals{};
    std::size_t lanes = 0;
    float* zeros = workspace_.spare.grow(2 * width());
    std::fill_n(zeros, width(), 0.0f);
    const auto clear = [&] {
      terminals.needs = 0;
      lanes = 0;
      std::ranges::fill(terminals.reach, zeros);
      std::ranges::fill(terminals.shown, nullptr);
      std::ranges::fill(terminals.folded, nullptr);
    };
    const auto flush = [&] {
      if (lanes == 0) return;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (!terminals.shown[lane]) terminals.shown[lane] = zeros + width();
        if (!terminals.folded[lane]) terminals.folded[lane] = zeros + width();
      }
      const ShowdownTable table = board_.hands(player).showdown_table(board_.size());
      kernels().terminal_values(table, terminals,
                                workspace_.scratch.grow(terminal_scratch_size(board_.size())));
      clear();
    };
    clear();
    for (std::size_t i = 0; i < size_; ++i) {
      const BettingNode& here = at(node(i));
      const bool folds = here.kind == BettingNode::kFolded;
      if (!folds && here.kind != BettingNode::kShowdown) continue;
      const float* row = reach(node(i));
      const auto is_free = [&](std::size_t lane) {
        return terminals.reach[lane] == row && !(folds ? terminals.folded : terminals.shown)[lane];
      };
      std::size_t lane = 0;
      while (lane < lanes && !is_free(lane)) ++lane;
      if (lane == kLanes) {
        flush();
        lane = 0;
      }
      lanes = std::max(lanes, lane + 1);
      terminals.reach[lane] = row;
      if (folds) {
        const auto lost = static_cast<float>(here.contributed[here.player]);
        terminals.needs |= Terminals::kFolds;
        terminals.folded[lane] = value(node(i));
        terminals.fold[lane] = here.player == player ? -lost : lost;
      } else {
        terminals.needs |= Terminals::kShowdowns;
        terminals.shown[lane] = value(node(i));
        terminals.show[lane] = static_cast<float>(here.contributed[player]);
      }
    }
    flush();
  }

 private:
  const BettingNode& at(std::int32_t node) const { return forest_.nodes[static_cast<std::size_t>(node)]; }
  std::size_t local(std::int32_t node) const { return first_row_ + static_cast<std::size_t>(node - first_); }
  const std::vector<Run>& runs() const { return board_.runs[street_]; }

  template <std::size_t kActions>
  float* chances(const float* numbers) {
    float* made = workspace_.chances.grow(kActions * runs().size());
    float* to = made;
    for (const Run& run : runs()) {
      match_regrets<kActions>(numbers + kActions * run.bucket, to);
      to += kActions;
    }
    return made;
  }

  template <std::size_t kActions>
  void split(std::int32_t node, bool average, float* const* rows) {
    const std::size_t start = blueprint_.start(street_, at(node));
    float* averages = blueprint_.averages_.floats() + start;
    const float* chance = chances<kActions>(average ? averages : blueprint_.regrets_.floats() + start);
    const float* here = reach(node);
    const float weight = average ? 0 : average_weight(iteration_);
    for (const Run& run : runs()) {
      float sum = 0;
      for (std::size_t hand = run.from; hand < run.to; ++hand) {
        sum += here[hand];
        for (std::size_t a = 0; a < kActions; ++a) rows[a][hand] = here[hand] * chance[a];
      }
      if (weight > 0)
        for (std::size_t a = 0; a < kActions; ++a)
          averages[kActions * run.bucket + a] += weight * sum * chance[a];
      chance += kActions;
    }
    for (std::size_t a = 0; a < kActions; ++a)
      std::fill(rows[a] + board_.size(), rows[a] + width(), 0.0f);
  }

  template <std::size_t kActions>
  void update(std::int32_t node, const Walk& walk, const float* const* values) {
    const std::size_t start = blueprint_.start(street_, at(node));
    const bool learns = walk.update == Update::kLearn;
    float* regrets = blueprint_.regrets_.floats() + start;
    const float* chance = chances<kActions>(learns ? regrets : blueprint_.averages_.floats() + start);
    const float weight = static_cast<float>(iteration_) * 1e-6f;
    float* to = value(node);
    for (const Run& run : runs()) {
      std::array<float, kActions> sums{};
      for (std::size_t hand = run.from; hand < run.to; ++hand) {
        float sum = 0;
        for (std::size_t a = 0; a < kActions; ++a) {
          sum += chance[a] * values[a][hand];
          sums[a] += values[a][hand];
        }
        to[hand] = sum;
      }
      if (learns) {
        float mean = 0;
        for (std::size_t a = 0; a < kActions; ++a) mean += chance[a] * sums[a];
        for (std::size_t a = 0; a < kActions; ++a)
          regrets[kActions * run.bucket + a] += weight * (sums[a] - mean);
      }
      chance += kActions;
    }
    std::fill(to + board_.size(), to + width(), 0.0f);
  }

  LimitBlueprint& blueprint_;
  const DealtBoard& board_;
  Workspace& workspace_;
  const Forest& forest_;
  int street_;
  std::int32_t first_;
  std::size_t size_;
  std::uint64_t iteration_;
  Rows& rows_;
  std::size_t first_row_;
};

LimitBlueprint::LimitBlueprint(const LimitRules& rules, const BoardBuckets& buckets, int threads)
    : buckets_(buckets), pool_(threads) {
  Spot spot;
  spot.stack = kDeep;
  spot.limit.emplace();
  for (std::size_t street = 0; street < kAllStreets; ++street) {
    spot.limit->bets[street] = rules.bets[street];
    spot.limit->max_raises[street] = rules.max_raises[street];
    widths_[street] =
        street == 0 ? kClasses : static_cast<std::size_t>(buckets.size(static_cast<int>(street) - 1));
  }
  std::vector<StreetStart> starts;
  preflop_ = build_preflop(spot, {rules.blinds[1], rules.blinds[0], {}}, starts);
  betting_ = build_betting(spot, kMostNodes, starts);
  std::size_t numbers = 0;
  for (int street = 0; street < kAllStreets; ++street)
    for (const BettingNode& node : forest(street).nodes) {
      starts_[street].push_back(numbers);
      if (node.kind == BettingNode::kDecision)
        numbers += static_cast<std::size_t>(node.actions) * widths_[static_cast<std::size_t>(street)];
    }
  need_memory(2 * numbers * sizeof(float));
  regrets_ = AlignedBuffer(numbers * sizeof(float));
  averages_ = AlignedBuffer(numbers * sizeof(float));
  for (std::size_t i = 0; i < pool_.size(); ++i) workspaces_.push_back(std::make_unique<Workspace>());
}

LimitBlueprint::~LimitBlueprint() = default;

std::size_t LimitBlueprint::start(int street, const BettingNode& node) const {
  return starts_[street][static_cast<std::size_t>(&node - forest(street).nodes.data())];
}

void LimitBlueprint::deal_board(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index,
                                DealtBoard& board) const {
  Stream stream(seed, purpose, index, 0);
  Deck deck = Deck::descending();
  CardSet cards[kAllStreets] = {};
  for (int street = kFlop; street < kAllStreets; ++street) {
    cards[street] = cards[street - 1];
    for (int i = 0; i < (street == kFlop ? 3 : 1); ++i) cards[street] |= card_set(deck.draw_from_end(stream));
  }
  Ranges everybody;
  for (auto& weights : everybody.weights) weights.assign(kCombos, 1.0f);
  board.river = build_runouts({cards[kRiver], everybody, 2, false, {}}, 1);
  std::array<std::uint16_t, kCombos> bucket_of;
  std::copy(kClassTable.begin(), kClassTable.end(), bucket_of.begin());
  for (int street = 0; street < kAllStreets; ++street) {
    if (street > 0) buckets_.assign(cards[street], bucket_of.data());
    std::vector<Run>& runs = board.runs[street];
    runs.clear();
    for (std::size_t i = 0; i < board.size(); ++i) {
      const std::uint16_t bucket = bucket_of[board.hands(0).hands[i].combo];
      const auto here = static_cast<std::uint16_t>(i);
      if (runs.empty() || runs.back().bucket != bucket) runs.push_back({here, here, bucket});
      runs.back().to = static_cast<std::uint16_t>(i + 1);
    }
  }
  board.preflop.prepare(forest(0).nodes.size(), board.width());
  board.flop.prepare(forest(kFlop).nodes.size(), board.width());
}

void LimitBlueprint::deal(std::uint64_t seed, std::uint64_t purpose, std::uint64_t first,
                          std::size_t boards) {
  while (dealt_.size() < boards) dealt_.push_back(std::make_unique<DealtBoard>());
  pool_.run(boards,
            [&](std::size_t i, std::size_t) { deal_board(seed, purpose, first + i, *dealt_[i]); });
}

void LimitBlueprint::walk(const Walk& walk, std::uint64_t iteration, std::size_t boards,
                          const EachTurn& visit) {
  const Forest& flops = forest(kFlop);
  const Forest& turns = forest(kTurn);
  const auto preflop = [&](std::size_t board) {
    return TreeView(*this, *dealt_[board], *workspaces_[0], 0, 0, iteration, dealt_[board]->preflop, 0);
  };
  const auto flop = [&](std::size_t board, std::size_t tree, std::size_t thread) {
    return TreeView(*this, *dealt_[board], *workspaces_[thread], kFlop, tree, iteration, dealt_[board]->flop,
                    static_cast<std::size_t>(flops.roots[tree]));
  };
  for (std::size_t i = 0; i < boards; ++i) {
    DealtBoard& board = *dealt_[i];
    float* everybody = board.preflop.own_reach[0];
    std::fill_n(everybody, board.width(), 0.0f);
    std::fill_n(everybody, board.size(), 1.0f);
    board.preflop.reach[0] = everybody;
    TreeView view = preflop(i);
    propagate_reach(view, walk, 0, view.size());
    for (std::size_t node = 0; node < preflop_.nodes.size(); ++node)
      if (preflop_.nodes[node].kind == BettingNode::kChance)
        board.flop.reach[static_cast<std::size_t>(flops.roots[static_cast<std::size_t>(
            preflop_.nodes[node].next_tree)])] = board.preflop.reach[node];
  }
  pool_.run(flops.trees(), [&](std::size_t tree, std::size_t thread) {
    for (std::size_t i = 0; i < boards; ++i) {
      TreeView view = flop(i, tree, thread);
      propagate_reach(view, walk, 0, view.size());
    }
  });
  std::vector<std::size_t> chance_of(turns.trees());  // by tree of the turn, the flop's node
  for (std::size_t node = 0; node < flops.nodes.size(); ++node)
    if (flops.nodes[node].kind == BettingNode::kChance)
      chance_of[static_cast<std::size_t>(flops.nodes[node].next_tree)] = node;
  pool_.run(turns.trees(), [&](std::size_t tree, std::size_t thread) {
    Workspace& workspace = *workspaces_[thread];
    for (std::size_t i = 0; i < boards; ++i) {
      DealtBoard& board = *dealt_[i];
      workspace.turn.prepare(static_cast<std::size_t>(turns.roots[tree + 1] - turns.roots[tree]),
                             board.width());
      TreeView view(*this, board, workspace, kTurn, tree, iteration, workspace.turn, 0);
      const float* reach = board.flop.reach[chance_of[tree]];
      view.reach(view.node(0)) = reach;
      walk_tree(view, walk);
      const float* value = view.value(view.node(0));
      std::copy_n(value, board.width(), board.flop.values[chance_of[tree]]);
      if (visit) visit(board, tree, reach, value, workspace);
    }
  });
  pool_.run(flops.trees(), [&](std::size_t tree, std::size_t thread) {
    for (std::size_t i = 0; i < boards; ++i) {
      TreeView view = flop(i, tree, thread);
      view.evaluate_leaves(walk);
      accumulate_values(view, walk);
    }
  });
  for (std::size_t i = 0; i < boards; ++i) {
    DealtBoard& board = *dealt_[i];
    for (std::size_t node = 0; node < preflop_.nodes.size(); ++node)
      if (preflop_.nodes[node].kind == BettingNode::kChance)
        std::copy_n(board.flop.values[static_cast<std::size_t>(
                        flops.roots[static_cast<std::size_t>(preflop_.nodes[node].next_tree)])],
                    board.width(), board.preflop.values[node]);
    TreeView view = preflop(i);
    view.evaluate_leaves(walk);
    accumulate_values(view, walk);
  }
}

void LimitBlueprint::iterate(std::uint64_t seed, std::uint64_t first, std::size_t boards,
                             std::uint64_t iteration) {
  deal(seed, kLearning, first, boards);
  for (int player = 0; player < 2; ++player) walk(Walk::learn(player, {}), iteration, boards, {});
}

LimitBlueprint::Measured LimitBlueprint::measure(std::uint64_t seed, std::size_t boards) {
  const std::size_t trees = forest(kTurn).trees(), width = widths_[kTurn];
  std::vector<double> sums[2], weights[2];
  Measured measured;
  for (int player = 0; player < 2; ++player) {
    sums[player].resize(trees * width);
    weights[player].resize(trees * width);
  }
  for (std::size_t from = 0; from < boards; from += kBoardsMeasuredAtOnce) {
    const std::size_t n = std::min(kBoardsMeasuredAtOnce, boards - from);
    deal(seed, kMeasuring, from, n);
    for (int player = 0; player < 2; ++player) {
      walk(Walk::measure(player, Update::kAverage), 0, n,
           [&](const DealtBoard& board, std::size_t tree, const float* reach, const float* value,
               Workspace& workspace) {
             // A fold that wins one chip is worth the weight of all hands that the other may hold.
             float* rows = workspace.spare.grow(3 * board.width());
             std::fill_n(rows, board.width(), 0.0f);
             Terminals terminals{};
             terminals.needs = Terminals::kFolds;
             std::ranges::fill(terminals.reach, rows);
             std::ranges::fill(terminals.folded, rows + board.width());
             terminals.reach[0] = reach;
             terminals.folded[0] = rows + 2 * board.width();
             terminals.fold[0] = 1;
             kernels().terminal_values(board.hands(player).showdown_table(board.size()), terminals,
                                       workspace.scratch.grow(terminal_scratch_size(board.size())));
             for (const Run& run : board.runs[kTurn])
               for (std::size_t hand = run.from; hand < run.to; ++hand) {
                 sums[player][tree * width + run.bucket] += static_cast<double>(value[hand]);
                 weights[player][tree * width + run.bucket] += static_cast<double>(terminals.folded[0][hand]);
               }
           });
      if (player == 1) continue;
      for (std::size_t i = 0; i < n; ++i) {
        const DealtBoard& board = *dealt_[i];
        double sum = 0;
        for (std::size_t hand = 0; hand < board.size(); ++hand)
          sum += static_cast<double>(board.preflop.values[0][hand]);
        const auto hands = static_cast<double>(board.size());
        measured.won.push_back(sum / (hands * (kDeckSize - 7) * (kDeckSize - 8) / 2));
      }
    }
  }
  for (int player = 0; player < 2; ++player)
    for (std::size_t i = 0; i < trees * width; ++i)
      measured.turn_values.push_back(weights[player][i] > 0
                                         ? static_cast<float>(sums[player][i] / weights[player][i])
                                         : std::numeric_limits<float>::quiet_NaN());
  return measured;
}

std::vector<float> LimitBlueprint::strategy(int street, std::int32_t number) const {
  const BettingNode& node = forest(street).nodes[static_cast<std::size_t>(number)];
  const float* averages = averages_.floats() + start(street, node);
  const auto actions = static_cast<std::size_t>(node.actions);
  const std::size_t width = buckets(street);
  std::vector<float> rows(actions * width);
  for (std::size_t bucket = 0; bucket < width; ++bucket) {
    std::array<float, 3> chances{};
    if (actions == 2)
      match_regrets<2>(averages + 2 * bucket, chances.data());
    else
      match_regrets<3>(averages + 3 * bucket, chances.data());
    for (std::size_t a = 0; a < actions; ++a) rows[a * width + bucket] = chances[a];
  }
  return rows;
}

}  // namespace fivebet
