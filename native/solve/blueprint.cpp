#include "solve/blueprint.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "cards/combos.hpp"
#include "cards/deck.hpp"
#include "cards/evaluator.hpp"
#include "simd/kernels.hpp"
#include "util/interruption.hpp"
#include "util/random.hpp"

namespace fivebet {
namespace {

constexpr int kAllStreets = 4;
constexpr std::size_t kAll = padded(kCombos);
constexpr std::size_t kMostNodes = 2'000'000;
constexpr std::uint64_t kLearning = 11, kMeasuring = 12;

// All hands in the order of combos, before the river, as terminals of a street need them.
struct AllCombos {
  Hands hands;

  AllCombos() {
    std::vector<std::uint16_t> lists[kDeckSize];
    each_combo(0, [&](int index, Combo combo) {
      const auto number = static_cast<std::uint16_t>(index);
      const auto low = static_cast<std::uint8_t>(combo.low), high = static_cast<std::uint8_t>(combo.high);
      hands.hands.push_back({number, {low, high}});
      ShowdownIndex place{};
      place.same_combo = number;
      place.card[0] = low;
      place.card[1] = high;
      hands.indices.push_back(place);
      lists[low].push_back(number);
      lists[high].push_back(number);
    });
    hands.starts.assign(1, 0);
    for (const auto& list : lists) {
      hands.by_card.insert(hands.by_card.end(), list.begin(), list.end());
      hands.starts.push_back(static_cast<std::uint16_t>(hands.by_card.size()));
    }
    hands.stride = kAll;
  }
};

const AllCombos& all_combos() {
  static const AllCombos all;
  return all;
}

using Strengths = std::array<float, kCombos>;

// Adds the square of each hand's strength on a river board: the part of all hands that it
// beats, and half of those it ties. Cards that both would need are not left out.
void add_strengths(CardSet board, Strengths& sums, std::array<std::uint16_t, kCombos>& counts) {
  static thread_local std::array<std::uint32_t, kValues + 2> below;
  std::array<Value, kCombos> values;
  below.fill(0);
  std::uint32_t live = 0;
  for (std::size_t i = 0; i < kCombos; ++i) {
    values[i] = kComboSets[i] & board ? Value{0} : evaluate(board | kComboSets[i]);
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

// Puts each hand into a bucket by its rank among all hands of the board.
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

// A dealt board, the buckets of all hands on each street, and memory for walks.
struct Blueprint::DealtBoard {
  struct Level {
    ScratchRows rows;
    std::vector<float*> reach;  // by node of the tree
    std::vector<float*> values;
  };
  Runouts river;
  std::array<std::uint8_t, kAll> buckets[kAllStreets];
  std::vector<std::uint16_t> sorted;  // combos from the weakest up
  std::array<std::uint8_t, kAll> river_buckets;
  Level levels[kAllStreets];
  ScratchRows scratch, spare, moved, strategy, sums, ones;
};

Blueprint::Blueprint(const Spot& spot, const Blinds& blinds, std::vector<int> buckets)
    : spot_(spot), buckets_(std::move(buckets)), dealt_(std::make_unique<DealtBoard>()) {
  if (buckets_.size() != 3 ||
      std::any_of(buckets_.begin(), buckets_.end(), [](int n) { return n < 1 || n > 250; }))
    throw std::invalid_argument("each street has 1 to 250 buckets");
  buckets_.insert(buckets_.begin(), kClasses);
  std::vector<StreetStart> starts;
  preflop_ = build_preflop(spot, blinds, starts);
  betting_ = build_betting(spot, kMostNodes, starts);
  std::size_t numbers = 0;
  for (int player = 0; player < 2; ++player)
    for (int street = 0; street < kAllStreets; ++street)
      for (const BettingNode& node : forest(street).nodes) {
        starts_[player][street].push_back(numbers);
        if (node.kind == BettingNode::kDecision && node.player == player)
          numbers += static_cast<std::size_t>(node.actions) * padded_buckets(street);
      }
  storage_ = DecisionStorage(numbers);
}

Blueprint::~Blueprint() = default;

std::size_t Blueprint::decisions() const {
  std::size_t sum = 0;
  for (int street = 0; street < kAllStreets; ++street)
    for (int player = 0; player < 2; ++player)
      sum += static_cast<std::size_t>(forest(street).decisions[player]) *
             static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]);
  return sum;
}

// One bucket more than there are: that of hands which the board makes impossible.
std::size_t Blueprint::padded_buckets(int street) const {
  return padded(static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]) + 1);
}

