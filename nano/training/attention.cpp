// Causal attention for heads of 32 numbers, forward and backward, in float32. Built by attention.py, which says the shapes.
//
// A few queries at a time, so that their scores stay in the cache: an eighth of the time that torch's own takes, near what the processor can do.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace {

constexpr int WIDTH = 32;
// Queries at a time: with two vectors each they fill the registers.
constexpr int TOGETHER = 8;
constexpr int LANES = 16;

typedef float Lanes __attribute__((vector_size(64), aligned(4)));
typedef int32_t Whole __attribute__((vector_size(64)));

inline Lanes load(const float* from) { return *reinterpret_cast<const Lanes*>(from); }
inline void store(float* to, Lanes lanes) { *reinterpret_cast<Lanes*>(to) = lanes; }
inline Lanes each(float one) { return Lanes{} + one; }

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

// e to the power of numbers that are not above zero, to about 1e-6 of the result: a power of two, and a polynomial for the rest.
inline Lanes exponential(Lanes x) {
  x = x < each(-87.0f) ? each(-87.0f) : x;
  const Lanes scaled = x * each(1.44269504f);
  // Adding 1.5 * 2^23 and taking it away rounds to whole numbers; so this must not be built with -ffast-math.
  const Lanes rounded = (scaled + each(12582912.0f)) - each(12582912.0f);
  const Lanes rest = scaled - rounded;
  Lanes power = each(1.33336e-3f);
  for (float factor : {9.61812911e-3f, 5.55041087e-2f, 2.40226507e-1f, 6.93147181e-1f, 1.0f})
    power = power * rest + each(factor);
  return (Lanes)((Whole)power + (__builtin_convertvector(rounded, Whole) << 23));
}

int padded(int length) { return (length + LANES - 1) / LANES * LANES; }

// [length, WIDTH] as [WIDTH, padded length], with zeros behind.
void transpose(const float* rows, float* columns, int length) {
  const int pitch = padded(length);
  for (int at = 0; at < pitch; at++)
    for (int place = 0; place < WIDTH; place++)
      columns[(size_t)place * pitch + at] = at < length ? rows[(size_t)at * WIDTH + place] : 0.0f;
}

// TOGETHER rows [WIDTH] times the first `end` of the columns (a multiple of LANES): [TOGETHER, pitch].
void products(const float* rows, const float* columns, int pitch, int end, float* out) {
  for (int at = 0; at < end; at += 2 * LANES) {
    const bool two = at + LANES < end;
    Lanes left[TOGETHER] = {}, right[TOGETHER] = {};
    for (int place = 0; place < WIDTH; place++) {
      const float* column = columns + (size_t)place * pitch + at;
      const Lanes near = load(column), far = two ? load(column + LANES) : Lanes{};
      for (int row = 0; row < TOGETHER; row++) {
        const Lanes factor = each(rows[row * WIDTH + place]);
        left[row] += factor * near;
        right[row] += factor * far;
      }
    }
    for (int row = 0; row < TOGETHER; row++) {
      store(out + (size_t)row * pitch + at, left[row]);
      if (two) store(out + (size_t)row * pitch + at + LANES, right[row]);
    }
  }
}

// Of each of `rows` rows [pitch] of shares the sum of the values [WIDTH] by their shares.
void mixed(const float* shares, int pitch, const float* values, int end, int rows, float* out) {
  Lanes left[TOGETHER] = {}, right[TOGETHER] = {};
  for (int at = 0; at < end; at++) {
    const Lanes near = load(values + (size_t)at * WIDTH), far = load(values + (size_t)at * WIDTH + LANES);
    for (int row = 0; row < TOGETHER; row++) {
      const Lanes share = each(shares[(size_t)row * pitch + at]);
      left[row] += share * near;
      right[row] += share * far;
    }
  }
  for (int row = 0; row < rows; row++) {
    store(out + row * WIDTH, left[row]);
    store(out + row * WIDTH + LANES, right[row]);
  }
}

// Adds to each of `end` sums [WIDTH] the rows [TOGETHER, WIDTH] by their shares.
void spread(const float* shares, int pitch, const float* rows, int end, float* sums) {
  Lanes left[TOGETHER], right[TOGETHER];
  for (int row = 0; row < TOGETHER; row++) {
    left[row] = load(rows + row * WIDTH);
    right[row] = load(rows + row * WIDTH + LANES);
  }
  for (int at = 0; at < end; at++) {
    float* place = sums + (size_t)at * WIDTH;
    Lanes near = load(place), far = load(place + LANES);
    for (int row = 0; row < TOGETHER; row++) {
      const Lanes share = each(shares[(size_t)row * pitch + at]);
      near += share * left[row];
      far += share * right[row];
    }
    store(place, near);
    store(place + LANES, far);
  }
}

// Some rows [WIDTH] and zeros behind: what is TOGETHER is always whole.
struct Rows {
  float numbers[TOGETHER * WIDTH] = {};
  Rows(const float* from, int many) { std::memcpy(numbers, from, (size_t)many * WIDTH * sizeof(float)); }
};

