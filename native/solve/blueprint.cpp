#include "solve/blueprint.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "solve/average_strategy.hpp"
#include "cards/evaluator.hpp"
#include "simd/kernels.hpp"
#include "util/random.hpp"

namespace fivebet {
namespace {

constexpr int kRounds = 4;
constexpr std::size_t kAll = padded(kCombos);
constexpr std::size_t kMostNodes = 2'000'000;
constexpr std::uint64_t kLearning = 11, kMeasuring = 12;

struct AllCombos {
  std::array<CardSet, kCombos> cards;
  std::array<std::uint8_t, kCombos> classes;
  Hands hands;  // everybody's, in the order of combos, before the river

  AllCombos() {
    std::vector<std::uint16_t> lists[kDeckSize];
    for (int i = 0; i < kCombos; ++i) {
      const Combo combo = combo_at(i);
      const auto at = static_cast<std::size_t>(i);
      cards[at] = combo.cards();
      classes[at] = static_cast<std::uint8_t>(class_of(combo));
      const auto low = static_cast<std::uint8_t>(combo.low), high = static_cast<std::uint8_t>(combo.high);
      hands.hands.push_back({static_cast<std::uint16_t>(i), {low, high}});
      ShowdownIndex index{};
      index.same_combo = static_cast<std::uint16_t>(i);
      index.card[0] = low;
      index.card[1] = high;
      hands.indices.push_back(index);
      lists[low].push_back(static_cast<std::uint16_t>(i));
      lists[high].push_back(static_cast<std::uint16_t>(i));
    }
    hands.starts.assign(1, 0);
    for (const auto& list : lists) {
      hands.by_card.insert(hands.by_card.end(), list.begin(), list.end());
      hands.starts.push_back(static_cast<std::uint16_t>(hands.by_card.size()));
    }
    hands.stride = kAll;
  }
};

const AllCombos& combos() {
  static const AllCombos all;
  return all;
}

using Strengths = std::array<float, kCombos>;

// Adds the square of each hand's strength on a river board: the part of all hands
// that it beats, half of those it ties. Which cards are gone is left aside.
void add_strengths(CardSet board, Strengths& sums, std::array<std::uint16_t, kCombos>& counts) {
  static thread_local std::array<std::uint32_t, kValues + 2> below;
  std::array<Value, kCombos> values;
  below.fill(0);
  std::uint32_t live = 0;
  for (std::size_t i = 0; i < kCombos; ++i) {
    values[i] = combos().cards[i] & board ? Value{0} : evaluate(board | combos().cards[i]);
    if (!values[i]) continue;
    ++below[values[i] + 1u];
    ++live;
  }
  for (std::size_t v = 1; v < below.size(); ++v) below[v] += below[v - 1];
  const float unit = 0.5f / static_cast<float>(live);
  for (std::size_t i = 0; i < kCombos; ++i) {
    if (!values[i]) continue;
    const float strength = unit * static_cast<float>(below[values[i]] + below[values[i] + 1u]);
    sums[i] += strength * strength;
    ++counts[i];
  }
}

// Each hand's bucket by its place among all hands of the board.
void put_into_buckets(const Strengths& strengths, const std::array<std::uint16_t, kCombos>& counts,
                      int buckets, std::uint8_t* bucket_of) {
  std::vector<std::pair<float, std::uint16_t>> order;
  for (std::size_t i = 0; i < kCombos; ++i)
    if (counts[i]) order.emplace_back(strengths[i] / counts[i], static_cast<std::uint16_t>(i));
  std::sort(order.begin(), order.end());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from + 1;
    while (to < order.size() && order[to].first - order[from].first < 1e-6f) ++to;
    // Equal hands share a bucket: that of their middle.
    const std::size_t middle = (from + to - 1) / 2;
    for (std::size_t i = from; i < to; ++i)
      bucket_of[order[i].second] =
          static_cast<std::uint8_t>(middle * static_cast<std::size_t>(buckets) / order.size());
    from = to;
  }
}

}  // namespace

// A dealt board, everybody's buckets on each street, and room to play on it.
struct Blueprint::DealtBoard {
  struct Level {
    ScratchRows rows;
    std::vector<float*> reach;   // by node of the tree
    std::vector<float*> values;
    ScratchRows strategies;             // of the tree's decisions, by bucket
  };
  CardSet dealt[5];
  Runouts river;
  std::array<std::uint8_t, kAll> buckets[kRounds];
  std::vector<std::uint16_t> sorted;  // combos from the weakest up
  std::array<std::uint8_t, kAll> river_buckets;
  Level levels[kRounds];
  ScratchRows room, spare, ends, sums, ones;
};

