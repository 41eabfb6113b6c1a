#include "policy/url_classifier.hpp"

#include "features/url_bigrams.hpp"

namespace tagtrail {

UrlClassifier::UrlClassifier(std::uint32_t batch) : batch_(batch), model_(kUrlBigrams) {}

bool UrlClassifier::needs_type_check() {
  if (!head_phase_) return false;
  if (waiting_.size() >= batch_) {
    train();
    head_phase_ = false;
  }
  return true;
}

void UrlClassifier::label(std::string_view url, UrlClass url_class) {
  if (url_class == UrlClass::html || url_class == UrlClass::target) {
    add_example(url, url_class == UrlClass::html);
  }
}

UrlClassifier::Prediction UrlClassifier::predict(UrlId id, std::string_view url) {
  if (id >= predicted_.size()) predicted_.resize(id + 1, false);
  predicted_[id] = true;
  const double p = model_.probability(url_bigrams(url));
  // As published: the waiting labels teach only the predictions after this one.
  if (waiting_.size() >= batch_) train();
  return {p > 0.5, 1.0 - p};
}

void UrlClassifier::observe(UrlId id, std::string_view url, UrlClass url_class) {
  if (id >= predicted_.size() || !predicted_[id]) return;
  predicted_[id] = false;
  label(url, url_class);
}

void UrlClassifier::add_example(std::string_view url, bool html) {
  waiting_.push_back({url_bigrams(url), html});
}

void UrlClassifier::train() {
  model_.partial_fit(waiting_);
  waiting_.clear();
}

void UrlClassifier::save(ByteWriter& out) const {
  model_.save(out);
  out.boolean(head_phase_);
  out.var(waiting_.size());
  for (const LabelledExample& example : waiting_) {
    out.boolean(example.positive);
    out.var(example.features.size());
    for (const Feature& feature : example.features) {
      out.var(feature.index);
      out.f64(feature.value);
    }
  }
  out.var(predicted_.size());
  for (std::size_t i = 0; i < predicted_.size(); i += 8) {
    unsigned byte = 0;
    for (std::size_t k = i; k < i + 8 && k < predicted_.size(); ++k) {
      byte |= predicted_[k] ? 1U << (k - i) : 0U;
    }
    out.u8(static_cast<std::uint8_t>(byte));
  }
}

bool UrlClassifier::load(ByteReader& in) {
  if (!model_.load(in)) return false;
  head_phase_ = in.boolean();
  waiting_.resize(in.count(2));
  for (LabelledExample& example : waiting_) {
    example.positive = in.boolean();
    example.features.resize(in.count(9));
    for (Feature& feature : example.features) {
      feature.index = static_cast<std::uint32_t>(in.var());
      feature.value = in.f64();
      if (feature.index >= kUrlBigrams) return false;
    }
  }
  const std::uint64_t bits = in.var();
  if (bits > std::uint64_t{1} << 32U) return false;
  predicted_.clear();
  for (std::uint64_t i = 0; i < bits && in.ok(); i += 8) {
    const unsigned byte = in.u8();
    for (std::uint64_t k = i; k < i + 8 && k < bits; ++k) {
      predicted_.push_back((byte >> (k - i) & 1U) != 0);
    }
  }
  return in.ok();
}

}  // namespace tagtrail
