// Chips are whole numbers; what a split pot pays is counted in fractions of one.
#pragma once

#include <cstdint>

namespace fivebet {

using Chips = std::int64_t;

// More chips than anybody ever bets, for games without stacks or without a largest bet.
inline constexpr Chips kUnlimited = Chips{1} << 40;

// 1/2520 of a chip, or of a pot, divides every split among up to ten players.
inline constexpr std::uint32_t kPotFractions = 2520;
inline constexpr Chips kChipFractions = kPotFractions;

}  // namespace fivebet
