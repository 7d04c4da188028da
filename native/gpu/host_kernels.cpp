#include "gpu/host_kernels.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "gpu/river_kernels.cu"
#include "gpu/walk_kernels.cu"

namespace fivebet::gpu {
namespace {

// The kernel is called with as many arguments as it has.
template <class... Parameters>
void call(void (*kernel)(Parameters...), std::span<const long long> arguments) {
  if (arguments.size() != sizeof...(Parameters)) throw std::invalid_argument("a kernel has other arguments");
  const auto convert = []<class T>(long long argument, T*) -> T {
    if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<T>(argument);
    else
      return static_cast<T>(argument);
  };
  [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    kernel(convert(arguments[kIndex], static_cast<Parameters*>(nullptr))...);
  }(std::index_sequence_for<Parameters...>{});
}

}  // namespace

void run_on_host(std::string_view kernel, std::size_t blocks, std::size_t shared_bytes,
                 std::span<const long long> arguments) {
  std::vector<float> shared(shared_bytes / sizeof(float) + 1);
  host_block.shared = shared.data();
  for (std::size_t block = 0; block < blocks; ++block) {
    host_block.block = static_cast<int>(block);
    if (kernel == "walk_trees")
      call(walk_trees, arguments);
    else if (kernel == "walk_trees_16")
      call(walk_trees_16, arguments);
    else if (kernel == "walk_wide_trees")
      call(walk_wide_trees, arguments);
    else if (kernel == "walk_wide_trees_16")
      call(walk_wide_trees_16, arguments);
    else if (kernel == "walk_far_trees")
      call(walk_far_trees, arguments);
    else if (kernel == "walk_far_trees_16")
      call(walk_far_trees_16, arguments);
    else if (kernel == "split_rows")
      call(split_rows, arguments);
    else if (kernel == "split_rows_16")
      call(split_rows_16, arguments);
    else if (kernel == "join_rows")
      call(join_rows, arguments);
    else if (kernel == "join_rows_16")
      call(join_rows_16, arguments);
    else if (kernel == "add_cards")
      call(add_cards, arguments);
    else if (kernel == "value_leaves")
      call(value_leaves, arguments);
    else if (kernel == "prepare_rivers")
      call(prepare_rivers, arguments);
    else if (kernel == "count_iteration")
      call(count_iteration, arguments);
    else
      throw std::invalid_argument("there is no such kernel");
  }
}

void set_host_walks(std::span<const StreetWalk> given) {
  if (given.size() > kMostWalks) throw std::invalid_argument("there are too many walks");
  std::copy(given.begin(), given.end(), walks);
}

std::vector<std::string> walk_fields() {
  std::vector<std::string> names;
#define FIVEBET_POINTER(type, name) names.emplace_back(#name);
#define FIVEBET_NUMBER(name) names.emplace_back(#name);
  FIVEBET_WALK_FIELDS(FIVEBET_POINTER, FIVEBET_NUMBER)
#undef FIVEBET_POINTER
#undef FIVEBET_NUMBER
  static_assert(sizeof(StreetWalk) % 8 == 0);
  return names;
}

}  // namespace fivebet::gpu
