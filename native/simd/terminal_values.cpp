// Values of terminals of one board, sixteen in SIMD lanes.
//
// The reach of sixteen terminals is transposed so that a hand's sixteen numbers lie
// together. Running totals over the other player's hands, weakest first, once for
// all hands and once for each card, then give every hand of ours its value by eight loads:
// what is weaker minus what is better is the sum of two totals less the whole. Values of
// sixteen hands are transposed back as they come.
#include "simd/transpose.hpp"
#include "simd/vectors.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

struct Scratch {
  float* reach;    // others + 1 rows, the last of zeros
  float* totals;   // running: all hands, then card by card, each with its start
  float* by_card;  // whole sums of each card
};

Scratch divide(const ShowdownTable& table, float* scratch) {
  Scratch parts{};
  parts.reach = scratch;
  parts.totals = parts.reach + kLanes * padded(table.others + 1);
  parts.by_card = parts.totals + kLanes * (3 * table.others + kDeckSize + 1);
  return parts;
}

// Below, tables and scratch are copies: what is stored might change them behind a reference.
//
// Sums the hands of each card. Returns the sum of all hands, half of the cards' sums: every hand
// has two cards. Where `kTotals`, running totals are kept of the hands of each card, and of all
// hands; these two run side by side, since each waits for its last sum.
template <bool kTotals>
Floats sum_cards(const ShowdownTable table, const Scratch scratch) {
  Floats sum{}, before{};
  float* to = scratch.totals + kLanes * (table.others + 1);
  std::size_t hand = 0;
  for (std::size_t card = 0; card < kDeckSize; ++card) {
    if constexpr (kTotals)
      for (const std::size_t end = table.others * (card + 1) / kDeckSize; hand < end; ++hand) {
        store(scratch.totals + hand * kLanes, before);
        before += load(scratch.reach + hand * kLanes);
      }
    Floats running{};
    for (std::size_t i = table.starts[card], end = table.starts[card + 1]; i < end; ++i) {
      if constexpr (kTotals) store(to, running), to += kLanes;
      running += load(scratch.reach + table.by_card[i] * kLanes);
    }
    if constexpr (kTotals) store(to, running), to += kLanes;
    store(scratch.by_card + card * kLanes, running);
    sum += running;
  }
  if constexpr (kTotals) store(scratch.totals + hand * kLanes, before);
  return 0.5f * sum;
}

[[gnu::always_inline]] inline Floats total(const Scratch& scratch, std::size_t at) {
  return load(scratch.totals + at * kLanes);
}

// The reach of weaker hands twice, and once that of equal ones, less those that hold our cards.
[[gnu::always_inline]] inline Floats weaker_and_not_better(const Scratch& scratch,
                                                           const ShowdownIndex& index) {
  return (total(scratch, index.low) + total(scratch, index.high)) -
         (total(scratch, index.card_low[0]) + total(scratch, index.card_high[0])) -
         (total(scratch, index.card_low[1]) + total(scratch, index.card_high[1]));
}

struct Worths {
  Floats show, rake, fold;
};

// Values of the next sixteen hands, or of the last ones.
template <unsigned kNeeds>
[[gnu::always_inline]] inline void value_hands(const ShowdownTable table, const Terminals& terminals,
                                               const Worths worths, const Scratch scratch, const Floats sum,
                                               std::size_t from, std::size_t n) {
  Floats shown[kLanes], folded[kLanes];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kLanes; ++i) {
    const ShowdownIndex& index = table.indices[from + (i < n ? i : 0)];
    // A hand of the same two cards was subtracted twice.
    const Floats others =
        sum - load(scratch.by_card + index.card[0] * kLanes) - load(scratch.by_card + index.card[1] * kLanes);
    Floats everybody{};
    if constexpr (kNeeds != Terminals::kShowdowns)
      everybody = others + load(scratch.reach + index.same_combo * kLanes);
    if constexpr (kNeeds & Terminals::kShowdowns)
      shown[i] = worths.show * (weaker_and_not_better(scratch, index) - others);
    if constexpr (kNeeds & Terminals::kRake) shown[i] += worths.rake * everybody;
    if constexpr (kNeeds & Terminals::kFolds) folded[i] = worths.fold * everybody;
  }
  for (std::size_t i = n; i < kLanes; ++i) shown[i] = folded[i] = Floats{};
  if constexpr (kNeeds & Terminals::kShowdowns) to_rows(shown, terminals.shown, from);
  if constexpr (kNeeds & Terminals::kFolds) to_rows(folded, terminals.folded, from);
}

template <unsigned kNeeds>
void value_all(const ShowdownTable table, const Terminals& terminals, const Scratch scratch) {
  constexpr bool kShows = kNeeds & Terminals::kShowdowns;
  const Floats sum = sum_cards<kShows>(table, scratch);
  const Worths worths{load(terminals.show), load(terminals.rake), load(terminals.fold)};
  std::size_t from = 0;
  for (; from + kLanes <= table.hands; from += kLanes)
    value_hands<kNeeds>(table, terminals, worths, scratch, sum, from, kLanes);
  if (from < table.hands)
    value_hands<kNeeds>(table, terminals, worths, scratch, sum, from, table.hands - from);
}

}  // namespace

void terminal_values(const ShowdownTable& table, const Terminals& terminals, float* scratch) {
  const Scratch parts = divide(table, scratch);
  to_lanes(terminals.reach, padded(table.others), parts.reach);
  store(parts.reach + table.others * kLanes, Floats{});
  switch (terminals.needs) {
    case Terminals::kShowdowns: return value_all<1>(table, terminals, parts);
    case Terminals::kFolds: return value_all<2>(table, terminals, parts);
    case Terminals::kShowdowns | Terminals::kFolds: return value_all<3>(table, terminals, parts);
    case Terminals::kShowdowns | Terminals::kRake: return value_all<5>(table, terminals, parts);
    default: return value_all<7>(table, terminals, parts);
  }
}

void matvec(const float* matrix, std::size_t hands, std::size_t others, const float* reach, float scale,
            float* values) {
  for (std::size_t hand = 0; hand < hands; ++hand) {
    const float* row = matrix + hand * others;
    Floats sum[2] = {};
    std::size_t i = 0;
    for (; i + 2 * kLanes <= others; i += 2 * kLanes) {
      sum[0] += load(row + i) * load(reach + i);
      sum[1] += load(row + i + kLanes) * load(reach + i + kLanes);
    }
    if (i < others) sum[0] += load(row + i) * load(reach + i);
    float parts[kLanes];
    store(parts, sum[0] + sum[1]);
    for (std::size_t n = kLanes / 2; n > 0; n /= 2)
      for (std::size_t k = 0; k < n; ++k) parts[k] += parts[k + n];
    values[hand] = scale * parts[0];
  }
}

}  // namespace fivebet::FIVEBET_LEVEL
