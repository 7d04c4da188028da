#include "equity/strength_lookup.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "simd/kernels.hpp"
#include "util/parallel_for.hpp"
#include "util/random.hpp"
#include "equity/hand_strength.hpp"

namespace fivebet {
namespace {

constexpr int kHoldings = 990;
constexpr double kMostPoints = 2.0 * kHoldings;

Prospect prospect_from(double sum, double squares, double boards) {
  const double mean = sum / (kMostPoints * boards);
  const double square = squares / (kMostPoints * kMostPoints * boards);
  const double most = mean - mean * mean;
  const double spread = most > 0 ? std::clamp((square - mean * mean) / most, 0.0, 1.0) : 0.0;
  return {static_cast<std::uint8_t>(std::lround(255 * mean)),
          static_cast<std::uint8_t>(std::lround(255 * spread))};
}

// A board with its suits in the order of what they hold, and where each suit went.
struct Sorted {
  CardSet board;
  std::array<std::uint8_t, kSuits> to;
};

Sorted sorted(CardSet board) {
  std::array<std::uint8_t, kSuits> suits = {0, 1, 2, 3};
  const auto swap = [&](std::size_t a, std::size_t b) {
    if (suit_ranks(board, suits[a]) < suit_ranks(board, suits[b])) std::swap(suits[a], suits[b]);
  };
  swap(0, 1);
  swap(2, 3);
  swap(0, 2);
  swap(1, 3);
  swap(1, 2);
  Sorted result{0, {}};
  for (std::uint8_t i = 0; i < kSuits; ++i) {
    result.board |= CardSet{suit_ranks(board, suits[i])} << kRanks * i;
    result.to[suits[i]] = i;
  }
  return result;
}

Card moved(Card card, const std::uint8_t* to) { return kRanks * to[suit_of(card)] + rank_of(card); }

int moved_combo(CardSet hole, const std::uint8_t* to) {
  return combo_index(moved(first_card(hole), to), moved(first_card(without_first(hole)), to));
}

std::vector<CardSet> sorted_boards(int cards) {
  std::vector<CardSet> boards;
  for (CardSet board = (CardSet{1} << cards) - 1; board <= kDeck; board = next_set(board))
    if (sorted(board).board == board) boards.push_back(board);
  return boards;
}

const std::vector<CardSet>& all_flops() {
  static const std::vector<CardSet> boards = sorted_boards(3);
  return boards;
}

const std::vector<CardSet>& all_turns() {
  static const std::vector<CardSet> boards = sorted_boards(4);
  return boards;
}

std::size_t row_of(const std::vector<CardSet>& boards, CardSet board) {
  return static_cast<std::size_t>(std::lower_bound(boards.begin(), boards.end(), board) -
                                  boards.begin());
}

struct Holding {
  std::uint8_t low;
  std::uint8_t high;
  std::uint16_t index;
};

// Every holding that a complete board leaves, in the order of its value.
class Showdowns {
 public:
  void add(CardSet board, Points* points) {
    const std::size_t n = value(board);
    sort(n);
    std::array<std::uint16_t, kDeckSize> below{};  // holdings worse than the present value, by card
    std::array<std::uint16_t, kDeckSize> level{};
    for (std::size_t from = 0, to = 0; from < n; from = to) {
      for (; to < n && values_[order_[to]] == values_[order_[from]]; ++to) {
        const Holding& holding = holdings_[order_[to]];
        ++level[holding.low];
        ++level[holding.high];
      }
      for (std::size_t i = from; i < to; ++i) {
        const Holding& holding = holdings_[order_[i]];
        const auto worse = static_cast<std::uint32_t>(from) - below[holding.low] - below[holding.high];
        // Its own two cards have taken it out twice.
        const auto ties = static_cast<std::uint32_t>(to - from) + 1 - level[holding.low] - level[holding.high];
        const std::uint32_t won = 2 * worse + ties;
        points[holding.index].sum += won;
        points[holding.index].squares += won * won;
      }
      for (std::size_t i = from; i < to; ++i) {
        const Holding& holding = holdings_[order_[i]];
        ++below[holding.low];
        ++below[holding.high];
        level[holding.low] = level[holding.high] = 0;
      }
    }
  }

