#include "policies/kernels.hpp"

namespace tagtrail::kernels {
namespace {

constexpr std::size_t kLanes = 8;

float dot(const float* a, const float* b, std::size_t n) {
  float lanes[kLanes] = {};
  std::size_t j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) lanes[k] += a[j + k] * b[j + k];
  }
  float sum = 0;
  for (; j < n; ++j) sum += a[j] * b[j];
  for (const float lane : lanes) sum += lane;
  return sum;
}

/// Padé approximant [7/6] of tanh, beyond 4.97 of which tanh is 1 to four digits.
float tanh_of(float x) {
  constexpr float kEnd = 4.97F;
  const float capped = x < kEnd ? x : kEnd;
  const float a = capped > -kEnd ? capped : -kEnd;
  const float s = a * a;
  const float numerator = a * (135135.0F + s * (17325.0F + s * (378.0F + s)));
  const float denominator = 135135.0F + s * (62370.0F + s * (3150.0F + s * 28.0F));
  const float y = numerator / denominator;
  const float below = y < 1.0F ? y : 1.0F;
  return below > -1.0F ? below : -1.0F;
}

}  // namespace

void add_product(const float* __restrict x, std::size_t m, const float* __restrict w, std::size_t n,
                 float* __restrict y) {
  std::size_t i = 0;
  // Four rows at a time save loads and stores of y; the order of additions is that of i.
  for (; i + 4 <= m; i += 4) {
    const float a = x[i];
    const float b = x[i + 1];
    const float c = x[i + 2];
    const float d = x[i + 3];
    const float* row = w + i * n;
    for (std::size_t j = 0; j < n; ++j) {
      y[j] = (((y[j] + a * row[j]) + b * row[n + j]) + c * row[2 * n + j]) + d * row[3 * n + j];
    }
  }
  for (; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) y[j] += x[i] * w[i * n + j];
  }
}

void transposed_product(const float* __restrict w, std::size_t m, std::size_t n,
                        const float* __restrict y, float* __restrict x) {
  for (std::size_t i = 0; i < m; ++i) x[i] = dot(w + i * n, y, n);
}

void add_outer(const float* __restrict x, std::size_t m, const float* __restrict y, std::size_t n,
               std::size_t steps, float* __restrict w) {
  std::size_t t = 0;
  for (; t + 4 <= steps; t += 4) {
    const float* rows = y + t * n;
    for (std::size_t i = 0; i < m; ++i) {
      const float a = x[t * m + i];
      const float b = x[(t + 1) * m + i];
      const float c = x[(t + 2) * m + i];
      const float d = x[(t + 3) * m + i];
      float* out = w + i * n;
      for (std::size_t j = 0; j < n; ++j) {
        out[j] = (((out[j] + a * rows[j]) + b * rows[n + j]) + c * rows[2 * n + j]) +
                 d * rows[3 * n + j];
      }
    }
  }
  for (; t < steps; ++t) {
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < n; ++j) w[i * n + j] += x[t * m + i] * y[t * n + j];
    }
  }
}

void tanh_all(float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) values[i] = tanh_of(values[i]);
}

void sigmoid_all(float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) values[i] = 0.5F + 0.5F * tanh_of(0.5F * values[i]);
}

}  // namespace tagtrail::kernels
