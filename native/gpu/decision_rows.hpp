// What a decision does with the rows of its hands: it splits reach by a strategy on the way
// down, joins the actions' values on the way up, and learns regrets and averages from them.
//
// Numbers stand as in the processor's solver (solve/postflop_solver.hpp), in 16 or 32
// bits, so that what is learnt can be carried from one to the other.
#pragma once

#include "gpu/portable.hpp"
#include "gpu/walk_data.hpp"

namespace fivebet::gpu {

constexpr float kNegligible = 1e-30f;
constexpr int kMostActions = 16;

// How numbers are stored: as they are, or in 16 bits.
struct Full {
  using Regret = float;
  using Average = float;
  static constexpr bool kCompressed = false;
  static constexpr float kWhole = 1.0f;  // a probability of one in an average
};

struct Compressed {
  using Regret = short;
  using Average = unsigned short;
  static constexpr bool kCompressed = true;
  static constexpr float kWhole = 65535.0f;
  static constexpr float kLargest = 32767.0f;
};

// Two hands that stand next to each other: threads take hands in pairs. Rows are padded, and
// the number behind an odd last hand is zero.
template <class Number>
struct alignas(2 * sizeof(Number)) Two {
  Number first, second;
};

template <class Number>
FIVEBET_DEVICE Two<float> load_two(const Number* from) {
  const auto two = *reinterpret_cast<const Two<Number>*>(from);
  return {static_cast<float>(two.first), static_cast<float>(two.second)};
}

template <class Number>
FIVEBET_DEVICE void store_two(Number* to, const Two<float>& two) {
  *reinterpret_cast<Two<Number>*>(to) = {static_cast<Number>(two.first), static_cast<Number>(two.second)};
}

// A processor's threads take runs of pairs; a GPU's take every so many-th where a block has
// not one for each pair, so that they read side by side.
template <class Work>
FIVEBET_DEVICE void for_pairs(int hands, const Work& work) {
#if defined(__CUDACC__)
  for (int hand = 2 * thread(); hand < hands; hand += 2 * threads()) work(hand);
#else
  const int each = 2 * ((hands + 2 * threads() - 1) / (2 * threads()));
  for (int i = 0; i < each && each * thread() + i < hands; i += 2) work(each * thread() + i);
#endif
}

// Makes parts of a sum probabilities: all alike where the sum is zero.
struct Shares {
  float each, even;
  FIVEBET_DEVICE Shares(float sum, int actions)
      : each(sum > kNegligible ? 1.0f / sum : 0.0f),
        even(sum > kNegligible ? 0.0f : 1.0f / static_cast<float>(actions)) {}
  FIVEBET_DEVICE float of(float part) const { return part * each + even; }
};

FIVEBET_DEVICE float positive(float x) { return x > 0 ? x : 0; }
FIVEBET_DEVICE float larger(float x, float y) { return x > y ? x : y; }
FIVEBET_DEVICE float size_of(float x) { return x < 0 ? -x : x; }

// Strategies of two hands, from the parts of their actions.
template <int kRoom>
struct Strategies {
  Shares first, second;
  FIVEBET_DEVICE Strategies(const Two<float>* parts, int actions)
      : first(sum(parts, actions).first, actions), second(sum(parts, actions).second, actions) {}
  static FIVEBET_DEVICE Two<float> sum(const Two<float>* parts, int actions) {
    Two<float> sum{0, 0};
    FIVEBET_UNROLL
    for (int a = 0; a < actions; ++a) {
      sum.first += positive(parts[a].first);
      sum.second += positive(parts[a].second);
    }
    return sum;
  }
  FIVEBET_DEVICE Two<float> of(const Two<float>& part) const {
    return {first.of(positive(part.first)), second.of(positive(part.second))};
  }
};

// Stored numbers of a decision; the rows of its actions stand `stride` apart.
template <class Number>
struct StoredRows {
  const Number* numbers;
  int stride;
};

template <int kActions, class Number>
FIVEBET_DEVICE void split_hands(const StoredRows<Number>& stored, int actions, int hands, int width,
                                int from, const int* to, float* rows) {
  const int n = kActions ? kActions : actions;
  constexpr int kRoom = kActions ? kActions : kMostActions;
  for_pairs(hands, [&](int hand) {
    Two<float> part[kRoom];
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) part[a] = load_two(stored.numbers + a * stored.stride + hand);
    const Strategies<kRoom> strategies(part, n);
    const Two<float> reach = load_two(rows + from * width + hand);
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) {
      const Two<float> played = strategies.of(part[a]);
      store_two(rows + to[a] * width + hand, {reach.first * played.first, reach.second * played.second});
    }
  });
}

