// The order in which a block walks a tree where hands are very many, so that few rows are
// needed at any time and they all fit into its shared memory.
#pragma once

#include <vector>

#include "gpu/walk_data.hpp"

namespace fivebet::gpu {

// A tree's program, part by part.
struct TreeParts {
  std::vector<Split> splits;
  std::vector<Group> groups;
  std::vector<Leaf> leaves;
  std::vector<Join> joins;
  std::vector<WalkStep> steps;
  std::vector<int> rows;
  int row_count = 0;
  int root_value = 0;
};

// Steps for the parts as they are: all splits, all groups, all joins.
std::vector<WalkStep> plain_steps(const TreeParts& parts);

// Puts the parts in an order in which `most_rows` rows are enough, and numbers rows anew:
// those that are not needed any more are used again. Returns whether there is such an order;
// else the parts stay as they are.
bool schedule(TreeParts& parts, int most_rows);

}  // namespace fivebet::gpu