Blueprint::Blueprint(const Spot& spot, const Blinds& blinds, std::vector<int> buckets)
    : spot_(spot), buckets_(std::move(buckets)), dealt_(std::make_unique<DealtBoard>()) {
  if (buckets_.size() != 3 || std::any_of(buckets_.begin(), buckets_.end(), [](int n) { return n < 1 || n > 250; }))
    throw std::invalid_argument("each street has 1 to 250 buckets");
  buckets_.insert(buckets_.begin(), kClasses);
  std::vector<StreetStart> starts;
  preflop_ = build_preflop(spot, blinds, starts);
  betting_ = build_betting(spot, kMostNodes, starts);
  for (int player = 0; player < 2; ++player)
    for (int street = 0; street < kRounds; ++street) {
      const std::size_t width = padded(static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]) + 1);
      for (const BettingNode& node : forest(street).nodes) {
        starts_[player][street].push_back(numbers_);
        if (node.kind == BettingNode::kDecision && node.player == player)
          numbers_ += static_cast<std::size_t>(node.actions) * width;
      }
    }
  regrets_ = AlignedBuffer(numbers_ * sizeof(float));
  averages_ = AlignedBuffer(numbers_ * sizeof(float));
}

Blueprint::~Blueprint() = default;

std::size_t Blueprint::decisions() const {
  std::size_t sum = 0;
  for (int street = 0; street < kRounds; ++street)
    for (int player = 0; player < 2; ++player)
      sum += static_cast<std::size_t>(forest(street).decisions[player]) *
             static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]);
  return sum;
}

DecisionRows Blueprint::rows(int street, const BettingNode& node) const {
  const auto number = static_cast<std::size_t>(&node - forest(street).nodes.data());
  const std::size_t start = starts_[node.player][street][number];
  DecisionRows rows{};
  rows.actions = static_cast<std::size_t>(node.actions);
  rows.hands = padded(static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]) + 1);
  rows.regrets = regrets_.floats() + start;
  rows.average = averages_.floats() + start;
  return rows;
}

void Blueprint::deal_board(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  DealtBoard& table = *dealt_;
  Stream stream(seed, purpose, index, 0);
  std::array<Card, kDeckSize> deck;
  std::iota(deck.begin(), deck.end(), 0);
  for (std::size_t i = 0; i < 5; ++i) {
    std::swap(deck[i], deck[i + stream.below(kDeckSize - i)]);
    table.dealt[i] = card_set(deck[i]);
  }
  const CardSet flop = table.dealt[0] | table.dealt[1] | table.dealt[2];
  const CardSet turn = flop | table.dealt[3], river = turn | table.dealt[4];
  Ranges everybody;
  for (auto& weights : everybody.weights) weights.assign(kCombos, 1.0f);
  table.river = build_runouts({river, everybody, 2, false, {}}, 1);
  table.sorted.clear();
  for (const Holding& hand : table.river.boards[2][0].hands[0].hands) table.sorted.push_back(hand.combo);

  Strengths sums[3] = {};
  std::array<std::uint16_t, kCombos> counts[3] = {};
  for (Card a = 0; a < kDeckSize; ++a) {
    if (flop & card_set(a)) continue;
    for (Card b = a + 1; b < kDeckSize; ++b)
      if (!(flop & card_set(b))) add_strengths(flop | card_set(a) | card_set(b), sums[0], counts[0]);
    if (!(turn & card_set(a))) add_strengths(turn | card_set(a), sums[1], counts[1]);
  }
  add_strengths(river, sums[2], counts[2]);
  for (int street = 0; street < kRounds; ++street) {
    auto& bucket = table.buckets[street];
    const int buckets = buckets_[static_cast<std::size_t>(street)];
    bucket.fill(static_cast<std::uint8_t>(buckets));
    if (street == 0)
      std::copy(combos().classes.begin(), combos().classes.end(), bucket.begin());
    else
      put_into_buckets(sums[street - 1], counts[street - 1], buckets, bucket.data());
    // A hand that the board takes a card of is not dealt on it, on any street.
    for (std::size_t i = 0; i < kCombos; ++i)
      if (combos().cards[i] & river) bucket[i] = static_cast<std::uint8_t>(buckets);
  }
  table.river_buckets.fill(static_cast<std::uint8_t>(buckets_[3]));
  for (std::size_t i = 0; i < table.sorted.size(); ++i) table.river_buckets[i] = table.buckets[3][table.sorted[i]];
}

