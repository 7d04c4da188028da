#include "simd/kernels.hpp"

#include <atomic>
#include <string_view>

namespace fivebet {

#define FIVEBET_DECLARE_LEVEL(name) \
  namespace name {                  \
  extern const Kernels kernels;     \
  }
FIVEBET_DECLARE_LEVEL(baseline)
#ifdef FIVEBET_HAS_NEON
FIVEBET_DECLARE_LEVEL(neon)
#endif
#ifdef FIVEBET_HAS_LEVELS
FIVEBET_DECLARE_LEVEL(avx2)
FIVEBET_DECLARE_LEVEL(avx512)
#endif

namespace {

const Kernels* find(std::string_view name) {
  if (name == "baseline") return &baseline::kernels;
#ifdef FIVEBET_HAS_NEON
  if (name == "neon") return &neon::kernels;  // every 64-bit ARM processor has it
#endif
#ifdef FIVEBET_HAS_LEVELS
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("fma");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (name == "avx2" && has_avx2) return &avx2::kernels;
  if (name == "avx512" && has_avx512) return &avx512::kernels;
#endif
  return nullptr;
}

const Kernels* best() {
  const Kernels* best = nullptr;
  for (const char* level : kLevels)
    if (const Kernels* found = find(level)) best = found;
  return best;
}

std::atomic<const Kernels*> in_use = best();

}  // namespace

const Kernels& kernels() { return *in_use.load(std::memory_order_relaxed); }

bool use_kernels(const char* level) {
  const Kernels* found = find(level);
  if (found) in_use = found;
  return found != nullptr;
}

}  // namespace fivebet
