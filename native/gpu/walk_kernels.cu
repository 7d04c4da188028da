// The walk of counterfactual regret minimisation on a GPU, street by street.
//
// Down: split_rows carries the opponent's reach through the trees of a street, for every
// board at once. River trees are walked whole, one in a block's shared memory, from reach
// to regrets (walk_trees). Up: add_cards sums the values of all cards, value_leaves finds
// those of terminals before the river, join_rows lets decisions learn. A thread takes the
// same hands at all nodes, so that only terminals, which mix hands, need barriers.
//
// Numbers stand as in the processor's solver (solve/postflop_solver.hpp), in 16 or 32
// bits, so that what is learnt can be carried from one to the other.
#include "gpu/portable.hpp"
#include "gpu/walk_data.hpp"

namespace fivebet::gpu {

constexpr float kNegligible = 1e-30f;
constexpr int kCards = 52;
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

// The threads that value groups of terminals: a warp one group where hands are few, a block
// four at once where they are many.
struct WarpTeam {
  static constexpr int kGroups = 1;
  static FIVEBET_DEVICE int rank() { return thread() % kWarp; }
  static FIVEBET_DEVICE int size() { return kWarp; }
  static FIVEBET_DEVICE int number() { return thread() / kWarp; }
  static FIVEBET_DEVICE void sync() { sync_warp(); }
};

struct BlockTeam {
  static constexpr int kGroups = 4;
  static FIVEBET_DEVICE int rank() { return thread(); }
  static FIVEBET_DEVICE int size() { return threads(); }
  static FIVEBET_DEVICE int number() { return 0; }
  static FIVEBET_DEVICE void sync() { sync_block(); }
};

struct SmallBlockTeam : BlockTeam {
  static constexpr int kGroups = 1;
};

template <int kGroups>
FIVEBET_DEVICE Several<kGroups> warp_running_sums(Several<kGroups> x) {
  for (int lanes = 1; lanes < kWarp; lanes *= 2)
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k) {
      const float before = from_previous_lane(x.of[k], lanes);
      if (thread() % kWarp >= lanes) x.of[k] += before;
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

// The sums of x over the warp's threads before this one.
template <int kGroups>
FIVEBET_DEVICE Several<kGroups> of_previous_lane(const Several<kGroups>& running) {
  Several<kGroups> before;
  FIVEBET_UNROLL
  for (int k = 0; k < kGroups; ++k) {
    before.of[k] = from_previous_lane(running.of[k], 1);
    if (thread() % kWarp == 0) before.of[k] = 0;
  }
  return before;
}

// The sums of x over the team's threads before this one. `warps` has room for the sums of
// each warp of a block.
template <int kGroups>
FIVEBET_DEVICE Several<kGroups> sums_before(WarpTeam, const Several<kGroups>& x, Several<kGroups>*) {
  return of_previous_lane(warp_running_sums(x));
}

template <int kGroups>
FIVEBET_DEVICE Several<kGroups> sums_before(BlockTeam, const Several<kGroups>& x, Several<kGroups>* warps) {
  const Several<kGroups> running = warp_running_sums(x);
  const int warp = thread() / kWarp;
  Several<kGroups> before = of_previous_lane(running);
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

// What a team needs to value a group, in floats: running totals of all hands and of
// hands by card, two numbers for each card, and room for those of warps, twice. Several
// groups need their reach side by side, too.
template <int kGroups>
FIVEBET_DEVICE int team_scratch(int others) {
  return (kGroups > 1 ? 4 : 3) * others + 2 + 2 * kCards + 64;
}

// As many groups of a tree's terminals as a team values at once, and where their numbers are.
// One terminal of each group takes the place of the reach, which must not be read any more then.
template <int kGroups>
struct GroupsOfTree {
  using Totals = Several<kGroups>;
  const Group* groups;
  int n;
  const Leaf* leaves;
  float* rows;
  int width;

  FIVEBET_DEVICE const Group& group(int k) const { return groups[k < n ? k : 0]; }
  FIVEBET_DEVICE int needs() const {
    int needs = 0;
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k) needs |= group(k).needs;
    return needs;
  }
  FIVEBET_DEVICE Totals reach(int hand) const {
    Totals x;
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k) x.of[k] = rows[group(k).reach * width + hand];
    return x;
  }
  FIVEBET_DEVICE void write(int hand, const Totals& ahead, const Totals& compatible) const {
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k)
      if (k < n)
        for (int i = groups[k].first; i < groups[k].first + groups[k].leaves; ++i)
          rows[leaves[i].value * width + hand] = leaves[i].show * ahead.of[k] + leaves[i].all * compatible.of[k];
  }
};

