// The iteration of a solver as Python calls it.
#pragma once

namespace fivebet {

template <class Solver>
void iterate(Solver& solver, float positive, float negative, float average_weight) {
  solver.iterate({positive, negative, average_weight});
}

}  // namespace fivebet
