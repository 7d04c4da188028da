// How the postflop solver walks a street's trees in batches: what is planned once, and where
// a thread keeps its rows. For the solver's own files only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simd/kernels.hpp"
#include "solve/postflop_solver.hpp"

namespace fivebet {

// What does not depend on the board in walking a batch of a street's trees for one player:
// which row of reach each node has, and the lanes of its terminals.
struct Solver::BatchPlan {
  // A row of reach that ends in a showdown, in a fold or in both; nodes are kNone where not.
  struct PlannedTerminal {
    std::int32_t row;
    std::int32_t shown = kNone;
    std::int32_t folded = kNone;
    Worth showdown{};
    float fold = 0;
    unsigned needs() const {
      return (shown == kNone ? 0u : Terminals::kShowdowns) | (folded == kNone ? 0u : Terminals::kFolds) |
             (showdown.all == 0 ? 0u : Terminals::kRake);
    }
  };
  static constexpr std::int32_t kNone = -1;
  struct Block {
    std::size_t from;
    std::size_t to;
    unsigned needs;
  };
  // A fold of the opponent. Their reach is split among their actions, so that what it is worth
  // follows from that of the reach before and of the other actions: a sum of values by node.
  struct DerivedFold {
    std::int32_t node;
    std::vector<std::int32_t> from;
    std::vector<float> factors;
  };
  struct RunOut {
    std::int32_t row;
    std::int32_t node;
    float show;
    bool raked;
  };

  int street;
  std::int32_t first_tree, last_tree;
  std::int32_t first_node, last_node;
  std::vector<std::int32_t> row;  // by node of the batch
  std::int32_t rows;
  std::vector<PlannedTerminal> terminals;
  std::vector<DerivedFold> derived_folds;
  std::int32_t extra_values = 0;  // values that no node has, for folds that are derived
  std::unordered_map<std::int32_t, std::size_t> last_of_row;  // while terminals are added
  std::vector<Block> blocks;
  std::vector<RunOut> run_outs;
  std::vector<std::int32_t> chance_nodes;  // nodes, in the order of the next street's trees

  std::size_t trees() const { return static_cast<std::size_t>(last_tree - first_tree); }
  std::size_t nodes() const { return static_cast<std::size_t>(last_node - first_node); }
  std::int32_t row_of(std::int32_t node) const { return row[static_cast<std::size_t>(node - first_node)]; }

  // Adds a terminal to the last one of its row of reach, if that has none of its kind yet.
  void add_terminal(std::int32_t row, std::int32_t node, bool folds, const Worth& worth) {
    const auto [last, is_new] = last_of_row.try_emplace(row, terminals.size());
    if (!is_new) {
      const PlannedTerminal& planned = terminals[last->second];
      if ((folds ? planned.folded : planned.shown) != kNone) last->second = terminals.size();
    }
    if (last->second == terminals.size()) terminals.push_back({row});
    PlannedTerminal& terminal = terminals[last->second];
    if (folds) {
      terminal.folded = node;
      terminal.fold = worth.all;
    } else {
      terminal.shown = node;
      terminal.showdown = worth;
    }
  }

  // How many rows of values there are; those of the nodes come first.
  std::size_t values() const { return nodes() + static_cast<std::size_t>(extra_values); }

  // Returns where the value of a fold with this row of reach stands, and what it is worth there.
  std::pair<std::int32_t, float> value_of_fold(std::int32_t row) {
    const auto same = [&](const PlannedTerminal& each) { return each.row == row; };
    auto at = std::ranges::find_if(terminals, [&](const PlannedTerminal& each) {
      return same(each) && each.folded != kNone;
    });
    if (at == terminals.end()) {
      at = std::ranges::find_if(terminals, same);
      if (at == terminals.end()) at = terminals.insert(at, {row});
      at->folded = last_node + extra_values++;
      at->fold = 1;
    }
    return {at->folded, at->fold};
  }

  // What the blocks cost to value, roughly, in units of a block of folds.
  unsigned cost() const {
    unsigned sum = 0;
    for (const Block& block : blocks)
      sum += (block.needs & Terminals::kShowdowns ? 2 : 0) + (block.needs & Terminals::kFolds ? 1 : 0);
    return sum;
  }

  // Sixteen to a block: folds, then those that may also be called, then showdowns, so that few
  // blocks need both.
  void fill_blocks() {
    last_of_row.clear();
    std::ranges::stable_sort(terminals, {}, [](const PlannedTerminal& each) {
      return (each.folded == kNone) + (each.shown != kNone);
    });
    for (std::size_t from = 0; from < terminals.size(); from += kLanes) {
      const std::size_t to = std::min(from + kLanes, terminals.size());
      unsigned needs = 0;
      for (std::size_t i = from; i < to; ++i) needs |= terminals[i].needs();
      blocks.push_back({from, to, needs});
    }
  }
};

struct Solver::Worker {
  struct Level {
    ScratchRows rows;
    std::vector<const float*> reach;  // by row
    std::vector<float*> values;       // by node of the batch
    ScratchRows entering;             // reach and values of a batch's trees
    std::vector<float*> tree_reach;
    std::vector<float*> tree_values;
    ScratchRows lines;  // reach and values of the next street's trees
  };
  Level levels[kStreets];
  ScratchRows scratch;
  ScratchRows spare;  // zeros, and a row nobody reads

  float* value(const BatchPlan& plan, std::int32_t node) {
    return levels[plan.street].values[static_cast<std::size_t>(node - plan.first_node)];
  }
};

}  // namespace fivebet