struct SplitHands {
  int actions, hands, width;
  int from;
  const int* to;
  float* rows;
  template <class Number>
  FIVEBET_DEVICE void operator()(const StoredRows<Number>& stored) const {
    switch (actions) {
      case 2: return split_hands<2>(stored, actions, hands, width, from, to, rows);
      case 3: return split_hands<3>(stored, actions, hands, width, from, to, rows);
      case 4: return split_hands<4>(stored, actions, hands, width, from, to, rows);
      default: return split_hands<0>(stored, actions, hands, width, from, to, rows);
    }
  }
};

FIVEBET_DEVICE const float* locked_rows(const float* locks, const long long* starts, const BoardHands& board,
                                        int decision) {
  if (!starts || starts[board.scale + decision] < 0) return nullptr;
  return locks + starts[board.scale + decision];
}

template <class Storage>
FIVEBET_DEVICE void split_reach(const StreetWalk& walk, const BoardHands& theirs, const Split& split,
                                const int* actions, float* rows) {
  const SplitHands work{split.actions, theirs.hands, static_cast<int>(walk.width), split.from, actions, rows};
  const long long first = theirs.table + split.table_row * theirs.stride;
  if (const float* locked = locked_rows(walk.their_locks, walk.their_lock_starts, theirs, split.decision))
    work(StoredRows<float>{locked, theirs.stride});
  else if (walk.mode == kLearn)
    work(StoredRows<typename Storage::Regret>{
        static_cast<const typename Storage::Regret*>(walk.their_regrets) + first, theirs.stride});
  else
    work(StoredRows<typename Storage::Average>{
        static_cast<const typename Storage::Average*>(walk.their_averages) + first, theirs.stride});
}

// A decision of the player that learns. Regrets in 16 bits wait in the actions' rows until
// the largest is known; returns this thread's largest.
template <class Storage, int kActions>
FIVEBET_DEVICE float learn(const StreetWalk& walk, const BoardHands& ours, const Join& join,
                           const int* actions, const float* discount, float* rows) {
  const int n = kActions ? kActions : join.actions;
  constexpr int kRoom = kActions ? kActions : kMostActions;
  const int width = static_cast<int>(walk.width), stride = ours.stride;
  const long long first = ours.table + join.table_row * stride;
  auto* regrets = static_cast<typename Storage::Regret*>(walk.our_regrets) + first;
  auto* averages = static_cast<typename Storage::Average*>(walk.our_averages) + first;
  const float scale = Storage::kCompressed ? walk.our_scales[ours.scale + join.decision] : 1.0f;
  float largest = 0;
  for_pairs(ours.hands, [&](int hand) {
    Two<float> old[kRoom], average[kRoom], gain[kRoom];
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) {
      old[a] = load_two(regrets + a * stride + hand);
      average[a] = load_two(averages + a * stride + hand);
      gain[a] = load_two(rows + actions[a] * width + hand);
    }
    const Strategies<kRoom> strategies(old, n);
    Two<float> mean{0, 0};
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) {
      const Two<float> played = strategies.of(old[a]);
      mean.first += played.first * gain[a].first;
      mean.second += played.second * gain[a].second;
    }
    const auto renewed = [&](float before, float gained, float value) {
      return scale * before * (before > 0 ? discount[0] : discount[1]) + (gained - value);
    };
    const auto moved = [&](float before, float played) {
      const float after = before + (played * Storage::kWhole - before) * discount[2];
      return Storage::kCompressed ? after + 0.5f : after;  // rounds
    };
    Two<float> sum{0, 0}, ahead{0, 0};  // of the new strategy: what it gains over the one that was played
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) {
      const Two<float> played = strategies.of(old[a]);
      const Two<float> now{renewed(old[a].first, gain[a].first, mean.first),
                           renewed(old[a].second, gain[a].second, mean.second)};
      sum.first += positive(now.first);
      sum.second += positive(now.second);
      ahead.first += positive(now.first) * (gain[a].first - mean.first);
      ahead.second += positive(now.second) * (gain[a].second - mean.second);
      store_two(averages + a * stride + hand,
                {moved(average[a].first, played.first), moved(average[a].second, played.second)});
      if constexpr (Storage::kCompressed) {
        store_two(rows + actions[a] * width + hand, now);
        largest = larger(largest, larger(size_of(now.first), size_of(now.second)));
      } else {
        store_two(regrets + a * stride + hand, now);
      }
    }
    mean.first += ahead.first * (discount[3] / (sum.first > kNegligible ? sum.first : 1.0f));
    mean.second += ahead.second * (discount[3] / (sum.second > kNegligible ? sum.second : 1.0f));
    store_two(rows + join.value * width + hand, mean);
  });
  return largest;
}

