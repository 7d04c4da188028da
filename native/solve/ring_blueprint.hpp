// A strategy for tables of two to ten players by sampled regret minimisation.
//
// External sampling (Lanctot and others, 2009): a deal is drawn, and for one player after
// the other all own actions are tried while the others' are drawn from their strategies.
// Regrets are kept by line (ring_lines.hpp) and by class or bucket (ring_buckets.hpp); lines
// are found in a hash table as they come. Averages are weighted with the player's own reach.
// Nothing is promised about equilibria among more than two; it plays well all the same
// (Brown and Sandholm, 2019).
//
// There are two strategies in one table. The first is learnt in play with itself. The second,
// of `exploiting` lines, is learnt against company: each opponent plays the first one or a
// drawn style (ring_opponents.hpp), whose habit is known or, as often, not. So an unknown
// opponent is a mixture of all, and a known one is played against as its kind deserves.
//
// Threads write into the same tables without locks: with several of them results differ in
// the last digits from run to run, with one they do not.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solve/ring_buckets.hpp"
#include "solve/ring_lines.hpp"
#include "util/aligned_buffer.hpp"
#include "util/random.hpp"

namespace fivebet {

// What is learnt of one line: rows over classes or buckets, one for each action.
struct RingRows {
  float* regrets = nullptr;
  float* sums = nullptr;  // of strategies, weighted
  std::atomic<std::uint32_t>* visits = nullptr;
  int width = 0;
};

class RingBlueprint {
 public:
  // `numbers` is the room for regrets; lines that find none are an error.
  RingBlueprint(std::vector<Game> games, const RingSizes& sizes, std::size_t numbers);

  // Learns from boards start … start + boards - 1 of a seed. The game of each deal is
  // drawn by `weights`. Without `depths`, in big blinds, stacks are the game's.
  struct Company {
    std::vector<double> weights;
    std::vector<double> depths;
    double exploiting = 0.5;  // the part of deals in which the second strategy learns
    double styles = 0.6;      // the part of its opponents who play by a drawn style
    int deals = 10;           // on each board
  };
  void learn(std::uint64_t seed, std::uint64_t start, std::uint64_t boards, const Company& company, int threads);
  // Makes all that was learnt so far count less.
  void discount(float regrets, float sums);

  const RingSizes& sizes() const { return sizes_; }
  std::vector<std::uint64_t> keys() const;  // of all lines, by when they were found
  RingRows rows(std::uint64_t key) const;   // without rows if the line is not known
  RingRows add(std::uint64_t key);
  std::size_t used() const { return used_.load(); }

 private:
  struct Slot {
    std::atomic<std::uint64_t> key{0};
    std::atomic<std::uint64_t> start{0};  // 1 more than where its rows begin
  };
  struct DealtHands;
  class Traversal;
  RingRows find(std::uint64_t key, bool may_add) const;
  RingRows rows_at(const Slot& slot, std::uint64_t key) const;

  std::vector<Game> games_;
  RingSizes sizes_;
  std::size_t room_;
  AlignedBuffer regrets_, sums_;
  std::unique_ptr<Slot[]> slots_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> visits_;
  mutable std::atomic<std::uint64_t> used_{0};
  FlopBuckets flops_;
};

}  // namespace fivebet
