// How hole cards will fare against random hands once the board is complete.
//
// On a complete board our hole cards beat a share of the holdings that others
// may have; let x be that share, a tie counting as half. Over the boards to
// come x varies. Against one opponent our strength is its mean; against n it is
// nearly E[x^n], since opponents' cards hardly depend on each other. Mean and
// variance tell enough: with a Beta distribution of the same two,
//
//   E[x^n] = product over k < n of (m + k s) / (1 + k s),  s = r / (1 - r),
//
// where m is the mean and r = variance / (m - m^2), between 0 for a hand that
// is the same on every board and 1 for one that wins all or nothing. Both are
// kept in a byte. A table of all flops and turns up to suits holds them for
// every hand; without it they are found by playing out every board.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cards/suits.hpp"

namespace fivebet {

inline constexpr int kMaxOpponents = 8;
inline constexpr std::size_t kFlops = 1'755;  // up to suits
inline constexpr std::size_t kTurns = 16'432;

struct Prospect {
  std::uint8_t mean;    // in 1/255
  std::uint8_t spread;  // likewise
};

// Points and their squares over complete boards: 2 for a holding that is beaten,
// 1 for one that ties, of the 990 that others may have.
struct Points {
  std::uint32_t sum;
  std::uint32_t squared_sum;
};

// Finds one hand's prospect on a flop or turn by playing out every board. This takes some
// twenty microseconds on the turn, half a millisecond on the flop.
Prospect prospect_of(CardSet hole, CardSet board);

// Make the table's rows of 1,326 entries: turns from `from` to `to` first, then flops,
// which need the points of all turns.
void turn_points(std::size_t from, std::size_t to, int threads, Points* points);
void turn_prospects(const Points* points, std::size_t turns, Prospect* prospects);
void flop_prospects(const Points* turns, std::size_t from, std::size_t to, int threads, Prospect* prospects);

// How often a class beats all of the first n random hands, and how often it ties with the
// best of them, for n up to eight.
struct PreflopCounts {
  std::uint64_t wins[kMaxOpponents];
  std::uint64_t ties[kMaxOpponents];
};
PreflopCounts preflop_counts(int hand_class, std::uint64_t deals, std::uint64_t seed);

// Estimates strength as Moik's thesis does (4.2.2), by random games; a tie counts half.
double sampled_strength(CardSet hole, CardSet board, int opponents, std::uint64_t games, std::uint64_t seed);

// The tables that hand strength is looked up in; those of flops and turns may be null.
struct StrengthTables {
  const float* preflop;  // classes × opponents, from one to eight
  const Prospect* flops = nullptr;
  const Prospect* turns = nullptr;
};

// Looks up hands on one board, whose row of the table is found once.
class StrengthLookup {
 public:
  void set(const StrengthTables& strengths, CardSet board);

  // Between 0 and 1, against so many opponents who hold any two cards.
  float strength(CardSet hole, int opponents) const;

 private:
  const StrengthTables* strengths_ = nullptr;
  CardSet board_ = 0;
  const Prospect* row_ = nullptr;
  SuitMap map_ = kSameSuits;
};

}  // namespace fivebet
