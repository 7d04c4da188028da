// Searches rank keys whose packed tables are small: rank_keys SEED SECONDS.
// Prints each improvement; the best one stands in cards/rank_table.hpp.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "cards/rank_table.hpp"

int main(int argc, char** argv) {
  using namespace fivebet;
  if (argc != 3) {
    std::fprintf(stderr, "usage: rank_keys SEED SECONDS\n");
    return 2;
  }
  std::mt19937 generator(static_cast<std::uint32_t>(std::atoi(argv[1])));
  const auto stop = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[2]));
  std::size_t best = SIZE_MAX;
  for (long draw = 1; std::chrono::steady_clock::now() < stop; ++draw) {
    std::array<std::uint32_t, kRanks> keys;
    for (std::uint32_t& key : keys) key = generator() >> 8;
    const auto packed = pack(keyed_values(keys), kColumnBits);
    if (!packed) continue;
    const std::size_t bytes = 4 * packed->displacements.size() + 2 * packed->values.size();
    if (bytes >= best) continue;
    best = bytes;
    std::printf("draw %ld, %zu bytes:", draw, bytes);
    for (const std::uint32_t key : keys) std::printf(" %u", key);
    std::printf("\n");
  }
}
