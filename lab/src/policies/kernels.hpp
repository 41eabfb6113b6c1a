// The inner loops of the neural networks. Each element of a result is summed in one fixed order, so
// the bits are the same with and without SIMD, natively and in WebAssembly: loops run along rows,
// where lanes are independent, and dot products keep eight partial sums that are added in order.
#pragma once

#include <cstddef>

namespace tagtrail::kernels {

/// y[j] += sum over i of x[i] * w[i * n + j], for i < m and j < n.
void add_product(const float* __restrict x, std::size_t m, const float* __restrict w, std::size_t n,
                 float* __restrict y);

/// x[i] = sum over j of w[i * n + j] * y[j]: the transposed product, for the way back.
void transposed_product(const float* __restrict w, std::size_t m, std::size_t n,
                        const float* __restrict y, float* __restrict x);

/// w[i * n + j] += sum over t of x[t * m + i] * y[t * n + j], for t < steps.
void add_outer(const float* __restrict x, std::size_t m, const float* __restrict y, std::size_t n,
               std::size_t steps, float* __restrict w);

/// Each value becomes its hyperbolic tangent (error under 2e-4; never beyond -1 and 1).
void tanh_all(float* values, std::size_t count);

/// Each value becomes 1 / (1 + exp(-value)) (error under 1e-4).
void sigmoid_all(float* values, std::size_t count);

}  // namespace tagtrail::kernels
