#include "policies/kw_bilstm.hpp"

#include <algorithm>
#include <cmath>

#include "policies/kernels.hpp"
#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kKeywordExtras = 3;
constexpr float kInputDropout = 0.1F;
constexpr float kDenseDropout = 0.5F;
constexpr std::array<std::size_t, 7> kOutputs{300, 150, 85, 45, 50, 10, 2};

/// Between the layers of each of the two stacks.
bool drops_after(std::size_t layer) { return layer < 3 || layer == 4; }

void drop_out(std::vector<float>& values, std::vector<float>* mask, float rate, Random& random) {
  for (float& value : values) {
    const bool keep = random.uniform() >= static_cast<double>(rate);
    const float factor = keep ? 1.0F / (1.0F - rate) : 0.0F;
    value *= factor;
    if (mask != nullptr) mask->push_back(factor);
  }
}

void fill_uniform(Random& random, float* weights, std::size_t inputs, std::size_t outputs) {
  const double limit = std::sqrt(6.0 / static_cast<double>(inputs + outputs));
  for (std::size_t i = 0; i < inputs * outputs; ++i) {
    weights[i] = static_cast<float>((2.0 * random.uniform() - 1.0) * limit);
  }
}

std::vector<float> reverse_rows(const std::vector<float>& rows, std::size_t width) {
  std::vector<float> reversed;
  reversed.reserve(rows.size());
  for (std::size_t end = rows.size(); end >= width; end -= width) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(end - width);
    reversed.insert(reversed.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return reversed;
}

/// P(class 0) of the softmax over two outputs.
double softmax_first(const std::vector<float>& outputs) {
  const double difference = static_cast<double>(outputs[1]) - static_cast<double>(outputs[0]);
  return 1.0 / (1.0 + math::exp(difference));
}

}  // namespace

std::vector<float> thermometer_code(std::size_t hits, std::size_t length) {
  std::vector<float> code(length, 0.0F);
  if (length == 0) return code;
  if (hits == 0) code[0] = 1.0F;
  for (std::size_t i = 1; i <= std::min(hits, length - 1); ++i) code[i] = 1.0F;
  return code;
}

KwBiLstm::KwBiLstm(const KwSizes& sizes, Random& random)
    : sizes_(sizes), shape_{sizes.word, sizes.units}, adam_(0) {
  std::size_t offset = 2 * shape_.weights();
  std::size_t inputs = 2 * sizes.units;
  for (std::size_t i = 0; i < kDense; ++i) {
    if (i == kJoin) inputs += sizes.thermometer + kKeywordExtras;
    dense_[i] = {inputs, kOutputs[i], offset};
    offset += (inputs + 1) * kOutputs[i];
    inputs = kOutputs[i];
  }
  weights_.assign(offset, 0.0F);
  adam_ = Adam(offset);
  for (std::size_t direction = 0; direction < 2; ++direction) {
    float* w = weights_.data() + direction * shape_.weights();
    fill_uniform(random, w, sizes.word, 4 * sizes.units);
    fill_uniform(random, w + shape_.recurrent(), sizes.units, 4 * sizes.units);
    // Remembering is the better start.
    std::fill_n(w + shape_.biases() + sizes.units, sizes.units, 1.0F);
  }
  for (const Dense& layer : dense_) {
    fill_uniform(random, weights_.data() + layer.offset, layer.inputs, layer.outputs);
  }
}

KwBiLstm::Run KwBiLstm::run(const KwText& text, Random* dropout) const {
  Run run;
  run.words = text.words;
  if (dropout != nullptr) drop_out(run.words, nullptr, kInputDropout, *dropout);
  run.reversed = reverse_rows(run.words, sizes_.word);
  const std::size_t steps = run.words.size() / sizes_.word;
  std::vector<float>& mean = run.values[0];
  mean.assign(2 * sizes_.units, 0.0F);
  for (std::size_t direction = 0; direction < 2; ++direction) {
    const float* w = weights_.data() + direction * shape_.weights();
    const std::vector<float>& inputs = direction == 0 ? run.words : run.reversed;
    run.lstm[direction] = lstm_forward(shape_, w, inputs.data(), steps);
    float* out = mean.data() + direction * sizes_.units;
    const std::vector<float>& hidden = run.lstm[direction].hidden;
    for (std::size_t t = 1; t <= steps; ++t) {
      for (std::size_t k = 0; k < sizes_.units; ++k) out[k] += hidden[t * sizes_.units + k];
    }
  }
  for (float& value : mean) value /= static_cast<float>(steps);
  run_dense(text, dropout, run);
  return run;
}

