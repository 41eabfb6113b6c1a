#include "policy/tp_off.hpp"

#include <deque>
#include <unordered_map>

#include "policy/action_list.hpp"
#include "policy/actions.hpp"
#include "policy/published_heap.hpp"
#include "policy/words.hpp"
#include "tables/url_list.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::uint64_t kLearningRequests = 3000;

/// A link of the frontier; its benefit is known after the learning phase.
struct Ranked {
  double benefit = 0;
  UrlId url = 0;
  PathId path = 0;
};

bool pays_more(const Ranked& a, const Ranked& b) { return a.benefit > b.benefit; }

class TpOff final : public Policy {
 public:
  TpOff(const Config& config, PolicyContext& context)
      : context_(context), wanted_(wanted_files(config)), actions_(config.sb) {}

  Verdict consider(const LinkView& link) override {
    const ActionId action = actions_.assign(link.path, link.tag_path);
    set_action(action_by_path_, link.path, action);
    set_action(action_by_url_, link.url, action);
    ++waiting_;
    if (is_removed(link.url)) {
      removed_[link.url] = false;  // it has kept its place
    } else if (learning_) {
      queue_.push_back({0, link.url, link.path});
    } else {
      heap_push(queue_, {actions_.view(action).mean, link.url, link.path}, pays_more);
    }
    return Verdict::later;
  }

  std::optional<Choice> choose() override {
    while (waiting_ > 0) {
      const Ranked next = take();
      if (is_removed(next.url)) {
        removed_[next.url] = false;
        continue;
      }
      --waiting_;
      Choice choice;
      choice.url = next.url;
      choice.reason = explain_choice(next);
      return choice;
    }
    return std::nullopt;
  }

  void on_outcome(const Outcome& outcome) override {
    // As published, a link shows the links of its own page, not of one that it redirects to.
    own_page_ = outcome.url_class == UrlClass::html && !outcome.redirected;
    if (own_page_) return;  // page_begin() comes
    if (!outcome.excluded) learn(outcome.url, 0);
    end_learning();
  }

  void page_begin(const LinkView& link, bool /*chosen*/, const Page& page) override {
    if (!own_page_) return;
    if (learning_) learn(link.url, benefit_of(page));
    end_learning();
  }

  std::size_t frontier_size() const override { return waiting_; }
  std::vector<GroupReport> groups() const override { return group_reports(actions_, context_); }

  void remove(UrlId url) override {
    if (action_of(url) == kNoAction || is_removed(url)) return;
    if (url >= removed_.size()) removed_.resize(url + std::size_t{1}, false);
    removed_[url] = true;
    --waiting_;
  }

  void save(ByteWriter& out) const override {
    actions_.save(out);
    save_actions(out, action_by_path_);
    save_actions(out, action_by_url_);
    out.boolean(learning_);
    out.var(queue_.size());
    for (const Ranked& link : queue_) {
      out.f64(link.benefit);
      out.var(link.url);
      out.var(link.path);
      out.boolean(is_removed(link.url));
    }
  }

  bool load(ByteReader& in) override {
    const PolicyContext::Known known = context_.known();
    if (!actions_.load(in, known) ||
        !load_actions(in, action_by_path_, actions_.size(), known.paths) ||
        !load_actions(in, action_by_url_, actions_.size(), known.urls)) {
      return false;
    }
    learning_ = in.boolean();
    const std::size_t links = in.count(11);
    for (std::size_t i = 0; i < links; ++i) {
      Ranked link;
      link.benefit = in.f64();
      const std::uint64_t url = in.var();
      const std::uint64_t path = in.var();
      const bool removed = in.boolean();
      if (!in.ok() || url >= known.urls || path >= known.paths || !(link.benefit >= 0))
        return false;
      link.url = static_cast<UrlId>(url);
      link.path = static_cast<PathId>(path);
      if (action_of(link.url) == kNoAction || is_removed(link.url)) return false;
      queue_.push_back(link);
      ++waiting_;
      if (removed) remove(link.url);
    }
    return in.ok() && (learning_ || is_published_heap(queue_, pays_more));
  }

 private:
  ActionId action_of(UrlId url) const { return action_at(action_by_url_, url); }
  bool is_removed(UrlId url) const { return url < removed_.size() && removed_[url]; }

  /// The end of learning. As published, a link counts by the action that its exact path joined
  /// last, which may be another than when it was found.
  void end_learning() {
    if (!learning_ || context_.requests() <= kLearningRequests) return;
    learning_ = false;
    std::deque<Ranked> found;
    found.swap(queue_);
    for (Ranked& link : found) {
      const ActionId joined = action_at(action_by_path_, link.path);
      link.benefit = joined == kNoAction ? 0.0 : actions_.view(joined).mean;
      heap_push(queue_, link, pays_more);
    }
  }

  Ranked take() {
    if (!learning_) return heap_pop(queue_, pays_more);
    const Ranked next = queue_.front();
    queue_.pop_front();
    return next;
  }

  void learn(UrlId url, std::uint32_t benefit) {
    if (learning_ && action_of(url) != kNoAction) actions_.reward(action_of(url), benefit);
  }

  /// Wanted links of the page, as published with repetitions and those already had.
  std::uint32_t benefit_of(const Page& page) {
    std::uint32_t benefit = 0;
    for (const LinkObservation& link : page.links) {
      if (is_wanted(link.url)) ++benefit;
    }
    return benefit;
  }

  /// Without a replica to ask, the URLs that promise a file by their extension.
  bool is_wanted(const std::string& url) {
    Oracle* oracle = context_.oracle();
    if (oracle == nullptr) {
      return wanted_.matches_extension(url_extension(url)) && context_.admissible(url);
    }
    const auto [at, added] = asked_.try_emplace(url, false);
    if (added) at->second = context_.admissible(url) && oracle->classify(url) == UrlClass::target;
    return at->second;
  }

  Reason explain_choice(const Ranked& link) const {
    Reason reason;
    if (learning_) {
      reason.words = "first found, first requested: still learning which links lead to files";
      return reason;
    }
    const ActionId action = action_of(link.url);
    reason.action = action;
    reason.score = link.benefit;
    const char* files = context_.oracle() != nullptr ? "files a page" : "likely files a page";
    reason.terms = {{std::string("mean ") + files, link.benefit}};
    reason.words = "links in '" +
                   readable_tag_path(context_.tag_path(actions_.view(action).label)) + "' showed " +
                   two_decimals(link.benefit) + " " + files + " while learning";
    return reason;
  }

  PolicyContext& context_;
  TargetSet wanted_;
  Actions actions_;
  ActionList action_by_path_;  ///< joined last
  ActionList action_by_url_;   ///< when found
  std::vector<bool> removed_;  ///< by URL: in queue_, but not to be requested
  bool learning_ = true;
  bool own_page_ = false;     ///< from on_outcome() to page_begin(): not part of the state
  std::deque<Ranked> queue_;  ///< in order of finding while learning, then a heap
  std::size_t waiting_ = 0;
  std::unordered_map<std::string, bool> asked_;  ///< what the oracle said: not part of the state
};

std::unique_ptr<Policy> make_tp_off(const Config& config, PolicyContext& context) {
  return std::make_unique<TpOff>(config, context);
}

}  // namespace

const PolicyInfo kTpOff{
    .name = "tp-off",
    .summary = "learns for 3000 requests which tag paths lead to files, then follows those",
    .needs_oracle = false,
    .link_order = LinkOrder::four_passes,
    .starts_at_seed = true,
    .make = make_tp_off};

}  // namespace tagtrail
