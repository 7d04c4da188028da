#include "solve/board_buckets.hpp"

#include <algorithm>
#include <limits>

#include "cards/combos.hpp"
#include "equity/river_strength.hpp"

namespace fivebet {
namespace {

// Of all flops that differ by suits only, the one that is least as a number, and the way to it.
std::pair<CardSet, const SuitMap*> least_flop(CardSet flop) {
  CardSet least = ~CardSet{0};
  const SuitMap* way = nullptr;
  for (const SuitMap& map : kSuitMaps)
    if (const CardSet mapped = map_cards(flop, map); mapped < least) {
      least = mapped;
      way = &map;
    }
  return {least, way};
}

// Equity against each group; cards that both would need are not left out.
void river_features(CardSet board, const OpponentGroups& groups, std::vector<Features>& features) {
  const OrderedHands hands(board);
  const auto group_of = [&](std::size_t i) { return groups[kClassTable[hands.combos[i]]]; };
  std::array<float, kOpponentGroups> all{}, weaker{};
  for (std::size_t i = 0; i < hands.size; ++i) ++all[group_of(i)];
  for (std::size_t from = 0, to = 0; from < hands.size; from = to) {
    std::array<float, kOpponentGroups> equal{};
    for (; to < hands.size && hands.values[to] == hands.values[from]; ++to) ++equal[group_of(to)];
    Features here{};
    for (std::size_t group = 0; group < kOpponentGroups; ++group)
      if (all[group] > 0) here[group] = (weaker[group] + 0.5f * equal[group]) / all[group];
    for (std::size_t i = from; i < to; ++i) features[hands.combos[i]] = here;
    for (std::size_t group = 0; group < kOpponentGroups; ++group) weaker[group] += equal[group];
  }
}

// How often a hand ends at most as strong as each step of 1/16.
void histogram_features(CardSet board, std::vector<Features>& features) {
  each_full_board(board, kDeck & ~board, [&](CardSet full) {
    each_river_score(OrderedHands(full), [&](std::uint16_t combo, std::uint32_t points) {
      const std::size_t bin = points * kFeatures / (2 * kOpponentHoldings + 1);
      ++features[combo][bin];
    });
  });
  for (Features& here : features) {
    float sum = 0;
    for (const float count : here) sum += count;
    if (sum == 0) continue;
    float running = 0;
    for (float& step : here) step = (running += step) / sum;
  }
}

float sum_of(const Features& features) {
  float sum = 0;
  for (const float each : features) sum += each;
  return sum;
}

float distance(const Features& a, const Features& b) {
  float sum = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

}  // namespace

void hand_features(CardSet board, const OpponentGroups& groups, std::vector<Features>& features) {
  features.assign(kCombos, Features{});
  if (count(board) == 5)
    river_features(board, groups, features);
  else
    histogram_features(board, features);
}

NearestCentroid::NearestCentroid(const std::vector<Features>& centroids) {
  for (std::size_t i = 0; i < centroids.size(); ++i)
    sorted_.push_back({sum_of(centroids[i]), static_cast<std::uint16_t>(i), centroids[i]});
  std::ranges::stable_sort(sorted_, {}, &Centroid::sum);
}

std::uint16_t NearestCentroid::find(const Features& features) const {
  const float sum = sum_of(features);
  auto up = std::ranges::lower_bound(sorted_, sum, {}, &Centroid::sum);
  auto down = up;
  float best = std::numeric_limits<float>::max();
  std::uint16_t found = 0;
  // The square of a difference of sums is at most as many times the distance as there are features.
  const auto may_be_nearer = [&](const Centroid& centroid) {
    const float apart = centroid.sum - sum;
    return apart * apart < best * static_cast<float>(kFeatures);
  };
  const auto look = [&](const Centroid& centroid) {
    const float here = distance(centroid.features, features);
    if (here < best || (here == best && centroid.number < found)) {
      best = here;
      found = centroid.number;
    }
  };
  for (bool more = true; more;) {
    more = false;
    if (up != sorted_.end() && may_be_nearer(*up)) {
      look(*up++);
      more = true;
    }
    if (down != sorted_.begin() && may_be_nearer(*(down - 1))) {
      look(*--down);
      more = true;
    }
  }
  return found;
}

BoardBuckets::BoardBuckets(const OpponentGroups& groups,
                           const std::array<std::vector<Features>, 3>& centroids)
    : groups_(groups),
      centroids_{NearestCentroid(centroids[0]), NearestCentroid(centroids[1]),
                 NearestCentroid(centroids[2])} {
  for (int a = 0; a < kDeckSize; ++a)
    for (int b = 0; b < a; ++b)
      for (int c = 0; c < b; ++c) {
        const CardSet flop = card_set(a) | card_set(b) | card_set(c);
        if (least_flop(flop).first == flop) flops_.emplace(flop, std::make_unique<Flop>());
      }
}

void BoardBuckets::compute(CardSet board, std::uint16_t* bucket_of) const {
  std::vector<Features> features;
  hand_features(board, groups_, features);
  const NearestCentroid& centroids = centroids_[static_cast<std::size_t>(count(board) - 3)];
  std::fill_n(bucket_of, kCombos, kNoBucket);
  each_combo(board, [&](int index, Combo) {
    const auto i = static_cast<std::size_t>(index);
    bucket_of[i] = centroids.find(features[i]);
  });
}

void BoardBuckets::assign(CardSet board, std::uint16_t* bucket_of) const {
  if (count(board) > 3) return compute(board, bucket_of);
  // Not as two names: a lambda cannot capture these with clang 14.
  const auto found = least_flop(board);
  Flop& flop = *flops_.at(found.first);
  std::call_once(flop.made, [&] {
    flop.bucket_of.resize(kCombos);
    compute(found.first, flop.bucket_of.data());
  });
  const SuitMap& way = *found.second;
  for (std::size_t i = 0; i < kCombos; ++i)
    bucket_of[i] =
        flop.bucket_of[static_cast<std::size_t>(map_combo(kComboTable[i].low, kComboTable[i].high, way))];
}

}  // namespace fivebet
