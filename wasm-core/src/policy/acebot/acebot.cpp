#include "policy/acebot/acebot.hpp"

#include <algorithm>
#include <unordered_map>

#include "policy/acebot/guide.hpp"
#include "policy/acebot/page_items.hpp"
#include "policy/bit_list.hpp"
#include "policy/words.hpp"

namespace tagtrail {
namespace acebot {
namespace {

class Acebot final : public Policy {
 public:
  Acebot(const Config& config, PolicyContext& context)
      : context_(context),
        seed_url_(config.seed_url),
        parameters_(config.acebot),
        kept_(KeptAttributes::parse(config.acebot.labels)),
        map_(static_cast<std::size_t>(config.acebot.sample)) {
    auto known = known_patterns(parameters_);
    if (!known.empty()) guide_ = std::make_unique<Guide>(std::move(known), kept_);
  }

  Verdict consider(const LinkView& link) override;
  std::optional<Choice> choose() override;
  void on_outcome(const Outcome& outcome) override;
  void page_begin(const LinkView& link, bool chosen, const Page& page) override;
  /// Those that no pattern leads to are open, too: a crawl that ends has not followed them.
  std::size_t frontier_size() const override { return open_count_; }
  std::optional<double> expected_files(UrlId url) const override;
  std::vector<GroupReport> groups() const override;
  void remove(UrlId url) override;
  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  bool is_learning() const { return guide_ == nullptr; }
  bool is_open(UrlId url) const { return url < open_.size() && open_[url]; }
  void set_open(UrlId url, bool open);
  std::vector<SiteMap::Link> sampled_links(const Page& page);
  void follow_links(UrlId url, const Page& page);
  void queue(const std::vector<UrlId>& changed);
  std::unique_ptr<Guide> learn() const;
  void end_learning();
  Reason explain_draw(End end) const;
  Reason explain_choice(Rank rank) const;

  PolicyContext& context_;
  std::string seed_url_;
  AcebotParameters parameters_;
  KeptAttributes kept_;

