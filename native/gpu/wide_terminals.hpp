// The values of terminals where hands are very many: a block values several groups at once, so
// that what is looked up for a hand serves all of them. Threads read and write the rows of their own
// hands only, which they need not wait for.
#pragma once

#include "gpu/decision_rows.hpp"
#include "gpu/team_sums.hpp"
#include "gpu/terminal_values.hpp"
#include "gpu/walk_data.hpp"

namespace fivebet::gpu {

constexpr int kCardLanes = kWarp < 8 ? kWarp : 8;  // that share the hands of a card
constexpr int kLaneHands = (48 / kCardLanes) | 1;  // of them, at most; odd: no two in a bank

using Together = Several<kTogether>;

// The opponent's hands with a card that one lane sums: where their running totals begin, then the
// hands, in 16 bits each, so that few words are read.
struct alignas(16) LaneHands {
  unsigned words[(kLaneHands + 8) / 8 * 4];
  FIVEBET_DEVICE int at(int i) const { return static_cast<int>(words[i / 2] >> 16 * (i % 2) & 0xffff); }
  FIVEBET_DEVICE int place() const { return at(0) & ~kLast; }
  FIVEBET_DEVICE bool last() const { return (at(0) & kLast) != 0; }
  FIVEBET_DEVICE int hand(int k) const { return at(k + 1); }
  static constexpr int kLast = 0x8000;  // the total behind all hands of the card is the lane's, too
};

// What a block needs: who sums what, the opponent's reach by hand, running totals of it, those of
// each card's hands less half of their sum, sums of cards and of warps.
struct WideScratch {
  LaneHands* lanes;
  Together* reach;
  Together* all;
  Together* card;
  Together* card_sum;
  Together* warps;
  FIVEBET_DEVICE WideScratch(float* from, int others)
      : lanes(reinterpret_cast<LaneHands*>(from)),
        reach(reinterpret_cast<Together*>(lanes + kCards * kCardLanes)),
        all(reach + others + 2),
        card(all + others + 2),
        card_sum(card + 2 * others + kCards),
        warps(card_sum + kCards) {}
  FIVEBET_DEVICE float* end() const { return reinterpret_cast<float*>(warps + 32); }
};

// Where a hand's reach stands that is nobody's.
FIVEBET_DEVICE int nobodys_place(const StreetWalk& walk) { return static_cast<int>(walk.most_others) + 1; }

// Shares out the hands of each card; a lane that has fewer than others has nobody's reach, too,
// which is zero. Threads read only the lanes that they have written themselves.
FIVEBET_DEVICE void share_cards(const StreetWalk& walk, const BoardHands& ours, const WideScratch& scratch) {
  const unsigned short* by_card = walk.by_card + ours.by_card;
  const unsigned short* starts = walk.starts + ours.starts;
  const int nobody = nobodys_place(walk);
  for (int i = thread(); i < kCards * kCardLanes; i += threads()) {
    const int card = i / kCardLanes, lane = i % kCardLanes;
    const int start = starts[card], n = starts[card + 1] - start;
    const int each = ((n + kCardLanes - 1) / kCardLanes) | 1;
    const int from = lane * each < n ? lane * each : n;
    const int to = from + each < n ? from + each : n;
    const bool last = to == n && (from < n || (n == 0 && lane == 0));
    LaneHands mine{};
    mine.words[0] = static_cast<unsigned>((start + card + from) | (last ? LaneHands::kLast : 0));
    FIVEBET_UNROLL
    for (int k = 0; k < kLaneHands; ++k) {
      const int hand = from + k < to ? by_card[start + from + k] : nobody;
      mine.words[(k + 1) / 2] |= static_cast<unsigned>(hand) << 16 * ((k + 1) % 2);
    }
    scratch.lanes[i] = mine;
  }
  if (thread() == 0) scratch.reach[nobody] = Together{};
}

// Puts the reach of all groups side by side; returns the sum of this thread's hands.
FIVEBET_DEVICE Together lay_out_reach(const GroupsOfTree<kTogether>& groups, int others, Together* reach) {
  Together sum{};
  for_pairs(others, [&](int hand) {
    Together first, second;
    FIVEBET_UNROLL
    for (int k = 0; k < kTogether; ++k) {
      const Two<float> two = load_two(groups.rows + groups.group(k).reach * groups.width + hand);
      first.of[k] = two.first;
      second.of[k] = two.second;
    }
    reach[hand] = first;
    reach[hand + 1] = second;
    add(sum, first);
    add(sum, second);
  });
  return sum;
}

// Sums of each card's hands and, at `kRuns`, running totals of them.
template <bool kRuns>
FIVEBET_DEVICE void sum_cards(int nobody, const WideScratch& scratch) {
  for (int i = thread(); i < kCards * kCardLanes; i += threads()) {
    const LaneHands mine = scratch.lanes[i];
    Together x[kLaneHands];
    Together sum{};
    FIVEBET_UNROLL
    for (int k = 0; k < kLaneHands; ++k) x[k] = scratch.reach[mine.hand(k)];
    FIVEBET_UNROLL
    for (int k = 0; k < kLaneHands; ++k) add(sum, x[k]);
    const Together up_to = running_sums<kCardLanes>(sum);
    if (i % kCardLanes == kCardLanes - 1) scratch.card_sum[i / kCardLanes] = up_to;
    if (!kRuns) continue;
    Together running = of_previous_lane<kCardLanes>(up_to);
    FIVEBET_UNROLL
    for (int k = 0; k < kTogether; ++k)
      running.of[k] -= 0.5f * from_lane(up_to.of[k], thread() % kWarp | (kCardLanes - 1));
    Together* totals = scratch.card + mine.place();
    FIVEBET_UNROLL
    for (int k = 0; k < kLaneHands; ++k)
      if (mine.hand(k) != nobody) {
        *totals++ = running;
        add(running, x[k]);
      }
    if (mine.last()) *totals = running;
  }
}

// A hand's index, read at once.
FIVEBET_DEVICE HandIndex load_index(const HandIndex* from) {
  struct alignas(16) Words {
    unsigned of[4];
  };
  const Words words = *reinterpret_cast<const Words*>(from);
  const auto low = [](unsigned word) { return static_cast<unsigned short>(word & 0xffff); };
  const auto high = [](unsigned word) { return static_cast<unsigned short>(word >> 16); };
  return {low(words.of[0]),
          high(words.of[0]),
          {low(words.of[1]), high(words.of[1])},
          {low(words.of[2]), high(words.of[2])},
          low(words.of[3]),
          {static_cast<unsigned char>(words.of[3] >> 16), static_cast<unsigned char>(words.of[3] >> 24)}};
}

// How far a hand is ahead of the opponent's, and how many of those it can meet.
struct Chances {
  Together ahead, compatible;
};

FIVEBET_DEVICE Chances chances_at_showdown(const HandIndex& index, int others, const Together& total,
                                           int needs, const WideScratch& scratch) {
  const int first = index.card[0], second = index.card[1];
  Chances chances{};
  if (needs & kShow) {
    const Together a = scratch.all[index.low], b = scratch.all[index.high];
    const Together* of_first = scratch.card + first;  // each card before has one total more than hands
    const Together* of_second = scratch.card + second;
    const Together c = of_first[index.card_low[0]], d = of_first[index.card_high[0]];
    const Together e = of_second[index.card_low[1]], f = of_second[index.card_high[1]];
    FIVEBET_UNROLL
    for (int k = 0; k < kTogether; ++k)
      chances.ahead.of[k] = (a.of[k] + b.of[k] - total.of[k]) - (c.of[k] + d.of[k]) - (e.of[k] + f.of[k]);
  }
  if (needs & kEverybody) {
    const Together a = scratch.card_sum[first], b = scratch.card_sum[second];
    Together same{};
    if (index.same_combo < others) {
      const Together to = scratch.all[index.same_combo + 1], from = scratch.all[index.same_combo];
      FIVEBET_UNROLL
      for (int k = 0; k < kTogether; ++k) same.of[k] = to.of[k] - from.of[k];
    }
    FIVEBET_UNROLL
    for (int k = 0; k < kTogether; ++k)
      chances.compatible.of[k] = total.of[k] - a.of[k] - b.of[k] + same.of[k];
  }
  return chances;
}

FIVEBET_DEVICE Chances chances_after_fold(const HandIndex& index, int others, const Together& total,
                                          const WideScratch& scratch) {
  const Together a = scratch.card_sum[index.card[0]], b = scratch.card_sum[index.card[1]];
  Chances chances{};
  if (index.same_combo < others) chances.compatible = scratch.reach[index.same_combo];
  FIVEBET_UNROLL
  for (int k = 0; k < kTogether; ++k) chances.compatible.of[k] += total.of[k] - a.of[k] - b.of[k];
  return chances;
}

// Writes the values of all terminals for all hands of the player.
template <class Find>
FIVEBET_DEVICE void write_values(const HandIndex* indices, int hands, const GroupsOfTree<kTogether>& groups,
                                 const Find& find) {
  for_pairs(hands, [&](int hand) {
    const HandIndex index = load_index(indices + hand);
    const HandIndex next = load_index(indices + (hand + 1 < hands ? hand + 1 : hand));
    const Chances first = find(index), second = find(next);
    FIVEBET_UNROLL
    for (int k = 0; k < kTogether; ++k) {
      if (k >= groups.n) continue;
      const int from = groups.groups[k].first, to = from + groups.groups[k].leaves;
      for (int i = from; i < to; ++i) {
        const Leaf leaf = groups.leaves[i];
        const float value = leaf.show * second.ahead.of[k] + leaf.all * second.compatible.of[k];
        store_two(groups.rows + leaf.value * groups.width + hand,
                  {leaf.show * first.ahead.of[k] + leaf.all * first.compatible.of[k],
                   hand + 1 < hands ? value : 0.0f});
      }
    }
  });
}

// Folds, whose reach has been laid out: the opponent's hands need only be counted.
FIVEBET_DEVICE void value_folds_together(const HandIndex* indices, int hands, int others, int nobody,
                                         const GroupsOfTree<kTogether>& groups, const WideScratch& scratch) {
  sync_block();
  sum_cards<false>(nobody, scratch);
  sync_block();
  Together total{};
  for (int card = thread() % kWarp; card < kCards; card += kWarp) add(total, scratch.card_sum[card]);
  total = lanes_sum<kWarp>(total);
  FIVEBET_UNROLL
  for (int k = 0; k < kTogether; ++k) total.of[k] *= 0.5f;  // each hand has two cards
  write_values(indices, hands, groups,
               [&](const HandIndex& index) { return chances_after_fold(index, others, total, scratch); });
  sync_block();
}

// Showdowns, and folds beside them; `sum` is the reach of this thread's hands.
FIVEBET_DEVICE void value_showdowns_together(const HandIndex* indices, int hands, int others, int nobody,
                                             const Together& sum, const GroupsOfTree<kTogether>& groups,
                                             const WideScratch& scratch) {
  const Together up_to = running_sums<kWarp>(sum);
  Together running = of_previous_lane<kWarp>(up_to);
  if (thread() % kWarp == kWarp - 1) scratch.warps[thread() / kWarp] = up_to;
  sync_block();
  sum_cards<true>(nobody, scratch);
  for (int i = 0; i < thread() / kWarp; ++i) add(running, scratch.warps[i]);
  for_pairs(others, [&](int hand) {
    const Together first = scratch.reach[hand], second = scratch.reach[hand + 1];
    scratch.all[hand] = running;
    add(running, first);
    scratch.all[hand + 1] = running;
    add(running, second);
    if (hand + 2 >= others) scratch.all[hand + 2] = running;
  });
  sync_block();
  const Together total = scratch.all[others];
  const int needs = groups.needs();
  write_values(indices, hands, groups, [&](const HandIndex& index) {
    return chances_at_showdown(index, others, total, needs, scratch);
  });
}

// The values of some groups. A block has a thread for each pair of hands, or threads take runs of
// pairs, so that totals run on from thread to thread.
FIVEBET_DEVICE void value_together(const StreetWalk& walk, const BoardHands& ours, int others,
                                   const GroupsOfTree<kTogether>& groups, const WideScratch& scratch) {
  const HandIndex* indices = walk.indices + ours.indices;
  const int nobody = nobodys_place(walk);
  const Together sum = lay_out_reach(groups, others, scratch.reach);
  if (groups.needs() == kEverybody)
    value_folds_together(indices, ours.hands, others, nobody, groups, scratch);
  else
    value_showdowns_together(indices, ours.hands, others, nobody, sum, groups, scratch);
}

}  // namespace fivebet::gpu
