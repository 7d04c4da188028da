#include "solve/bet_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace fivebet {
namespace {

// Numbers too big to round are more than anybody has: any such number will do.
Chips rounded(double chips) { return static_cast<Chips>(std::llround(std::min(chips, 1e15))); }

// The part of the pot that, bet on each of n streets, gets the stack in.
double geometric(double stack, double pot, int n) { return (std::pow(2 * stack / pot + 1, 1.0 / n) - 1) / 2; }

Chips target_of(const BetSize& size, const Facing& facing) {
  const auto pot = static_cast<double>(facing.pot + 2 * facing.bet);
  const auto bet = static_cast<double>(facing.bet);
  switch (size.kind) {
    case BetSize::kPot: return facing.bet + rounded(size.amount * pot);
    case BetSize::kLast: return rounded(size.amount * bet);
    case BetSize::kChips: return rounded(size.amount);
    case BetSize::kAllIn: return facing.stack;
    case BetSize::kGeometric: {
      const int streets = size.streets > 0 ? size.streets : facing.streets_left;
      const double part = geometric(static_cast<double>(facing.stack - facing.bet), pot, streets);
      return facing.bet + rounded((size.amount > 0 ? std::min(part, size.amount) : part) * pot);
    }
  }
  return facing.stack;
}

}  // namespace

std::vector<Chips> bet_targets(const Facing& facing, const std::vector<BetSize>& sizes,
                               const Thresholds& thresholds) {
  const Chips all_in = facing.stack;
  if (all_in <= facing.bet) return {};
  const auto pot = static_cast<double>(facing.pot + 2 * facing.bet);
  const Chips least = std::min(all_in, facing.bet + std::max<Chips>(1, facing.last));
  std::vector<Chips> found;
  for (const BetSize& size : sizes) {
    if (facing.bet == 0 && size.kind == BetSize::kLast) continue;
    const Chips wanted = std::clamp(target_of(size, facing), least, all_in);
    const double behind = pot + 2 * static_cast<double>(wanted - facing.bet);
    const bool nearly_all = all_in - wanted <= rounded(thresholds.force_all_in * behind);
    found.push_back(nearly_all ? all_in : wanted);
  }
  if (thresholds.add_all_in > 0 && all_in <= facing.bet + rounded(thresholds.add_all_in * pot))
    found.push_back(all_in);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (thresholds.merge <= 0) return found;
  std::vector<Chips> kept;  // from the largest down
  for (auto size = found.rbegin(); size != found.rend(); ++size) {
    const auto raised = [&](Chips to) { return pot + static_cast<double>(to - facing.bet); };
    if (kept.empty() || raised(kept.back()) / raised(*size) >= 1 + thresholds.merge) kept.push_back(*size);
  }
  return {kept.rbegin(), kept.rend()};
}

}  // namespace fivebet
