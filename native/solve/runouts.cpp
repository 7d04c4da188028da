#include "solve/runouts.hpp"

#include <algorithm>

#include "cards/combos.hpp"
#include "cards/evaluator.hpp"
#include "equity/exact_equity.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {
namespace {

// Maps of suits that change neither the board nor the ranges.
std::vector<SuitMap> symmetries(CardSet board, const Ranges& ranges) {
  std::vector<SuitMap> found;
  for (const SuitMap& map : kSuitMaps) {
    bool same = map_cards(board, map) == board;
    for (std::size_t i = 0; same && i < kCombos; ++i) {
      const auto to = static_cast<std::size_t>(map_combo(kComboTable[i].low, kComboTable[i].high, map));
      for (const auto& weights : ranges.weights) same &= weights[i] == weights[to];
    }
    if (same) found.push_back(map);
  }
  return found;
}

// Those of a group's maps that leave a card as it is.
std::vector<SuitMap> stabiliser(const std::vector<SuitMap>& group, Card card) {
  std::vector<SuitMap> kept;
  std::copy_if(group.begin(), group.end(), std::back_inserter(kept),
               [&](const SuitMap& map) { return map_card(card, map) == card; });
  return kept;
}

std::vector<Holding> without(const std::vector<Holding>& hands, CardSet dead) {
  std::vector<Holding> left;
  for (const Holding& hand : hands)
    if (!(hand.cards() & dead)) left.push_back(hand);
  return left;
}

// Puts hands in order of strength, where those that are equal keep theirs; returns their values.
std::vector<Value> sort_by_strength(std::vector<Holding>& hands, CardSet board) {
  std::vector<std::uint32_t> keys(hands.size());  // value, then place
  for (std::size_t i = 0; i < hands.size(); ++i)
    keys[i] = static_cast<std::uint32_t>(evaluate(board | hands[i].cards())) << 16 | static_cast<std::uint32_t>(i);
  std::sort(keys.begin(), keys.end());
  const std::vector<Holding> unsorted = hands;
  std::vector<Value> values(hands.size());
  for (std::size_t i = 0; i < hands.size(); ++i) {
    hands[i] = unsorted[keys[i] & 0xffff];
    values[i] = static_cast<Value>(keys[i] >> 16);
  }
  return values;
}

// Numbers of hands that hold a card, in order.
struct HandsOfCard {
  std::array<std::uint16_t, kDeckSize - 1> hands;
  std::size_t size = 0;
};

// Fills in our hands' indices among theirs; values are empty before the river.
void index_hands(Hands& ours, const std::vector<Value>& our_values, const std::vector<Holding>& theirs,
                 const std::vector<Value>& their_values) {
  std::array<HandsOfCard, kDeckSize> lists;
  std::array<std::uint16_t, kCombos> same_combo;
  same_combo.fill(static_cast<std::uint16_t>(theirs.size()));
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    same_combo[theirs[i].combo] = static_cast<std::uint16_t>(i);
    for (const auto card : theirs[i].card) lists[card].hands[lists[card].size++] = static_cast<std::uint16_t>(i);
  }
  ours.by_card.reserve(2 * theirs.size());
  ours.starts.reserve(kDeckSize + 1);
  ours.indices.reserve(ours.hands.size());
  ours.starts.assign(1, 0);
  for (const HandsOfCard& list : lists) {
    ours.by_card.insert(ours.by_card.end(), list.hands.begin(),
                        list.hands.begin() + static_cast<std::ptrdiff_t>(list.size));
    ours.starts.push_back(static_cast<std::uint16_t>(ours.by_card.size()));
  }
  // Hands stand in order, so that positions only move forward.
  std::size_t low = 0, high = 0;
  std::array<std::size_t, kDeckSize> card_low{}, card_high{};
  for (std::size_t i = 0; i < ours.hands.size(); ++i) {
    const Holding& hand = ours.hands[i];
    ShowdownIndex index{};
    index.same_combo = same_combo[hand.combo];
    for (int k = 0; k < 2; ++k) index.card[k] = hand.card[k];
    if (!our_values.empty()) {
      while (low < theirs.size() && their_values[low] < our_values[i]) ++low;
      while (high < theirs.size() && their_values[high] <= our_values[i]) ++high;
      index.low = static_cast<std::uint16_t>(low);
      index.high = static_cast<std::uint16_t>(high);
      for (int k = 0; k < 2; ++k) {
        const std::size_t card = hand.card[k];
        const HandsOfCard& list = lists[card];
        auto& from = card_low[card];
        auto& to = card_high[card];
        while (from < list.size && their_values[list.hands[from]] < our_values[i]) ++from;
        while (to < list.size && their_values[list.hands[to]] <= our_values[i]) ++to;
        const std::size_t start = theirs.size() + 1 + ours.starts[card] + card;
        index.card_low[k] = static_cast<std::uint16_t>(start + from);
        index.card_high[k] = static_cast<std::uint16_t>(start + to);
      }
    }
    ours.indices.push_back(index);
  }
  ours.stride = padded(ours.hands.size());
}

