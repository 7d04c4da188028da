// Random deals of ranges.
#include <vector>

#include "equity/exact_equity.hpp"
#include "equity/monte_carlo.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const KernelTest test_deals("a chunk of deals gives every pot away once", [] {
  std::vector<double> any(kCombos, 1.0);
  std::vector<double> pairs(kCombos, 0.0);
  for (int i = 0; i < kCombos; ++i)
    if (rank_of(combo_at(i).low) == rank_of(combo_at(i).high)) pairs[static_cast<std::size_t>(i)] = 0.1 * (1 + i % 10);
  for (int players = 2; players <= 10; ++players) {
    std::vector<Weights> ranges;
    for (int i = 0; i < players; ++i) ranges.push_back(i % 3 ? pairs.data() : any.data());
    SamplerTables tables(ranges, 0, 0);
    tables.sampler.per_combo = true;
    std::vector<std::uint64_t> shares(static_cast<std::size_t>(players * kCombos));
    std::vector<std::uint64_t> dealt(shares);
    DealCounts counts;
    counts.combo_shares = shares.data();
    counts.combo_deals = dealt.data();
    kernels().sample_deals(tables.sampler, 7, 3, counts);
    check(counts.deals == kChunkDeals && !counts.stuck, "a chunk is dealt");
    std::uint64_t whole = 0;
    for (const std::uint64_t part : shares) whole += part;
    check(whole == kChunkDeals * kPotFractions, "every pot is given away once");
  }
  std::vector<double> aces(kCombos, 0.0);
  aces[kCombos - 1] = 1;
  const Weights clash[] = {aces.data(), aces.data()};
  DealCounts counts;
  kernels().sample_deals(SamplerTables(clash, 0, 0).sampler, 1, 0, counts);
  check(counts.stuck && counts.deals == 0, "hands that need the same cards are given up");
});

}  // namespace
}  // namespace fivebet::testing
