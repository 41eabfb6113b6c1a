// The value network of TRES: 7 numbers of a link -> 30 -> 15 -> 1 (721 weights), leaky ReLU, mean
// squared error, gradient values clipped at 1, Adam.
#pragma once

#include <array>
#include <vector>

#include "policies/adam.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {

/// What TRES knows of a link: father relevant, 1 / distance to the last relevant page, share of
/// relevant pages on the path; keyword in the URL, in the anchor, key phrase in the anchor,
/// probability that "anchor + URL words" is relevant.
using LinkVector = std::array<float, 7>;

class QNetwork {
 public:
  static constexpr std::size_t kInputs = 7;
  static constexpr std::size_t kFirst = 30;
  static constexpr std::size_t kSecond = 15;
  static constexpr std::size_t kWeights =
      kInputs * kFirst + kFirst + kFirst * kSecond + kSecond + kSecond + 1;

  struct Example {
    LinkVector input{};
    float wanted = 0;
  };

  explicit QNetwork(Random& random);

  float value(const LinkVector& input) const;
  /// Clipped gradient of the mean squared error over the batch.
  std::vector<float> gradient(const std::vector<Example>& batch) const;
  /// One Adam step on the batch.
  void fit(const std::vector<Example>& batch);
  /// Takes over the other network's weights, not its optimiser.
  void copy_weights(const QNetwork& other) { weights_ = other.weights_; }

  const std::vector<float>& weights() const { return weights_; }
  /// Exactly kWeights of them: per layer first the matrix, a row an input, then the biases.
  void set_weights(std::vector<float> weights) { weights_ = std::move(weights); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Activations {
    std::array<float, kFirst> first{};
    std::array<float, kSecond> second{};
    float output = 0;
  };
  Activations run(const LinkVector& input) const;

  std::vector<float> weights_;
  Adam adam_{kWeights};
};

}  // namespace tagtrail
