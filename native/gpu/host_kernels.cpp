#include "gpu/host_kernels.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>
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

void run_block(std::string_view kernel, std::span<const long long> arguments) {
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

#if defined(FIVEBET_EMULATED_WARPS)
void run_blocks(std::string_view kernel, std::size_t blocks, float* shared,
                std::span<const long long> arguments) {
  std::barrier<> of_block(kEmulatedWarps * kWarp);
  std::vector<std::unique_ptr<std::barrier<>>> of_warps;
  for (int warp = 0; warp < kEmulatedWarps; ++warp) of_warps.push_back(std::make_unique<std::barrier<>>(kWarp));
  std::vector<float> lanes(static_cast<std::size_t>(kEmulatedWarps * kWarp));
  std::vector<std::jthread> running;
  for (int thread = 0; thread < kEmulatedWarps * kWarp; ++thread)
    running.emplace_back([&, thread] {
      const int warp = thread / kWarp;
      for (std::size_t block = 0; block < blocks; ++block) {
        host_block = {static_cast<int>(block),
                      thread,
                      shared,
                      lanes.data() + warp * kWarp,
                      &of_block,
                      of_warps[static_cast<std::size_t>(warp)].get()};
        run_block(kernel, arguments);
        sync_block();
      }
    });
}
#else
void run_blocks(std::string_view kernel, std::size_t blocks, float* shared,
                std::span<const long long> arguments) {
  for (std::size_t block = 0; block < blocks; ++block) {
    host_block = {static_cast<int>(block), shared};
    run_block(kernel, arguments);
  }
}
#endif

}  // namespace

void run_on_host(std::string_view kernel, std::size_t blocks, std::size_t shared_bytes,
                 std::span<const long long> arguments) {
  std::vector<float> shared(shared_bytes / sizeof(float) + 1);
  run_blocks(kernel, blocks, shared.data(), arguments);
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