void index_hands(Board& board) {
  std::vector<Value> values[2];  // on the river only, where strengths count
  for (int player = 0; player < 2; ++player)
    if (count(board.cards) == 5) values[player] = sort_by_strength(board.hands[player].hands, board.cards);
  for (int player = 0; player < 2; ++player)
    index_hands(board.hands[player], values[player], board.hands[1 - player].hands, values[1 - player]);
}

// Wins less losses of every hand of one player against every hand of the other. Where
// both hold much the same hands, each pair of hands is compared once for both.
void fill_matrices(Board& board) {
  constexpr auto kNowhere = static_cast<std::uint16_t>(kCombos);
  std::array<std::uint16_t, kCombos> at[2];
  std::vector<int> combos;
  for (int player = 0; player < 2; ++player) {
    const Hands& hands = board.hands[player];
    at[player].fill(kNowhere);
    for (std::size_t i = 0; i < hands.hands.size(); ++i) {
      const std::uint16_t combo = hands.hands[i].combo;
      at[player][combo] = static_cast<std::uint16_t>(i);
      if (player == 0 || at[0][combo] == kNowhere) combos.push_back(combo);
    }
  }
  const std::size_t n = board.hands[0].hands.size(), m = board.hands[1].hands.size();
  const bool together = combos.size() * combos.size() / 2 < n * m;
  if (!together) {
    combos.resize(n);
    for (const Holding& hand : board.hands[1].hands) combos.push_back(hand.combo);
  }
  const ValuedHands valued(combos, board.cards, 0);
  board.boards_per_pair = valued.boards_per_pair();
  for (int player = 0; player < 2; ++player)
    board.hands[player].matrix.assign(board.hands[player].hands.size() * board.hands[1 - player].stride, 0);
  const auto set = [&](std::size_t first, std::size_t second, std::int16_t ahead) {
    board.hands[0].matrix[first * board.hands[1].stride + second] = ahead;
    board.hands[1].matrix[second * board.hands[0].stride + first] = static_cast<std::int16_t>(-ahead);
  };
  TallyRows tallies(combos.size());
  const std::size_t all = together ? combos.size() : n;
  for (std::size_t from = 0; from < all; from += kRowsAtOnce) {
    const std::size_t rows = std::min(kRowsAtOnce, all - from);
    const std::size_t others = together ? from : n;
    valued.compare(from, rows, others, combos.size(), tallies.rows);
    for (std::size_t row = from; row < from + rows; ++row)
      for (std::size_t i = std::max(others, row + 1); i < combos.size(); ++i) {
        if (valued.cards(row) & valued.cards(i)) continue;
        const double won = tallies.rows[row - from].win[i], tied = tallies.rows[row - from].tie[i];
        const auto ahead = static_cast<std::int16_t>(2 * won + tied - board.boards_per_pair);
        const auto one = static_cast<std::size_t>(combos[row]), other = static_cast<std::size_t>(combos[i]);
        if (at[0][one] != kNowhere && at[1][other] != kNowhere) set(at[0][one], at[1][other], ahead);
        if (together && at[0][other] != kNowhere && at[1][one] != kNowhere)
          set(at[0][other], at[1][one], static_cast<std::int16_t>(-ahead));
      }
  }
}

struct BoardClass {
  Board board;
  std::vector<SuitMap> group;
};

std::array<std::uint16_t, kCombos> positions(const std::vector<Holding>& hands) {
  std::array<std::uint16_t, kCombos> at{};
  for (std::size_t i = 0; i < hands.size(); ++i) at[hands[i].combo] = static_cast<std::uint16_t>(i);
  return at;
}