template <class Storage>
FIVEBET_DEVICE float learn(const StreetWalk& walk, const BoardHands& ours, const Join& join,
                           const int* actions, const float* discount, float* rows) {
  switch (join.actions) {
    case 2: return learn<Storage, 2>(walk, ours, join, actions, discount, rows);
    case 3: return learn<Storage, 3>(walk, ours, join, actions, discount, rows);
    case 4: return learn<Storage, 4>(walk, ours, join, actions, discount, rows);
    default: return learn<Storage, 0>(walk, ours, join, actions, discount, rows);
  }
}

FIVEBET_DEVICE float rounded(float x) { return x + (x < 0 ? -0.5f : 0.5f); }

// Stores new regrets in 16 bits, in parts of the largest.
FIVEBET_DEVICE void store_regrets(const StreetWalk& walk, const BoardHands& ours, const Join& join,
                                  const int* actions, float largest, const float* rows) {
  const int width = static_cast<int>(walk.width), stride = ours.stride, hands = ours.hands;
  const float unit = largest > kNegligible ? Compressed::kLargest / largest : 0.0f;
  short* regrets = static_cast<short*>(walk.our_regrets) + ours.table + join.table_row * stride;
  for_pairs(hands, [&](int hand) {
    for (int a = 0; a < join.actions; ++a) {
      const Two<float> now = load_two(rows + actions[a] * width + hand);
      store_two(regrets + a * stride + hand, {rounded(now.first * unit), rounded(now.second * unit)});
    }
  });
  if (thread() == 0) walk.our_scales[ours.scale + join.decision] = largest / Compressed::kLargest;
}

// The opponent's values add up; of the player's own the best is taken.
FIVEBET_DEVICE void join_plainly(const StreetWalk& walk, const BoardHands& ours, const Join& join,
                                 const int* actions, float* rows) {
  const int width = static_cast<int>(walk.width);
  for_pairs(ours.hands, [&](int hand) {
    Two<float> result = load_two(rows + actions[0] * width + hand);
    for (int a = 1; a < join.actions; ++a) {
      const Two<float> x = load_two(rows + actions[a] * width + hand);
      result.first = join.own ? larger(result.first, x.first) : result.first + x.first;
      result.second = join.own ? larger(result.second, x.second) : result.second + x.second;
    }
    store_two(rows + join.value * width + hand, result);
  });
}

// The player's values are averaged by a strategy that does not change.
template <class Number>
FIVEBET_DEVICE void join_by_strategy(const StreetWalk& walk, const BoardHands& ours, const Join& join,
                                     const int* actions, const StoredRows<Number>& stored, float* rows) {
  const int width = static_cast<int>(walk.width);
  for_pairs(ours.hands, [&](int hand) {
    Two<float> sum{0, 0}, mean{0, 0};
    const auto part = [&](int a) { return load_two(stored.numbers + a * stored.stride + hand); };
    for (int a = 0; a < join.actions; ++a) {
      sum.first += positive(part(a).first);
      sum.second += positive(part(a).second);
    }
    const Shares first(sum.first, join.actions), second(sum.second, join.actions);
    for (int a = 0; a < join.actions; ++a) {
      const Two<float> x = load_two(rows + actions[a] * width + hand);
      mean.first += x.first * first.of(positive(part(a).first));
      mean.second += x.second * second.of(positive(part(a).second));
    }
    store_two(rows + join.value * width + hand, mean);
  });
}

}  // namespace fivebet::gpu