// The values of groups where somebody has folded: the opponent's hands need only be counted.
template <class Team>
FIVEBET_DEVICE void value_folds(Team, const StreetWalk& walk, const BoardHands& ours, int others,
                                const GroupsOfTree<Team::kGroups>& groups, float* scratch) {
  constexpr int kGroups = Team::kGroups;
  using Totals = Several<kGroups>;
  constexpr int kLanes = kWarp < 4 ? kWarp : 4;  // that share the sum of a card
  const unsigned short* by_card = walk.by_card + ours.by_card;
  const unsigned short* starts = walk.starts + ours.starts;
  const HandIndex* indices = walk.indices + ours.indices;
  auto* reach = reinterpret_cast<Totals*>(scratch);
  Totals* card_sum = reach + others;
  for (int i = Team::rank(); i < others; i += Team::size()) reach[i] = groups.reach(i);
  Team::sync();
  const int lane = Team::rank() % kWarp;
  for (int first = Team::rank() - lane; first < kCards * kLanes; first += Team::size()) {
    const int card = (first + lane) / kLanes;
    Totals sum{};
    if (card < kCards)
      for (int i = starts[card] + lane % kLanes; i < starts[card + 1]; i += kLanes) add(sum, reach[by_card[i]]);
    sum = lanes_sum<kLanes>(sum);
    if (card < kCards && lane % kLanes == 0) card_sum[card] = sum;
  }
  Team::sync();
  Totals twice{};  // each hand has two cards
  for (int card = lane; card < kCards; card += kWarp) add(twice, card_sum[card]);
  twice = lanes_sum<kWarp>(twice);
  for (int hand = Team::rank(); hand < ours.hands; hand += Team::size()) {
    const HandIndex index = indices[hand];
    const Totals a = card_sum[index.card[0]], b = card_sum[index.card[1]];
    Totals compatible{};
    if (index.same_combo < others) compatible = reach[index.same_combo];
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k) compatible.of[k] += 0.5f * twice.of[k] - a.of[k] - b.of[k];
    groups.write(hand, Totals{}, compatible);
  }
  if (ours.hands % 2 && Team::rank() == 0) groups.write(ours.hands, Totals{}, Totals{});
  Team::sync();
}

