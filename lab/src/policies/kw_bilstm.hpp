// KwBiLSTM, the text classifier of TRES: a bidirectional LSTM over word vectors, its mean over time
// through dense layers 300-150-85-45, joined there by what is known of keywords, then 50-10-2 and a
// softmax. Dropout in training: 0.1 of the inputs, 0.5 between dense layers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "policies/adam.hpp"
#include "policies/lstm.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {

struct KwSizes {
  std::size_t word = 300;        ///< numbers in a word vector
  std::size_t units = 300;       ///< of the LSTM, each direction
  std::size_t thermometer = 49;  ///< length B of the keyword count's code
};

/// A text as the network takes it.
struct KwText {
  std::vector<float> words;     ///< a row of KwSizes::word numbers each word; no padding
  std::vector<float> keywords;  ///< thermometer code, then hits / words, phrase, keyword in the URL
};

/// Bit 0 for no hit, else bits 1 to min(hits, length - 1).
std::vector<float> thermometer_code(std::size_t hits, std::size_t length);

class KwBiLstm {
 public:
  KwBiLstm(const KwSizes& sizes, Random& random);

  /// P(relevant); 0 for a text without words.
  double probability(const KwText& text) const;

  struct Example {
    const KwText* text = nullptr;
    bool relevant = false;
  };
  /// One Adam step on the batch; the mean cross-entropy before it. Texts have at least one word.
  double train(const std::vector<Example>& batch, Random& dropout);

  /// Adds the gradient of one example's cross-entropy and returns that; no dropout when null.
  double add_gradient(const Example& example, Random* dropout, std::vector<float>& gradient) const;

  const KwSizes& sizes() const { return sizes_; }
  const std::vector<float>& weights() const { return weights_; }
  void set_weights(std::vector<float> weights) { weights_ = std::move(weights); }

  /// The weights; the optimiser's state is not kept, so that training can't go on.
  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  static constexpr std::size_t kDense = 7;
  static constexpr std::size_t kJoin = 4;  ///< the dense layer that the keywords enter at
  struct Dense {
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    std::size_t offset = 0;  ///< matrix, a row an input, then biases
  };
  /// All values of one text on the way forward.
  struct Run {
    std::vector<float> words;
    std::vector<float> reversed;
    std::array<LstmRun, 2> lstm;
    std::array<std::vector<float>, kDense + 1> values;  ///< inputs of each layer; last: the outputs
    std::array<std::vector<float>, kDense> masks;       ///< dropout factors; empty without
  };
  Run run(const KwText& text, Random* dropout) const;
  void run_dense(const KwText& text, Random* dropout, Run& run) const;
  std::vector<float> dense_backward(const Run& run, std::vector<float> d_out,
                                    std::vector<float>& gradient) const;

  KwSizes sizes_;
  LstmShape shape_;
  std::array<Dense, kDense> dense_;
  std::vector<float> weights_;
  Adam adam_;
};

}  // namespace tagtrail
