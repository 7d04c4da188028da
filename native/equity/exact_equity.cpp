#include "equity/exact_equity.hpp"

#include <algorithm>

#include "cards/combos.hpp"
#include "equity/board_completions.hpp"
#include "util/interruption.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {
namespace {

// Work is cut into this many parts whatever the number of threads, so that
// sums are always added up in the same order.
constexpr std::size_t kSlices = 32;

}  // namespace

ShowdownSums::ShowdownSums(int players_in) : players(players_in) {
  const auto size = static_cast<std::size_t>(players * kCombos);
  for (auto* sums : {&dealt, &won, &tied, &share}) sums->assign(size, 0.0);
}

void ShowdownSums::add(const ShowdownSums& other) {
  for (std::size_t i = 0; i < dealt.size(); ++i) {
    dealt[i] += other.dealt[i];
    won[i] += other.won[i];
    tied[i] += other.tied[i];
    share[i] += other.share[i];
  }
}

std::vector<int> live_combos(Weights weights, CardSet dead) {
  std::vector<int> live;
  each_combo(dead, [&](int index, Combo) {
    if (weights[index] > 0) live.push_back(index);
  });
  return live;
}

ValuedHands::ValuedHands(std::vector<int> combos, CardSet board, CardSet dead) : combos_(std::move(combos)) {
  for (const int combo : combos_) cards_.push_back(combo_at(combo).cards());
  const BoardCompletions boards(board, dead);
  rows_.stride = (boards.size() + kValueLanes - 1) / kValueLanes * kValueLanes;
  values_.assign(size() * rows_.stride, 0);
  rows_.values = values_.data();

  // Within a section hands of the same ranks that hold the same ranks of its
  // suit have the same values: compute them once, then copy.
  for (int section = 0; section < BoardCompletions::kSections; ++section) {
    const std::size_t start = boards.starts[static_cast<std::size_t>(section)];
    const std::size_t n = boards.starts[static_cast<std::size_t>(section) + 1] - start;
    if (n == 0) continue;
    constexpr std::uint16_t kNone = UINT16_MAX;
    std::vector<std::uint16_t> done(std::size_t{kRanks} * kRanks * 4, kNone);
    for (std::size_t hand = 0; hand < size(); ++hand) {
      const Combo combo = combo_at(combos_[hand]);
      const bool low_held = suit_of(combo.low) == section;
      const bool high_held = suit_of(combo.high) == section;
      const int ranks = kRanks * rank_of(combo.low) + rank_of(combo.high);
      std::uint16_t& same = done[static_cast<std::size_t>(4 * ranks + 2 * low_held + high_held)];
      Value* values = values_.data() + hand * rows_.stride + start;
      if (same != kNone) {
        std::copy_n(rows_.row(same) + start, n, values);
        continue;
      }
      same = static_cast<std::uint16_t>(hand);
      const std::uint32_t key = rank_key(cards_[hand]);
      if (section == kSuits)
        kernels().rank_values(boards.keys.data() + start, n, key, values);
      else
        kernels().suit_values(boards.keys.data() + start, boards.ranks.data() + start, n, key,
                              suit_ranks(cards_[hand], section), values);
    }
  }
  for (std::size_t hand = 0; hand < size(); ++hand)
    for (CardSet left = cards_[hand]; left; left = without_first(left))
      for (const std::uint16_t blocked : boards.with_card[static_cast<std::size_t>(first_card(left))])
        values_[hand * rows_.stride + blocked] = 0;

  const int deck = count(kDeck & ~(board | dead));
  const int more = 5 - count(board);
  const auto all = static_cast<std::uint32_t>(choose(deck, more));
  const auto past_one = static_cast<std::uint32_t>(choose(deck - 2, more));
  const auto past_both = static_cast<std::uint32_t>(choose(deck - 4, more));
  const auto padding = static_cast<std::uint32_t>(rows_.stride - boards.size());
  blocked_one_ = past_one - past_both;
  blocked_both_ = all - 2 * past_one + past_both + padding;
  boards_per_pair_ = past_both;
}

