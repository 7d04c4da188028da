#include "equity/monte_carlo.hpp"

#include <algorithm>
#include <cmath>

namespace fivebet {

// Vose's form of it.
std::vector<AliasEntry> alias_table(const double* weights, CardSet dead) {
  std::vector<AliasEntry> entries;
  std::vector<double> scaled;
  double total = 0;
  for (Card high = 1, index = 0; high < kDeckSize; ++high) {
    for (Card low = 0; low < high; ++low, ++index) {
      const CardSet hand = card_set(low) | card_set(high);
      if (!(weights[index] > 0) || hand & dead) continue;
      entries.push_back({{hand, hand}, UINT32_MAX});
      scaled.push_back(weights[index]);
      total += weights[index];
    }
  }
  std::vector<std::size_t> small;
  std::vector<std::size_t> large;
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    scaled[i] *= static_cast<double>(scaled.size()) / total;
    (scaled[i] < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::size_t low = small.back();
    const std::size_t high = large.back();
    small.pop_back();
    entries[low].hands[1] = entries[high].hands[0];
    entries[low].threshold = static_cast<std::uint64_t>(std::ldexp(scaled[low], 32));
    scaled[high] -= 1 - scaled[low];
    if (scaled[high] < 1) {
      large.pop_back();
      small.push_back(high);
    }
  }
  return entries;
}

bool any_two(const double* weights, CardSet dead) {
  double first = -1;
  for (Card high = 1, index = 0; high < kDeckSize; ++high) {
    for (Card low = 0; low < high; ++low, ++index) {
      if ((card_set(low) | card_set(high)) & dead) continue;
      if (first < 0) first = weights[index];
      if (weights[index] != first) return false;
    }
  }
  return true;
}

SamplerTables::SamplerTables(std::span<const double* const> weights, CardSet board, CardSet dead) {
  sampler.players = static_cast<int>(weights.size());
  sampler.board = board;
  sampler.dead = dead;
  std::vector<Sampler::Seat> seats;
  for (int player = 0; player < sampler.players; ++player) {
    if (any_two(weights[player], board | dead)) {
      seats.push_back({player, nullptr, nullptr, 0, true});
      continue;
    }
    std::vector<AliasEntry>& entries = entries_[player];
    std::vector<CardSet>& hands = hands_[player];
    entries = alias_table(weights[player], board | dead);
    bool even = true;
    for (const AliasEntry& entry : entries) {
      hands.push_back(entry.hands[0]);
      even &= entry.hands[0] == entry.hands[1];
    }
    seats.push_back({player, entries.data(), hands.data(), entries.size(), even});
    ++sampler.ranges;
  }
  // Narrow ranges first: a collision shows before much has been drawn.
  std::stable_sort(seats.begin(), seats.end(), [](const auto& a, const auto& b) {
    return (a.entries ? a.size : kCombos + 1) < (b.entries ? b.size : kCombos + 1);
  });
  std::copy(seats.begin(), seats.end(), sampler.seats);
}

}  // namespace fivebet