 private:
  std::size_t value(CardSet board) {
    std::size_t n = 0;
    for (Card high = 1; high < kDeckSize; ++high) {
      if (board >> high & 1) continue;
      for (CardSet left = (card_set(high) - 1) & ~board; left; left = without_first(left)) {
        const Card low = first_card(left);
        holdings_[n] = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high),
                        static_cast<std::uint16_t>(combo_index(low, high))};
        cards_[n++] = board | card_set(low) | card_set(high);
      }
    }
    kernels().evaluate(cards_, n, values_);
    return n;
  }

  // By radix, seven bits and six: values go up to 7,462.
  void sort(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) other_[i] = static_cast<std::uint16_t>(i);
    pass<0, 128>(n, other_, order_);
    pass<7, 64>(n, order_, other_);
    std::copy_n(other_, n, order_);
  }

  template <int kShift, std::size_t kBuckets>
  void pass(std::size_t n, const std::uint16_t* from, std::uint16_t* to) {
    std::array<std::uint16_t, kBuckets> starts{};
    const auto bucket = [&](std::uint16_t i) { return values_[i] >> kShift & (kBuckets - 1); };
    for (std::size_t i = 0; i < n; ++i) ++starts[bucket(from[i])];
    std::uint16_t sum = 0;
    for (auto& start : starts) {
      const std::uint16_t here = start;
      start = sum;
      sum = static_cast<std::uint16_t>(sum + here);
    }
    for (std::size_t i = 0; i < n; ++i) to[starts[bucket(from[i])]++] = from[i];
  }

  Holding holdings_[kCombos];
  CardSet cards_[kCombos];
  Value values_[kCombos];
  std::uint16_t order_[kCombos];
  std::uint16_t other_[kCombos];
};

// A deck without some cards, from which one draws without putting back.
class Shuffled {
 public:
  Shuffled(CardSet without, Stream stream) : draws_(stream) {
    for (CardSet left = kDeck & ~without; left; left = without_first(left))
      cards_[size_++] = static_cast<std::uint8_t>(first_card(left));
  }

  void gather() { left_ = size_; }

  CardSet draw() {
    const auto at = static_cast<std::uint32_t>((draws_.next() >> 32) * left_ >> 32);
    std::swap(cards_[at], cards_[--left_]);
    return card_set(cards_[left_]);
  }

 private:
  Xoshiro256 draws_;
  std::array<std::uint8_t, kDeckSize> cards_{};
  std::uint32_t size_ = 0;
  std::uint32_t left_ = 0;
};

constexpr double kRiversOfTurn = 46;
constexpr double kRunsOfFlop = 47 * 46;  // each pair of cards in both orders

double beaten_all(double share, int opponents) {
  double all = 1;
  for (int i = 0; i < opponents; ++i) all *= share;
  return all;
}

}  // namespace

Prospect prospect_of(CardSet hole, CardSet board) {
  double sum = 0;
  double squares = 0;
  double boards = 0;
  const auto play_out = [&](CardSet complete) {
    const StrengthCounts now = strength_counts(hole, complete);
    const double points = 2 * now.ahead + now.tied;
    sum += points;
    squares += points * points;
    ++boards;
  };
  for (CardSet left = kDeck & ~(hole | board); left; left = without_first(left)) {
    const CardSet next = board | (left & -left);
    if (count(next) == 5) {
      play_out(next);
      continue;
    }
    for (CardSet more = without_first(left); more; more = without_first(more))
      play_out(next | (more & -more));
  }
  return prospect_from(sum, squares, boards);
}

double sampled_strength(CardSet hole, CardSet board, int opponents, std::uint64_t games, std::uint64_t seed) {
  Shuffled deck(hole | board, Stream(seed, purpose_key("random games"), hole, board));
  std::uint64_t points = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    deck.gather();
    CardSet complete = board;
    while (count(complete) < 5) complete |= deck.draw();
    const Value ours = evaluate(complete | hole);
    Value best = 0;
    for (int i = 0; i < opponents; ++i) {
      const CardSet first = deck.draw();
      best = std::max(best, evaluate(complete | first | deck.draw()));
    }
    points += ours > best ? 2 : ours == best;
  }
  return static_cast<double>(points) / static_cast<double>(2 * games);
}

