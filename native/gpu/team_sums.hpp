// Sums over many hands by the threads of a warp or of a block together: of one row or of
// several at once, running totals, and sums of many terms for each hand.
#pragma once

#include "gpu/portable.hpp"

namespace fivebet::gpu {

// Numbers of several groups of terminals, which are valued together: what is looked up for
// one hand serves all of them.
template <int kGroups>
struct alignas(kGroups * sizeof(float)) Several {
  float of[kGroups];
};

template <int kGroups>
FIVEBET_DEVICE void add(Several<kGroups>& to, const Several<kGroups>& x) {
  FIVEBET_UNROLL
  for (int k = 0; k < kGroups; ++k) to.of[k] += x.of[k];
}

// The threads that value a group of terminals: a warp, or a whole block.
struct WarpTeam {
  static FIVEBET_DEVICE int rank() { return thread() % kWarp; }
  static FIVEBET_DEVICE int size() { return kWarp; }
  static FIVEBET_DEVICE int number() { return thread() / kWarp; }
  static FIVEBET_DEVICE void sync() { sync_warp(); }
};

struct BlockTeam {
  static FIVEBET_DEVICE int rank() { return thread(); }
  static FIVEBET_DEVICE int size() { return threads(); }
  static FIVEBET_DEVICE void sync() { sync_block(); }
};

// The sums of x up to this thread, over so many neighbouring lanes.
template <int kLanes, int kGroups>
FIVEBET_DEVICE Several<kGroups> running_sums(Several<kGroups> x) {
  FIVEBET_UNROLL
  for (int lanes = 1; lanes < kLanes; lanes *= 2)
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k) {
      const float before = from_previous_lane(x.of[k], lanes);
      if (thread() % kLanes >= lanes) x.of[k] += before;
    }
  return x;
}

FIVEBET_DEVICE float warp_most(float x) {
  for (int bit = kWarp / 2; bit > 0; bit /= 2) {
    const float other = across_lanes(x, bit);
    x = other > x ? other : x;
  }
  return x;
}

// The sum of x over so many neighbouring lanes.
template <int kLanes, int kGroups>
FIVEBET_DEVICE Several<kGroups> lanes_sum(Several<kGroups> x) {
  FIVEBET_UNROLL
  for (int bit = 1; bit < kLanes; bit *= 2)
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k) x.of[k] += across_lanes(x.of[k], bit);
  return x;
}

// Running sums of the lane before; nothing before the first of so many.
template <int kLanes, int kGroups>
FIVEBET_DEVICE Several<kGroups> of_previous_lane(const Several<kGroups>& running) {
  Several<kGroups> before;
  FIVEBET_UNROLL
  for (int k = 0; k < kGroups; ++k) {
    before.of[k] = from_previous_lane(running.of[k], 1);
    if (thread() % kLanes == 0) before.of[k] = 0;
  }
  return before;
}

// The sums of x over the team's threads before this one. `warps` has room for the sums of
// each warp of a block.
template <int kGroups>
FIVEBET_DEVICE Several<kGroups> sums_before(WarpTeam, const Several<kGroups>& x, Several<kGroups>*) {
  return of_previous_lane<kWarp>(running_sums<kWarp>(x));
}

template <int kGroups>
FIVEBET_DEVICE Several<kGroups> sums_before(BlockTeam, const Several<kGroups>& x, Several<kGroups>* warps) {
  const Several<kGroups> running = running_sums<kWarp>(x);
  const int warp = thread() / kWarp;
  Several<kGroups> before = of_previous_lane<kWarp>(running);
  if (thread() % kWarp == kWarp - 1) warps[warp] = running;
  sync_block();
  for (int i = 0; i < warp; ++i) add(before, warps[i]);
  return before;
}

// Running totals of `n` numbers behind a zero; each thread takes a run of them.
template <int kGroups, class Team, class Read>
FIVEBET_DEVICE void run_totals(Team team, int n, const Read& read, Several<kGroups>* totals,
                               Several<kGroups>* warps) {
  const int each = ((n + Team::size() - 1) / Team::size()) | 1;  // odd: no two in a bank
  const int from = Team::rank() * each < n ? Team::rank() * each : n;
  const int to = from + each < n ? from + each : n;
  Several<kGroups> sums{};
  FIVEBET_UNROLL_BY(4)
  for (int i = from; i < to; ++i) add(sums, read(i));
  Several<kGroups> running = sums_before(team, sums, warps);
  int i = from;
  for (; i + 4 <= to; i += 4) {
    Several<kGroups> x[4];
    FIVEBET_UNROLL
    for (int k = 0; k < 4; ++k) x[k] = read(i + k);
    FIVEBET_UNROLL
    for (int k = 0; k < 4; ++k) {
      totals[i + k] = running;
      add(running, x[k]);
    }
  }
  for (; i < to; ++i) {
    totals[i] = running;
    add(running, read(i));
  }
  if (from < n && to == n) totals[n] = running;
}

// How many threads share the terms of a hand's sum.
FIVEBET_DEVICE int slices(int hands) { return threads() > hands ? threads() / hands : 1; }

// Sums of `n` terms for each hand, to the first of the rows at `sums`; there is one row for
// each slice.
template <class Term>
FIVEBET_DEVICE void sum_in_slices(int hands, int n, float* sums, const Term& term) {
  const int count = slices(hands);
  for (int at = thread(); at < hands * count; at += threads()) {
    const int slice = at / hands, hand = at % hands;
    const int from = n * slice / count, to = n * (slice + 1) / count;
    float sum = 0;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      float x[8];
      FIVEBET_UNROLL
      for (int k = 0; k < 8; ++k) x[k] = term(hand, i + k);
      FIVEBET_UNROLL
      for (int k = 0; k < 8; ++k) sum += x[k];
    }
    for (; i < to; ++i) sum += term(hand, i);
    sums[slice * hands + hand] = sum;
  }
  sync_block();
  for (int hand = thread(); hand < hands; hand += threads())
    for (int slice = 1; slice < count; ++slice) sums[hand] += sums[slice * hands + hand];
  sync_block();
}

}  // namespace fivebet::gpu
