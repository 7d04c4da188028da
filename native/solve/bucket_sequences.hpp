// Bucket sequences: hands told apart only by how strong they were on each street.
//
// Before the flop a class has a bucket. On each later street the hands of one
// sequence are cut by bounds of their squared strength, so that sequence s goes on
// as s * buckets + 0, 1, …: whoever knows a sequence knows the ones before it.
// How two players' sequences meet is counted over boards: every pair of holdings
// that a board leaves.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/card_set.hpp"

namespace fivebet {

struct BucketSequences {
  std::array<int, 4> buckets;                // of each street
  std::array<std::uint8_t, kClasses> classes;  // the bucket of each class
  std::array<std::vector<float>, 3> bounds;  // of flop, turn and river, by sequence

  std::size_t number(int street) const;  // of sequences
  // The sequences of combos a street later, by their squared strengths.
  void refine(int street, const float* hs2, std::span<std::uint16_t, kCombos> sequences) const;
};

struct WeightedFlop {
  CardSet cards;
  std::uint32_t weight;
};

// Pairs of sequences on the river: how often the row's beats the column's and how
// often they tie, each deal counted with its flop's weight.
struct SequenceMatchups {
  std::vector<std::uint64_t> won;
  std::vector<std::uint64_t> tied;
};

// On each flop so many turns are drawn, and on each of these so many rivers.
SequenceMatchups count_sequence_matchups(const BucketSequences& sequences, std::span<const WeightedFlop> flops,
                                int turns, int rivers, std::uint64_t seed, int threads);

}  // namespace fivebet
