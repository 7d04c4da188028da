#include "solve/ring_buckets.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "cards/suits.hpp"
#include "equity/river_strength.hpp"

namespace fivebet {
namespace {

constexpr int kFlops = 22'100;

// A strength and the share of all buckets that lie below it.
struct Knot {
  float strength, below;
};
// Good hands have finer buckets than bad ones: they play for more chips.
constexpr std::array<Knot, 6> kBeforeRiver{
    {{0.0f, 0.0f}, {0.35f, 0.1f}, {0.5f, 0.3f}, {0.7f, 0.62f}, {0.88f, 0.9f}, {1.0f, 1.0f}}};
constexpr std::array<Knot, 5> kOnRiver{
    {{0.0f, 0.0f}, {0.5f, 0.25f}, {0.8f, 0.58f}, {0.95f, 0.84f}, {1.0f, 1.0f}}};
// The standard deviations of strength at which a hand begins to swing more.
constexpr std::array<float, kSwings - 1> kSwingBounds{0.12f, 0.18f, 0.25f};

int level_of(float strength, std::span<const Knot> knots, int levels) {
  std::size_t k = 1;
  while (k + 1 < knots.size() && strength >= knots[k].strength) ++k;
  const Knot low = knots[k - 1], high = knots[k];
  const float part =
      low.below + (strength - low.strength) / (high.strength - low.strength) * (high.below - low.below);
  return std::clamp(static_cast<int>(part * static_cast<float>(levels)), 0, levels - 1);
}

int swing_of(float mean, float square) {
  const float spread = std::sqrt(std::max(square - mean * mean, 0.0f));
  int swing = 0;
  for (const float bound : kSwingBounds) swing += spread >= bound;
  return swing;
}

// The place of a flop a < b < c among all flops.
std::size_t flop_place(CardSet flop) {
  const auto a = static_cast<std::size_t>(first_card(flop));
  const auto b = static_cast<std::size_t>(first_card(without_first(flop)));
  const auto c = static_cast<std::size_t>(first_card(without_first(without_first(flop))));
  return c * (c - 1) * (c - 2) / 6 + b * (b - 1) / 2 + a;
}

}  // namespace

RingBuckets ring_buckets(CardSet board, const RingSizes& sizes) {
  std::array<double, kCombos> sums{}, squared{};
  std::array<int, kCombos> boards{};
  each_full_board(board, kDeck & ~board, [&](CardSet full) {
    each_river_score(OrderedHands(full), [&](std::uint16_t combo, std::uint32_t points) {
      const double strength = 0.5 * points / kOpponentHoldings;
      sums[combo] += strength;
      squared[combo] += strength * strength;
      ++boards[combo];
    });
  });
  const int street = count(board) - 2;
  const int size = sizes.buckets[static_cast<std::size_t>(street)];
  RingBuckets buckets{};
  each_combo(board, [&](int index, Combo) {
    const auto i = static_cast<std::size_t>(index);
    const auto mean = static_cast<float>(sums[i] / boards[i]);
    const auto square = static_cast<float>(squared[i] / boards[i]);
    const int bucket = street == 3
                           ? level_of(mean, kOnRiver, size)
                           : level_of(mean, kBeforeRiver, size / kSwings) * kSwings + swing_of(mean, square);
    buckets[i] = static_cast<std::uint8_t>(bucket);
  });
  return buckets;
}

std::array<float, kCombos> present_strengths(CardSet board) {
  const OrderedHands hands(board);
  std::array<float, kCombos> strengths{};
  for (std::size_t from = 0, to = 0; from < hands.size; from = to) {
    while (to < hands.size && hands.values[to] == hands.values[from]) ++to;
    const float part = 0.5f * static_cast<float>(from + to) / static_cast<float>(hands.size);
    for (std::size_t i = from; i < to; ++i) strengths[hands.combos[i]] = part;
  }
  return strengths;
}

FlopBuckets::FlopBuckets(const RingSizes& sizes) : sizes_(sizes), class_of_(kFlops), map_of_(kFlops) {
  std::map<CardSet, std::uint16_t> classes;
  for (CardSet flop = 7; !(flop & ~kDeck); flop = next_set(flop)) {
    CardSet least = flop;
    std::size_t by = 0;
    for (std::size_t m = 1; m < kSuitMaps.size(); ++m)
      if (const CardSet mapped = map_cards(flop, kSuitMaps[m]); mapped < least) {
        least = mapped;
        by = m;
      }
    const auto [found, is_new] = classes.emplace(least, static_cast<std::uint16_t>(classes.size()));
    if (is_new) flops_.push_back(least);
    class_of_[flop_place(flop)] = found->second;
    map_of_[flop_place(flop)] = static_cast<std::uint8_t>(by);
  }
  counted_ = std::make_unique<std::atomic<const RingBuckets*>[]>(flops_.size());
}

FlopBuckets::~FlopBuckets() {
  for (std::size_t i = 0; i < flops_.size(); ++i) delete counted_[i].load();
}

RingBuckets FlopBuckets::operator()(CardSet flop) {
  const std::size_t place = flop_place(flop);
  auto& counted = counted_[class_of_[place]];
  const RingBuckets* known = counted.load(std::memory_order_acquire);
  if (!known) {
    // Two threads may count the same flop; the second one's is thrown away.
    auto made = std::make_unique<const RingBuckets>(ring_buckets(flops_[class_of_[place]], sizes_));
    if (counted.compare_exchange_strong(known, made.get())) known = made.release();
  }
  const SuitMap& map = kSuitMaps[map_of_[place]];
  RingBuckets buckets;
  for (std::size_t i = 0; i < kCombos; ++i)
    buckets[i] = (*known)[static_cast<std::size_t>(map_combo(kComboTable[i].low, kComboTable[i].high, map))];
  return buckets;
}

}  // namespace fivebet
