#include "equity/matchups.hpp"

#include <algorithm>
#include <array>

#include "cards/combos.hpp"
#include "cards/suits.hpp"
#include "simd/kernels.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {
namespace {

// Sums that parts of the work have made each for itself.
template <class Number>
std::vector<Number> total(const std::vector<std::vector<Number>>& parts) {
  std::vector<Number> sum = parts[0];
  for (std::size_t part = 1; part < parts.size(); ++part)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += parts[part][i];
  return sum;
}

struct Outcome {
  std::int64_t win;
  std::int64_t tie;
};

class Parts {
 public:
  explicit Parts(int threads) {
    const auto n = static_cast<std::size_t>(std::clamp(threads, 1, kMaxThreads));
    using Counts = std::vector<std::uint32_t>;
    using Changes = std::vector<std::int32_t>;
    constexpr std::size_t kTypePairs = std::size_t{suit_type::kTypes} * suit_type::kTypes;
    std::vector<Counts> rank_wins(n, Counts(std::size_t{kRankPairs} * kRankPairs));
    std::vector<Counts> rank_ties = rank_wins;
    std::vector<Changes> suit_wins(n, Changes(kTypePairs));
    std::vector<Changes> suit_ties = suit_wins;
    parallel_for(n, threads, [&](std::size_t part) {
      const int number = static_cast<int>(part);
      const int parts = static_cast<int>(n);
      kernels().rank_matchups(number, parts, rank_wins[part].data(), rank_ties[part].data());
      kernels().suit_matchups(number, parts, suit_wins[part].data(), suit_ties[part].data());
    });
    rank_wins_ = total(rank_wins);
    rank_ties_ = total(rank_ties);
    suit_wins_ = total(suit_wins);
    suit_ties_ = total(suit_ties);
  }

  Outcome outcome(Combo a, Combo b) const {
    Outcome sum = by_ranks(a, b);
    for (int suit = 0; suit < kSuits; ++suit) {
      const Outcome change = by_suit(type_of(a, suit), type_of(b, suit));
      sum.win += change.win;
      sum.tie += change.tie;
    }
    return sum;
  }

 private:
  static int type_of(Combo hand, int suit) {
    const bool low = suit_of(hand.low) == suit;
    const bool high = suit_of(hand.high) == suit;
    const int a = rank_of(hand.low);
    const int b = rank_of(hand.high);
    if (low && high) return suit_type::two(a, b);
    if (low) return suit_type::one(a, b);
    if (high) return suit_type::one(b, a);
    return suit_type::none(a, b);
  }

  Outcome by_ranks(Combo a, Combo b) const {
    const int p = rank_pair(rank_of(a.low), rank_of(a.high));
    const int q = rank_pair(rank_of(b.low), rank_of(b.high));
    const auto at = static_cast<std::size_t>(kRankPairs * std::min(p, q) + std::max(p, q));
    const std::int64_t win = rank_wins_[at];
    const std::int64_t tie = rank_ties_[at];
    if (p <= q) return {win, tie};
    return {kPreflopBoards - win - tie, tie};
  }

  Outcome by_suit(int a, int b) const {
    if (suit_type::kind_start(a) <= suit_type::kind_start(b)) {
      const auto at = static_cast<std::size_t>(suit_type::kTypes * a + b);
      return {suit_wins_[at], suit_ties_[at]};
    }
    const auto at = static_cast<std::size_t>(suit_type::kTypes * b + a);
    return {-suit_wins_[at] - suit_ties_[at], suit_ties_[at]};
  }

  std::vector<std::uint32_t> rank_wins_;
  std::vector<std::uint32_t> rank_ties_;
  std::vector<std::int32_t> suit_wins_;
  std::vector<std::int32_t> suit_ties_;
};

// Where each map of suits sends each combo.
std::vector<std::vector<std::uint16_t>> combo_permutations() {
  std::vector<std::vector<std::uint16_t>> all;
  for (const SuitMap& map : kSuitMaps) {
    std::vector<std::uint16_t>& to = all.emplace_back(kCombos);
    each_combo(0, [&](int index, Combo combo) {
      to[static_cast<std::size_t>(index)] = static_cast<std::uint16_t>(map_combo(combo.low, combo.high, map));
    });
  }
  return all;
}

// Calls visit(first, second) for one pair of each orbit and spread(a, b) for
// every pair of it, a standing where `first` stands.
template <class Visit, class Spread>
void each_orbit(Visit visit, Spread spread) {
  const auto permutations = combo_permutations();
  std::vector<std::uint8_t> seen(std::size_t{kCombos} * kCombos, 0);
  for (std::size_t first = 0; first < kCombos; ++first) {
    for (std::size_t second = first + 1; second < kCombos; ++second) {
      if (kComboTable[first].cards() & kComboTable[second].cards()) continue;
      if (seen[first * kCombos + second]) continue;
      visit(kComboTable[first], kComboTable[second]);
      for (const auto& to : permutations) {
        const std::size_t a = to[first];
        const std::size_t b = to[second];
        seen[a * kCombos + b] = seen[b * kCombos + a] = 1;
        spread(a, b);
      }
    }
  }
}

}  // namespace

MatchupTable solve_matchups(int threads) {
  const Parts parts(threads);
  MatchupTable table;
  table.wins.assign(std::size_t{kCombos} * kCombos, 0);
  table.ties = table.wins;
  Outcome outcome{};
  each_orbit([&](Combo first, Combo second) { outcome = parts.outcome(first, second); },
             [&](std::size_t a, std::size_t b) {
               const auto win = static_cast<std::uint32_t>(outcome.win);
               const auto tie = static_cast<std::uint32_t>(outcome.tie);
               table.wins[a * kCombos + b] = win;
               table.wins[b * kCombos + a] = kPreflopBoards - win - tie;
               table.ties[a * kCombos + b] = table.ties[b * kCombos + a] = tie;
             });
  return table;
}

std::size_t count_matchups() {
  std::size_t orbits = 0;
  each_orbit([&](Combo, Combo) { ++orbits; }, [](std::size_t, std::size_t) {});
  return orbits;
}

}  // namespace fivebet
