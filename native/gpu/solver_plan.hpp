// A solver's boards and betting as the plain arrays that the kernels read.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/walk_data.hpp"
#include "solve/postflop_solver.hpp"

namespace fivebet::gpu {

// The program of one player's walk over a street's trees.
struct TreePrograms {
  std::vector<Tree> trees;
  std::vector<int> order;
  std::vector<int> programs;
  std::vector<GroupPlace> group_places;
  int row_count = 0;  // of all trees
};

struct StreetPlan {
  TreePrograms programs[2];
  std::vector<BoardHands> hands[2];
  std::vector<BoardPlace> places;
  std::vector<Pair> pairs;
  std::vector<std::uint16_t> pair_places;
  std::vector<HandIndex> indices;
  std::vector<std::uint16_t> by_card;
  std::vector<std::uint16_t> starts;
  std::vector<std::int16_t> matrices;
  std::vector<std::uint16_t> entering_places;
  std::size_t width = 0;
};

struct SolverPlan {
  int first_street;
  int last_street;
  StreetPlan streets[kStreets];
  std::vector<float> weights[2];  // of the first street's hands, one row for each solver
  std::size_t numbers[2] = {0, 0};
  std::size_t scales[2] = {0, 0};
  std::vector<float> locks[2];
  std::vector<std::int64_t> lock_starts[2];  // by decision; empty where nothing is locked
};

// Solvers are planned together; their betting must be the same.
SolverPlan plan_solvers(const std::vector<const Solver*>& solvers);

}  // namespace fivebet::gpu
