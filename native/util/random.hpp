// Random numbers by counter: Philox 4x64-10 (Salmon et al., SC 2011).
//
// A stream is named by (seed, purpose, index, part); its n-th block of four
// words is a pure function of that name and n, so that any worker can draw
// any stream without having drawn another. The words are those of NumPy's
// Philox with key (seed, purpose) and counter (0, index, part, 0).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace fivebet {

// FNV-1a, to name a purpose by a word.
constexpr std::uint64_t purpose_key(std::string_view purpose) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : purpose) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 0x100000001b3;
  }
  return hash;
}

class Stream {
 public:
  Stream(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index = 0,
         std::uint64_t part = 0)
      : seed_(seed), purpose_(purpose), index_(index), part_(part) {}

  [[gnu::always_inline]] std::uint64_t next() {
    if (used_ == 4) refill();
    return block_[used_++];
  }

  // Uniform below n, without bias (Lemire's multiplication with rejection).
  [[gnu::always_inline]] std::uint64_t below(std::uint64_t n) {
    __uint128_t product = static_cast<__uint128_t>(next()) * n;
    if (static_cast<std::uint64_t>(product) < n) {
      const std::uint64_t threshold = -n % n;
      while (static_cast<std::uint64_t>(product) < threshold)
        product = static_cast<__uint128_t>(next()) * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  // Uniform in [0, 1) with 53 bits.
  [[gnu::always_inline]] double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // How many words have been drawn; setting it moves to any place at once.
  std::uint64_t position() const { return 4 * blocks_ - static_cast<std::uint64_t>(4 - used_); }
  void seek(std::uint64_t position) {
    blocks_ = position / 4;
    used_ = 4;
    if (position % 4) {
      refill();
      used_ = static_cast<int>(position % 4);
    }
  }

 private:
  void refill() {
    std::uint64_t x0 = ++blocks_;
    std::uint64_t x1 = index_;
    std::uint64_t x2 = part_;
    std::uint64_t x3 = 0;
    std::uint64_t k0 = seed_;
    std::uint64_t k1 = purpose_;
    for (int round = 0; round < 10; ++round) {
      const __uint128_t a = static_cast<__uint128_t>(x0) * 0xD2E7470EE14C6C93;
      const __uint128_t b = static_cast<__uint128_t>(x2) * 0xCA5A826395121157;
      x0 = static_cast<std::uint64_t>(b >> 64) ^ x1 ^ k0;
      x1 = static_cast<std::uint64_t>(b);
      x2 = static_cast<std::uint64_t>(a >> 64) ^ x3 ^ k1;
      x3 = static_cast<std::uint64_t>(a);
      k0 += 0x9E3779B97F4A7C15;
      k1 += 0xBB67AE8584CAA73B;
    }
    block_ = {x0, x1, x2, x3};
    used_ = 0;
  }

  std::uint64_t seed_;
  std::uint64_t purpose_;
  std::uint64_t index_;
  std::uint64_t part_;
  std::uint64_t blocks_ = 0;  // made so far
  std::array<std::uint64_t, 4> block_{};
  int used_ = 4;
};

// xoshiro256++ (Blackman and Vigna, 2019), started by a stream: for inner loops
// that draw so much that Philox's multiplications would show.
class Xoshiro256 {
 public:
  explicit Xoshiro256(Stream stream)
      : state_{stream.next(), stream.next(), stream.next(), stream.next()} {}

  [[gnu::always_inline]] std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Nearly uniform below n: no number is favoured by more than n parts in 2^32.
  [[gnu::always_inline]] std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((next() >> 32) * n >> 32);
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace fivebet
