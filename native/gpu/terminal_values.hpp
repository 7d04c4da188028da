// The values of terminals on a board, folds and showdowns. A hand's value is found from the
// opponent's running totals in order of strength, less those of hands that share a card with
// it, so that it takes a few look-ups and not a sum over all opposing hands.
#pragma once

#include "gpu/team_sums.hpp"
#include "gpu/walk_data.hpp"

namespace fivebet::gpu {

constexpr int kCards = 52;

// What a team needs to value a group, in floats: running totals of all hands and of
// hands by card, two numbers for each card, and room for those of warps, twice.
FIVEBET_DEVICE int team_scratch(int others) { return 3 * others + 2 + 2 * kCards + 64; }

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
                                const GroupsOfTree<1>& groups, float* scratch) {
  constexpr int kGroups = 1;
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
                                 const GroupsOfTree<1>& groups, float* scratch,
                                 const float* run_out) {
  constexpr int kGroups = 1;
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
  const auto read = [&](int i) { return groups.reach(i); };
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

}  // namespace fivebet::gpu