// Values of the tree's ends. Whoever is all-in before the river is shown down on
// the board that was dealt.
void Blueprint::evaluate_terminals(int player, int street, std::int32_t tree) {
  DealtBoard& table = *dealt_;
  DealtBoard::Level& level = table.levels[street];
  const Forest& here = forest(street);
  const std::int32_t first = here.roots[static_cast<std::size_t>(tree)];
  const std::int32_t last = here.roots[static_cast<std::size_t>(tree) + 1];
  const Board& board = table.river.boards[2][0];
  const std::size_t hands = table.sorted.size(), width = board.hands[0].stride;
  float* zeros = table.spare.grow(2 * kAll);
  std::fill_n(zeros, kAll, 0.0f);
  float* room = table.room.grow(terminal_scratch_size(kCombos, kCombos));
  const bool river = street == kRounds - 1;
  // Folds keep the street's order of hands, showdowns stand by strength.
  for (const bool folds : {true, false}) {
    std::vector<std::int32_t> ends;
    for (std::int32_t at = first; at < last; ++at) {
      const auto kind = here.nodes[static_cast<std::size_t>(at)].kind;
      const bool shows = kind == BettingNode::kShowdown || kind == BettingNode::kRunOut;
      if (folds ? kind == BettingNode::kFolded : shows) ends.push_back(at);
    }
    const bool move = !folds && !river;
    for (std::size_t from = 0; from < ends.size(); from += kLanes) {
      const std::size_t n = std::min(kLanes, ends.size() - from);
      float* moved = table.ends.grow(2 * kLanes * width);
      Terminals terminals{};
      terminals.kind = folds ? Terminals::kFolds : Terminals::kShowdowns;
      for (std::size_t i = 0; i < kLanes; ++i) {
        terminals.reach[i] = zeros;
        terminals.values[i] = zeros + kAll;
        if (i >= n) continue;
        const BettingNode& node = here.nodes[static_cast<std::size_t>(ends[from + i])];
        const auto local = static_cast<std::size_t>(ends[from + i] - first);
        if (move) {
          float* row = moved + i * width;
          for (std::size_t hand = 0; hand < hands; ++hand) row[hand] = level.reach[local][table.sorted[hand]];
          std::fill(row + hands, row + width, 0.0f);
          terminals.reach[i] = row;
          terminals.values[i] = moved + (kLanes + i) * width;
        } else {
          terminals.reach[i] = level.reach[local];
          terminals.values[i] = level.values[local];
        }
        const auto put = static_cast<float>(folds ? node.contributed[node.player] : node.contributed[player]);
        terminals.show[i] = folds ? 0.0f : put;
        terminals.all[i] = folds ? (node.player == player ? -put : put) : 0.0f;
      }
      const Hands& ours = folds && !river ? combos().hands : board.hands[player];
      kernels().terminal_values(ours.table(ours.hands.size()), terminals, room);
      if (!move) continue;
      for (std::size_t i = 0; i < n; ++i) {
        float* value = level.values[static_cast<std::size_t>(ends[from + i] - first)];
        std::fill_n(value, kAll, 0.0f);
        for (std::size_t hand = 0; hand < hands; ++hand)
          value[table.sorted[hand]] = moved[(kLanes + i) * width + hand];
      }
    }
  }
}

