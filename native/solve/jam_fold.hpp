// Jam or fold for two to nine players, by chips or by prizes.
//
// Players act once, in turn: fold, or put all their chips in. A decision is known
// by the player and by who is in already; its hands are the 169 classes. Values of
// both actions are estimated over a batch of random deals in which the others act
// by their strategies, and then the one regret minimiser learns from them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solve/decision_storage.hpp"
#include "table/chips.hpp"

namespace fivebet {

inline constexpr int kMaxJamPlayers = 9;
using Winnings = std::array<double, kMaxJamPlayers>;
using StackArray = std::array<Chips, kMaxJamPlayers>;

struct JamFoldTable {
  int players = 0;
  StackArray stacks{};  // in order of action; the last is the big blind
  StackArray blinds{};
  Chips ante = 0;
  std::vector<double> prizes;  // from the first place down; none: chips count
};

// What everybody's stacks are worth in prizes: each place goes to one of those left
// in proportion to their chips (Malmuth and Harville). Players without chips take
// the last places, those who started with more chips first.
Winnings icm_values(const JamFoldTable& table, const StackArray& chips);

class JamFoldSolver {
 public:
  explicit JamFoldSolver(const JamFoldTable& table);

  // Learns from `deals` random deals; batch `index` of a seed is always the same.
  void iterate(std::uint64_t seed, std::uint64_t index, std::uint64_t deals, const Discount& discount,
               int threads);

  struct Measure {
    std::vector<double> values;  // what each player wins, by chunk and player
    std::vector<double> gains;   // what its best response would win more, by chunk and player
  };
  // The average strategies, played on random deals. Best responses are found on
  // half of them and measured on the other half.
  Measure measure(std::uint64_t seed, std::uint64_t deals, int threads);

  // How often each class goes all-in, once those in `in` have, of the players before.
  std::vector<float> strategy(int player, unsigned in) const;
  const JamFoldTable& table() const { return table_; }

 private:
  struct Sums;
  struct Worker;
  static std::size_t node(int player, unsigned in) { return (std::size_t{1} << player) - 1 + in; }
  DecisionRows rows(std::size_t node) const;
  void read_strategies(bool average);
  void play(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index, std::uint64_t deals,
            Sums& sums, Worker& worker) const;
  const Winnings& payoff(unsigned in, const std::uint16_t* values, Worker& worker) const;

  JamFoldTable table_;
  std::size_t nodes_;
  DecisionStorage storage_;
  AlignedBuffer chances_;  // of going in, by node and class
};

}  // namespace fivebet
