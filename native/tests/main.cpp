// Tests of the core without Python, for the sanitizers: native_tests [WORDS] runs those
// whose sentence holds the words, or all.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "simd/kernels.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

struct Registered {
  const char* sentence;
  void (*run)();
  bool every_level;
};

std::vector<Registered>& tests() {
  static std::vector<Registered> all;
  return all;
}

std::mt19937_64 generator;
int checks = 0;
const char* running = "";

void run(const Registered& test) {
  restart_random();
  running = test.sentence;
  test.run();
}

}  // namespace

Test::Test(const char* sentence, void (*run)()) { tests().push_back({sentence, run, false}); }
KernelTest::KernelTest(const char* sentence, void (*run)()) { tests().push_back({sentence, run, true}); }

void check(bool holds, const std::string& what) {
  ++checks;
  if (holds) return;
  std::fprintf(stderr, "failed (%s): %s: %s\n", kernels().level, running, what.c_str());
  std::exit(1);
}

void check_near(double value, double expected, double tolerance, const std::string& what) {
  check(std::abs(value - expected) <= tolerance,
        what + " (" + std::to_string(value) + ", expected " + std::to_string(expected) + ")");
}

void restart_random() { generator.seed(20240229); }
std::uint64_t random_word() { return generator(); }
double random_unit() { return static_cast<double>(generator() >> 11) * 0x1p-53; }

CardSet draw(int n, CardSet blocked) {
  CardSet drawn = 0;
  while (count(drawn) < n) drawn |= card_set(static_cast<Card>(generator() % kDeckSize)) & ~blocked;
  return drawn;
}

CardSet cards(std::string_view text) {
  CardSet set = 0;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    set |= card_set(static_cast<Card>(kRanks * std::string_view("cdhs").find(text[i + 1]) +
                                      std::string_view("23456789TJQKA").find(text[i])));
  return set;
}

}  // namespace fivebet::testing

int main(int argc, char** argv) {
  using namespace fivebet::testing;
  const std::string words = argc > 1 ? argv[1] : "";
  int ran = 0;
  std::vector<const char*> levels = {""};
  levels.insert(levels.end(), std::begin(fivebet::kLevels), std::end(fivebet::kLevels));
  for (const char* level : levels) {
    if (*level && !fivebet::use_kernels(level)) continue;
    for (const Registered& test : tests()) {
      if (test.every_level != (*level != 0) || std::string(test.sentence).find(words) == std::string::npos)
        continue;
      run(test);
      ++ran;
    }
    std::printf("%s: fine\n", *level ? level : "level-independent");
  }
  std::printf("%d tests, %d checks hold\n", ran, checks);
  return ran > 0 ? 0 : 1;
}
