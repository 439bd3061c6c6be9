// What attention multiplies: a few rows of 32 numbers with many, in pairs of bfloat16.

#pragma once

#include <cstddef>

#include "lanes.h"

constexpr int WIDTH = 32;
// Queries at a time: with two vectors each they fill half of the registers, of which AVX-512 has twice as many.
constexpr int TOGETHER = LANES / 2;

// Rows [length, WIDTH] as columns of pairs [WIDTH / 2, pitch]: neighbours in a row are a pair. Zeros behind.
inline void columns_of(const float* rows, int length, int pitch, uint32_t* out) {
  for (int at = 0; at < pitch; at++)
    for (int place = 0; place < WIDTH; place += 2)
      out[(size_t)place / 2 * pitch + at] =
          at < length ? pair_of(rows[(size_t)at * WIDTH + place], rows[(size_t)at * WIDTH + place + 1]) : 0;
}

// The same as rows of pairs [pitch / 2, WIDTH]: what stands above one another is a pair.
inline void rows_of(const float* rows, int length, int pitch, uint32_t* out) {
  for (int at = 0; at < pitch; at += 2)
    for (int place = 0; place < WIDTH; place += LANES) {
      const float* from = rows + (size_t)at * WIDTH + place;
      const Lanes above = at < length ? load(from) : Lanes{}, below = at + 1 < length ? load(from + WIDTH) : Lanes{};
      store(out + (size_t)at / 2 * WIDTH + place, pairs_of(above, below));
    }
}

// TOGETHER rows of pairs [WIDTH / 2] times the first `end` of the columns (a multiple of LANES): [TOGETHER, pitch].
inline void products(const uint32_t* rows, const uint32_t* columns, int pitch, int end, float* out) {
  for (int at = 0; at < end; at += 2 * LANES) {
    Lanes left[TOGETHER] = {}, right[TOGETHER] = {};
    for (int place = 0; place < WIDTH / 2; place++) {
      const uint32_t* column = columns + (size_t)place * pitch + at;
      const Pairs near = load(column), far = load(column + LANES);
      for (int row = 0; row < TOGETHER; row++) {
        const Pairs factor = each(rows[row * WIDTH / 2 + place]);
        left[row] = dot(left[row], factor, near);
        right[row] = dot(right[row], factor, far);
      }
    }
    for (int row = 0; row < TOGETHER; row++) {
      store(out + (size_t)row * pitch + at, left[row]);
      store(out + (size_t)row * pitch + at + LANES, right[row]);
    }
  }
}

// Of each of TOGETHER rows [pitch] of shares the sum of the values (rows of pairs) by their shares; `pairs` is room for them.
inline void mixed(const float* shares, int pitch, const uint32_t* values, int end, int rows, uint32_t* pairs, float* out) {
  for (int row = 0; row < TOGETHER; row++)
    for (int at = 0; at < end; at += 2 * LANES) {
      const float* from = shares + (size_t)row * pitch + at;
      store(pairs + (size_t)row * pitch / 2 + at / 2, pairs_along(load(from), load(from + LANES)));
    }
  for (int part = 0; part < WIDTH; part += 2 * LANES) {
    Lanes left[TOGETHER] = {}, right[TOGETHER] = {};
    for (int at = 0; at < (end + 1) / 2; at++) {
      const uint32_t* from = values + (size_t)at * WIDTH + part;
      const Pairs near = load(from), far = load(from + LANES);
      for (int row = 0; row < TOGETHER; row++) {
        const Pairs share = each(pairs[(size_t)row * pitch / 2 + at]);
        left[row] = dot(left[row], share, near);
        right[row] = dot(right[row], share, far);
      }
    }
    for (int row = 0; row < rows; row++) {
      store(out + row * WIDTH + part, left[row]);
      store(out + row * WIDTH + part + LANES, right[row]);
    }
  }
}

// Adds to each of `end` sums [WIDTH] the rows (pairs of rows [TOGETHER / 2, WIDTH]) by their shares; `pairs` is room for them.
inline void spread(const float* shares, int pitch, const uint32_t* rows, int end, uint32_t* pairs, float* sums) {
  constexpr int MANY = TOGETHER / 2;
  for (int row = 0; row < MANY; row++)
    for (int at = 0; at < end; at += LANES) {
      const float* from = shares + (size_t)2 * row * pitch + at;
      store(pairs + (size_t)row * pitch + at, pairs_of(load(from), load(from + pitch)));
    }
  for (int part = 0; part < WIDTH; part += 2 * LANES) {
    Pairs left[MANY], right[MANY];
    for (int row = 0; row < MANY; row++) {
      left[row] = load(rows + row * WIDTH + part);
      right[row] = load(rows + row * WIDTH + part + LANES);
    }
    for (int at = 0; at < end; at++) {
      float* place = sums + (size_t)at * WIDTH + part;
      Lanes near = load(place), far = load(place + LANES);
      for (int row = 0; row < MANY; row++) {
        const Pairs share = each(pairs[(size_t)row * pitch + at]);
        near = dot(near, share, left[row]);
        far = dot(far, share, right[row]);
      }
      store(place, near);
      store(place + LANES, far);
    }
  }
}
