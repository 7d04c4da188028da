#include "equity/strength_lookup.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cards/deck.hpp"
#include "equity/hand_strength.hpp"
#include "equity/river_strength.hpp"
#include "util/interruption.hpp"
#include "util/parallel_for.hpp"
#include "util/random.hpp"

namespace fivebet {
namespace {

constexpr double kMostPoints = 2.0 * kOpponentHoldings;

Prospect prospect_from(double sum, double squared_sum, double boards) {
  const double mean = sum / (kMostPoints * boards);
  const double square = squared_sum / (kMostPoints * kMostPoints * boards);
  const double most = mean - mean * mean;
  const double spread = most > 0 ? std::clamp((square - mean * mean) / most, 0.0, 1.0) : 0.0;
  return {static_cast<std::uint8_t>(std::lround(255 * mean)),
          static_cast<std::uint8_t>(std::lround(255 * spread))};
}

// The board that stands for all that differ from it by suits only, and the map to it.
struct CanonicalBoard {
  CardSet board;
  SuitMap map;
};

// Suits in the order of the ranks that the board holds in them, the highest first.
CanonicalBoard canonical(CardSet board) {
  SuitMap suits = kSameSuits;
  const auto swap = [&](std::size_t a, std::size_t b) {
    if (suit_ranks(board, suits[a]) < suit_ranks(board, suits[b])) std::swap(suits[a], suits[b]);
  };
  swap(0, 1);
  swap(2, 3);
  swap(0, 2);
  swap(1, 3);
  swap(1, 2);
  CanonicalBoard result{0, {}};
  for (int i = 0; i < kSuits; ++i)
    result.map[static_cast<std::size_t>(suits[static_cast<std::size_t>(i)])] = i;
  result.board = map_cards(board, result.map);
  return result;
}

int map_hole(CardSet hole, const SuitMap& map) {
  return map_combo(first_card(hole), first_card(without_first(hole)), map);
}

std::vector<CardSet> canonical_boards(int cards) {
  std::vector<CardSet> boards;
  for (CardSet board = (CardSet{1} << cards) - 1; board <= kDeck; board = next_set(board))
    if (canonical(board).board == board) boards.push_back(board);
  return boards;
}

const std::vector<CardSet>& all_flops() {
  static const std::vector<CardSet> boards = canonical_boards(3);
  return boards;
}

const std::vector<CardSet>& all_turns() {
  static const std::vector<CardSet> boards = canonical_boards(4);
  return boards;
}

std::size_t row_of(const std::vector<CardSet>& boards, CardSet board) {
  return static_cast<std::size_t>(std::lower_bound(boards.begin(), boards.end(), board) - boards.begin());
}

constexpr double kRiversOfTurn = 46;
constexpr double kRunoutsOfFlop = 47 * 46;  // each pair of cards in both orders

double beaten_all(double share, int opponents) {
  double all = 1;
  for (int i = 0; i < opponents; ++i) all *= share;
  return all;
}

}  // namespace

Prospect prospect_of(CardSet hole, CardSet board) {
  double sum = 0;
  double squared_sum = 0;
  double boards = 0;
  each_full_board(board, kDeck & ~(hole | board), [&](CardSet complete) {
    const StrengthCounts now = strength_counts(hole, complete);
    const double points = 2 * now.ahead + now.tied;
    sum += points;
    squared_sum += points * points;
    ++boards;
  });
  return prospect_from(sum, squared_sum, boards);
}

double sampled_strength(CardSet hole, CardSet board, int opponents, std::uint64_t games, std::uint64_t seed) {
  Deck deck(kDeck & ~(hole | board));
  Xoshiro256 random(Stream(seed, purpose_key("random games"), hole, board));
  const auto draw = [&] { return card_set(deck.draw(random)); };
  std::uint64_t points = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    interruption_point(game);
    deck.restore();
    CardSet complete = board;
    while (count(complete) < 5) complete |= draw();
    const Value ours = evaluate(complete | hole);
    Value best = 0;
    for (int i = 0; i < opponents; ++i) {
      const CardSet first = draw();
      best = std::max(best, evaluate(complete | first | draw()));
    }
    points += ours > best ? 2 : ours == best;
  }
  return static_cast<double>(points) / static_cast<double>(2 * games);
}