DecisionRows Blueprint::rows(int street, const BettingNode& node) const {
  const auto number = static_cast<std::size_t>(&node - forest(street).nodes.data());
  return storage_.rows(starts_[node.player][street][number], static_cast<std::size_t>(node.actions),
                       padded_buckets(street));
}

void Blueprint::deal_board(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  DealtBoard& board = *dealt_;
  Stream stream(seed, purpose, index, 0);
  Deck deck = Deck::descending();
  CardSet dealt[5];
  for (CardSet& card : dealt) card = card_set(deck.draw_from_end(stream));
  const CardSet flop = dealt[0] | dealt[1] | dealt[2];
  const CardSet turn = flop | dealt[3], river = turn | dealt[4];
  Ranges everybody;
  for (auto& weights : everybody.weights) weights.assign(kCombos, 1.0f);
  board.river = build_runouts({river, everybody, 2, false, {}}, 1);
  board.sorted.clear();
  for (const Holding& hand : board.river.boards[2][0].hands[0].hands) board.sorted.push_back(hand.combo);

  Strengths sums[3] = {};
  std::array<std::uint16_t, kCombos> counts[3] = {};
  each_full_board(flop, kDeck & ~flop, [&](CardSet full) { add_strengths(full, sums[0], counts[0]); });
  each_full_board(turn, kDeck & ~turn, [&](CardSet full) { add_strengths(full, sums[1], counts[1]); });
  add_strengths(river, sums[2], counts[2]);
  for (int street = 0; street < kAllStreets; ++street) {
    auto& bucket = board.buckets[street];
    const int buckets = buckets_[static_cast<std::size_t>(street)];
    bucket.fill(static_cast<std::uint8_t>(buckets));
    if (street == 0)
      std::copy(kClassTable.begin(), kClassTable.end(), bucket.begin());
    else
      put_into_buckets(sums[street - 1], counts[street - 1], buckets, bucket.data());
    // Hands that share a card with the board are impossible on every street.
    for (std::size_t i = 0; i < kCombos; ++i)
      if (kComboSets[i] & river) bucket[i] = static_cast<std::uint8_t>(buckets);
  }
  board.river_buckets.fill(static_cast<std::uint8_t>(buckets_[3]));
  for (std::size_t i = 0; i < board.sorted.size(); ++i)
    board.river_buckets[i] = board.buckets[3][board.sorted[i]];
}

// One tree of a street's betting on the dealt board. Rows are over hands, in the order of
// combos before the river and by strength on it; strategies are over buckets.
class Blueprint::StreetView {
 public:
  StreetView(Blueprint& blueprint, int player, int street, std::int32_t tree)
      : blueprint_(blueprint),
        board_(*blueprint.dealt_),
        level_(board_.levels[street]),
        forest_(blueprint.forest(street)),
        player_(player),
        street_(street),
        first_(forest_.roots[static_cast<std::size_t>(tree)]),
        size_(static_cast<std::size_t>(forest_.roots[static_cast<std::size_t>(tree) + 1] - first_)),
        river_(street == kAllStreets - 1),
        width_(river_ ? river_board().hands[0].stride : kAll),
        bucket_(river_ ? board_.river_buckets.data() : board_.buckets[street].data()),
        buckets_(blueprint.padded_buckets(street)) {
    float* rows = level_.rows.grow(2 * size_ * width_);
    level_.reach.resize(size_);
    level_.values.resize(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      level_.reach[i] = rows + i * width_;
      level_.values[i] = rows + (size_ + i) * width_;
    }
  }

