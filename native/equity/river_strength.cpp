#include "equity/river_strength.hpp"

#include <algorithm>

#include "simd/kernels.hpp"

namespace fivebet {
namespace {

// One pass of a radix sort: the indices `from`, stably by some bits of their values.
template <int kShift, std::size_t kBuckets>
void radix_pass(std::size_t n, const Value* values, const std::uint16_t* from, std::uint16_t* to) {
  std::array<std::uint16_t, kBuckets> starts{};
  const auto bucket = [&](std::uint16_t i) { return values[i] >> kShift & (kBuckets - 1); };
  for (std::size_t i = 0; i < n; ++i) ++starts[bucket(from[i])];
  std::uint16_t sum = 0;
  for (std::uint16_t& start : starts) {
    const std::uint16_t here = start;
    start = sum;
    sum = static_cast<std::uint16_t>(sum + here);
  }
  for (std::size_t i = 0; i < n; ++i) to[starts[bucket(from[i])]++] = from[i];
}

}  // namespace

OrderedHands::OrderedHands(CardSet board) {
  std::array<CardSet, kCombos> hands;
  std::array<std::uint16_t, kCombos> live;
  for (std::size_t i = 0; i < kCombos; ++i) {
    const CardSet hole = kComboTable[i].cards();
    live[size] = static_cast<std::uint16_t>(i);
    hands[size] = hole | board;
    size += !(hole & board);
  }
  std::array<Value, kCombos> unordered;
  kernels().evaluate(hands.data(), size, unordered.data());
  // Values go up to 7,462: seven bits and six.
  std::array<std::uint16_t, kCombos> order, other;
  for (std::size_t i = 0; i < size; ++i) order[i] = static_cast<std::uint16_t>(i);
  radix_pass<0, 128>(size, unordered.data(), order.data(), other.data());
  radix_pass<7, 64>(size, unordered.data(), other.data(), order.data());
  for (std::size_t i = 0; i < size; ++i) {
    combos[i] = live[order[i]];
    values[i] = unordered[order[i]];
  }
}

}  // namespace fivebet
