#include "policies/q_network.hpp"

#include <cmath>

#include "policies/kernels.hpp"

namespace tagtrail {
namespace {

constexpr float kLeak = 0.1F;
constexpr float kClip = 1.0F;

// Where each layer begins in the array of weights.
constexpr std::size_t kBias1 = QNetwork::kInputs * QNetwork::kFirst;
constexpr std::size_t kMatrix2 = kBias1 + QNetwork::kFirst;
constexpr std::size_t kBias2 = kMatrix2 + QNetwork::kFirst * QNetwork::kSecond;
constexpr std::size_t kMatrix3 = kBias2 + QNetwork::kSecond;
constexpr std::size_t kBias3 = kMatrix3 + QNetwork::kSecond;
static_assert(kBias3 + 1 == QNetwork::kWeights && QNetwork::kWeights == 721);

float leaky(float x) { return x > 0 ? x : kLeak * x; }
/// The slope, told from the activation, which has the sign of its argument.
float leaky_slope(float activation) { return activation > 0 ? 1.0F : kLeak; }

void fill_uniform(Random& random, std::vector<float>& weights, std::size_t begin,
                  std::size_t inputs, std::size_t outputs) {
  const double limit = std::sqrt(6.0 / static_cast<double>(inputs + outputs));
  for (std::size_t i = begin; i < begin + inputs * outputs; ++i) {
    weights[i] = static_cast<float>((2.0 * random.uniform() - 1.0) * limit);
  }
}

}  // namespace

QNetwork::QNetwork(Random& random) : weights_(kWeights, 0.0F) {
  fill_uniform(random, weights_, 0, kInputs, kFirst);
  fill_uniform(random, weights_, kMatrix2, kFirst, kSecond);
  fill_uniform(random, weights_, kMatrix3, kSecond, 1);
}

QNetwork::Activations QNetwork::run(const LinkVector& input) const {
  const float* w = weights_.data();
  Activations a;
  for (std::size_t j = 0; j < kFirst; ++j) a.first[j] = w[kBias1 + j];
  kernels::add_product(input.data(), kInputs, w, kFirst, a.first.data());
  for (float& x : a.first) x = leaky(x);
  for (std::size_t j = 0; j < kSecond; ++j) a.second[j] = w[kBias2 + j];
  kernels::add_product(a.first.data(), kFirst, w + kMatrix2, kSecond, a.second.data());
  for (float& x : a.second) x = leaky(x);
  a.output = w[kBias3];
  kernels::add_product(a.second.data(), kSecond, w + kMatrix3, 1, &a.output);
  return a;
}

float QNetwork::value(const LinkVector& input) const { return run(input).output; }

std::vector<float> QNetwork::gradient(const std::vector<Example>& batch) const {
  const float* w = weights_.data();
  std::vector<float> g(kWeights, 0.0F);
  for (const Example& example : batch) {
    const Activations a = run(example.input);
    const float error = 2.0F * (a.output - example.wanted) / static_cast<float>(batch.size());
    std::array<float, kSecond> back2{};
    for (std::size_t j = 0; j < kSecond; ++j) {
      g[kMatrix3 + j] += error * a.second[j];
      back2[j] = error * w[kMatrix3 + j] * leaky_slope(a.second[j]);
      g[kBias2 + j] += back2[j];
    }
    g[kBias3] += error;
    std::array<float, kFirst> back1{};
    kernels::transposed_product(w + kMatrix2, kFirst, kSecond, back2.data(), back1.data());
    kernels::add_outer(a.first.data(), kFirst, back2.data(), kSecond, 1, g.data() + kMatrix2);
    for (std::size_t j = 0; j < kFirst; ++j) {
      back1[j] *= leaky_slope(a.first[j]);
      g[kBias1 + j] += back1[j];
    }
    kernels::add_outer(example.input.data(), kInputs, back1.data(), kFirst, 1, g.data());
  }
  for (float& x : g) x = x > kClip ? kClip : (x < -kClip ? -kClip : x);
  return g;
}

void QNetwork::fit(const std::vector<Example>& batch) { adam_.step(weights_, gradient(batch)); }

void QNetwork::save(ByteWriter& out) const {
  save_floats(out, weights_.data(), weights_.size());
  adam_.save(out);
}

bool QNetwork::load(ByteReader& in) {
  return load_floats(in, weights_.data(), weights_.size()) && adam_.load(in);
}

}  // namespace tagtrail