// The values of groups on a board. `run_out` says how far each hand is ahead where that is
// known.
template <class Team>
FIVEBET_DEVICE void value_groups(Team team, const StreetWalk& walk, const BoardHands& ours, int others,
                                 const GroupsOfTree<Team::kGroups>& groups, float* scratch,
                                 const float* run_out) {
  constexpr int kGroups = Team::kGroups;
  using Totals = Several<kGroups>;
  const int needs = groups.needs();
  if (needs == kEverybody) return value_folds(team, walk, ours, others, groups, scratch);
  const unsigned short* by_card = walk.by_card + ours.by_card;
  const unsigned short* starts = walk.starts + ours.starts;
  const HandIndex* indices = walk.indices + ours.indices;
  auto* all = reinterpret_cast<Totals*>(scratch);
  Totals* card = all + others + 1;
  Totals* card_sum = card + 2 * others + 1;
  Totals* card_ends = card_sum + kCards;
  Totals* warps = card_ends + kCards;
  Totals* beside = warps + 64;
  if (kGroups > 1) {
    for (int i = Team::rank(); i < others; i += Team::size()) beside[i] = groups.reach(i);
    Team::sync();
  }
  const auto read = [&](int i) { return kGroups > 1 ? beside[i] : groups.reach(i); };
  run_totals<kGroups>(team, others, read, all, warps);
  run_totals<kGroups>(team, 2 * others, [&](int i) { return read(by_card[i]); }, card, warps + 32);
  Team::sync();
  for (int i = Team::rank(); i < kCards; i += Team::size()) {
    const Totals to = card[starts[i + 1]], from = card[starts[i]];
    FIVEBET_UNROLL
    for (int k = 0; k < kGroups; ++k) {
      card_sum[i].of[k] = to.of[k] - from.of[k];
      card_ends[i].of[k] = to.of[k] + from.of[k];
    }
  }
  const Totals total = all[others];
  Team::sync();
  for (int hand = Team::rank(); hand < ours.hands; hand += Team::size()) {
    const HandIndex index = indices[hand];
    const int first = index.card[0], second = index.card[1];
    Totals ahead{}, compatible{};
    if (run_out) {
      ahead.of[0] = run_out[hand];
    } else if (needs & kShow) {
      const Totals a = all[index.low], b = all[index.high];
      const Totals c = card[index.card_low[0]], d = card[index.card_high[0]], e = card_ends[first];
      const Totals f = card[index.card_low[1]], g = card[index.card_high[1]], h = card_ends[second];
      FIVEBET_UNROLL
      for (int k = 0; k < kGroups; ++k)
        ahead.of[k] = (a.of[k] + b.of[k] - total.of[k]) - (c.of[k] + d.of[k] - e.of[k]) -
                      (f.of[k] + g.of[k] - h.of[k]);
    }
    if (needs & kEverybody) {
      const Totals a = card_sum[first], b = card_sum[second];
      Totals same{};
      if (index.same_combo < others) {
        const Totals to = all[index.same_combo + 1], from = all[index.same_combo];
        FIVEBET_UNROLL
        for (int k = 0; k < kGroups; ++k) same.of[k] = to.of[k] - from.of[k];
      }
      FIVEBET_UNROLL
      for (int k = 0; k < kGroups; ++k) compatible.of[k] = total.of[k] - a.of[k] - b.of[k] + same.of[k];
    }
    groups.write(hand, ahead, compatible);
  }
  if (ours.hands % 2 && Team::rank() == 0) groups.write(ours.hands, Totals{}, Totals{});
  Team::sync();
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

template <class Work>
FIVEBET_DEVICE void for_pairs(int hands, const Work& work) {
  for (int hand = 2 * thread(); hand < hands; hand += 2 * threads()) work(hand);
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
                                const float* from, float* to) {
  const int n = kActions ? kActions : actions;
  constexpr int kRoom = kActions ? kActions : kMostActions;
  for_pairs(hands, [&](int hand) {
    Two<float> part[kRoom];
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) part[a] = load_two(stored.numbers + a * stored.stride + hand);
    const Strategies<kRoom> strategies(part, n);
    const Two<float> reach = load_two(from + hand);
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) {
      const Two<float> played = strategies.of(part[a]);
      store_two(to + a * width + hand, {reach.first * played.first, reach.second * played.second});
    }
  });
}

