// What the GPU's driver (solving/gpu) needs: plans, the kernels' source, and the kernels
// themselves on the processor.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <list>
#include <type_traits>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "gpu/host_kernels.hpp"
#include "gpu/solver_plan.hpp"
#include "gpu/source.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

// Structures travel as bytes, numbers as what they are.
template <class T>
nb::object plain(std::vector<T>& items) {
  if constexpr (std::is_class_v<T>) {
    std::vector<std::uint8_t> bytes(items.size() * sizeof(T));
    if (!items.empty()) std::memcpy(bytes.data(), items.data(), bytes.size());
    return nb::cast(array(std::move(bytes)));
  } else {
    return nb::cast(array(std::move(items)));
  }
}

nb::dict plain(gpu::TreePrograms& programs) {
  nb::dict to;
  std::vector<int> rows, joins, groups, sizes;  // shared memory and warps follow from them
  for (const gpu::Tree& tree : programs.trees) {
    rows.push_back(tree.row_count);
    joins.push_back(tree.joins);
    groups.push_back(tree.groups);
    sizes.push_back(tree.size);
  }
  to["tree_rows"] = plain(rows);
  to["tree_joins"] = plain(joins);
  to["tree_groups"] = plain(groups);
  to["tree_sizes"] = plain(sizes);
  to["group_count"] = programs.group_places.size();
  to["trees"] = plain(programs.trees);
  to["order"] = plain(programs.order);
  to["programs"] = plain(programs.programs);
  to["group_places"] = plain(programs.group_places);
  to["row_count"] = programs.row_count;
  return to;
}

nb::dict plain(gpu::StreetPlan& street) {
  nb::dict to;
  std::vector<int> hands[2];
  for (int player = 0; player < 2; ++player)
    for (const gpu::BoardHands& facts : street.hands[player]) hands[player].push_back(facts.hands);
  to["programs"] = nb::make_tuple(plain(street.programs[0]), plain(street.programs[1]));
  to["hand_counts"] = nb::make_tuple(plain(hands[0]), plain(hands[1]));
  to["hands"] = nb::make_tuple(plain(street.hands[0]), plain(street.hands[1]));
  to["places"] = plain(street.places);
  to["pairs"] = plain(street.pairs);
  to["pair_places"] = plain(street.pair_places);
  to["indices"] = plain(street.indices);
  to["by_card"] = plain(street.by_card);
  to["starts"] = plain(street.starts);
  to["matrices"] = plain(street.matrices);
  to["entering_places"] = plain(street.entering_places);
  to["width"] = street.width;
  return to;
}

nb::dict plan_for_gpu(const std::vector<Exclusive<Solver>*>& bound) {
  std::vector<const Solver*> solvers;
  std::list<Exclusive<Solver>::Busy> busy;
  for (Exclusive<Solver>* each : bound) {
    need(each, "a solver is missing");
    solvers.push_back(&each->idle());
    busy.emplace_back(*each);
  }
  gpu::SolverPlan plan = without_gil([&] { return gpu::plan_solvers(solvers); });
  nb::dict to;
  nb::list streets;
  for (int street = plan.first_street; street <= plan.last_street; ++street)
    streets.append(plain(plan.streets[street]));
  to["streets"] = streets;
  to["last_is_river"] = plan.last_street == kStreets - 1;
  to["weights"] = nb::make_tuple(plain(plan.weights[0]), plain(plan.weights[1]));
  to["numbers"] = nb::make_tuple(plan.numbers[0], plan.numbers[1]);
  to["scales"] = nb::make_tuple(plan.scales[0], plan.scales[1]);
  to["locks"] = nb::make_tuple(plain(plan.locks[0]), plain(plan.locks[1]));
  to["lock_starts"] = nb::make_tuple(plain(plan.lock_starts[0]), plain(plan.lock_starts[1]));
  return to;
}

using Words = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void set_walks(Words words) {
  if (words.shape(1) * 8 != sizeof(gpu::StreetWalk)) throw std::invalid_argument("walks have other fields");
  std::vector<gpu::StreetWalk> walks(words.shape(0));
  std::memcpy(walks.data(), words.data(), walks.size() * sizeof(gpu::StreetWalk));
  gpu::set_host_walks(walks);
}

}  // namespace

void bind_gpu(nb::module_& m) {
  m.def("plan_for_gpu", &plan_for_gpu, "solvers"_a);
  m.def("gpu_walk_fields", &gpu::walk_fields);
  m.def("gpu_source", [] { return std::string(gpu::kSource); });
  m.def("_set_gpu_walks_on_host", &set_walks, "walks"_a);
  m.def(
      "_run_gpu_kernel_on_host",
      [](const std::string& kernel, std::size_t blocks, std::size_t shared_bytes,
         const std::vector<long long>& arguments) {
        gpu::run_on_host(kernel, blocks, shared_bytes, arguments);
      },
      "kernel"_a, "blocks"_a, "shared_bytes"_a, "arguments"_a, nb::call_guard<nb::gil_scoped_release>());
}
