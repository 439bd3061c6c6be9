// What stands between the matrices of a layer, forward and backward: root-mean-square norms, the turning of queries and keys, the gate.
// Numbers between matrices are bfloat16, the stream is float32. Built by kernels.py, which says the shapes.

#include <cmath>
#include <cstddef>

#include "lanes.h"

namespace {

// Of each two neighbours the other.
inline Lanes beside(Lanes lanes) {
#ifdef __AVX512F__
  return __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
#else
  return __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2, 5, 4, 7, 6);
#endif
}

inline Lanes sigmoid(Lanes x) { return each(1.0f) / (each(1.0f) + exponential(-x)); }

}  // namespace

extern "C" {

void norm_forward(const float* x, const float* scale, Brain* out, float* shrink, int rows, int width, float epsilon) {
  for (size_t row = 0; row < (size_t)rows; row++) {
    const float* from = x + row * width;
    Lanes squares = {};
    for (int at = 0; at < width; at += LANES) squares += load(from + at) * load(from + at);
    const float by = shrink[row] = 1 / std::sqrt(sum(squares) / width + epsilon);
    for (int at = 0; at < width; at += LANES)
      store(out + row * width + at, load(from + at) * each(by) * load(scale + at));
  }
}

void norm_backward(const float* x, const float* scale, const float* shrink, const Brain* grad, float* to_x,
                   float* to_scale, int rows, int width) {
  for (int at = 0; at < width; at++) to_scale[at] = 0;
  for (size_t row = 0; row < (size_t)rows; row++) {
    const float* from = x + row * width;
    const Brain* slope = grad + row * width;
    const Lanes by = each(shrink[row]);
    Lanes along = {};
    for (int at = 0; at < width; at += LANES) {
      const Lanes normed = load(from + at) * by, steep = load(slope + at);
      store(to_scale + at, load(to_scale + at) + steep * normed);
      along += steep * load(scale + at) * normed;
    }
    const Lanes mean = each(sum(along) / width);
    for (int at = 0; at < width; at += LANES)
      store(to_x + row * width + at, by * (load(slope + at) * load(scale + at) - load(from + at) * by * mean));
  }
}

void gate_forward(const Brain* gate, const Brain* up, Brain* out, int many) {
  for (size_t at = 0; at < (size_t)many; at += LANES) {
    const Lanes x = load(gate + at);
    store(out + at, x * sigmoid(x) * load(up + at));
  }
}

void gate_backward(const Brain* gate, const Brain* up, const Brain* grad, Brain* to_gate, Brain* to_up, int many) {
  for (size_t at = 0; at < (size_t)many; at += LANES) {
    const Lanes x = load(gate + at), open = sigmoid(x), slope = load(grad + at);
    store(to_up + at, slope * x * open);
    store(to_gate + at, slope * load(up + at) * open * (each(1.0f) + x * (each(1.0f) - open)));
  }
}

// [many, heads, width] as [heads, many, width], each pair of neighbours turned by its place and all of it times `factor`. `places` is none
// where rows of `length` stand one behind the other. Cosines and sines [length, width] for each number, the sine of the left one negative.
void turn_apart(const Brain* x, const float* cosine, const float* sine, const int* places, float* out, int many,
                int length, int heads, int width, float factor) {
  for (size_t at = 0; at < (size_t)many; at++) {
    const size_t place = places ? places[at] : at % length;
    const float *c = cosine + place * width, *s = sine + place * width;
    for (int head = 0; head < heads; head++)
      for (int number = 0; number < width; number += LANES) {
        const Lanes plain = load(x + (at * heads + head) * width + number) * each(factor);
        store(out + (head * (size_t)many + at) * width + number, plain * load(c + number) + beside(plain) * load(s + number));
      }
  }
}

// The way back of it: turned the other way round.
void turn_together(const float* grad, const float* cosine, const float* sine, const int* places, Brain* out, int many,
                   int length, int heads, int width, float factor) {
  for (size_t at = 0; at < (size_t)many; at++) {
    const size_t place = places ? places[at] : at % length;
    const float *c = cosine + place * width, *s = sine + place * width;
    for (int head = 0; head < heads; head++)
      for (int number = 0; number < width; number += LANES) {
        const Lanes turned = load(grad + (head * (size_t)many + at) * width + number) * each(factor);
        store(out + (at * heads + head) * width + number, turned * load(c + number) - beside(turned) * load(s + number));
      }
  }
}

// [many, heads, width] as [heads, many, width], and back.
void apart(const Brain* x, float* out, int many, int heads, int width) {
  for (size_t at = 0; at < (size_t)many; at++)
    for (int head = 0; head < heads; head++)
      for (int number = 0; number < width; number += LANES)
        store(out + (head * (size_t)many + at) * width + number, load(x + (at * heads + head) * width + number));
}

void together(const float* x, Brain* out, int many, int heads, int width) {
  for (size_t at = 0; at < (size_t)many; at++)
    for (int head = 0; head < heads; head++)
      for (int number = 0; number < width; number += LANES)
        store(out + (at * heads + head) * width + number, load(x + (head * (size_t)many + at) * width + number));
}

}  // extern "C"
