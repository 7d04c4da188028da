// Bucket sequences against counting pair by pair.
#include <array>
#include <vector>

#include "cards/combos.hpp"
#include "equity/expected_hs2.hpp"
#include "solve/bucket_sequences.hpp"
#include "tests/check.hpp"
#include "util/random.hpp"

namespace fivebet::testing {
namespace {

BucketSequences two_each() {
  BucketSequences sequences{{2, 2, 2, 2}, {}, {}};
  for (std::size_t i = 0; i < kClasses; ++i) sequences.classes[i] = i % 2;
  sequences.bounds = {std::vector<float>{0.2f, 0.3f}, std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f},
                      std::vector<float>{0.05f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f}};
  return sequences;
}

const KernelTest sequence_matchups("pairs of sequences are counted as pair by pair", [] {
  const BucketSequences sequences = two_each();
  const CardSet flop = cards("QhJh2c");
  constexpr int kRivers = 2;
  constexpr std::uint32_t kWeight = 3;
  const SequenceMatchups counts = count_sequence_matchups(sequences, std::vector<WeightedFlop>{{flop, kWeight}}, 1, kRivers, 7, 2);
  const std::size_t width = sequences.number(3);
  check(width == 16, "sixteen sequences");

  // The same cards, drawn by the same stream.
  Stream stream(7, purpose_key("bucket sequences"), flop);
  const auto draw_from = [&](CardSet deck) {
    return nth_card(deck, stream.below(static_cast<std::uint64_t>(count(deck))));
  };
  std::vector<std::uint64_t> won(width * width, 0), tied(width * width, 0);
  const CardSet turn = flop | draw_from(kDeck & ~flop);
  for (int r = 0; r < kRivers; ++r) {
    const CardSet river = turn | draw_from(kDeck & ~turn);
    std::array<std::size_t, kCombos> sequence{};
    for (std::size_t i = 0; i < kCombos; ++i) sequence[i] = sequences.classes[kClassTable[i]];
    std::size_t street = 0;
    for (const CardSet board : {flop, turn, river}) {
      std::array<float, kCombos> hs2;
      expected_hs2(board, hs2.data());
      for (std::size_t i = 0; i < kCombos; ++i)
        if (hs2[i] >= 0) sequence[i] = 2 * sequence[i] + (hs2[i] >= sequences.bounds[street][sequence[i]]);
      ++street;
    }
    each_combo(river, [&](int a, Combo first) {
      const Value ours = evaluate(river | first.cards());
      each_combo(river | first.cards(), [&](int b, Combo second) {
        const Value theirs = evaluate(river | second.cards());
        const std::size_t at = sequence[static_cast<std::size_t>(a)] * width + sequence[static_cast<std::size_t>(b)];
        if (ours > theirs) won[at] += kWeight;
        if (ours == theirs) tied[at] += kWeight;
      });
    });
  }
  check(counts.won == won, "wins");
  check(counts.tied == tied, "ties");
});

const KernelTest hs2_is_exact("E[HS2] on a turn is the mean over the rivers, holding by holding", [] {
  const CardSet board = cards("QhJh2c7d"), hole = cards("ThAs");
  double sum = 0;
  for (CardSet left = kDeck & ~(board | hole); left; left = without_first(left)) {
    const CardSet river = board | (left & -left);
    double points = 0;
    each_combo(river | hole, [&](int, Combo other) {
      const Value ours = evaluate(river | hole), theirs = evaluate(river | other.cards());
      points += ours > theirs ? 1 : ours == theirs ? 0.5 : 0;
    });
    sum += points / kOpponentHoldings * points / kOpponentHoldings;
  }
  std::array<float, kCombos> hs2;
  expected_hs2(board, hs2.data());
  const auto at = static_cast<std::size_t>(combo_index(first_card(hole), first_card(without_first(hole))));
  check_near(static_cast<double>(hs2[at]), sum / 46, 1e-6, "ThAs on QhJh2c7d");
  check(hs2[0] == kNoHand, "2c3c is not dealt on a board with 2c");
});

}  // namespace
}  // namespace fivebet::testing
