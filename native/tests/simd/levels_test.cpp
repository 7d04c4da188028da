// Every kernel on every instruction-set level and every machine: the same numbers to the last bit.
#include <string>
#include <vector>

#include "cards/combos.hpp"
#include "equity/exact_equity.hpp"
#include "equity/matchups.hpp"
#include "equity/monte_carlo.hpp"
#include "simd/kernels.hpp"
#include "solve/postflop_solver.hpp"
#include "solve/runouts.hpp"
#include "tests/check.hpp"
#include "util/aligned_buffer.hpp"
#include "util/random.hpp"

namespace fivebet::testing {
namespace {

// All that a kernel has written, as bytes.
class Written {
 public:
  template <class Number>
  void add(const Number* numbers, std::size_t n) {
    bytes_.append(reinterpret_cast<const char*>(numbers), n * sizeof(Number));
  }
  template <class Number>
  void add(const std::vector<Number>& numbers) {
    add(numbers.data(), numbers.size());
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Fractions whose products need more bits than a number has.
std::vector<float> fractions(std::size_t n) {
  std::vector<float> numbers(n);
  for (float& number : numbers) number = static_cast<float>(random_unit());
  return numbers;
}

std::vector<double> double_fractions(std::size_t n) {
  std::vector<double> numbers(n);
  for (double& number : numbers) number = random_unit();
  return numbers;
}

void evaluate_hands(Written& to) {
  for (const int n : {5, 6, 7}) {
    std::vector<CardSet> hands(1000);
    for (CardSet& hand : hands) hand = draw(n);
    std::vector<Value> values(hands.size());
    kernels().evaluate(hands.data(), hands.size(), values.data());
    to.add(values);
    hands[7] = draw(4);
    hands[8] = draw(8);
    hands[9] |= CardSet{1} << 52;
    check(!kernels().evaluate_checked(hands.data(), hands.size(), values.data()), "what is no hand is found");
    to.add(values);
  }
}

void count_all_values(Written& to) {
  std::vector<std::uint64_t> histogram(kValues + 1);
  for (const Card lowest : {20, 30, 40}) kernels().count_values(7, lowest, histogram.data());
  to.add(histogram);
}

// rank_values, suit_values and compare_rows, by way of the hands that they value.
void compare_hands(Written& to) {
  std::vector<int> combos;
  const CardSet board = draw(3);
  each_combo(board, [&](int index, Combo) {
    if (index % 9 == 0) combos.push_back(index);
  });
  const ValuedHands hands(combos, board, 0);
  to.add(hands.rows().values, hands.size() * hands.rows().stride);
  TallyRows tallies(hands.size());
  hands.compare(0, kRowsAtOnce, 0, hands.size(), tallies.rows);
  for (const Tallies& row : tallies.rows) {
    to.add(row.win, hands.size());
    to.add(row.tie, hands.size());
  }
  TupleCounts counts{};
  const std::uint16_t three[] = {0, 50, 100};
  kernels().compare_tuple(hands.rows(), three, 3, counts);
  to.add(&counts, 1);
}

// The fused multiplication of one level once rounded a tenth of these sums otherwise.
void add_up_matchups(Written& to) {
  const std::vector<double> first = double_fractions(kCombos), second = double_fractions(kCombos);
  const ShowdownSums sums = heads_up(first.data(), second.data(), draw(3), 0, 2);
  to.add(sums.dealt);
  to.add(sums.won);
  to.add(sums.tied);
  to.add(sums.share);
}

void enumerate_all_boards(Written& to) {
  PlayersOnBoard table{3, {}};
  CardSet used = 0;
  for (int i = 0; i < 3; ++i) used |= table.hands[i] = draw(2, used);
  std::vector<std::int64_t> counts(kWinnerSets);
  kernels().enumerate_boards(table, 0, counts.data());
  to.add(counts);
}

void count_matchup_parts(Written& to) {
  std::vector<std::uint32_t> wins(kRankPairs * kRankPairs), ties(wins.size());
  kernels().rank_matchups(3, 40, wins.data(), ties.data());
  std::vector<std::int32_t> suit_wins(suit_type::kTypes * suit_type::kTypes), suit_ties(suit_wins.size());
  kernels().suit_matchups(3, 40, suit_wins.data(), suit_ties.data());
  to.add(wins);
  to.add(ties);
  to.add(suit_wins);
  to.add(suit_ties);
}

void sample_chunks(Written& to) {
  const std::vector<double> one = double_fractions(kCombos), other = double_fractions(kCombos);
  const std::vector<double> any(kCombos, 1.0);
  const double* weights[] = {one.data(), any.data(), other.data()};
  SamplerTables tables(weights, draw(3), 0);
  tables.sampler.per_combo = true;
  std::vector<std::uint64_t> shares(3 * kCombos), deals(3 * kCombos);
  DealCounts counts;
  counts.combo_shares = shares.data();
  counts.combo_deals = deals.data();
  kernels().sample_deals(tables.sampler, 5, 6, counts);
  to.add(&counts.won[0][0], sizeof counts.won / sizeof counts.won[0][0]);
  to.add(shares);
  to.add(deals);
}

void value_terminals(Written& to) {
  Ranges ranges;
  for (auto& weights : ranges.weights) weights = fractions(kCombos);
  const Runouts runouts = build_runouts({draw(5), ranges, 2, true, {}}, 1);
  const Board& board = runouts.boards[2][0];
  const std::size_t others = board.hands[1].hands.size(), stride = board.hands[0].stride;
  AlignedBuffer room(terminal_scratch_size(others) * sizeof(float));
  for (const unsigned needs : {1u, 2u, 3u, 5u, 7u}) {
    std::vector<float> reach = fractions(kLanes * board.hands[1].stride);
    std::vector<float> values(2 * kLanes * stride);
    Terminals terminals{};
    terminals.needs = needs;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      terminals.reach[lane] = reach.data() + lane * board.hands[1].stride;
      terminals.shown[lane] = values.data() + lane * stride;
      terminals.folded[lane] = values.data() + (kLanes + lane) * stride;
      terminals.show[lane] = static_cast<float>(random_unit());
      terminals.rake[lane] = static_cast<float>(random_unit());
      terminals.fold[lane] = static_cast<float>(random_unit());
    }
    kernels().terminal_values(board.hands[0].showdown_table(others), terminals, room.floats());
    to.add(values);
  }
}

// Rows between streets: as lines, from some of them, into some of them, and back.
void move_lines(Written& to) {
  constexpr std::size_t kHands = 3 * kLanes, kBelow = 2 * kLanes - 5;
  const auto rows_of = [](std::vector<float>& numbers) {
    std::vector<float*> rows;
    for (std::size_t i = 0; i < kLanes; ++i) rows.push_back(numbers.data() + i * numbers.size() / kLanes);
    return rows;
  };
  std::vector<float> above = fractions(kLanes * kHands), lines(kLanes * kHands), below(2 * kLanes * kLanes);
  std::vector<std::uint16_t> index;
  for (std::size_t i = 0; i < kBelow; ++i) index.push_back(static_cast<std::uint16_t>(kHands - 1 - i));
  kernels().to_lines(rows_of(above).data(), kHands, lines.data());
  kernels().gather_lines(lines.data(), index.data(), kBelow, rows_of(below).data());
  for (std::size_t row = 0; row < kLanes; ++row)
    for (std::size_t i = 0; i < kBelow; ++i)
      check(below[row * 2 * kLanes + i] == above[row * kHands + index[i]], "hands are found in their lines");
  to.add(below);
  kernels().add_to_lines(rows_of(below).data(), index.data(), kBelow, lines.data());
  kernels().from_lines(lines.data(), kHands, rows_of(above).data());
  to.add(above);
}

void multiply(Written& to) {
  constexpr std::size_t kHands = 7 * kLanes, kOthers = 5 * kLanes;
  const std::vector<float> matrix = fractions(kHands * kOthers);
  std::vector<std::int16_t> whole(kHands * kOthers);
  for (std::int16_t& number : whole) number = static_cast<std::int16_t>(random_word());
  const std::vector<float> reach = fractions(kOthers);
  std::vector<float> values(kHands);
  kernels().matvec(matrix.data(), kHands, kOthers, reach.data(), 0.3f, values.data());
  to.add(values);
  for (std::size_t n = 1; n <= 7; ++n) {
    const std::vector<float> rows = fractions(n * kOthers), scales = fractions(n);
    std::vector<float> products(n * kHands);
    std::vector<const float*> from;
    std::vector<float*> into;
    for (std::size_t i = 0; i < n; ++i) {
      from.push_back(rows.data() + i * kOthers);
      into.push_back(products.data() + i * kHands);
    }
    kernels().matmul(matrix.data(), kHands, kOthers, from.data(), scales.data(), into.data(), n);
    to.add(products);
    kernels().matmul_int16(whole.data(), kHands, kOthers, from.data(), scales.data(), into.data(), n);
    to.add(products);
  }
}

// Products of a tile, of whole groups of rows and of less: as they are, of squares, and as a layer.
void multiply_tiles(Written& to) {
  constexpr std::size_t kInputs = 13, kGroups = 2, kMost = kGroups * kTileGroup;
  for (const std::size_t rows : {1, 3, 4, 7, 8, 11, 16}) {
    std::vector<float> weights = fractions(kGroups * kInputs * kTileGroup), add = fractions(kMost);
    for (float& weight : weights) weight -= 0.5f;
    const std::vector<float> in = fractions(kInputs * kTileHands), range = fractions(kTileHands);
    std::vector<float> out(kMost * kTileHands), totals = fractions(kMost * kLanes);
    TileProduct product{};
    product.weights = weights.data();
    product.group_stride = kInputs * kTileGroup;
    product.rows = rows;
    product.inputs = kInputs;
    product.in = in.data();
    product.out = out.data();
    for (const bool squared : {false, true}) {
      product.squared = squared;
      kernels().multiply_tile(product);
      to.add(out.data(), rows * kTileHands);
    }
    product.squared = false;
    product.add = add.data();
    product.range = range.data();
    product.totals = totals.data();
    kernels().multiply_tile(product);
    to.add(out.data(), rows * kTileHands);
    to.add(totals.data(), rows * kLanes);
  }
}

// A decision's rows and what every kernel of regret matching makes of them.
void match_regrets(Written& to) {
  constexpr std::size_t kHands = 6 * kLanes;
  for (const bool compressed : {false, true})
    for (std::size_t actions = 1; actions <= 7; ++actions) {
      const std::size_t numbers = actions * kHands;
      std::vector<float> regrets = fractions(numbers), averages = fractions(numbers);
      for (float& regret : regrets) regret -= 0.4f;
      std::vector<std::int16_t> small_regrets(numbers);
      std::vector<std::uint16_t> small_averages(numbers);
      for (auto& number : small_regrets) number = static_cast<std::int16_t>(random_word());
      for (auto& number : small_averages) number = static_cast<std::uint16_t>(random_word());
      float scale = 0.0037f;
      DecisionRows rows{actions, kHands, regrets.data(), &scale, averages.data(), nullptr, compressed};
      if (compressed) {
        rows.regrets = small_regrets.data();
        rows.average = small_averages.data();
      }
      const std::vector<float> reach = fractions(kHands), values = fractions(numbers);
      const std::vector<float> locked = fractions(numbers);
      std::vector<float> split(numbers), value(kHands), scratch(numbers);
      std::vector<const float*> value_rows;
      std::vector<float*> split_rows;
      for (std::size_t a = 0; a < actions; ++a) {
        value_rows.push_back(values.data() + a * kHands);
        split_rows.push_back(split.data() + a * kHands);
      }
      for (const float* lock : {static_cast<const float*>(nullptr), locked.data()}) {
        rows.locked = lock;
        for (const bool average : {false, true}) {
          kernels().split_reach(rows, average, reach.data(), split_rows.data());
          kernels().strategy_value(rows, average, value_rows.data(), value.data());
          to.add(split);
          to.add(value);
        }
      }
      rows.locked = nullptr;
      kernels().update_regrets(rows, value_rows.data(), {0.9f, 0.4f, 0.3f, 0.5f}, value.data(), scratch.data());
      to.add(value);
      to.add(regrets);
      to.add(averages);
      to.add(small_regrets);
      to.add(small_averages);
      to.add(&scale, 1);
      kernels().add_rows(value_rows.data(), actions, kHands, value.data());
      to.add(value);
      kernels().max_rows(value_rows.data(), actions, kHands, value.data());
      to.add(value);
      kernels().combine_rows(value_rows.data(), reach.data(), actions, kHands, value.data());
      to.add(value);
    }
}

// A turn spot, solved for a while on two threads.
void solve_spot(Written& to) {
  Ranges ranges;
  for (auto& weights : ranges.weights) {
    weights.assign(kCombos, 0.0f);
    for (int i = 0; i < 60; ++i) weights[random_word() % kCombos] = static_cast<float>(random_unit());
  }
  Spot spot;
  spot.first_street = 1;
  spot.pot = 20;
  spot.stack = 60;
  spot.rake = 0.05;
  for (auto& player : spot.bet_sizes)
    for (BetSizes& sizes : player) sizes.bets = sizes.raises = {{BetSize::kPot, 0.7, 0}};
  for (const bool compressed : {false, true}) {
    Solver solver(spot, draw(4), ranges, compressed, true, 2);
    solver.allocate();
    for (int t = 0; t < 5; ++t) solver.iterate({0.9f, 0.5f, 1.0f / static_cast<float>(t + 1), 0.5f});
    for (int player = 0; player < 2; ++player) {
      to.add(solver.regrets(player).data(), solver.regrets(player).size());
      to.add(solver.averages(player).data(), solver.averages(player).size());
      to.add(solver.root_values(player, Update::kBestResponse));
    }
  }
}

struct Case {
  const char* name;
  void (*run)(Written&);
  int kernels;           // that it calls
  std::uint64_t digest;  // of what it writes
};
constexpr Case kCases[] = {
    {"evaluate and evaluate_checked", evaluate_hands, 2, 1301575106528799624u},
    {"count_values", count_all_values, 1, 86988076330044269u},
    {"rank_values, suit_values, compare_rows and compare_tuple", compare_hands, 4, 4285466397286549347u},
    {"add_matchups", add_up_matchups, 1, 17646479691529042603u},
    {"enumerate_boards", enumerate_all_boards, 1, 12269379169311541904u},
    {"rank_matchups and suit_matchups", count_matchup_parts, 2, 6140635290648853340u},
    {"sample_deals", sample_chunks, 1, 10102596979565552984u},
    {"terminal_values", value_terminals, 1, 5875372088629694056u},
    {"to_lines, gather_lines, add_to_lines and from_lines", move_lines, 4, 13028985788383427144u},
    {"matvec, matmul and matmul_int16", multiply, 3, 17886183733979893670u},
    {"multiply_tile", multiply_tiles, 1, 1014129550878406573u},
    {"split_reach, strategy_value, update_regrets, add_rows, max_rows and combine_rows", match_regrets, 6,
     2361100471318970281u},
    {"solvers", solve_spot, 0, 13850576628945640290u},
};

constexpr int covered() {
  int sum = 0;
  for (const Case& each : kCases) sum += each.kernels;
  return sum;
}
static_assert(sizeof(Kernels) == (1 + covered()) * sizeof(void*), "every kernel is compared");

const Test test_levels("every kernel gives the same numbers on every level and machine", [] {
  const std::string best = kernels().level;
  std::string different;
  for (const Case& each : kCases)
    for (const char* level : kLevels) {
      if (!use_kernels(level)) continue;
      restart_random();
      Written written;
      each.run(written);
      const std::uint64_t digest = purpose_key(written.bytes());
      if (digest == each.digest) continue;
      different += std::string("\n  ") + each.name + " on " + level + ": " + std::to_string(digest) +
                   ", elsewhere " + std::to_string(each.digest);
    }
  use_kernels(best.c_str());
  check(different.empty(), "these differ:" + different);
});

}  // namespace
}  // namespace fivebet::testing
