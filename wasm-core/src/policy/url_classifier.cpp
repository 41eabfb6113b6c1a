#include "policy/url_classifier.hpp"

#include "features/context_bigrams.hpp"
#include "policy/bit_list.hpp"

namespace tagtrail {
namespace {

std::string_view around_of(const LinkView& link) {
  return link.observation == nullptr ? std::string_view() : link.observation->around;
}

}  // namespace

UrlClassifier::UrlClassifier(const SbParameters& parameters, const PolicyContext& context)
    : context_(context),
      batch_(parameters.batch),
      with_context_(parameters.classifier_features == "url+context"),
      model_(
          make_classifier(parameters.classifier, with_context_ ? kContextBigrams : kUrlBigrams)) {}

bool UrlClassifier::needs_type_check(const LinkView& link) {
  if (!head_phase_) return false;
  if (waiting_.size() >= batch_) {
    train();
    head_phase_ = false;
  }
  if (with_context_) asked_around_ = around_of(link);
  return true;
}

void UrlClassifier::label(const LinkView& link, UrlClass url_class) {
  add_label(link.url, url_class, std::move(asked_around_));
  asked_around_.clear();
}

UrlClassifier::Prediction UrlClassifier::predict(const LinkView& link) {
  const SparseVector features = features_of(link, around_of(link));
  const bool html = model_->decision(features) > 0.0;
  const double target_probability = 1.0 - model_->probability(features);
  if (link.url >= predicted_.size()) {
    predicted_.resize(link.url + 1, false);
    as_target_.resize(link.url + 1, false);
  }
  predicted_[link.url] = true;
  as_target_[link.url] = !html;
  if (with_context_) predicted_around_[link.url] = around_of(link);
  // As published: the waiting labels teach only the predictions after this one.
  if (waiting_.size() >= batch_) train();
  return {html, target_probability};
}

void UrlClassifier::observe(UrlId url, UrlClass url_class, bool redirected) {
  if (url >= predicted_.size() || !predicted_[url]) return;
  confusion_.add(redirected ? UrlClass::html : url_class, as_target_[url]);
  if (!redirected) {
    const auto around = predicted_around_.find(url);
    add_label(url, url_class,
              around == predicted_around_.end() ? std::string() : std::move(around->second));
  }
  forget(url);
}

void UrlClassifier::forget(UrlId url) {
  if (url < predicted_.size()) predicted_[url] = false;
  predicted_around_.erase(url);
}

SparseVector UrlClassifier::features_of(const LinkView& link, std::string_view around) const {
  return with_context_ ? context_bigrams({link.key, link.anchor, link.tag_path, around})
                       : url_bigrams(link.key);
}

void UrlClassifier::add_label(UrlId url, UrlClass url_class, std::string around) {
  if (url_class != UrlClass::html && url_class != UrlClass::target) return;
  waiting_.push_back({url, url_class == UrlClass::html, std::move(around)});
}

void UrlClassifier::train() {
  std::vector<LabelledExample> batch;
  batch.reserve(waiting_.size());
  for (const Label& label : waiting_) {
    batch.push_back({features_of(context_.link(label.url), label.around), label.html});
  }
  model_->partial_fit(batch);
  waiting_.clear();
}

void UrlClassifier::save(ByteWriter& out) const {
  model_->save(out);
  out.boolean(head_phase_);
  out.var(waiting_.size());
  for (const Label& label : waiting_) {
    out.var(label.url);
    out.boolean(label.html);
    out.text(label.around);
  }
  save_bits(out, predicted_);
  save_bits(out, as_target_);
  for (const auto& row : confusion_.counts) {
    for (const std::uint64_t count : row) out.var(count);
  }
  out.text(asked_around_);
  out.var(predicted_around_.size());
  for (const auto& [url, around] : predicted_around_) {
    out.var(url);
    out.text(around);
  }
}

bool UrlClassifier::load(ByteReader& in) {
  const UrlId urls = context_.known().urls;
  if (!model_->load(in)) return false;
  head_phase_ = in.boolean();
  if (!load_labels(in)) return false;
  if (!load_bits(in, predicted_, urls) || !load_bits(in, as_target_, urls)) return false;
  if (predicted_.size() != as_target_.size()) return false;
  for (auto& row : confusion_.counts) {
    for (std::uint64_t& count : row) count = in.var();
  }
  return load_around(in);
}

bool UrlClassifier::load_labels(ByteReader& in) {
  const UrlId urls = context_.known().urls;
  waiting_.resize(in.count(3));
  for (Label& label : waiting_) {
    const std::uint64_t url = in.var();
    if (url >= urls) return false;
    label.url = static_cast<UrlId>(url);
    label.html = in.boolean();
    label.around = in.text();
  }
  return in.ok();
}

bool UrlClassifier::load_around(ByteReader& in) {
  const UrlId urls = context_.known().urls;
  asked_around_ = in.text();
  predicted_around_.clear();
  const std::size_t count = in.count(2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t url = in.var();
    if (url >= urls) return false;
    predicted_around_[static_cast<UrlId>(url)] = in.text();
  }
  return in.ok();
}

}  // namespace tagtrail
