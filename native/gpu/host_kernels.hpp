// The GPU's kernels compiled for the processor, to test them where there is no GPU.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/walk_data.hpp"

namespace fivebet::gpu {

// Runs a kernel block after block. Arguments are as the kernel has them: numbers, or
// addresses of arrays. Throws std::invalid_argument for a name that no kernel has.
void run_on_host(std::string_view kernel, std::size_t blocks, std::size_t shared_bytes,
                 std::span<const long long> arguments);

// Fills in the walks that kernels know by number.
void set_host_walks(std::span<const StreetWalk> walks);

// The names of StreetWalk's fields, in order.
std::vector<std::string> walk_fields();

}  // namespace fivebet::gpu
