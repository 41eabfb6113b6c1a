#include "policy/sb_classifier.hpp"

#include <set>

#include "policy/action_list.hpp"
#include "policy/actions.hpp"
#include "policy/url_classifier.hpp"
#include "policy/words.hpp"
#include "tagtrail/tag_path.hpp"

namespace tagtrail {
namespace {

class SbPolicy final : public Policy {
 public:
  SbPolicy(const Config& config, PolicyContext& context, bool oracle)
      : context_(context),
        uses_oracle_(oracle),
        actions_(config.sb),
        classifier_(config.sb, context) {}

  Verdict consider(const LinkView& link) override {
    if (uses_oracle_) {
      return settle(link, context_.oracle()->classify(link.key));
    }
    if (classifier_.needs_type_check(link)) return Verdict::check_type;
    const auto prediction = classifier_.predict(link);
    target_probability_ = prediction.target_probability;
    return settle(link, prediction.html ? UrlClass::html : UrlClass::target);
  }

  Verdict on_type_check(const LinkView& link, UrlClass url_class, std::uint16_t status) override {
    (void)status;
    classifier_.label(link, url_class);
    target_probability_ = -1;
    return settle(link, url_class);
  }

  std::optional<Choice> choose() override {
    const auto pick = actions_.pick(context_.requests(), context_.random());
    if (!pick) return std::nullopt;
    Choice choice;
    choice.url = pick->url;
    choice.reason = explain_pick(*pick);
    return choice;
  }

  Reason explain(const LinkView& /*link*/) const override {
    Reason reason;
    if (target_probability_ < 0) {
      reason.words = uses_oracle_ ? "known to be a file" : "its type is asked for, to learn from";
      return reason;
    }
    reason.target_probability = target_probability_;
    reason.words = "its URL looks like a file's (probability " + two_decimals(target_probability_) +
                   "), so it is fetched at once";
    return reason;
  }

  void on_outcome(const Outcome& outcome) override {
    if (uses_oracle_) return;
    if (outcome.excluded) {
      classifier_.forget(outcome.url);
    } else {
      classifier_.observe(outcome.url, outcome.url_class, outcome.redirected);
    }
  }

  void page_begin(const LinkView& link, bool chosen, const Page& /*page*/) override {
    ActionId action = kNoAction;
    if (chosen) {
      action = action_of(link.url);
    } else if (link.observation != nullptr || link.depth > 0) {
      // Believed to be a file, really a page: its path joins an action only now.
      action = actions_.assign(link.path, link.tag_path);
    }
    open_pages_.push_back(action);
  }

  void page_end(double reward) override {
    const ActionId action = open_pages_.back();
    open_pages_.pop_back();
    if (action != kNoAction) actions_.reward(action, reward);
  }

  std::optional<double> expected_files(UrlId url) const override {
    if (action_of(url) == kNoAction) return std::nullopt;
    const Actions::View action = actions_.view(action_of(url));
    return action.visits == 0 ? std::nullopt : std::optional<double>(action.mean);
  }

  bool teach(const std::vector<LinkView>& links, double files, double weight) override {
    std::set<ActionId> taught;
    for (const LinkView& link : links) {
      const ActionId action = action_of(link.url);
      if (action != kNoAction) taught.insert(action);
    }
    for (const ActionId action : taught) {
      for (double page = 0; page + 0.5 < weight; page += 1) actions_.reward(action, files);
    }
    return !taught.empty();
  }

  std::size_t frontier_size() const override { return actions_.open_links(); }

  std::vector<GroupReport> groups() const override { return group_reports(actions_, context_); }
  Confusion confusion() const override { return classifier_.confusion(); }

  void remove(UrlId url) override {
    classifier_.forget(url);
    if (action_of(url) != kNoAction) actions_.remove_link(action_of(url), url);
  }

  void save(ByteWriter& out) const override {
    actions_.save(out);
    classifier_.save(out);
    save_actions(out, action_by_url_);
    save_actions(out, open_pages_);
  }

  bool load(ByteReader& in) override {
    const PolicyContext::Known known = context_.known();
    if (!actions_.load(in, known) || !classifier_.load(in)) return false;
    return load_actions(in, action_by_url_, actions_.size(), known.urls) &&
           load_actions(in, open_pages_, actions_.size(), known.open_pages) &&
           open_pages_.size() == known.open_pages;
  }

 private:
  Verdict settle(const LinkView& link, UrlClass url_class) {
    if (url_class == UrlClass::target) return Verdict::fetch_now;
    if (url_class != UrlClass::html) return Verdict::drop;
    const ActionId action = actions_.assign(link.path, link.tag_path);
    set_action(action_by_url_, link.url, action);
    actions_.add_link(action, link.url);
    return Verdict::later;
  }

  ActionId action_of(UrlId url) const { return action_at(action_by_url_, url); }

  Reason explain_pick(const Actions::Pick& pick) const {
    const Actions::View action = actions_.view(pick.action);
    Reason reason;
    reason.action = pick.action;
    reason.score = pick.score;
    reason.terms = {{"mean files a page", pick.mean}, {"exploration", pick.exploration}};
    const std::string path = readable_tag_path(context_.tag_path(action.label));
    reason.words = action.visits == 0
                       ? "links in '" + path + "' have not been tried yet"
                       : "links in '" + path + "' have brought " + two_decimals(action.mean) +
                             " files a page over " + std::to_string(action.visits) + " pages";
    return reason;
  }

  PolicyContext& context_;
  bool uses_oracle_;
  Actions actions_;
  UrlClassifier classifier_;
  ActionList action_by_url_;
  ActionList open_pages_;           ///< nested pages: the action each was reached through
  double target_probability_ = -1;  ///< of the link considered last
};

template <bool kOracle>
std::unique_ptr<Policy> make_sb(const Config& config, PolicyContext& context) {
  return std::make_unique<SbPolicy>(config, context, kOracle);
}

}  // namespace

const PolicyInfo kSbClassifier{
    .name = "sb-classifier",
    .summary = "sleeping bandit over tag-path clusters with an online URL classifier",
    .needs_oracle = false,
    .link_order = LinkOrder::four_passes,
    .starts_at_seed = true,
    .several_in_flight = true,
    .make = make_sb<false>};

const PolicyInfo kSbOracle{.name = "sb-oracle",
                           .summary = "sb-classifier that knows every URL's type (replay only)",
                           .needs_oracle = true,
                           .link_order = LinkOrder::four_passes,
                           .starts_at_seed = true,
                           .several_in_flight = true,
                           .make = make_sb<true>};

}  // namespace tagtrail