void ValuedHands::compare(std::size_t hand, std::size_t hands, std::size_t from, std::size_t to,
                          const Tallies* tallies) const {
  kernels().compare_rows(rows_, hand, hands, from, to, tallies);
  for (std::size_t k = 0; k < hands; ++k) {
    for (std::size_t other = from; other < to; ++other) {
      tallies[k].win[other] -= blocked_one_;
      tallies[k].tie[other] -= blocked_both_;
    }
  }
}

TallyRows::TallyRows(std::size_t hands) : counts_(2 * kRowsAtOnce * hands) {
  for (std::size_t k = 0; k < kRowsAtOnce; ++k)
    rows[k] = {counts_.data() + 2 * k * hands, counts_.data() + (2 * k + 1) * hands};
}

namespace {

// Sums of both sides of a heads-up showdown over the hands in play.
struct MatchupBuffer {
  explicit MatchupBuffer(std::size_t n) : hands(n), sums(6 * n) {}

  MatchupSums view(const CardSet* cards, const double* first, const double* second) {
    double* at = sums.data();
    return {cards,
            {first, second},
            {at, at + hands},
            {at + 2 * hands, at + 3 * hands},
            {at + 4 * hands, at + 5 * hands}};
  }

  std::size_t hands;
  std::vector<double> sums;
};

// The hands of two ranges in an order in which the opponents of every hand lie side by
// side: those of the first range alone, of both, of the second alone.
std::vector<int> matchup_order(Weights first, Weights second, CardSet dead, std::size_t& only_first,
                               std::size_t& in_first) {
  std::vector<int> order;
  const std::vector<int> a = live_combos(first, dead);
  for (const int combo : a)
    if (!(second[combo] > 0)) order.push_back(combo);
  only_first = order.size();
  for (const int combo : a)
    if (second[combo] > 0) order.push_back(combo);
  in_first = order.size();
  for (const int combo : live_combos(second, dead))
    if (!(first[combo] > 0)) order.push_back(combo);
  return order;
}

}  // namespace

ShowdownSums heads_up(Weights first, Weights second, CardSet board, CardSet dead, int threads) {
  std::size_t only_first = 0;
  std::size_t in_first = 0;
  const ValuedHands hands(matchup_order(first, second, board | dead, only_first, in_first), board, dead);
  const std::size_t n = hands.size();
  const double boards = hands.boards_per_pair();
  std::vector<double> a(n);
  std::vector<double> b(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = first[hands.combo(i)];
    b[i] = second[hands.combo(i)];
  }

  std::vector<MatchupBuffer> parts(std::min(kSlices, in_first / kRowsAtOnce + 1), MatchupBuffer(n));
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    const MatchupSums sums = parts[part].view(hands.all_cards(), a.data(), b.data());
    TallyRows tallies(n);
    for (std::size_t row = kRowsAtOnce * part; row < in_first; row += kRowsAtOnce * parts.size()) {
      const std::size_t end = std::min(row + kRowsAtOnce, in_first);
      hands.compare(row, end - row, std::max(row + 1, only_first), n, tallies.rows);
      for (std::size_t i = row; i < end; ++i)
        kernels().add_matchups({i, hands.cards(i), {a[i], b[i]}}, sums, std::max(i + 1, only_first), n,
                               boards, tallies.rows[i - row]);
    }
  });

  ShowdownSums result(2);
  for (MatchupBuffer& part : parts) {
    const MatchupSums sums = part.view(hands.all_cards(), a.data(), b.data());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t at = side * kCombos + static_cast<std::size_t>(hands.combo(i));
        result.dealt[at] += sums.dealt[side][i] * boards;
        result.won[at] += sums.won[side][i];
        result.tied[at] += sums.tied[side][i];
      }
    }
  }
  for (std::size_t at = 0; at < result.share.size(); ++at)
    result.share[at] = result.won[at] + result.tied[at] / 2;
  return result;
}

namespace {

// Deals hands to players one after the other and adds up every full deal.
class Multiway {
 public:
  Multiway(std::span<const Weights> ranges, CardSet board, CardSet dead)
      : ranges_(ranges), board_(board), dead_(dead) {
    for (const Weights weights : ranges) combos_.push_back(live_combos(weights, board | dead));
    if (board == 0) return;
    std::vector<int> all;
    for (const auto& combos : combos_) all.insert(all.end(), combos.begin(), combos.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const auto& combos : combos_) {
      rows_.emplace_back();
      for (const int combo : combos)
        rows_.back().push_back(
            static_cast<std::uint16_t>(std::lower_bound(all.begin(), all.end(), combo) - all.begin()));
    }
    valued_.emplace_back(std::move(all), board, dead);
  }