// The classes of boards with one card more.
std::vector<BoardClass> next_boards(const Board& board, const std::vector<SuitMap>& group) {
  std::vector<BoardClass> next;
  std::array<std::uint16_t, kCombos> at[2];
  for (int player = 0; player < 2; ++player) at[player] = positions(board.hands[player].hands);
  CardSet done = board.cards;
  for (Card card = 0; card < kDeckSize; ++card) {
    if (done & card_set(card)) continue;
    BoardClass next_class;
    next_class.board.cards = board.cards | card_set(card);
    next_class.group = stabiliser(group, card);
    for (int player = 0; player < 2; ++player)
      next_class.board.hands[player].hands = without(board.hands[player].hands, card_set(card));
    index_hands(next_class.board);
    for (const SuitMap& map : group) {
      const Card to = map_card(card, map);
      if (done & card_set(to)) continue;
      done |= card_set(to);
      IsomorphicCard isomorphic{to, map, {}};
      for (int player = 0; player < 2; ++player)
        for (const Holding& hand : next_class.board.hands[player].hands)
          isomorphic.parent_index[player].push_back(
              at[player][static_cast<std::size_t>(map_combo(hand.card[0], hand.card[1], map))]);
      next_class.board.isomorphic.push_back(std::move(isomorphic));
    }
    next.push_back(std::move(next_class));
  }
  return next;
}

std::vector<Holding> hands_in_range(const std::vector<float>& weights, CardSet board) {
  std::vector<Holding> hands;
  each_combo(board, [&](int index, Combo combo) {
    if (weights[static_cast<std::size_t>(index)] > 0)
      hands.push_back({static_cast<std::uint16_t>(index),
                       {static_cast<std::uint8_t>(combo.low), static_cast<std::uint8_t>(combo.high)}});
  });
  return hands;
}

}  // namespace

Runouts build_runouts(const RunoutSpec& spec, int threads) {
  Runouts runouts;
  runouts.spec = spec;
  const int first_street = count(spec.board) - 3;
  std::vector<std::vector<SuitMap>> groups;
  Board root;
  root.cards = spec.board;
  for (int player = 0; player < 2; ++player)
    root.hands[player].hands = hands_in_range(spec.ranges.weights[player], spec.board);
  index_hands(root);
  runouts.boards[first_street].push_back(std::move(root));
  const bool merges = spec.merge_suits && first_street < spec.last_street;
  groups.push_back(merges ? symmetries(spec.board, spec.ranges) : std::vector<SuitMap>{kSameSuits});
  for (int street = first_street; street < spec.last_street; ++street) {
    std::vector<Board>& here = runouts.boards[street];
    std::vector<std::vector<BoardClass>> dealt(here.size());
    parallel_for(here.size(), threads, [&](std::size_t i) { dealt[i] = next_boards(here[i], groups[i]); });
    groups.clear();
    for (std::size_t i = 0; i < here.size(); ++i) {
      here[i].first = runouts.boards[street + 1].size();
      here[i].children = dealt[i].size();
      for (BoardClass& next_class : dealt[i]) {
        runouts.boards[street + 1].push_back(std::move(next_class.board));
        groups.push_back(std::move(next_class.group));
      }
    }
  }
  for (int street = first_street; street <= std::min(spec.last_street, 1); ++street)
    if (spec.matrices[static_cast<std::size_t>(street)])
      parallel_for(runouts.boards[street].size(), threads,
                   [&](std::size_t i) { fill_matrices(runouts.boards[street][i]); });
  return runouts;
}

WinLossMatrix win_loss_matrix(CardSet cards) {
  Board board;
  board.cards = cards;
  for (Hands& hands : board.hands) {
    hands.hands = hands_in_range(std::vector<float>(kCombos, 1.0f), cards);
    hands.stride = padded(hands.hands.size());
  }
  fill_matrices(board);
  WinLossMatrix ahead{{}, std::move(board.hands[0].matrix), board.hands[1].stride, board.boards_per_pair};
  for (const Holding& hand : board.hands[0].hands) ahead.combos.push_back(hand.combo);
  return ahead;
}

std::size_t Runouts::bytes() const {
  const auto size = [](const auto& numbers) { return numbers.capacity() * sizeof numbers[0]; };
  std::size_t sum = 0;
  for (const auto& street : boards)
    for (const Board& board : street) {
      sum += sizeof board;
      for (const IsomorphicCard& isomorphic : board.isomorphic)
        sum += sizeof isomorphic + size(isomorphic.parent_index[0]) + size(isomorphic.parent_index[1]);
      for (const Hands& hands : board.hands)
        sum += size(hands.hands) + size(hands.by_card) + size(hands.starts) + size(hands.indices) +
               size(hands.matrix);
    }
  return sum;
}

}  // namespace fivebet
