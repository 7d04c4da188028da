// Exact equity against dealing the boards one by one.
#include <atomic>
#include <cmath>
#include <vector>

#include "equity/exact_equity.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const KernelTest test_heads_up("heads-up equity is that of all boards one by one", [] {
  for (int round = 0; round < 6; ++round) {
    const CardSet board = draw(3 + round % 3);
    std::vector<double> first(kCombos, 0.0);
    std::vector<double> second(kCombos, 0.0);
    for (int i = 0; i < 25; ++i) {
      first[random_word() % kCombos] = 0.25 * static_cast<double>(1 + random_word() % 4);
      second[random_word() % kCombos] = 1;
    }
    const ShowdownSums sums = heads_up(first.data(), second.data(), board, 0, 1 + round % 2);
    const Weights both[] = {first.data(), second.data()};
    const ShowdownSums same = multiway(both, board, 0, 0, kCombos, 2);
    double share = 0;
    double slow_share = 0;
    for (std::size_t i = 0; i < sums.share.size(); ++i) {
      check(std::abs(sums.share[i] - same.share[i]) < 1e-6, "two ways to enumerate agree");
      check(std::abs(sums.dealt[i] - same.dealt[i]) < 1e-6, "two ways to enumerate agree on deals");
      if (i < kCombos) share += sums.share[i];
    }
    for (int a = 0; a < kCombos; ++a) {
      for (int b = 0; b < kCombos && first[static_cast<std::size_t>(a)] > 0; ++b) {
        const CardSet ours = combo_at(a).cards();
        const CardSet theirs = combo_at(b).cards();
        if (!(second[static_cast<std::size_t>(b)] > 0)) continue;
        if (ours & theirs || (ours | theirs) & board) continue;
        const CardSet used = ours | theirs | board;
        const double weight = first[static_cast<std::size_t>(a)];
        for (Card x = 0; x < kDeckSize; ++x) {
          if (count(board) < 5 && card_set(x) & used) continue;
          for (Card y = 0; y < (count(board) < 4 ? x : 1); ++y) {
            if (count(board) < 4 && card_set(y) & used) continue;
            CardSet end = board;
            if (count(board) < 5) end |= card_set(x);
            if (count(board) < 4) end |= card_set(y);
            const Value mine = evaluate(end | ours);
            const Value other = evaluate(end | theirs);
            slow_share += weight * (mine > other ? 1.0 : mine == other ? 0.5 : 0.0);
          }
          if (count(board) == 5) break;
        }
      }
    }
    check(std::abs(share - slow_share) < 1e-6, "enumeration agrees with dealing one by one");
  }
});

const KernelTest test_boards_by_rank("boards counted by rank and suit are all boards", [] {
  for (int players = 2; players <= 10; players += 4) {
    PlayersOnBoard table{};
    table.players = players;
    CardSet used = 0;
    for (int i = 0; i < players; ++i) used |= table.hands[i] = draw(2, used);
    const CardSet dead = draw(29 - 2 * players, used);  // leaves 23 cards: 33,649 boards
    std::int64_t counts[kWinnerSets] = {};
    kernels().enumerate_boards(table, dead, counts);
    std::int64_t slow[kWinnerSets] = {};
    for (CardSet board = 31; board <= kDeck; board = next_set(board)) {
      if (board & (used | dead)) continue;
      Value best = 0;
      for (int i = 0; i < players; ++i) best = std::max(best, evaluate(board | table.hands[i]));
      unsigned set = 0;
      for (int i = 0; i < players; ++i)
        set |= static_cast<unsigned>(evaluate(board | table.hands[i]) == best) << i;
      ++slow[set];
    }
    for (int set = 0; set < kWinnerSets; ++set)
      check(counts[set] == slow[set], "boards by rank and suit agree with boards one by one");
  }
});

}  // namespace
}  // namespace fivebet::testing