void Blueprint::play(int player, How how, const Discount& discount, int street, std::int32_t tree,
                     const float* reach, float* value) {
  DealtBoard& table = *dealt_;
  DealtBoard::Level& level = table.levels[street];
  const Forest& here = forest(street);
  const std::int32_t first = here.roots[static_cast<std::size_t>(tree)];
  const auto nodes = static_cast<std::size_t>(here.roots[static_cast<std::size_t>(tree) + 1] - first);
  const bool river = street == kRounds - 1;
  const std::size_t width = river ? table.river.boards[2][0].hands[0].stride : kAll;
  const std::uint8_t* bucket = river ? table.river_buckets.data() : table.buckets[street].data();
  const std::size_t buckets = padded(static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]) + 1);
  float* room = level.rows.grow(2 * nodes * width);
  float* strategies = level.strategies.grow(nodes * kMaxActions * buckets);
  float* ones = table.ones.grow(buckets);
  std::fill_n(ones, buckets, 1.0f);
  level.reach.resize(nodes);
  level.values.resize(nodes);
  for (std::size_t i = 0; i < nodes; ++i) {
    level.reach[i] = room + i * width;
    level.values[i] = room + (nodes + i) * width;
  }
  if (river)
    for (std::size_t hand = 0; hand < width; ++hand)
      level.reach[0][hand] = hand < table.sorted.size() ? reach[table.sorted[hand]] : 0.0f;
  else
    std::copy_n(reach, width, level.reach[0]);
  const auto node_at = [&](std::size_t i) -> const BettingNode& {
    return here.nodes[static_cast<std::size_t>(first) + i];
  };
  for (std::size_t i = 0; i < nodes; ++i) {
    const BettingNode& node = node_at(i);
    if (node.kind != BettingNode::kDecision) continue;
    float* rows_here[kMaxActions];
    for (std::size_t a = 0; a < static_cast<std::size_t>(node.actions); ++a)
      rows_here[a] = strategies + (i * kMaxActions + a) * buckets;
    // While both learn they play by regrets; a responder's opponent is what it is.
    const bool average = how == How::kMeasure || (how == How::kRespond && node.player != player);
    kernels().spread_reach(rows(street, node), average, ones, rows_here);
    std::size_t a = 0;
    for (const std::int32_t child : here.children_of(node)) {
      const auto to = static_cast<std::size_t>(child - first);
      if (node.player == player) {
        level.reach[to] = level.reach[i];
      } else {
        const float* chances = rows_here[a];
        float* out = level.reach[to];
        for (std::size_t hand = 0; hand < width; ++hand) out[hand] = level.reach[i][hand] * chances[bucket[hand]];
      }
      ++a;
    }
  }
  evaluate_terminals(player, street, tree);
  for (std::size_t i = 0; i < nodes; ++i)
    if (node_at(i).kind == BettingNode::kChance)
      play(player, how, discount, street + 1, node_at(i).next_tree, level.reach[i], level.values[i]);
  for (std::size_t i = nodes; i-- > 0;) {
    const BettingNode& node = node_at(i);
    if (node.kind != BettingNode::kDecision) continue;
    const auto actions = static_cast<std::size_t>(node.actions);
    float* out = level.values[i];
    const float* below[kMaxActions];
    std::size_t a = 0;
    for (const std::int32_t child : here.children_of(node)) below[a++] = level.values[static_cast<std::size_t>(child - first)];
    if (node.player != player) {
      kernels().add_rows(below, actions, width, out);
      continue;
    }
    std::fill_n(out, width, 0.0f);
    float* sums = table.sums.grow((actions + 1) * buckets);
    std::fill_n(sums, actions * buckets, 0.0f);
    const float* action_sums[kMaxActions];
    for (a = 0; a < actions; ++a) {
      const float* chances = strategies + (i * kMaxActions + a) * buckets;
      float* sum = sums + a * buckets;
      for (std::size_t hand = 0; hand < width; ++hand) {
        out[hand] += chances[bucket[hand]] * below[a][hand];
        sum[bucket[hand]] += below[a][hand];
      }
      action_sums[a] = sum;
    }
    if (how != How::kMeasure)
      kernels().update_regrets(rows(street, node), action_sums, discount, sums + actions * buckets, nullptr);
  }
  if (!river) {
    std::copy_n(level.values[0], width, value);
    return;
  }
  std::fill_n(value, kAll, 0.0f);
  for (std::size_t hand = 0; hand < table.sorted.size(); ++hand) value[table.sorted[hand]] = level.values[0][hand];
}

// What the player wins on the dealt board, over all deals.
double Blueprint::walk(int player, How how, const Discount& discount) {
  AlignedBuffer reach(kAll * sizeof(float)), value(kAll * sizeof(float));
  for (const std::uint16_t combo : dealt_->sorted) reach.floats()[combo] = 1.0f;
  play(player, how, discount, 0, 0, reach.floats(), value.floats());
  double sum = 0;
  for (const std::uint16_t combo : dealt_->sorted) sum += static_cast<double>(value.floats()[combo]);
  const auto hands = static_cast<double>(dealt_->sorted.size());
  return sum / (hands * (kDeckSize - 7) * (kDeckSize - 8) / 2);
}

void Blueprint::iterate(std::uint64_t seed, std::uint64_t index, const Discount& discount, int learners) {
  deal_board(seed, kLearning, index);
  for (int player = 0; player < 2; ++player)
    if (learners >> player & 1) walk(player, learners == 3 ? How::kLearn : How::kRespond, discount);
}

std::vector<double> Blueprint::measure(std::uint64_t seed, std::size_t boards) {
  std::vector<double> won;
  for (std::size_t i = 0; i < boards; ++i) {
    deal_board(seed, kMeasuring, i);
    won.push_back(walk(0, How::kMeasure, {}));
  }
  return won;
}

void Blueprint::copy_from(const Blueprint& from) {
  if (from.numbers_ != numbers_) throw std::invalid_argument("both must play the same game");
  std::copy_n(from.regrets_.floats(), numbers_, regrets_.floats());
  std::copy_n(from.averages_.floats(), numbers_, averages_.floats());
}

std::vector<float> Blueprint::strategy(std::int32_t number) const {
  return average_strategy(rows(0, preflop_.nodes[static_cast<std::size_t>(number)]), kClasses);
}

}  // namespace fivebet