PreflopCounts preflop_counts(int hand_class, std::uint64_t deals, std::uint64_t seed) {
  int combo = 0;
  while (class_of(combo_at(combo)) != hand_class) ++combo;
  const CardSet hole = combo_at(combo).cards();
  Shuffled deck(hole, Stream(seed, purpose_key("preflop strength"), static_cast<std::uint64_t>(hand_class)));
  PreflopCounts counts{};
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    deck.gather();
    CardSet board = 0;
    for (int i = 0; i < 5; ++i) board |= deck.draw();
    const Value ours = evaluate(board | hole);
    bool tied = false;
    for (int n = 0; n < kMaxOpponents; ++n) {
      const CardSet first = deck.draw();
      const Value theirs = evaluate(board | first | deck.draw());
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
    Showdowns showdowns;
    Points* row = points + i * kCombos;
    std::fill_n(row, kCombos, Points{0, 0});
    const CardSet turn = turns[from + i];
    for (CardSet left = kDeck & ~turn; left; left = without_first(left))
      showdowns.add(turn | (left & -left), row);
  });
}

void turn_prospects(const Points* points, std::size_t turns, Prospect* prospects) {
  for (std::size_t i = 0; i < turns * kCombos; ++i)
    prospects[i] = points[i].squares ? prospect_from(points[i].sum, points[i].squares, kRiversOfTurn)
                                     : Prospect{0, 0};
}

void flop_prospects(const Points* turns, std::size_t from, std::size_t to, int threads,
                    Prospect* prospects) {
  const std::vector<CardSet>& flops = all_flops();
  to = std::min(to, flops.size());
  if (from >= to) return;
  parallel_for(to - from, threads, [&](std::size_t i) {
    const CardSet flop = flops[from + i];
    std::vector<double> sums(kCombos, 0.0);
    std::vector<double> squares(kCombos, 0.0);
    for (CardSet left = kDeck & ~flop; left; left = without_first(left)) {
      const Sorted turn = sorted(flop | (left & -left));
      const Points* row = turns + row_of(all_turns(), turn.board) * kCombos;
      const CardSet free = kDeck & ~flop & ~(left & -left);
      for (CardSet high = free; high; high = without_first(high))
        for (CardSet low = without_first(high); low; low = without_first(low)) {
          const CardSet hole = (high & -high) | (low & -low);
          const auto at = static_cast<std::size_t>(combo_index(first_card(high), first_card(low)));
          const Points& points = row[moved_combo(hole, turn.to.data())];
          sums[at] += points.sum;
          squares[at] += points.squares;
        }
    }
    Prospect* out = prospects + i * kCombos;
    for (std::size_t at = 0; at < kCombos; ++at)
      out[at] = squares[at] > 0 ? prospect_from(sums[at], squares[at], kRunsOfFlop) : Prospect{0, 0};
  });
}

void StrengthLookup::set(const StrengthTables& strengths, CardSet board) {
  strengths_ = &strengths;
  board_ = board;
  row_ = nullptr;
  const int cards = count(board);
  const Prospect* table = cards == 3 ? strengths.flops : cards == 4 ? strengths.turns : nullptr;
  if (!table) return;
  const Sorted found = sorted(board);
  row_ = table + row_of(cards == 3 ? all_flops() : all_turns(), found.board) * kCombos;
  std::copy(found.to.begin(), found.to.end(), suit_to_);
}

float StrengthLookup::strength(CardSet hole, int opponents) const {
  if (!board_) {
    const Combo combo{first_card(hole), first_card(without_first(hole))};
    return strengths_->preflop[class_of(combo) * kMaxOpponents + opponents - 1];
  }
  if (count(board_) == 5) {
    const StrengthCounts now = strength_counts(hole, board_);
    const double ahead = beaten_all(now.ahead / static_cast<double>(kHoldings), opponents);
    const double level = beaten_all((now.ahead + now.tied) / static_cast<double>(kHoldings), opponents);
    return static_cast<float>((ahead + level) / 2);
  }
  const Prospect prospect = row_ ? row_[moved_combo(hole, suit_to_)] : prospect_of(hole, board_);
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
