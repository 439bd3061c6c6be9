// Causal attention for heads of 32 numbers, forward and backward. Built by kernels.py, which says the shapes.
//
// A few queries at a time, so that their scores stay in the cache. What is multiplied is bfloat16 in pairs, which some processors
// multiply two at a time; what is summed up is float32.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include "products.h"

namespace {

int padded(int length) { return (length + 2 * LANES - 1) / (2 * LANES) * (2 * LANES); }

// Numbers that begin where a cache line does; what they held is not kept when they grow.
class Room {
  std::unique_ptr<void, decltype(&std::free)> whole{nullptr, std::free};
  size_t size = 0;

 public:
  // So many words, as whole vectors.
  void* words(size_t many) {
    if (many * 4 > size) whole.reset(std::aligned_alloc(64, size = (many + LANES) / LANES * 64));
    return whole.get();
  }
};

// TOGETHER rows [WIDTH], zeros behind those that there are, in both ways of pairing.
struct Rows {
  float numbers[TOGETHER * WIDTH] = {};
  uint32_t beside[TOGETHER * WIDTH / 2], above[TOGETHER * WIDTH / 2];
  Rows(const float* from, int many) {
    std::memcpy(numbers, from, (size_t)many * WIDTH * sizeof(float));
    for (int at = 0; at < TOGETHER * WIDTH; at += 2) beside[at / 2] = pair_of(numbers[at], numbers[at + 1]);
    rows_of(numbers, TOGETHER, TOGETHER, above);
  }
};

// Queries, each of a place in a text and seeing what stands before it and there, and what they look at.
struct Head {
  const float* query;
  int queries;
  // Where each query stands, rising; none where there is one for each place.
  const int* places;
  const float *key, *value;
  int length;
  // What the query of that number sees: the places before it and its own.
  int past(int number) const { return places ? places[number] + 1 : number + 1; }
};

void forward(const Head& head, float* seen, float* logarithms, Room& room) {
  const int pitch = padded(head.length), half = WIDTH / 2;
  uint32_t* keys = (uint32_t*)room.words((size_t)(2 * half + 2 * TOGETHER) * pitch);
  uint32_t *values = keys + (size_t)half * pitch, *pairs = values + (size_t)half * pitch;
  float* scores = (float*)(pairs + (size_t)TOGETHER * pitch);
  columns_of(head.key, head.length, pitch, keys);
  rows_of(head.value, head.length, pitch, values);
  for (int first = 0; first < head.queries; first += TOGETHER) {
    const int many = std::min(TOGETHER, head.queries - first), end = head.past(first + many - 1), whole = padded(end);
    products(Rows(head.query + (size_t)first * WIDTH, many).beside, keys, pitch, whole, scores);
    for (int row = 0; row < TOGETHER; row++) {
      float* mine = scores + (size_t)row * pitch;
      if (row >= many) {
        std::fill(mine, mine + whole, 0.0f);
        continue;
      }
      const int past = head.past(first + row);
      std::fill(mine + past, mine + whole, -std::numeric_limits<float>::infinity());
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
    mixed(scores, pitch, values, end, many, pairs, seen + (size_t)first * WIDTH);
  }
}

// Adds to `to_key` and `to_value`.
void backward(const Head& head, const float* seen, const float* logarithms, const float* grad, float* to_query,
              float* to_key, float* to_value, Room& room) {
  const int pitch = padded(head.length), half = WIDTH / 2;
  uint32_t* keys = (uint32_t*)room.words((size_t)(3 * half + 3 * TOGETHER) * pitch);
  uint32_t *values = keys + (size_t)half * pitch, *key_rows = values + (size_t)half * pitch;
  uint32_t* pairs = key_rows + (size_t)half * pitch;
  float *shares = (float*)(pairs + (size_t)TOGETHER * pitch), *slopes = shares + (size_t)TOGETHER * pitch;
  columns_of(head.key, head.length, pitch, keys);
  columns_of(head.value, head.length, pitch, values);
  rows_of(head.key, head.length, pitch, key_rows);
  for (int first = 0; first < head.queries; first += TOGETHER) {
    const int many = std::min(TOGETHER, head.queries - first), end = head.past(first + many - 1), whole = padded(end);
    const Rows queries(head.query + (size_t)first * WIDTH, many), grads(grad + (size_t)first * WIDTH, many);
    products(queries.beside, keys, pitch, whole, shares);
    products(grads.beside, values, pitch, whole, slopes);
    for (int row = 0; row < TOGETHER; row++) {
      float *share = shares + (size_t)row * pitch, *slope = slopes + (size_t)row * pitch;
      const int past = row < many ? head.past(first + row) : 0;
      if (past > 0) {
        const float* mine = seen + (size_t)(first + row) * WIDTH;
        float mean = 0;
        for (int place = 0; place < WIDTH; place++) mean += mine[place] * grads.numbers[row * WIDTH + place];
        for (int at = 0; at < past; at += LANES) {
          const Lanes part = exponential(load(share + at) - each(logarithms[first + row]));
          store(share + at, part);
          store(slope + at, part * (load(slope + at) - each(mean)));
        }
      }
      std::fill(share + past, share + whole, 0.0f);
      std::fill(slope + past, slope + whole, 0.0f);
    }
    mixed(slopes, pitch, key_rows, end, many, pairs, to_query + (size_t)first * WIDTH);
    spread(slopes, pitch, queries.above, end, pairs, to_key);
    spread(shares, pitch, grads.above, end, pairs, to_value);
  }
}

// Which queries are whose: those of row `row` stand from `starts[row]` on, or, where there is one for each place, row for row.
struct Layout {
  const int *places, *starts;
  int rows, heads, fewer, length, queries;
  template <typename Work>
  void each_head(Work work) const {
    for (int head = 0; head < heads; head++)
      for (int row = 0; row < rows; row++) {
        const int first = starts ? starts[row] : row * length, many = starts ? starts[row + 1] - first : length;
        const size_t mine = (size_t)head * queries + first;
        const size_t theirs = ((size_t)(head / (heads / fewer)) * rows + row) * length * WIDTH;
        work(mine, theirs, many, starts ? places + first : nullptr);
      }
  }
};

}  // namespace

// Queries [heads, queries, WIDTH], keys and values [fewer, rows, length, WIDTH]: heads / fewer heads of queries share those of one.
// `places` and `starts` are those of Layout, or null.
extern "C" void attention_forward(const float* query, const float* key, const float* value, float* seen,
                                  float* logarithms, const int* places, const int* starts, int rows, int heads,
                                  int fewer, int length, int queries) {
  Room room;
  Layout{places, starts, rows, heads, fewer, length, queries}.each_head(
      [&](size_t mine, size_t theirs, int many, const int* where) {
        const Head head{query + mine * WIDTH, many, where, key + theirs, value + theirs, length};
        forward(head, seen + mine * WIDTH, logarithms + mine, room);
      });
}

extern "C" void attention_backward(const float* query, const float* key, const float* value, const float* seen,
                                   const float* logarithms, const float* grad, float* to_query, float* to_key,
                                   float* to_value, const int* places, const int* starts, int rows, int heads,
                                   int fewer, int length, int queries) {
  Room room;
  const size_t all = (size_t)fewer * rows * length * WIDTH;
  std::fill_n(to_key, all, 0.0f);
  std::fill_n(to_value, all, 0.0f);
  Layout{places, starts, rows, heads, fewer, length, queries}.each_head(
      [&](size_t mine, size_t theirs, int many, const int* where) {
        const Head head{query + mine * WIDTH, many, where, key + theirs, value + theirs, length};
        const size_t at = mine * WIDTH;
        backward(head, seen + at, logarithms + mine, grad + at, to_query + at, to_key + theirs, to_value + theirs, room);
      });
}
