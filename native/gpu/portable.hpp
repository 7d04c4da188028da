// What lets the kernels be compiled for a GPU and for a processor from the same files.
//
// On a processor a block has one thread and a warp one lane, so that loops over threads
// run over everything and barriers do nothing: every kernel's arithmetic can be tested
// where there is no GPU. Built with FIVEBET_EMULATED_WARPS, blocks have small warps of real
// threads, slowly, so that the thread sanitizer finds races, and missing barriers show.
#pragma once

#if defined(FIVEBET_EMULATED_WARPS)
#include <atomic>
#include <barrier>
#endif

#if defined(__CUDACC__)

#define FIVEBET_KERNEL extern "C" __global__ void
// Few enough registers for so many blocks of so many threads at once, which hide each
// other's waiting.
#define FIVEBET_CROWDED_KERNEL(threads, blocks) \
  extern "C" __global__ void __launch_bounds__(threads, blocks)
#define FIVEBET_DEVICE __device__ __forceinline__
#define FIVEBET_UNROLL _Pragma("unroll")
#define FIVEBET_UNROLL_BY(n) _Pragma(FIVEBET_TEXT(unroll n))
#define FIVEBET_TEXT(x) #x
#define FIVEBET_SHARED(name) extern __shared__ __align__(16) float name[]
#define FIVEBET_CONSTANT extern "C" { __constant__
#define FIVEBET_END_CONSTANT }

namespace fivebet::gpu {

constexpr int kWarp = 32;

FIVEBET_DEVICE int block() { return static_cast<int>(blockIdx.x); }
FIVEBET_DEVICE int thread() { return static_cast<int>(threadIdx.x); }
FIVEBET_DEVICE int threads() { return static_cast<int>(blockDim.x); }
FIVEBET_DEVICE void sync_block() { __syncthreads(); }
FIVEBET_DEVICE void sync_warp() { __syncwarp(); }
FIVEBET_DEVICE float from_previous_lane(float x, int lanes) { return __shfl_up_sync(~0u, x, lanes); }
FIVEBET_DEVICE float from_lane(float x, int lane) { return __shfl_sync(~0u, x, lane); }
FIVEBET_DEVICE float across_lanes(float x, int bit) { return __shfl_xor_sync(~0u, x, bit); }
FIVEBET_DEVICE int count_bits(unsigned set) { return __popc(set); }
FIVEBET_DEVICE int highest_bit(unsigned set) { return 31 - __clz(static_cast<int>(set)); }
// Of numbers that are not negative: their bits stand in the same order as they do.
FIVEBET_DEVICE void raise_to(float* most, float x) {
  atomicMax(reinterpret_cast<int*>(most), __float_as_int(x));
}

}  // namespace fivebet::gpu

#else

#define FIVEBET_KERNEL void
#define FIVEBET_CROWDED_KERNEL(threads, blocks) void
#define FIVEBET_DEVICE inline
#define FIVEBET_UNROLL
#define FIVEBET_UNROLL_BY(n)
#define FIVEBET_SHARED(name) float* name = ::fivebet::gpu::host_block.shared
#define FIVEBET_CONSTANT static
#define FIVEBET_END_CONSTANT

namespace fivebet::gpu {

#if defined(FIVEBET_EMULATED_WARPS)

constexpr int kWarp = 4;
constexpr int kEmulatedWarps = 3;

// The block that a thread of the processor is running, and its place in it.
struct HostBlock {
  int block, thread;
  float* shared;
  float* lanes;  // what the warp's threads show each other
  std::barrier<>* of_block;
  std::barrier<>* of_warp;
};
inline thread_local HostBlock host_block;

inline int thread() { return host_block.thread; }
inline int threads() { return kEmulatedWarps * kWarp; }
inline void sync_block() { host_block.of_block->arrive_and_wait(); }
inline void sync_warp() { host_block.of_warp->arrive_and_wait(); }
inline float from_lane(float x, int lane) {
  host_block.lanes[thread() % kWarp] = x;
  sync_warp();
  const float other = host_block.lanes[lane];
  sync_warp();
  return other;
}
inline float from_previous_lane(float x, int lanes) {
  const int lane = thread() % kWarp;
  return from_lane(x, lane < lanes ? lane : lane - lanes);
}
inline float across_lanes(float x, int bit) { return from_lane(x, (thread() % kWarp) ^ bit); }
inline void raise_to(float* most, float x) {
  std::atomic_ref<float> shared(*most);
  for (float before = shared.load(); before < x && !shared.compare_exchange_weak(before, x);) {
  }
}

#else

constexpr int kWarp = 1;

// The block that a thread of the processor is running.
struct HostBlock {
  int block;
  float* shared;
};
inline thread_local HostBlock host_block;

inline int thread() { return 0; }
inline int threads() { return 1; }
inline void sync_block() {}
inline void sync_warp() {}
inline float from_previous_lane(float, int) { return 0; }
inline float from_lane(float x, int) { return x; }
inline float across_lanes(float, int) { return 0; }
inline void raise_to(float* most, float x) { *most = x > *most ? x : *most; }

#endif

inline int block() { return host_block.block; }
inline int count_bits(unsigned set) { return __builtin_popcount(set); }
inline int highest_bit(unsigned set) { return 31 - __builtin_clz(set); }

}  // namespace fivebet::gpu

#endif