struct SplitHands {
  int actions, hands, width;
  const float* from;
  float* to;
  template <class Number>
  FIVEBET_DEVICE void operator()(const StoredRows<Number>& stored) const {
    switch (actions) {
      case 2: return split_hands<2>(stored, actions, hands, width, from, to);
      case 3: return split_hands<3>(stored, actions, hands, width, from, to);
      case 4: return split_hands<4>(stored, actions, hands, width, from, to);
      default: return split_hands<0>(stored, actions, hands, width, from, to);
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
                                float* rows) {
  const int width = static_cast<int>(walk.width);
  const SplitHands work{split.actions, theirs.hands, width, rows + split.from * width,
                        rows + split.to * width};
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

// The parts of a tree's program.
struct Program {
  const Split* splits;
  const Group* groups;
  const Leaf* leaves;
  const Join* joins;
  const int* rows;
  FIVEBET_DEVICE Program(const Tree& tree, const int* from)
      : splits(reinterpret_cast<const Split*>(from)),
        groups(reinterpret_cast<const Group*>(splits + tree.splits)),
        leaves(reinterpret_cast<const Leaf*>(groups + tree.groups)),
        joins(reinterpret_cast<const Join*>(leaves + tree.leaves)),
        rows(reinterpret_cast<const int*>(joins + tree.joins)) {}
};

// Brings the reach that enters a tree to its first row, and splits it.
template <class Storage>
FIVEBET_DEVICE void walk_down(const StreetWalk& walk, const Tree& tree, const Program& program, int board,
                              float* rows) {
  const BoardHands theirs = walk.theirs[board];
  const float* before =
      walk.before_rows +
      (walk.places[board].parent * walk.before_row_count + tree.entering) * walk.before_width;
  const unsigned short* places = walk.entering_places + theirs.entering;
  const int last = theirs.hands - 1;
  for_pairs(theirs.hands, [&](int hand) {
    store_two(rows + hand, {before[places[hand]], hand < last ? before[places[hand + 1]] : 0.0f});
  });
  for (int i = 0; i < tree.splits; ++i) split_reach<Storage>(walk, theirs, program.splits[i], rows);
}

// A decision of the player that learns. Regrets in 16 bits wait in the actions' rows until
// the largest is known; returns this thread's largest.
template <class Storage, int kActions>
FIVEBET_DEVICE float learn(const StreetWalk& walk, const BoardHands& ours, const Join& join,
                           const int* actions, const float* discount, float* rows) {
  const int n = kActions ? kActions : join.actions;
  constexpr int kRoom = kActions ? kActions : kMostActions;
  const int width = static_cast<int>(walk.width);
  const long long first = ours.table + join.table_row * ours.stride;
  auto* regrets = static_cast<typename Storage::Regret*>(walk.our_regrets) + first;
  auto* averages = static_cast<typename Storage::Average*>(walk.our_averages) + first;
  const float scale = Storage::kCompressed ? walk.our_scales[ours.scale + join.decision] : 1.0f;
  float largest = 0;
  for_pairs(ours.hands, [&](int hand) {
    Two<float> old[kRoom], average[kRoom], gain[kRoom];
    FIVEBET_UNROLL
    for (int a = 0; a < n; ++a) {
      old[a] = load_two(regrets + a * ours.stride + hand);
      average[a] = load_two(averages + a * ours.stride + hand);
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
      store_two(averages + a * ours.stride + hand,
                {moved(average[a].first, played.first), moved(average[a].second, played.second)});
      if constexpr (Storage::kCompressed) {
        store_two(rows + actions[a] * width + hand, now);
        largest = larger(largest, larger(size_of(now.first), size_of(now.second)));
      } else {
        store_two(regrets + a * ours.stride + hand, now);
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
  const int width = static_cast<int>(walk.width);
  const float unit = largest > kNegligible ? Compressed::kLargest / largest : 0.0f;
  short* regrets = static_cast<short*>(walk.our_regrets) + ours.table + join.table_row * ours.stride;
  for (int a = 0; a < join.actions; ++a) {
    const float* row = rows + actions[a] * width;
    for_pairs(ours.hands, [&](int hand) {
      const Two<float> now = load_two(row + hand);
      store_two(regrets + a * ours.stride + hand, {rounded(now.first * unit), rounded(now.second * unit)});
    });
  }
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

// Joins all decisions of a tree and hands on the value of its root. `most` has room for
// one number of each decision.
template <class Storage>
FIVEBET_DEVICE void walk_up(const StreetWalk& walk, const Tree& tree, const Program& program, int board,
                            int number, int iteration, float* rows, float* most) {
  const BoardHands ours = walk.ours[board];
  const bool learns = walk.mode == kLearn;
  const bool waits = learns && Storage::kCompressed;
  float discount[kDiscounts];
  for (int i = 0; i < kDiscounts; ++i) discount[i] = walk.discounts[kDiscounts * iteration + i];
  if (waits) {
    for (int i = thread(); i < tree.joins; i += threads()) most[i] = 0;
    sync_block();
  }
  for (int i = 0; i < tree.joins; ++i) {
    const Join join = program.joins[i];
    const int* actions = program.rows + join.first;
    const float* locked =
        join.own ? locked_rows(walk.our_locks, walk.our_lock_starts, ours, join.decision) : nullptr;
    if (locked) {
      join_by_strategy(walk, ours, join, actions, StoredRows<float>{locked, ours.stride}, rows);
    } else if (join.own && learns) {
      const float largest = learn<Storage>(walk, ours, join, actions, discount, rows);
      if constexpr (Storage::kCompressed) {
        const float of_warp = warp_most(largest);
        if (thread() % kWarp == 0) raise_to(most + i, of_warp);
      }
    } else if (join.own && walk.mode == kAverage) {
      const long long first = ours.table + join.table_row * ours.stride;
      const auto* averages = static_cast<const typename Storage::Average*>(walk.our_averages) + first;
      join_by_strategy(walk, ours, join, actions,
                       StoredRows<typename Storage::Average>{averages, ours.stride}, rows);
    } else {
      join_plainly(walk, ours, join, actions, rows);
    }
  }
  if (waits) {
    sync_block();
    for (int i = 0; i < tree.joins; ++i) {
      const Join join = program.joins[i];
      if (join.own && !locked_rows(walk.our_locks, walk.our_lock_starts, ours, join.decision))
        store_regrets(walk, ours, join, program.rows + join.first, most[i], rows);
    }
  }
  float* values = walk.tree_values + (board * walk.tree_count + number) * walk.width;
  const float* root = rows + tree.root_value * static_cast<int>(walk.width);
  for_pairs(ours.hands, [&](int hand) { store_two(values + hand, load_two(root + hand)); });
}

FIVEBET_DEVICE float* tree_rows(const StreetWalk& walk, const Tree& tree, int board) {
  return walk.street_rows + (board * walk.street_row_count + tree.first_row) * walk.width;
}

// River trees from reach to regrets, each in a block's shared memory: scratch of the teams,
// its rows unless they are too many, its program, the largest regrets.
template <class Storage, class Team, bool kFar>
FIVEBET_DEVICE void walk_tree(const StreetWalk& walk, int first_tree, int trees, int teams) {
  FIVEBET_SHARED(shared);
  const int board = block() / trees;
  const int number = walk.order[first_tree + block() % trees];
  const Tree tree = walk.trees[number];
  const int memory = (Team::kGroups * team_scratch<Team::kGroups>(static_cast<int>(walk.most_others)) + 3) / 4 * 4;
  float* near_rows = shared + teams * memory;
  int* copy = reinterpret_cast<int*>(near_rows + (kFar ? 0 : tree.row_count * walk.width));
  float* most = reinterpret_cast<float*>(copy + tree.size);
  float* rows = kFar ? tree_rows(walk, tree, board) : near_rows;
  for (int i = thread(); i < tree.size; i += threads()) copy[i] = walk.programs[tree.program + i];
  const Program program(tree, copy);
  sync_block();
  walk_down<Storage>(walk, tree, program, board, rows);
  sync_block();
  const int others = walk.theirs[board].hands;
  const BoardHands ours = walk.ours[board];
  if (Team::number() < teams)
    for (int i = Team::kGroups * Team::number(); i < tree.groups; i += Team::kGroups * teams) {
      const GroupsOfTree<Team::kGroups> groups{program.groups + i, tree.groups - i, program.leaves, rows,
                                               static_cast<int>(walk.width)};
      value_groups(Team{}, walk, ours, others, groups, shared + Team::number() * memory, nullptr);
    }
  sync_block();
  walk_up<Storage>(walk, tree, program, board, number, *walk.iteration, rows, most);
}

template <class Storage>
FIVEBET_DEVICE void split_tree(const StreetWalk& walk, int trees) {
  const int board = block() / trees;
  const Tree tree = walk.trees[block() % trees];
  const Program program(tree, walk.programs + tree.program);
  walk_down<Storage>(walk, tree, program, board, tree_rows(walk, tree, board));
}

template <class Storage>
FIVEBET_DEVICE void join_tree(const StreetWalk& walk, int trees) {
  FIVEBET_SHARED(shared);
  const int board = block() / trees;
  const int number = block() % trees;
  const Tree tree = walk.trees[number];
  const Program program(tree, walk.programs + tree.program);
  walk_up<Storage>(walk, tree, program, board, number, *walk.iteration, tree_rows(walk, tree, board), shared);
}

}  // namespace fivebet::gpu

// The walks that are launched, by number.
FIVEBET_CONSTANT fivebet::gpu::StreetWalk walks[fivebet::gpu::kMostWalks];
FIVEBET_END_CONSTANT

// River trees: one block for each tree of a launch and board. Kernels with _16 have numbers
// in 16 bits. `teams` warps value terminals, or the whole block where trees are wide, with
// very many hands; the rows of far trees stand in the device's memory.
#define FIVEBET_TREE_KERNELS(suffix, Storage)                                                              \
  FIVEBET_CROWDED_KERNEL(512, 2) walk_trees##suffix(int walk, int first_tree, int trees, int teams) {      \
    using namespace fivebet::gpu;                                                                          \
    walk_tree<Storage, WarpTeam, false>(walks[walk], first_tree, trees, teams);                            \
  }                                                                                                        \
  FIVEBET_CROWDED_KERNEL(544, 2) walk_wide_trees##suffix(int walk, int first_tree, int trees, int teams) { \
    using namespace fivebet::gpu;                                                                          \
    walk_tree<Storage, BlockTeam, false>(walks[walk], first_tree, trees, teams);                           \
  }                                                                                                        \
  FIVEBET_CROWDED_KERNEL(544, 2) walk_far_trees##suffix(int walk, int first_tree, int trees, int teams) {  \
    using namespace fivebet::gpu;                                                                          \
    walk_tree<Storage, BlockTeam, true>(walks[walk], first_tree, trees, teams);                            \
  }                                                                                                        \
  FIVEBET_KERNEL split_rows##suffix(int walk, int trees) {                                                 \
    fivebet::gpu::split_tree<fivebet::gpu::Storage>(walks[walk], trees);                                   \
  }                                                                                                        \
  FIVEBET_KERNEL join_rows##suffix(int walk, int trees) {                                                  \
    fivebet::gpu::join_tree<fivebet::gpu::Storage>(walks[walk], trees);                                    \
  }
#if !defined(FIVEBET_ONLY_16)
FIVEBET_TREE_KERNELS(, Full)
#endif
#if !defined(FIVEBET_ONLY_32)
FIVEBET_TREE_KERNELS(_16, Compressed)
#endif
#undef FIVEBET_TREE_KERNELS

// Adds up the values of all cards that may come after a tree's leaf: one block for each
// tree of the next street and board of this one.
FIVEBET_KERNEL add_cards(int number_of_walk, int number_of_next, int trees) {
  using namespace fivebet::gpu;
  FIVEBET_SHARED(shared);
  const StreetWalk& walk = walks[number_of_walk];
  const StreetWalk& next = walks[number_of_next];
  const int board = block() / trees;
  const int number = block() % trees;
  const BoardPlace place = walk.places[board];
  const int hands = walk.ours[board].hands;
  float* to =
      walk.street_rows + (board * walk.street_row_count + next.trees[number].leaving) * walk.width;
  const float* values = next.tree_values + number * next.width;
  const long long apart = next.tree_count * next.width;
  const Pair* pairs = walk.pairs + place.pairs;
  sum_in_slices(hands, place.pair_count, shared, [&](int hand, int i) {
    const Pair pair = pairs[i];
    const unsigned short at = walk.pair_places[pair.places[walk.player] + hand];
    // Loads do not wait for each other's conditions.
    const float value = values[pair.board * apart + (at == kNowhere ? 0 : at)];
    return at == kNowhere ? 0.0f : value;
  });
  for (int hand = thread(); hand < hands + hands % 2; hand += threads())
    to[hand] = hand < hands ? shared[hand] : 0.0f;
}

// Terminals before the river: folds, and hands that are run out. A block takes one group.
FIVEBET_KERNEL value_leaves(int number_of_walk, int groups) {
  using namespace fivebet::gpu;
  FIVEBET_SHARED(shared);
  const StreetWalk& walk = walks[number_of_walk];
  const int board = block() / groups;
  const GroupPlace place = walk.group_places[block() % groups];
  const Tree tree = walk.trees[place.tree];
  const Program program(tree, walk.programs + tree.program);
  const Group group = program.groups[place.group];
  const Leaf* leaves = program.leaves + group.first;
  const BoardHands ours = walk.ours[board], theirs = walk.theirs[board];
  const int width = static_cast<int>(walk.width);
  float* rows = tree_rows(walk, tree, board);
  float* reach = shared;
  float* ahead = reach + width;
  float* scratch = ahead + slices(ours.hands) * ours.hands;
  if (group.needs & kShow) {
    // The opponent's matrix has our hands in its rows, next to each other.
    const short* behind = walk.matrices + theirs.matrix;
    for (int i = thread(); i < theirs.hands; i += threads()) reach[i] = rows[group.reach * width + i];
    sync_block();
    sum_in_slices(ours.hands, theirs.hands, ahead, [&](int hand, int i) {
      return static_cast<float>(behind[i * ours.stride + hand]) * reach[i];
    });
    for (int hand = thread(); hand < ours.hands; hand += threads()) ahead[hand] /= -ours.per_pair;
    sync_block();
  }
  if (group.needs & kEverybody) {
    const GroupsOfTree<1> groups{&program.groups[place.group], 1, program.leaves, rows, width};
    value_groups(SmallBlockTeam{}, walk, ours, theirs.hands, groups, scratch,
                 group.needs & kShow ? ahead : nullptr);
    return;
  }
  for (int i = 0; i < group.leaves; ++i)
    for (int hand = thread(); hand < ours.hands + ours.hands % 2; hand += threads())
      rows[leaves[i].value * width + hand] = hand < ours.hands ? leaves[i].show * ahead[hand] : 0.0f;
}

FIVEBET_KERNEL count_iteration(int* iteration) { *iteration += 1; }
