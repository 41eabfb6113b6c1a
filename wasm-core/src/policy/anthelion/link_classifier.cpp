#include "policy/anthelion/link_classifier.hpp"

#include "policy/anthelion/url_tokens.hpp"

namespace tagtrail {
namespace {

constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};
constexpr std::uint32_t kParentNumbers = 2;

}  // namespace

LinkClassifier::LinkClassifier(const AnthelionParameters& parameters, const PolicyContext& context)
    : context_(context),
      tokens_(parameters.features != "parents"),
      parents_(parameters.features != "url"),
      batch_(parameters.batch),
      training_pages_(parameters.online ? kNoEnd : parameters.training_pages),
      model_(make_instance_classifier(
          parameters.classifier, {tokens_ ? kTokenSlots : 0, parents_ ? kParentNumbers : 0})) {}

double LinkClassifier::probability(std::string_view key, std::uint32_t good_parents) const {
  if (!is_ready()) return 0.5;
  const double probability = model_->probability(instance_of(key, good_parents));
  // Only statistics from a forged snapshot can make it no number, which would break the order.
  return probability >= 0 ? probability : 0;
}

Instance LinkClassifier::instance_of(std::string_view key, std::uint32_t good_parents) const {
  Instance instance;
  if (tokens_) instance.present = url_slots(key);
  if (parents_) {
    instance.numbers = {static_cast<double>(good_parents), good_parents > 0 ? 1.0 : 0.0};
  }
  return instance;
}

bool LinkClassifier::answered(UrlId url, std::uint32_t good_parents, bool good) {
  if (taken_ == training_pages_) return false;
  ++taken_;
  waiting_.push_back({url, good_parents, good});
  if (waiting_.size() <= batch_ && taken_ < training_pages_) return false;
  const bool was_ready = is_ready();
  learn();
  return is_ready() && !was_ready;
}

void LinkClassifier::learn() {
  for (const Label& label : waiting_) {
    model_->learn(instance_of(context_.url(label.url), label.good_parents), label.good);
    learnt_[label.good ? 1 : 0] = true;
  }
  waiting_.clear();
}

void LinkClassifier::save(ByteWriter& out) const {
  model_->save(out);
  out.var(taken_);
  for (const bool learnt : learnt_) out.boolean(learnt);
  out.var(waiting_.size());
  for (const Label& label : waiting_) {
    out.var(label.url);
    out.var(label.good_parents);
    out.boolean(label.good);
  }
}

bool LinkClassifier::load(ByteReader& in) {
  const UrlId urls = context_.known().urls;
  if (!model_->load(in)) return false;
  taken_ = in.var();
  for (bool& learnt : learnt_) learnt = in.boolean();
  waiting_.resize(in.count(3));
  for (Label& label : waiting_) {
    const std::uint64_t url = in.var();
    if (url >= urls) return false;
    label.url = static_cast<UrlId>(url);
    label.good_parents = static_cast<std::uint32_t>(in.var());
    label.good = in.boolean();
  }
  return in.ok() && taken_ <= training_pages_;
}

}  // namespace tagtrail
