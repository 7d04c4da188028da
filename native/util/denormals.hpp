// Denormal numbers are taken as zero where they only cost time.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace fivebet {

// While this lives, denormal numbers are taken as zero: processors are slow with them.
class NoDenormals {
 public:
#if defined(__SSE__)
  using Control = unsigned;
  static Control read() { return _mm_getcsr(); }
  static void write(Control control) { _mm_setcsr(control); }
  static constexpr Control kFlush = 0x8040;
#elif defined(__aarch64__)
  using Control = std::uint64_t;
  static Control read() {
    Control control;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    return control;
  }
  static void write(Control control) { asm volatile("msr fpcr, %0" : : "r"(control)); }
  static constexpr Control kFlush = 1 << 24;
#else
  using Control = unsigned;
  static Control read() { return 0; }
  static void write(Control) {}
  static constexpr Control kFlush = 0;
#endif

  NoDenormals() : before_(read()) { write(before_ | kFlush); }
  ~NoDenormals() { write(before_); }
  NoDenormals(const NoDenormals&) = delete;
  NoDenormals& operator=(const NoDenormals&) = delete;

 private:
  Control before_;
};

}  // namespace fivebet