  std::size_t first_hands() const { return combos_[0].size(); }

  void deal_first(std::size_t hand, ShowdownSums& sums) const {
    Assignment deal{};
    if (take(0, hand, deal)) deal_from(1, deal, sums);
  }

 private:
  struct Assignment {
    int combos[kMaxPlayers];
    std::uint16_t rows[kMaxPlayers];
    PlayersOnBoard table;
    CardSet used;
    double weight[kMaxPlayers];  // product of the weights so far
  };

  bool take(std::size_t player, std::size_t hand, Assignment& deal) const {
    const int combo = combos_[player][hand];
    const CardSet cards = combo_at(combo).cards();
    if (cards & deal.used) return false;
    deal.combos[player] = combo;
    if (board_) deal.rows[player] = rows_[player][hand];
    deal.table.hands[player] = cards;
    deal.used |= cards;
    deal.weight[player] = ranges_[player][combo] * (player ? deal.weight[player - 1] : 1.0);
    return true;
  }

  void deal_from(std::size_t player, Assignment& deal, ShowdownSums& sums) const {
    if (player == ranges_.size()) return settle(deal, sums);
    interruption_point();
    const CardSet used = deal.used;
    for (std::size_t hand = 0; hand < combos_[player].size(); ++hand) {
      if (!take(player, hand, deal)) continue;
      deal_from(player + 1, deal, sums);
      deal.used = used;
    }
  }

  void settle(Assignment& deal, ShowdownSums& sums) const {
    const int players = static_cast<int>(ranges_.size());
    const double weight = deal.weight[players - 1];
    double boards = 0;
    double won[kMaxPlayers] = {};
    double best[kMaxPlayers] = {};
    double share[kMaxPlayers] = {};
    if (board_) {
      TupleCounts counts{};
      kernels().compare_tuple(valued_[0].rows(), deal.rows, players, counts);
      boards = counts.boards;
      for (int i = 0; i < players; ++i) {
        won[i] = counts.won[i][1];
        for (int k = 1; k <= players; ++k) {
          best[i] += counts.won[i][k];
          share[i] += static_cast<double>(counts.won[i][k]) / k;
        }
      }
    } else {
      std::int64_t counts[kWinnerSets] = {};
      deal.table.players = players;
      kernels().enumerate_boards(deal.table, dead_, counts);
      for (unsigned set = 1; set < 1u << players; ++set) {
        const auto n = static_cast<double>(counts[set]);
        boards += n;
        for (int i = 0; i < players; ++i) {
          if (!(set >> i & 1)) continue;
          won[i] += std::popcount(set) == 1 ? n : 0;
          best[i] += n;
          share[i] += n / std::popcount(set);
        }
      }
    }
    for (int i = 0; i < players; ++i) {
      const auto at = static_cast<std::size_t>(i * kCombos + deal.combos[i]);
      sums.dealt[at] += weight * boards;
      sums.won[at] += weight * won[i];
      sums.tied[at] += weight * (best[i] - won[i]);
      sums.share[at] += weight * share[i];
    }
  }

  std::span<const Weights> ranges_;
  CardSet board_;
  CardSet dead_;
  std::vector<std::vector<int>> combos_;
  std::vector<std::vector<std::uint16_t>> rows_;
  std::vector<ValuedHands> valued_;  // one, or none before the flop
};

}  // namespace

ShowdownSums multiway(std::span<const Weights> ranges, CardSet board, CardSet dead, std::size_t from,
                      std::size_t to, int threads) {
  const Multiway deals(ranges, board, dead);
  const int players = static_cast<int>(ranges.size());
  to = std::min(to, deals.first_hands());
  ShowdownSums result(players);
  if (from >= to) return result;
  std::vector<ShowdownSums> parts(std::min(kSlices, to - from), ShowdownSums(players));
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    for (std::size_t hand = from + part; hand < to; hand += parts.size()) deals.deal_first(hand, parts[part]);
  });
  for (const ShowdownSums& part : parts) result.add(part);
  return result;
}

}  // namespace fivebet