void KwBiLstm::run_dense(const KwText& text, Random* dropout, Run& run) const {
  for (std::size_t i = 0; i < kDense; ++i) {
    const Dense& layer = dense_[i];
    if (i == kJoin) {
      run.values[i].insert(run.values[i].end(), text.keywords.begin(), text.keywords.end());
    }
    std::vector<float>& out = run.values[i + 1];
    const float* w = weights_.data() + layer.offset;
    const float* biases = w + layer.inputs * layer.outputs;
    out.assign(biases, biases + layer.outputs);
    kernels::add_product(run.values[i].data(), layer.inputs, w, layer.outputs, out.data());
    if (i + 1 == kDense) return;
    for (float& value : out) value = value > 0 ? value : 0.0F;
    if (dropout != nullptr && drops_after(i)) {
      drop_out(out, &run.masks[i], kDenseDropout, *dropout);
    }
  }
}

double KwBiLstm::probability(const KwText& text) const {
  if (text.words.empty()) return 0.0;
  const double p = softmax_first(run(text, nullptr).values[kDense]);
  return p >= 0.0 ? p : 0.0;  // not a number only when loaded weights are absurd
}

/// The derivative by the mean of the LSTMs' outputs.
std::vector<float> KwBiLstm::dense_backward(const Run& run, std::vector<float> d_out,
                                            std::vector<float>& gradient) const {
  for (std::size_t i = kDense; i-- > 0;) {
    const Dense& layer = dense_[i];
    if (i + 1 < kDense) {
      // Zero where the rectifier or the dropout made zero.
      for (std::size_t k = 0; k < layer.outputs; ++k) {
        if (!(run.values[i + 1][k] > 0)) d_out[k] = 0.0F;
        if (!run.masks[i].empty()) d_out[k] *= run.masks[i][k];
      }
    }
    float* g = gradient.data() + layer.offset;
    kernels::add_outer(run.values[i].data(), layer.inputs, d_out.data(), layer.outputs, 1, g);
    for (std::size_t k = 0; k < layer.outputs; ++k) g[layer.inputs * layer.outputs + k] += d_out[k];
    std::vector<float> d_in(layer.inputs);
    kernels::transposed_product(weights_.data() + layer.offset, layer.inputs, layer.outputs,
                                d_out.data(), d_in.data());
    d_out = std::move(d_in);
  }
  return d_out;
}

double KwBiLstm::add_gradient(const Example& example, Random* dropout,
                              std::vector<float>& gradient) const {
  const Run forward = run(*example.text, dropout);
  const double p = softmax_first(forward.values[kDense]);
  const auto d = static_cast<float>(p - (example.relevant ? 1.0 : 0.0));
  const std::vector<float> d_mean = dense_backward(forward, {d, -d}, gradient);
  const auto steps = static_cast<float>(forward.lstm[0].steps);
  for (std::size_t direction = 0; direction < 2; ++direction) {
    const std::vector<float>& inputs = direction == 0 ? forward.words : forward.reversed;
    const auto begin = d_mean.begin() + static_cast<std::ptrdiff_t>(direction * sizes_.units);
    std::vector<float> d_output(begin, begin + static_cast<std::ptrdiff_t>(sizes_.units));
    for (float& value : d_output) value /= steps;
    const std::size_t offset = direction * shape_.weights();
    lstm_backward(shape_, weights_.data() + offset, inputs.data(), forward.lstm[direction],
                  d_output, gradient.data() + offset);
  }
  const double likelihood = example.relevant ? p : 1.0 - p;
  return -math::log(std::max(likelihood, 1e-300));
}

double KwBiLstm::train(const std::vector<Example>& batch, Random& dropout) {
  std::vector<float> gradient(weights_.size(), 0.0F);
  double loss = 0;
  for (const Example& example : batch) loss += add_gradient(example, &dropout, gradient);
  for (float& value : gradient) value /= static_cast<float>(batch.size());
  adam_.step(weights_, gradient);
  return loss / static_cast<double>(batch.size());
}

void KwBiLstm::save(ByteWriter& out) const { save_floats(out, weights_.data(), weights_.size()); }

bool KwBiLstm::load(ByteReader& in) { return load_floats(in, weights_.data(), weights_.size()); }

}  // namespace tagtrail