  std::size_t size() const { return size_; }
  std::int32_t node(std::size_t i) const { return first_ + static_cast<std::int32_t>(i); }
  std::size_t width() const { return width_; }
  Role role(std::int32_t node, int player) const {
    const BettingNode& here = at(node);
    return here.kind == BettingNode::kDecision ? decision_role(here.player, player) : Role::kLeaf;
  }
  std::span<const std::int32_t> children(std::int32_t node) const { return forest_.children_of(at(node)); }
  void share_reach(std::int32_t node, std::int32_t child) { reach(child) = reach(node); }
  float* add_reach(std::int32_t child) { return reach(child); }
  float* value(std::int32_t node) const { return level_.values[local(node)]; }

  void split_reach(std::int32_t node, bool average, float* const* rows) {
    const float* chances = strategy(node, average);
    const float* here = reach(node);
    for (std::size_t a = 0; a < static_cast<std::size_t>(at(node).actions); ++a, chances += buckets_)
      for (std::size_t hand = 0; hand < width_; ++hand) rows[a][hand] = here[hand] * chances[bucket_[hand]];
  }

  void update_own(std::int32_t node, const Walk& walk, const float* const* values) {
    const auto actions = static_cast<std::size_t>(at(node).actions);
    const float* chances = strategy(node, walk.update == Update::kAverage);
    float* value_here = value(node);
    std::fill_n(value_here, width_, 0.0f);
    float* sums = board_.sums.grow((actions + 1) * buckets_);
    std::fill_n(sums, actions * buckets_, 0.0f);
    const float* action_sums[kMaxActions];
    for (std::size_t a = 0; a < actions; ++a, chances += buckets_) {
      float* sum = sums + a * buckets_;
      for (std::size_t hand = 0; hand < width_; ++hand) {
        value_here[hand] += chances[bucket_[hand]] * values[a][hand];
        sum[bucket_[hand]] += values[a][hand];
      }
      action_sums[a] = sum;
    }
    if (street_ == 0 && blueprint_.recorded_)
      record((*blueprint_.recorded_)[local(node)], reach(node), sums, actions);
    if (walk.update == Update::kLearn)
      kernels().update_regrets(blueprint_.rows(street_, at(node)), action_sums, walk.discount,
                               sums + actions * buckets_, nullptr);
  }

  void evaluate_leaves(const Walk& walk) {
    evaluate_folds();
    evaluate_showdowns();
    for (std::size_t i = 0; i < size_; ++i)
      if (at(node(i)).kind == BettingNode::kChance)
        blueprint_.walk_street(walk, street_ + 1, at(node(i)).next_tree, level_.reach[i], level_.values[i]);
  }

  // Rows over combos, in and out, whatever the order of this street.
  void set_root_reach(const float* combos) {
    if (river_)
      by_strength(combos, level_.reach[0]);
    else
      std::copy_n(combos, width_, level_.reach[0]);
  }
  void copy_root_value(float* combos) const {
    if (river_)
      by_combo(level_.values[0], combos);
    else
      std::copy_n(level_.values[0], width_, combos);
  }

 private:
  const BettingNode& at(std::int32_t node) const { return forest_.nodes[static_cast<std::size_t>(node)]; }
  std::size_t local(std::int32_t node) const { return static_cast<std::size_t>(node - first_); }
  float*& reach(std::int32_t node) { return level_.reach[local(node)]; }
  const Board& river_board() const { return board_.river.boards[2][0]; }

