// Small binomial coefficients: the ways to take k of up to four cards of a rank.
#pragma once

namespace fivebet {
namespace {

constexpr int kChoose[5][6] = {
    {1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0}, {1, 4, 6, 4, 1, 0}};

}  // namespace
}  // namespace fivebet