  SiteMap map_;                   ///< empty when learning is over
  std::unique_ptr<Guide> guide_;  ///< none while learning
  bool root_read_ = false;
  /// By URL: considered and neither chosen nor removed. Those that no pattern leads to are not in
  /// `waiting_`, but may get there: another page may have a link to them that one follows.
  std::vector<bool> open_;
  std::size_t open_count_ = 0;
  RankedQueue waiting_;  ///< all of rank 0 while learning
};

void Acebot::set_open(UrlId url, bool open) {
  if (is_open(url) == open) return;
  if (url >= open_.size()) open_.resize(url + std::size_t{1}, false);
  open_[url] = open;
  open ? ++open_count_ : --open_count_;
}

Verdict Acebot::consider(const LinkView& link) {
  set_open(link.url, true);
  if (is_learning()) {
    const bool sampled = link.observation == nullptr || link.observation->element == LinkElement::a;
    if (sampled) waiting_.put(link.url, 0);
    return Verdict::later;
  }
  std::vector<UrlId> changed{link.url};
  if (guide_->rank(link.url) == kNoRank) {
    // Offered again, when its page was read long ago.
    for (const Act act : guide_->automaton().acts_of(link.tag_path)) {
      guide_->routes().add_link(link.source, {act, link.url}, changed);
    }
  }
  queue(changed);
  return Verdict::later;
}

/// Those of them that wait to be requested, by the most important pattern that leads there.
void Acebot::queue(const std::vector<UrlId>& changed) {
  for (const UrlId url : changed) {
    const Rank rank = guide_->rank(url);
    if (is_open(url) && rank != kNoRank) waiting_.put(url, rank);
  }
}

std::optional<Choice> Acebot::choose() {
  // With the frontier empty before that, there may yet be more to sample: what is offered again.
  if (is_learning() && map_.size() >= parameters_.sample) end_learning();
  if (waiting_.size() == 0) return std::nullopt;
  Choice choice;
  if (is_learning()) {
    const End end = context_.random().below(2) == 0 ? End::front : End::back;
    choice.reason = explain_draw(end);
    choice.url = waiting_.take(end);
  } else {
    choice.url = waiting_.take(End::front);
  }
  set_open(choice.url, false);
  if (!is_learning()) choice.reason = explain_choice(guide_->rank(choice.url));
  return choice;
}

void Acebot::on_outcome(const Outcome& outcome) {
  if (outcome.excluded) return;
  if (is_learning()) {
    map_.add(outcome.url, outcome.gain);
  } else {
    guide_->answered(guide_->rank(outcome.url), outcome.gain);
  }
}

void Acebot::page_begin(const LinkView& link, bool /*chosen*/, const Page& page) {
  const bool is_root = link.key == seed_url_;
  if (is_root && root_read_) return;  // links of other pages, which are offered again
  root_read_ = root_read_ || is_root;
  if (is_learning()) {
    map_.read(link.url, items_of(page, map_.items_per_page()), sampled_links(page));
    return;
  }
  std::vector<UrlId> changed;
  if (is_root) guide_->routes().start(link.url, changed);
  follow_links(link.url, page);
}

/// Links of `a` within scope, with the labels that there is room for.
std::vector<SiteMap::Link> Acebot::sampled_links(const Page& page) {
  std::vector<SiteMap::Link> links;
  std::unordered_map<std::string_view, LabelId> labels;
  for (const LinkObservation& link : page.links) {
    if (link.element != LinkElement::a || !context_.admissible(link.url)) continue;
    const auto [at, is_new] = labels.try_emplace(link.tag_path, StringTable::kNone);
    if (is_new) at->second = map_.intern(label_of(link.tag_path, kept_));
    if (at->second == StringTable::kNone) continue;
    links.push_back({at->second, context_.intern_url(link.url)});
  }
  return links;
}

void Acebot::follow_links(UrlId url, const Page& page) {
  std::vector<Routes::Link> links;
  std::unordered_map<std::string_view, std::vector<Act>> acts;
  for (const LinkObservation& link : page.links) {
    const auto [at, is_new] = acts.try_emplace(link.tag_path);
    if (is_new) at->second = guide_->automaton().acts_of(link.tag_path);
    if (at->second.empty() || !context_.admissible(link.url)) continue;
    for (const Act act : at->second) links.push_back({act, context_.intern_url(link.url)});
  }
  std::vector<UrlId> changed;
  guide_->routes().add_links(url, std::move(links), changed);
  queue(changed);
}

/// The patterns, followed over the sample so far.
std::unique_ptr<Guide> Acebot::learn() const {
  const auto root = std::find_if(map_.pages().begin(), map_.pages().end(), [&](const auto& page) {
    return context_.url(page.url) == seed_url_;
  });
  const bool has_root = root != map_.pages().end();
  const auto index = static_cast<PageIndex>(root - map_.pages().begin());
  auto guide = std::make_unique<Guide>(
      learn_patterns(map_, has_root ? index : SiteMap::kNone, parameters_), kept_);
  std::unordered_map<std::string_view, Act> acts;
  for (Act act = 0; act < guide->automaton().labels().size(); ++act) {
    acts.emplace(guide->automaton().texts()[act], act);
  }
  std::vector<UrlId> changed;
  if (has_root) guide->routes().start(root->url, changed);
  for (const SiteMap::Page& page : map_.pages()) {
    std::vector<Routes::Link> links;
    for (const SiteMap::Link& link : page.links) {
      const auto found = acts.find(map_.label(link.label));
      if (found != acts.end()) links.push_back({found->second, link.target});
    }
    guide->routes().add_links(page.url, std::move(links), changed);
  }
  for (const SiteMap::Page& page : map_.pages()) {
    guide->answered(guide->rank(page.url), page.gain);
  }
  return guide;
}

/// What the sample found and did not request is queued by the patterns, or set aside.
void Acebot::end_learning() {
  guide_ = learn();
  map_ = SiteMap(0);
  waiting_ = {};
  for (UrlId url = 0; url < open_.size(); ++url) queue({url});
}

std::optional<double> Acebot::expected_files(UrlId url) const {
  if (is_learning() || !is_open(url)) return std::nullopt;
  const Rank rank = guide_->rank(url);
  return rank == kNoRank ? 0.0 : guide_->mean_gain(rank);
}

std::vector<GroupReport> Acebot::groups() const {
  return is_learning() ? learn()->groups({}) : guide_->groups(waiting_);
}

void Acebot::remove(UrlId url) {
  set_open(url, false);
  waiting_.remove(url);
}

Reason Acebot::explain_draw(End end) const {
  Reason reason;
  reason.words = std::string("drawn from the ") + (end == End::front ? "front" : "back") +
                 " of the queue: request " + std::to_string(map_.size() + 1) +
                 " of the sample from which navigation patterns are learnt";
  return reason;
}

Reason Acebot::explain_choice(Rank rank) const {
  const double score = guide_->pattern(rank).score;
  Reason reason;
  reason.action = rank;
  reason.score = score;
  reason.terms = {{"new word pairs a page in the sample", score},
                  {"links set aside", static_cast<double>(open_count_ - waiting_.size())}};
  reason.words =
      "it is on navigation pattern " + std::to_string(rank + 1) + " of " +
      std::to_string(guide_->ranks()) +
      (score > 0 ? ", worth " + two_decimals(score) + " new word pairs a page in the sample"
                 : ", known from an earlier visit");
  return reason;
}

void Acebot::save(ByteWriter& out) const {
  out.boolean(is_learning());
  out.boolean(root_read_);
  save_bits(out, open_);
  if (is_learning()) {
    map_.save(out);
  } else {
    guide_->save(out);
  }
  waiting_.save(out);
}

bool Acebot::load(ByteReader& in) {
  const UrlId known = context_.known().urls;
  const bool learning = in.boolean();
  root_read_ = in.boolean();
  if (!load_bits(in, open_, known)) return false;
  open_count_ = static_cast<std::size_t>(std::count(open_.begin(), open_.end(), true));
  guide_ = learning ? nullptr : Guide::load(in, kept_, known);
  if (learning ? !map_.load(in, known) : guide_ == nullptr) return false;
  if (!waiting_.load(in, known, learning ? 1 : guide_->ranks())) return false;
  for (UrlId url = 0; url < known; ++url) {
    if (!waiting_.contains(url)) continue;
    if (!is_open(url) || waiting_.rank(url) != (learning ? 0 : guide_->rank(url))) return false;
  }
  return in.ok();
}

std::unique_ptr<Policy> make_acebot(const Config& config, PolicyContext& context) {
  return std::make_unique<Acebot>(config, context);
}

}  // namespace
}  // namespace acebot

const PolicyInfo kAcebot{
    .name = "acebot",
    .summary = "learns which sequences of tag paths lead to new text, then follows only those",
    .needs_oracle = false,
    .link_order = LinkOrder::document,
    .starts_at_seed = true,
    .several_in_flight = true,
    .make = acebot::make_acebot};

}  // namespace tagtrail
