#include "equity/monte_carlo.hpp"

#include <algorithm>
#include <cmath>

#include "cards/combos.hpp"

namespace fivebet {

// Vose's form of it.
std::vector<AliasEntry> alias_table(const double* weights, CardSet dead) {
  std::vector<AliasEntry> entries;
  std::vector<double> scaled;
  double total = 0;
  each_combo(dead, [&](int index, Combo combo) {
    if (!(weights[index] > 0)) return;
    entries.push_back({{combo.cards(), combo.cards()}, UINT32_MAX});
    scaled.push_back(weights[index]);
    total += weights[index];
  });
  std::vector<std::size_t> light;
  std::vector<std::size_t> heavy;
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    scaled[i] *= static_cast<double>(scaled.size()) / total;
    (scaled[i] < 1 ? light : heavy).push_back(i);
  }
  while (!light.empty() && !heavy.empty()) {
    const std::size_t low = light.back();
    const std::size_t high = heavy.back();
    light.pop_back();
    entries[low].hands[1] = entries[high].hands[0];
    entries[low].threshold = static_cast<std::uint64_t>(std::ldexp(scaled[low], 32));
    scaled[high] -= 1 - scaled[low];
    if (scaled[high] < 1) {
      heavy.pop_back();
      light.push_back(high);
    }
  }
  return entries;
}

bool any_two(const double* weights, CardSet dead) {
  double first = -1;
  bool same = true;
  each_combo(dead, [&](int index, Combo) {
    if (first < 0) first = weights[index];
    same &= weights[index] == first;
  });
  return same;
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
