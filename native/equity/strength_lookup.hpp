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
inline constexpr std::size_t kFlops = 1'755;   // up to suits
inline constexpr std::size_t kTurns = 16'432;

struct Prospect {
  std::uint8_t mean;    // in 1/255
  std::uint8_t spread;  // likewise
};

// Points and their squares over complete boards: 2 for a holding that is beaten,
// 1 for one that ties, of the 990 that others may have.
struct Points {
  std::uint32_t sum;
  std::uint32_t squares;
};

// Of one hand on a flop or turn, by playing out every board: a tenth of a
// millisecond on the turn, two or three on the flop.
Prospect prospect_of(CardSet hole, CardSet board);

// The table's rows: turns from `from` to `to` with 1,326 entries each, and then
// the flops, which are made of all turns.
void turn_points(std::size_t from, std::size_t to, int threads, Points* points);
void turn_prospects(const Points* points, std::size_t turns, Prospect* prospects);
void flop_prospects(const Points* turns, std::size_t from, std::size_t to, int threads,
                    Prospect* prospects);

// Deals of hole cards of a class against up to eight random hands before the flop:
// how often they beat all of the first n, and how often they tie with the best.
struct PreflopCounts {
  std::uint64_t wins[kMaxOpponents];
  std::uint64_t ties[kMaxOpponents];
};
PreflopCounts preflop_counts(int hand_class, std::uint64_t deals, std::uint64_t seed);

// The thesis's own estimate (4.2.2): so many random games on from a board, a tie
// counting as half.
double sampled_strength(CardSet hole, CardSet board, int opponents, std::uint64_t games, std::uint64_t seed);

// Where hand strength comes from; tables may be null.
struct StrengthTables {
  const float* preflop;  // classes × opponents, from one to eight
  const Prospect* flops = nullptr;
  const Prospect* turns = nullptr;
};

// A board on which several hands are asked for, found in the table once.
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