struct Head {
  const float *query, *key, *value;
  int length;
};

void forward(const Head& head, float* seen, float* logarithms, std::vector<float>& room) {
  const int pitch = padded(head.length);
  room.resize((size_t)(WIDTH + TOGETHER) * pitch);
  float *keys = room.data(), *scores = keys + (size_t)WIDTH * pitch;
  transpose(head.key, keys, head.length);
  for (int first = 0; first < head.length; first += TOGETHER) {
    const int many = std::min(TOGETHER, head.length - first), end = first + many, whole = padded(end);
    products(Rows(head.query + (size_t)first * WIDTH, many).numbers, keys, pitch, whole, scores);
    for (int row = 0; row < TOGETHER; row++) {
      float* mine = scores + (size_t)row * pitch;
      const int past = row < many ? first + row + 1 : 0;
      std::fill(mine + past, mine + whole, -std::numeric_limits<float>::infinity());
      if (past == 0) {
        std::fill(mine, mine + whole, 0.0f);
        continue;
      }
      Lanes most = load(mine);
      for (int at = LANES; at < whole; at += LANES) most = load(mine + at) > most ? load(mine + at) : most;
      const float top = largest(most);
      Lanes total = {};
      for (int at = 0; at < whole; at += LANES) {
        const Lanes share = exponential(load(mine + at) - each(top));
        total += share;
        store(mine + at, share);
      }
      std::fill(mine + past, mine + whole, 0.0f);
      logarithms[first + row] = top + std::log(sum(total));
      const Lanes part = each(1.0f / sum(total));
      for (int at = 0; at < whole; at += LANES) store(mine + at, load(mine + at) * part);
    }
    mixed(scores, pitch, head.value, end, many, seen + (size_t)first * WIDTH);
  }
}

void backward(const Head& head, const float* seen, const float* logarithms, const float* grad, float* to_query,
              float* to_key, float* to_value, std::vector<float>& room) {
  const int pitch = padded(head.length);
  room.resize((size_t)2 * (WIDTH + TOGETHER) * pitch);
  float *keys = room.data(), *values = keys + (size_t)WIDTH * pitch;
  float *shares = values + (size_t)WIDTH * pitch, *slopes = shares + (size_t)TOGETHER * pitch;
  transpose(head.key, keys, head.length);
  transpose(head.value, values, head.length);
  std::fill_n(to_key, (size_t)head.length * WIDTH, 0.0f);
  std::fill_n(to_value, (size_t)head.length * WIDTH, 0.0f);
  for (int first = 0; first < head.length; first += TOGETHER) {
    const int many = std::min(TOGETHER, head.length - first), end = first + many, whole = padded(end);
    const Rows queries(head.query + (size_t)first * WIDTH, many), grads(grad + (size_t)first * WIDTH, many);
    products(queries.numbers, keys, pitch, whole, shares);
    products(grads.numbers, values, pitch, whole, slopes);
    for (int row = 0; row < TOGETHER; row++) {
      float *share = shares + (size_t)row * pitch, *slope = slopes + (size_t)row * pitch;
      const int past = row < many ? first + row + 1 : 0;
      if (past > 0) {
        const float* mine = seen + (size_t)(first + row) * WIDTH;
        float mean = 0;
        for (int place = 0; place < WIDTH; place++) mean += mine[place] * grads.numbers[row * WIDTH + place];
        for (int at = 0; at < whole; at += LANES) {
          const Lanes part = exponential(load(share + at) - each(logarithms[first + row]));
          store(share + at, part);
          store(slope + at, part * (load(slope + at) - each(mean)));
        }
      }
      std::fill(share + past, share + whole, 0.0f);
      std::fill(slope + past, slope + whole, 0.0f);
    }
    mixed(slopes, pitch, head.key, end, many, to_query + (size_t)first * WIDTH);
    spread(slopes, pitch, queries.numbers, end, to_key);
    spread(shares, pitch, grads.numbers, end, to_value);
  }
}

}  // namespace

extern "C" void attention_forward(const float* query, const float* key, const float* value, float* seen,
                                  float* logarithms, int heads, int length) {
  std::vector<float> room;
  for (int number = 0; number < heads; number++) {
    const size_t at = (size_t)number * length * WIDTH;
    forward({query + at, key + at, value + at, length}, seen + at, logarithms + (size_t)number * length, room);
  }
}

extern "C" void attention_backward(const float* query, const float* key, const float* value, const float* seen,
                                   const float* logarithms, const float* grad, float* to_query, float* to_key,
                                   float* to_value, int heads, int length) {
  std::vector<float> room;
  for (int number = 0; number < heads; number++) {
    const size_t at = (size_t)number * length * WIDTH;
    backward({query + at, key + at, value + at, length}, seen + at, logarithms + (size_t)number * length, grad + at,
             to_query + at, to_key + at, to_value + at, room);
  }
}
