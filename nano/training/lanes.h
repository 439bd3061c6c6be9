// So many numbers at a time as a register holds: sixteen, or eight before AVX-512.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#ifdef __AVX512BF16__
#include <immintrin.h>
#endif

#ifdef __AVX512F__
constexpr int LANES = 16;
#else
constexpr int LANES = 8;
#endif

typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4)));
typedef int32_t Signed __attribute__((vector_size(4 * LANES), aligned(4)));
// Two bfloat16 in each, the first in the lower half.
typedef uint32_t Pairs __attribute__((vector_size(4 * LANES), aligned(4)));
typedef uint16_t Halves __attribute__((vector_size(2 * LANES), aligned(2)));
typedef uint16_t Brain;

inline Lanes load(const float* from) { return *reinterpret_cast<const Lanes*>(from); }
inline Pairs load(const uint32_t* from) { return *reinterpret_cast<const Pairs*>(from); }
inline void store(float* to, Lanes lanes) { *reinterpret_cast<Lanes*>(to) = lanes; }
inline void store(uint32_t* to, Pairs pairs) { *reinterpret_cast<Pairs*>(to) = pairs; }
inline Lanes each(float one) { return Lanes{} + one; }
inline Pairs each(uint32_t one) { return Pairs{} + one; }

inline Lanes load(const Brain* from) {
  return (Lanes)(__builtin_convertvector(*reinterpret_cast<const Halves*>(from), Pairs) << 16);
}

// The bits of bfloat16 in the upper half: the nearest, the even one between two.
inline Pairs rounded(Lanes lanes) {
  const Pairs bits = (Pairs)lanes;
  return bits + 0x7fffu + ((bits >> 16) & 1u);
}

inline void store(Brain* to, Lanes lanes) {
  *reinterpret_cast<Halves*>(to) = __builtin_convertvector(rounded(lanes) >> 16, Halves);
}

inline Pairs pairs_of(Lanes first, Lanes second) { return (rounded(first) >> 16) | (rounded(second) & 0xffff0000u); }

// Of two vectors in a row each two neighbours.
inline Pairs pairs_along(Lanes near, Lanes far) {
#ifdef __AVX512F__
  const Lanes even = __builtin_shufflevector(near, far, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const Lanes odd = __builtin_shufflevector(near, far, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
#else
  const Lanes even = __builtin_shufflevector(near, far, 0, 2, 4, 6, 8, 10, 12, 14);
  const Lanes odd = __builtin_shufflevector(near, far, 1, 3, 5, 7, 9, 11, 13, 15);
#endif
  return pairs_of(even, odd);
}

inline uint32_t rounded(float one) {
  uint32_t bits;
  std::memcpy(&bits, &one, sizeof bits);
  return bits + 0x7fffu + ((bits >> 16) & 1u);
}

inline uint32_t pair_of(float first, float second) { return (rounded(first) >> 16) | (rounded(second) & 0xffff0000u); }

// The sum and the products of both of each pair.
inline Lanes dot(Lanes sum, Pairs one, Pairs other) {
#ifdef __AVX512BF16__
  return (Lanes)_mm512_dpbf16_ps((__m512)sum, (__m512bh)one, (__m512bh)other);
#else
  sum += (Lanes)(one << 16) * (Lanes)(other << 16);
  return sum + (Lanes)(one & 0xffff0000u) * (Lanes)(other & 0xffff0000u);
#endif
}

inline float sum(Lanes lanes) {
  float all = 0;
  for (int at = 0; at < LANES; at++) all += lanes[at];
  return all;
}

inline float largest(Lanes lanes) {
  float most = lanes[0];
  for (int at = 1; at < LANES; at++) most = std::max(most, lanes[at]);
  return most;
}

// e to the power of x, which is held between -87 and 87; to about 1e-6 of the result: a power of two, and a polynomial for the rest.
inline Lanes exponential(Lanes x) {
  x = x < each(-87.0f) ? each(-87.0f) : x;
  x = x > each(87.0f) ? each(87.0f) : x;
  const Lanes scaled = x * each(1.44269504f);
  // Adding 1.5 * 2^23 and taking it away rounds to whole numbers; so this must not be built with -ffast-math.
  const Lanes whole = (scaled + each(12582912.0f)) - each(12582912.0f);
  const Lanes rest = scaled - whole;
  Lanes power = each(1.33336e-3f);
  for (float factor : {9.61812911e-3f, 5.55041087e-2f, 2.40226507e-1f, 6.93147181e-1f, 1.0f})
    power = power * rest + each(factor);
  return (Lanes)((Signed)power + (__builtin_convertvector(whole, Signed) << 23));
}
