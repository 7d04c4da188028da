// The table in which the ranks of five, six or seven cards find their value.
//
// Each rank has a key; a hand's key is the sum over its cards. The keys are
// such that no two of the 73,775 rank multisets with different values share a
// sum. A sum splits into a row (its high bits) and a column; rows are sparse
// and slide over each other into one array, each by its own displacement, so
// that a value is found by two loads. Rows go in fullest first, each to the
// first place where it fits, 64 places tried at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "cards/hand_ranking.hpp"

namespace fivebet {

// Found by tools/rank_keys.cpp: the smallest tables among its draws.
inline constexpr std::array<std::uint32_t, kRanks> kRankKeys = {
    9807960, 167251, 14416193, 4901435, 12962977, 11523590, 8305506,
    440798,  676286, 12685080, 1112227, 6343723,  1137892};
inline constexpr int kColumnBits = 13;

struct PackedValues {
  std::vector<std::uint32_t> displacements;
  std::vector<std::uint16_t> values;
};

struct KeyedValue {
  std::uint32_t key;
  std::uint16_t value;
  auto operator<=>(const KeyedValue&) const = default;
};

// Every rank multiset of five to seven cards with its key and value.
inline std::vector<KeyedValue> keyed_values(const std::array<std::uint32_t, kRanks>& keys) {
  const std::vector<Score> scores = ranking::all_scores();
  std::vector<KeyedValue> found;
  for (int n = 5; n <= 7; ++n) {
    ranking::each_rank_multiset(n, [&](const RankCounts& counts) {
      const Score score = ranking::rank_score(counts);
      const auto place = std::lower_bound(scores.begin(), scores.end(), score);
      const std::uint32_t key =
          std::inner_product(counts.begin(), counts.end(), keys.begin(), std::uint32_t{0});
      found.push_back({key, static_cast<std::uint16_t>(place - scores.begin() + 1)});
    });
  }
  return found;
}

// Packs the table; returns nothing if two hands of different value share a key.
inline std::optional<PackedValues> pack(std::vector<KeyedValue> entries, int column_bits) {
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  for (std::size_t i = 1; i < entries.size(); ++i)
    if (entries[i].key == entries[i - 1].key) return std::nullopt;

  const std::uint32_t column_mask = (1u << column_bits) - 1;
  const std::size_t rows = (entries.back().key >> column_bits) + 1;
  std::vector<std::size_t> start(rows + 1, 0);
  for (const KeyedValue& entry : entries) ++start[(entry.key >> column_bits) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  const auto size = [&](std::size_t row) { return start[row + 1] - start[row]; };

  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size(a) > size(b); });

  PackedValues packed{std::vector<std::uint32_t>(rows, 0), {}};
  std::vector<std::uint64_t> free(1 << 14, ~std::uint64_t{0});
  packed.values.assign(free.size() * 64, 0);
  std::size_t used = 0;
  for (const std::size_t row : order) {
    if (size(row) == 0) break;
    for (std::size_t word = 0;; ++word) {
      // Bit i of `fits`: the row fits when displaced by 64 * word + i.
      std::uint64_t fits = ~std::uint64_t{0};
      for (std::size_t i = start[row]; i < start[row + 1] && fits; ++i) {
        const std::uint32_t column = entries[i].key & column_mask;
        const std::size_t at = word + column / 64;
        const int shift = static_cast<int>(column % 64);
        fits &= shift ? free[at] >> shift | free[at + 1] << (64 - shift) : free[at];
      }
      if (!fits) continue;
      const std::size_t displacement = 64 * word + static_cast<std::size_t>(std::countr_zero(fits));
      packed.displacements[row] = static_cast<std::uint32_t>(displacement);
      for (std::size_t i = start[row]; i < start[row + 1]; ++i) {
        const std::size_t slot = displacement + (entries[i].key & column_mask);
        free[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
        packed.values[slot] = entries[i].value;
        used = std::max(used, slot + 1);
      }
      break;
    }
  }
  packed.values.resize(used);
  return packed;
}

}  // namespace fivebet