  // Adds a board's weights of all classes, the opponent's hands that each can meet, and the
  // winnings of each action.
  void record(std::vector<double>& rows, const float* opponent, const float* sums, std::size_t actions) {
    rows.resize((actions + 1) * kClasses);
    double by_card[kDeckSize] = {}, total = 0;
    each_combo(0, [&](int index, Combo combo) {
      total += static_cast<double>(opponent[index]);
      by_card[combo.low] += static_cast<double>(opponent[index]);
      by_card[combo.high] += static_cast<double>(opponent[index]);
    });
    each_combo(0, [&](int index, Combo combo) {
      if (bucket_[index] < kClasses)
        rows[bucket_[index]] +=
            total - by_card[combo.low] - by_card[combo.high] + static_cast<double>(opponent[index]);
    });
    for (std::size_t a = 0; a < actions; ++a)
      for (std::size_t c = 0; c < kClasses; ++c)
        rows[(a + 1) * kClasses + c] += static_cast<double>(sums[a * buckets_ + c]);
  }

  // A decision's strategy, a row over buckets for each action.
  const float* strategy(std::int32_t node, bool average) {
    float* ones = board_.ones.grow(buckets_);
    std::fill_n(ones, buckets_, 1.0f);
    float* chances = board_.strategy.grow(kMaxActions * buckets_);
    float* rows[kMaxActions];
    for (std::size_t a = 0; a < kMaxActions; ++a) rows[a] = chances + a * buckets_;
    kernels().split_reach(blueprint_.rows(street_, at(node)), average, ones, rows);
    return chances;
  }

  void by_strength(const float* combos, float* sorted) const {
    const std::size_t hands = board_.sorted.size();
    for (std::size_t hand = 0; hand < hands; ++hand) sorted[hand] = combos[board_.sorted[hand]];
    std::fill(sorted + hands, sorted + river_board().hands[0].stride, 0.0f);
  }
  void by_combo(const float* sorted, float* combos) const {
    std::fill_n(combos, kAll, 0.0f);
    for (std::size_t hand = 0; hand < board_.sorted.size(); ++hand)
      combos[board_.sorted[hand]] = sorted[hand];
  }

  void evaluate_folds() {
    const Hands& ours = river_ ? river_board().hands[player_] : all_combos().hands;
    evaluate_terminals(Terminals::kFolds, ours,
                       [&](const BettingNode& node, Terminals& terminals, std::size_t slot) {
                         const auto lost = static_cast<float>(node.contributed[node.player]);
                         terminals.fold[slot] = node.player == player_ ? -lost : lost;
                       });
  }

  // Whoever is all-in before the river is shown down on the board that was dealt.
  void evaluate_showdowns() {
    evaluate_terminals(Terminals::kShowdowns, river_board().hands[player_],
                       [&](const BettingNode& node, Terminals& terminals, std::size_t slot) {
                         terminals.show[slot] = static_cast<float>(node.contributed[player_]);
                       });
  }

  // Values of all terminals of a kind, sixteen at a time. Folds keep the street's order of
  // hands, showdowns stand by strength.
  template <class SetStake>
  void evaluate_terminals(Terminals::Needs kind, const Hands& ours, SetStake set_stake) {
    const bool folds = kind == Terminals::kFolds;
    const bool sorts = !folds && !river_;
    const std::size_t sorted_width = river_board().hands[0].stride;
    std::vector<std::int32_t> nodes;
    for (std::size_t i = 0; i < size_; ++i) {
      const auto here = at(node(i)).kind;
      const bool shows = here == BettingNode::kShowdown || here == BettingNode::kRunOut;
      if (folds ? here == BettingNode::kFolded : shows) nodes.push_back(node(i));
    }
    float* zeros = board_.spare.grow(2 * kAll);
    std::fill_n(zeros, kAll, 0.0f);
    float* scratch = board_.scratch.grow(terminal_scratch_size(kCombos));
    float* moved = board_.moved.grow(2 * kLanes * sorted_width);
    const auto moved_value = [&](std::size_t slot) { return moved + (kLanes + slot) * sorted_width; };
    for (std::size_t from = 0; from < nodes.size(); from += kLanes) {
      const std::size_t n = std::min(kLanes, nodes.size() - from);
      Terminals terminals{};
      terminals.needs = kind;
      float** values = folds ? terminals.folded : terminals.shown;
      for (std::size_t slot = 0; slot < kLanes; ++slot) {
        terminals.reach[slot] = zeros;
        values[slot] = zeros + kAll;
        if (slot >= n) continue;
        const std::int32_t node = nodes[from + slot];
        terminals.reach[slot] = reach(node);
        values[slot] = sorts ? moved_value(slot) : value(node);
        if (sorts) {
          by_strength(reach(node), moved + slot * sorted_width);
          terminals.reach[slot] = moved + slot * sorted_width;
        }
        set_stake(at(node), terminals, slot);
      }
      kernels().terminal_values(ours.showdown_table(ours.hands.size()), terminals, scratch);
      for (std::size_t slot = 0; sorts && slot < n; ++slot)
        by_combo(moved_value(slot), value(nodes[from + slot]));
    }
  }

