#include "solve/bucket_sequences.hpp"

#include <algorithm>
#include <mutex>

#include "equity/expected_hs2.hpp"
#include "util/interruption.hpp"
#include "util/memory.hpp"
#include "util/parallel_for.hpp"
#include "util/random.hpp"

namespace fivebet {
namespace {

constexpr std::uint64_t kPurpose = purpose_key("bucket sequences");

using Row = std::array<std::uint16_t, kCombos>;

// Adds all pairs of holdings of a full board.
void add_board(const OrderedHands& hands, const Row& sequences, std::size_t width, std::uint32_t weight,
               SequenceMatchups& matchups) {
  std::array<CardSet, kCombos> cards;
  std::array<std::uint16_t, kCombos> sequence;
  for (std::size_t i = 0; i < hands.size; ++i) {
    cards[i] = kComboTable[hands.combos[i]].cards();
    sequence[i] = sequences[hands.combos[i]];
  }
  for (std::size_t from = 0; from < hands.size;) {
    std::size_t to = from;
    while (to < hands.size && hands.values[to] == hands.values[from]) ++to;
    for (std::size_t i = from; i < to; ++i) {
      std::uint64_t* won = matchups.won.data() + sequence[i] * width;
      std::uint64_t* tied = matchups.tied.data() + sequence[i] * width;
      for (std::size_t j = 0; j < from; ++j) won[sequence[j]] += cards[i] & cards[j] ? 0 : weight;
      for (std::size_t j = from; j < to; ++j) tied[sequence[j]] += cards[i] & cards[j] ? 0 : weight;
    }
    from = to;
  }
}

Card draw_card(CardSet from, Stream& stream) {
  return first_card(nth_card(from, stream.below(static_cast<std::uint64_t>(count(from)))));
}

}  // namespace

std::size_t BucketSequences::number(int street) const {
  std::size_t n = 1;
  for (int i = 0; i <= street; ++i) n *= static_cast<std::size_t>(buckets[static_cast<std::size_t>(i)]);
  return n;
}

void BucketSequences::refine(int street, const float* hs2,
                             std::span<std::uint16_t, kCombos> sequences) const {
  const std::vector<float>& cuts = bounds[static_cast<std::size_t>(street) - 1];
  const auto parts = static_cast<std::size_t>(buckets[static_cast<std::size_t>(street)]);
  for (std::size_t i = 0; i < kCombos; ++i) {
    if (hs2[i] < 0) continue;
    const float* from = cuts.data() + sequences[i] * (parts - 1);
    std::size_t bucket = 0;
    for (std::size_t k = 0; k + 1 < parts; ++k) bucket += hs2[i] >= from[k];
    sequences[i] = static_cast<std::uint16_t>(sequences[i] * parts + bucket);
  }
}

SequenceMatchups count_sequence_matchups(const BucketSequences& sequences,
                                         std::span<const WeightedFlop> flops, int turns, int rivers,
                                         std::uint64_t seed, int threads) {
  const std::size_t width = sequences.number(3);
  // Chunks of flops, each with matrices of its own: sums of whole numbers are the
  // same in any order.
  const auto chunks = static_cast<std::size_t>(std::clamp(threads, 1, kMaxThreads));
  need_memory(2 * (chunks + 1) * width * width * sizeof(std::uint64_t));
  SequenceMatchups all{std::vector<std::uint64_t>(width * width), std::vector<std::uint64_t>(width * width)};
  std::mutex adding;
  parallel_for(chunks, threads, [&](std::size_t chunk) {
    SequenceMatchups part{std::vector<std::uint64_t>(width * width),
                          std::vector<std::uint64_t>(width * width)};
    std::array<float, kCombos> hs2;
    for (std::size_t f = chunk; f < flops.size(); f += chunks) {
      const CardSet flop = flops[f].cards;
      Stream stream(seed, kPurpose, flop);
      Row on_flop;
      for (std::size_t i = 0; i < kCombos; ++i) on_flop[i] = sequences.classes[kClassTable[i]];
      expected_hs2(flop, hs2.data());
      sequences.refine(1, hs2.data(), on_flop);
      for (int t = 0; t < turns; ++t) {
        interruption_point();
        const CardSet turn = flop | card_set(draw_card(kDeck & ~flop, stream));
        Row on_turn = on_flop;
        expected_hs2(turn, hs2.data());
        sequences.refine(2, hs2.data(), on_turn);
        for (int r = 0; r < rivers; ++r) {
          interruption_point();
          const CardSet river = turn | card_set(draw_card(kDeck & ~turn, stream));
          Row on_river = on_turn;
          const OrderedHands hands(river);
          squared_river_strengths(hands, hs2.data());
          sequences.refine(3, hs2.data(), on_river);
          add_board(hands, on_river, width, flops[f].weight, part);
        }
      }
    }
    const std::lock_guard lock(adding);
    for (std::size_t i = 0; i < width * width; ++i) {
      all.won[i] += part.won[i];
      all.tied[i] += part.tied[i];
    }
  });
  return all;
}

}  // namespace fivebet
