// Hands against each other over all boards, boards in SIMD lanes.
#ifdef __AVX512BW__
#include <immintrin.h>
#endif
#ifdef FIVEBET_NEON
#include <arm_neon.h>
#endif

#include "simd/level.hpp"

namespace fivebet::FIVEBET_LEVEL {

void rank_values(const std::uint32_t* boards, std::size_t n, std::uint32_t key, Value* values) {
  for (std::size_t i = 0; i < n; ++i) values[i] = rank_value(key + boards[i]);
}

void suit_values(const std::uint32_t* boards, const std::uint16_t* lanes, std::size_t n, std::uint32_t key,
                 std::uint32_t held, Value* values) {
  for (std::size_t i = 0; i < n; ++i) {
    const Value flush = tables::flush_values[lanes[i] | held];
    const Value ranks = rank_value(key + boards[i]);
    values[i] = flush > ranks ? flush : ranks;
  }
}

namespace {

// As many values as a register of the level holds. Values stay below 2^15, so
// that signed comparisons, which every level has, will do.
#if defined(__AVX512BW__)
constexpr std::size_t kWidth = 32;
constexpr std::size_t kRowsInRegisters = 8;
#elif defined(__AVX2__)
constexpr std::size_t kWidth = 16;
constexpr std::size_t kRowsInRegisters = 4;
#elif defined(FIVEBET_NEON)
constexpr std::size_t kWidth = 8;
constexpr std::size_t kRowsInRegisters = 8;
#else
constexpr std::size_t kWidth = 8;
constexpr std::size_t kRowsInRegisters = 4;
#endif
static_assert(kValues < 1 << 15 && kValueLanes % kWidth == 0 && kRowsAtOnce % kRowsInRegisters == 0);
typedef std::int16_t Lanes __attribute__((vector_size(2 * kWidth)));

[[gnu::always_inline]] inline Lanes load(const Value* values) {
  Lanes lanes;
  __builtin_memcpy(&lanes, values, sizeof lanes);
  return lanes;
}

[[gnu::always_inline]] inline std::uint32_t sum(const Lanes& lanes) {
#ifdef FIVEBET_NEON
  return vaddvq_u16((uint16x8_t)lanes);
#else
  typedef std::int16_t Eight __attribute__((vector_size(16)));
  Eight parts[kWidth / 8];
  __builtin_memcpy(parts, &lanes, sizeof lanes);
  for (std::size_t n = kWidth / 16; n > 0; n /= 2)
    for (std::size_t i = 0; i < n; ++i) parts[i] += parts[i + n];
  Eight eight = parts[0];
  eight += __builtin_shufflevector(eight, eight, 4, 5, 6, 7, 0, 1, 2, 3);
  eight += __builtin_shufflevector(eight, eight, 2, 3, 0, 1, 6, 7, 4, 5);
  return static_cast<std::uint16_t>(eight[0] + eight[1]);
#endif
}

// counts + 1 in the lanes where the test holds.
[[gnu::always_inline]] inline Lanes count_above(Lanes counts, Lanes a, Lanes b) {
#ifdef __AVX512BW__
  const __mmask32 above = _mm512_cmpgt_epi16_mask((__m512i)a, (__m512i)b);
  return (Lanes)_mm512_mask_sub_epi16((__m512i)counts, above, (__m512i)counts, _mm512_set1_epi16(-1));
#else
  return counts - (Lanes)(a > b);  // true is all ones, that is minus one
#endif
}

[[gnu::always_inline]] inline Lanes count_equal(Lanes counts, Lanes a, Lanes b) {
#ifdef __AVX512BW__
  const __mmask32 equal = _mm512_cmpeq_epi16_mask((__m512i)a, (__m512i)b);
  return (Lanes)_mm512_mask_sub_epi16((__m512i)counts, equal, (__m512i)counts, _mm512_set1_epi16(-1));
#else
  return counts - (Lanes)(a == b);
#endif
}

template <std::size_t kRows>
void compare(const ValueRows& rows, std::size_t hand, std::size_t from, std::size_t to,
             const Tallies* tallies) {
  const Value* ours[kRows];
  for (std::size_t k = 0; k < kRows; ++k) ours[k] = rows.row(hand + k);
  for (std::size_t other = from; other < to; ++other) {
    const Value* theirs = rows.row(other);
    Lanes win[kRows] = {};
    Lanes tie[kRows] = {};
    for (std::size_t board = 0; board < rows.stride; board += kWidth) {
      const Lanes b = load(theirs + board);
      for (std::size_t k = 0; k < kRows; ++k) {
        const Lanes a = load(ours[k] + board);
        win[k] = count_above(win[k], a, b);
        tie[k] = count_equal(tie[k], a, b);
      }
    }
    for (std::size_t k = 0; k < kRows; ++k) {
      tallies[k].win[other] = sum(win[k]);
      tallies[k].tie[other] = sum(tie[k]);
    }
  }
}

}  // namespace

void compare_rows(const ValueRows& rows, std::size_t hand, std::size_t hands, std::size_t from,
                  std::size_t to, const Tallies* tallies) {
  std::size_t k = 0;
  for (; k + kRowsInRegisters <= hands; k += kRowsInRegisters)
    compare<kRowsInRegisters>(rows, hand + k, from, to, tallies + k);
  for (; k < hands; ++k) compare<1>(rows, hand + k, from, to, tallies + k);
}

void add_matchups(const MatchupHand& hand, const MatchupSums& others, std::size_t from, std::size_t to,
                  double boards, const Tallies& tallies) {
  const double a_i = hand.weight[0];
  const double b_i = hand.weight[1];
  const double* __restrict a = others.weight[0];
  const double* __restrict b = others.weight[1];
  double* __restrict a_dealt = others.dealt[0];
  double* __restrict a_won = others.won[0];
  double* __restrict a_tied = others.tied[0];
  double* __restrict b_dealt = others.dealt[1];
  double* __restrict b_won = others.won[1];
  double* __restrict b_tied = others.tied[1];
  const std::uint32_t* __restrict wins = tallies.win;
  const std::uint32_t* __restrict ties = tallies.tie;
  const CardSet* __restrict cards = others.cards;
  double sums[2][3] = {};
  for (std::size_t j = from; j < to; ++j) {
    const double met = cards[j] & hand.cards ? 0.0 : 1.0;
    const double there = met * a_i * b[j];
    const double back = met * b_i * a[j];
    const double win = wins[j];
    const double tie = ties[j];
    const double lose = boards - win - tie;
    sums[0][0] += there;
    sums[0][1] += there * win;
    sums[0][2] += there * tie;
    sums[1][0] += back;
    sums[1][1] += back * win;
    sums[1][2] += back * tie;
    b_dealt[j] += there;
    b_won[j] += there * lose;
    b_tied[j] += there * tie;
    a_dealt[j] += back;
    a_won[j] += back * lose;
    a_tied[j] += back * tie;
  }
  for (int side = 0; side < 2; ++side) {
    others.dealt[side][hand.index] += sums[side][0];
    others.won[side][hand.index] += sums[side][1];
    others.tied[side][hand.index] += sums[side][2];
  }
}

void compare_tuple(const ValueRows& rows, const std::uint16_t* hands, int players, TupleCounts& counts) {
  const Value* values[kMaxPlayers];
  for (int player = 0; player < players; ++player) values[player] = rows.row(hands[player]);
  for (std::size_t from = 0; from < rows.stride; from += kWidth) {
    Lanes best{};
    Lanes worst = Lanes{} + INT16_MAX;
    for (int player = 0; player < players; ++player) {
      const Lanes value = load(values[player] + from);
      best = value > best ? value : best;
      worst = value < worst ? value : worst;
    }
    // A board that blocks anybody's hand has no winner.
    const Lanes dealt = (Lanes)(worst != 0);
    best |= ~dealt;
    counts.boards += sum(dealt & 1);
    Lanes winners{};
    for (int player = 0; player < players; ++player) winners -= (Lanes)(load(values[player] + from) == best);
    for (int player = 0; player < players; ++player) {
      const Lanes won = (Lanes)(load(values[player] + from) == best);
      for (int k = 1; k <= players; ++k)
        counts.won[player][k] += sum(won & (Lanes)(winners == static_cast<std::int16_t>(k)) & 1);
    }
  }
}

}  // namespace fivebet::FIVEBET_LEVEL
