// A small test harness: tests register themselves, main.cpp runs them.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "cards/card_set.hpp"

namespace fivebet::testing {

// A test that is run once.
struct Test {
  Test(const char* sentence, void (*run)());
};

// A test that is run with the kernels of every instruction-set level of this machine.
struct KernelTest {
  KernelTest(const char* sentence, void (*run)());
};

// Ends the program with a message unless the condition holds.
void check(bool holds, const std::string& what);
void check_near(double value, double expected, double tolerance, const std::string& what);
// Calls something that has to throw.
template <class Call>
void check_rejects(Call call, const std::string& what);

// Random numbers, the same for each test in whatever order tests are run.
std::uint64_t random_word();
double random_unit();  // from 0 to 1
void restart_random();  // draws the same numbers again
CardSet draw(int n, CardSet blocked = 0);

// "AsKd" as a set of cards.
CardSet cards(std::string_view text);

template <class Call>
void check_rejects(Call call, const std::string& what) {
  bool rejected = false;
  try {
    call();
  } catch (const std::exception&) {
    rejected = true;
  }
  check(rejected, what);
}

}  // namespace fivebet::testing
