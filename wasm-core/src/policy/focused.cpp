#include "policy/focused.hpp"

#include <algorithm>
#include <deque>

#include "features/url_bigrams.hpp"
#include "learn/sgd_logistic.hpp"
#include "policy/bit_list.hpp"
#include "policy/published_heap.hpp"
#include "policy/words.hpp"
#include "tables/url_list.hpp"

namespace tagtrail {
namespace {

constexpr std::uint64_t kWarmUpRequests = 100;
constexpr std::uint64_t kFirstLabelled = 3;  // the first two requests teach nothing, as published
constexpr std::size_t kBatch = 10;
constexpr std::size_t kDimension = 1 + 2 * kUrlBigrams;

/// Depth, then the bigrams of the URL and of the anchor.
SparseVector features_of(const LinkView& link) {
  SparseVector features{{0, static_cast<double>(link.depth)}};
  append_bigrams(features, link.key, 1);
  append_bigrams(features, link.anchor, 1 + kUrlBigrams);
  return features;
}

/// A link of the frontier after the warm-up.
struct Scored {
  double probability = 0;
  UrlId url = 0;
};

bool likelier(const Scored& a, const Scored& b) { return a.probability > b.probability; }

class Focused final : public Policy {
 public:
  explicit Focused(PolicyContext& context)
      : context_(context), model_(kDimension, InputKind::dense) {}

  Verdict consider(const LinkView& link) override {
    if (link.url >= waiting_.size()) waiting_.resize(link.url + std::size_t{1}, false);
    if (waiting_[link.url]) return Verdict::later;
    waiting_[link.url] = true;
    ++waiting_count_;
    if (warming_up_) {
      queue_.push_back(link.url);
    } else {
      heap_push(heap_, {score(link), link.url}, likelier);
    }
    return Verdict::later;
  }

  std::optional<Choice> choose() override {
    while (waiting_count_ > 0) {
      const auto next = take();
      if (!next) return std::nullopt;
      if (!is_waiting(next->url)) continue;
      remove(next->url);
      Choice choice;
      choice.url = next->url;
      choice.reason = explain_choice(*next);
      return choice;
    }
    return std::nullopt;
  }

  void on_outcome(const Outcome& outcome) override {
    // As published, what is learnt before a request: its own label waits for the next.
    if (warming_up_ && context_.requests() > kWarmUpRequests) end_warm_up();
    if (!warming_up_ && labels_.size() >= kBatch) train();
    if (outcome.excluded || outcome.url_class == UrlClass::dead) return;
    if (context_.requests() < kFirstLabelled) return;
    labels_.push_back({outcome.url, outcome.url_class == UrlClass::target});
  }

  std::size_t frontier_size() const override { return waiting_count_; }

  void remove(UrlId url) override {
    if (!is_waiting(url)) return;
    // It stays in queue or heap until taken from there.
    waiting_[url] = false;
    --waiting_count_;
  }

  void save(ByteWriter& out) const override {
    out.boolean(warming_up_);
    model_.save(out);
    out.var(labels_.size());
    for (const Label& label : labels_) {
      out.var(label.url);
      out.boolean(label.target);
    }
    save_ids(out, queue_);
    out.var(heap_.size());
    for (const Scored& link : heap_) {
      out.f64(link.probability);
      out.var(link.url);
    }
    save_bits(out, waiting_);
  }

  bool load(ByteReader& in) override {
    const UrlId urls = context_.known().urls;
    warming_up_ = in.boolean();
    if (!model_.load(in) || !load_labels(in, urls) || !load_ids(in, queue_, urls)) return false;
    if (!load_heap(in, urls) || !load_bits(in, waiting_, urls)) return false;
    waiting_count_ = static_cast<std::size_t>(std::count(waiting_.begin(), waiting_.end(), true));
    return in.ok();
  }

 private:
  struct Label {
    UrlId url = 0;
    bool target = false;
  };

  bool is_waiting(UrlId url) const { return url < waiting_.size() && waiting_[url]; }

  double score(const LinkView& link) const {
    const double probability = model_.probability(features_of(link));
    // Only weights from a forged snapshot can make it no number, which would break the order.
    return probability >= 0.0 ? probability : 0.0;
  }

  void train() {
    std::vector<LabelledExample> batch;
    batch.reserve(labels_.size());
    for (const Label& label : labels_) {
      batch.push_back({features_of(context_.link(label.url)), label.target});
    }
    model_.partial_fit(batch);
    labels_.clear();
  }

  void end_warm_up() {
    warming_up_ = false;
    train();
    heap_.reserve(queue_.size());
    for (const UrlId url : queue_) {
      if (is_waiting(url)) heap_push(heap_, {score(context_.link(url)), url}, likelier);
    }
    queue_ = {};
  }

  /// The next link, which may have been removed since.
  std::optional<Scored> take() {
    if (warming_up_) {
      if (queue_.empty()) return std::nullopt;
      const UrlId url = queue_.front();
      queue_.pop_front();
      return Scored{-1, url};
    }
    if (heap_.empty()) return std::nullopt;
    return heap_pop(heap_, likelier);
  }

  Reason explain_choice(const Scored& link) const {
    Reason reason;
    if (warming_up_) {
      reason.words = "first found, first requested: still learning what links to files look like";
      return reason;
    }
    reason.score = link.probability;
    reason.target_probability = link.probability;
    reason.words = "its URL and anchor looked like a file's with probability " +
                   two_decimals(link.probability) + " when it was found";
    return reason;
  }

  bool load_labels(ByteReader& in, UrlId urls) {
    labels_.resize(in.count(2));
    for (Label& label : labels_) {
      const std::uint64_t url = in.var();
      if (url >= urls) return false;
      label.url = static_cast<UrlId>(url);
      label.target = in.boolean();
    }
    return in.ok();
  }

  bool load_heap(ByteReader& in, UrlId urls) {
    heap_.resize(in.count(9));
    for (Scored& link : heap_) {
      link.probability = in.f64();
      const std::uint64_t url = in.var();
      if (url >= urls || !(link.probability >= 0.0)) return false;
      link.url = static_cast<UrlId>(url);
    }
    return in.ok() && is_published_heap(heap_, likelier);
  }

  PolicyContext& context_;
  SgdLogistic model_;
  bool warming_up_ = true;
  std::vector<Label> labels_;  ///< not learnt yet
  std::deque<UrlId> queue_;    ///< while warming up, in the order found
  std::vector<Scored> heap_;   ///< afterwards; scored once, when found
  std::vector<bool> waiting_;  ///< by URL: in the frontier
  std::size_t waiting_count_ = 0;
};

std::unique_ptr<Policy> make_focused(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<Focused>(context);
}

}  // namespace

const PolicyInfo kFocused{
    .name = "focused",
    .summary = "the link that looks most like a file by depth, URL and anchor",
    .needs_oracle = false,
    .link_order = LinkOrder::four_passes,
    .starts_at_seed = true,
    .make = make_focused};

}  // namespace tagtrail