  Blueprint& blueprint_;
  DealtBoard& board_;
  DealtBoard::Level& level_;
  const Forest& forest_;
  int player_;
  int street_;
  std::int32_t first_;
  std::size_t size_;
  bool river_;
  std::size_t width_;
  const std::uint8_t* bucket_;  // by hand
  std::size_t buckets_;
};

// Rows of reach and value are over combos.
void Blueprint::walk_street(const Walk& walk, int street, std::int32_t tree, const float* reach,
                            float* value) {
  StreetView view(*this, walk.player, street, tree);
  view.set_root_reach(reach);
  walk_tree(view, walk);
  view.copy_root_value(value);
}

// What the player wins on the dealt board, over all deals.
double Blueprint::walk(const Walk& walk) {
  const AlignedBuffer reach(kAll * sizeof(float)), value(kAll * sizeof(float));
  for (const std::uint16_t combo : dealt_->sorted) reach.floats()[combo] = 1.0f;
  walk_street(walk, 0, 0, reach.floats(), value.floats());
  double sum = 0;
  for (const std::uint16_t combo : dealt_->sorted) sum += static_cast<double>(value.floats()[combo]);
  const auto hands = static_cast<double>(dealt_->sorted.size());
  return sum / (hands * (kDeckSize - 7) * (kDeckSize - 8) / 2);
}

void Blueprint::iterate(std::uint64_t seed, std::uint64_t index, const Discount& discount, int learners) {
  deal_board(seed, kLearning, index);
  // While both learn they play by regrets; a single learner's opponent plays its average.
  for (int player = 0; player < 2; ++player)
    if (learners >> player & 1) walk({player, Update::kLearn, learners != 3, discount});
}

std::vector<double> Blueprint::measure(std::uint64_t seed, std::size_t boards) {
  std::vector<double> won;
  for (std::size_t i = 0; i < boards; ++i) {
    interruption_point();
    deal_board(seed, kMeasuring, i);
    won.push_back(walk(Walk::measure(0, Update::kAverage)));
  }
  return won;
}

std::vector<std::vector<double>> Blueprint::action_values(std::uint64_t seed, std::size_t first,
                                                          std::size_t boards) {
  std::vector<std::vector<double>> found(preflop_.nodes.size());
  struct Recording {
    Blueprint& blueprint;
    ~Recording() { blueprint.recorded_ = nullptr; }
  } recording{*this};
  recorded_ = &found;
  for (std::size_t i = first; i < first + boards; ++i) {
    interruption_point();
    deal_board(seed, kMeasuring, i);
    for (int player = 0; player < 2; ++player) walk(Walk::measure(player, Update::kAverage));
  }
  return found;
}

void Blueprint::copy_from(const Blueprint& other) { storage_.copy_from(other.storage_); }

std::vector<float> Blueprint::strategy(std::int32_t number) const {
  return average_strategy(rows(0, preflop_.nodes[static_cast<std::size_t>(number)]), kClasses);
}

}  // namespace fivebet