PreflopCounts preflop_counts(int hand_class, std::uint64_t deals, std::uint64_t seed) {
  int combo = 0;
  while (class_of(combo_at(combo)) != hand_class) ++combo;
  const CardSet hole = combo_at(combo).cards();
  Deck deck(kDeck & ~hole);
  Xoshiro256 random(Stream(seed, purpose_key("preflop strength"), static_cast<std::uint64_t>(hand_class)));
  const auto draw = [&] { return card_set(deck.draw(random)); };
  PreflopCounts counts{};
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    interruption_point(deal);
    deck.restore();
    CardSet board = 0;
    for (int i = 0; i < 5; ++i) board |= draw();
    const Value ours = evaluate(board | hole);
    bool tied = false;
    for (int n = 0; n < kMaxOpponents; ++n) {
      const CardSet first = draw();
      const Value theirs = evaluate(board | first | draw());
      if (theirs > ours) break;
      tied |= theirs == ours;
      ++(tied ? counts.ties : counts.wins)[n];
    }
  }
  return counts;
}

void turn_points(std::size_t from, std::size_t to, int threads, Points* points) {
  const std::vector<CardSet>& turns = all_turns();
  to = std::min(to, turns.size());
  if (from >= to) return;
  parallel_for(to - from, threads, [&](std::size_t i) {
    Points* row = points + i * kCombos;
    std::fill_n(row, kCombos, Points{0, 0});
    const CardSet turn = turns[from + i];
    for (CardSet left = kDeck & ~turn; left; left = without_first(left))
      each_river_score(OrderedHands(turn | (left & -left)), [&](std::uint16_t combo, std::uint32_t won) {
        row[combo].sum += won;
        row[combo].squared_sum += won * won;
      });
  });
}

void turn_prospects(const Points* points, std::size_t turns, Prospect* prospects) {
  for (std::size_t i = 0; i < turns * kCombos; ++i)
    prospects[i] = points[i].squared_sum ? prospect_from(points[i].sum, points[i].squared_sum, kRiversOfTurn)
                                         : Prospect{0, 0};
}

void flop_prospects(const Points* turns, std::size_t from, std::size_t to, int threads, Prospect* prospects) {
  const std::vector<CardSet>& flops = all_flops();
  to = std::min(to, flops.size());
  if (from >= to) return;
  parallel_for(to - from, threads, [&](std::size_t i) {
    const CardSet flop = flops[from + i];
    std::vector<double> sums(kCombos, 0.0);
    std::vector<double> squared_sums(kCombos, 0.0);
    for (CardSet left = kDeck & ~flop; left; left = without_first(left)) {
      const CanonicalBoard turn = canonical(flop | (left & -left));
      const Points* row = turns + row_of(all_turns(), turn.board) * kCombos;
      each_combo(flop | (left & -left), [&](int index, Combo combo) {
        const Points& points = row[map_combo(combo.low, combo.high, turn.map)];
        sums[static_cast<std::size_t>(index)] += points.sum;
        squared_sums[static_cast<std::size_t>(index)] += points.squared_sum;
      });
    }
    Prospect* out = prospects + i * kCombos;
    for (std::size_t at = 0; at < kCombos; ++at)
      out[at] =
          squared_sums[at] > 0 ? prospect_from(sums[at], squared_sums[at], kRunoutsOfFlop) : Prospect{0, 0};
  });
}

void StrengthLookup::set(const StrengthTables& strengths, CardSet board) {
  strengths_ = &strengths;
  board_ = board;
  row_ = nullptr;
  const int cards = count(board);
  const Prospect* table = cards == 3 ? strengths.flops : cards == 4 ? strengths.turns : nullptr;
  if (!table) return;
  const CanonicalBoard found = canonical(board);
  row_ = table + row_of(cards == 3 ? all_flops() : all_turns(), found.board) * kCombos;
  map_ = found.map;
}

float StrengthLookup::strength(CardSet hole, int opponents) const {
  if (!board_) {
    const Combo combo{first_card(hole), first_card(without_first(hole))};
    return strengths_->preflop[class_of(combo) * kMaxOpponents + opponents - 1];
  }
  if (count(board_) == 5) {
    const StrengthCounts now = strength_counts(hole, board_);
    const double ahead = beaten_all(now.ahead / static_cast<double>(kOpponentHoldings), opponents);
    const double level =
        beaten_all((now.ahead + now.tied) / static_cast<double>(kOpponentHoldings), opponents);
    return static_cast<float>((ahead + level) / 2);
  }
  const Prospect prospect = row_ ? row_[map_hole(hole, map_)] : prospect_of(hole, board_);
  const float mean = static_cast<float>(prospect.mean) / 255;
  const float spread = static_cast<float>(std::min<int>(prospect.spread, 254));
  const float s = spread / (255 - spread);
  float all = 1;
  for (int k = 0; k < opponents; ++k) {
    const float ks = static_cast<float>(k) * s;
    all *= (mean + ks) / (1 + ks);
  }
  return all;
}

}  // namespace fivebet
