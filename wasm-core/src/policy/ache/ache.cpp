#include "policy/ache/ache.hpp"

#include <algorithm>
#include <map>

#include "critic/ache_model.hpp"
#include "policy/ache/distance_classifier.hpp"
#include "policy/ache/paths.hpp"
#include "policy/ache/sites.hpp"
#include "policy/bit_list.hpp"
#include "policy/hosted_links.hpp"
#include "policy/link_queues.hpp"
#include "policy/shown_text.hpp"
#include "policy/words.hpp"

namespace tagtrail {
namespace ache {
namespace {

class Ache final : public Policy {
 public:
  Ache(const Config& config, AcheModel model, PolicyContext& context)
      : context_(context),
        levels_(static_cast<std::size_t>(config.ache.levels)),
        learn_every_(config.ache.mode.ends_with("online") ? config.ache.learn_every : 0),
        selection_{static_cast<std::size_t>(config.ache.features),
                   static_cast<std::size_t>(config.ache.subwords)},
        model_(std::move(model)),
        classifier_(levels_, config.ache.mode.starts_with("offline") ? std::move(model_.links)
                                                                     : std::nullopt),
        paths_(context),
        next_(context),
        sites_({config.ache.site_results, config.ache.site_pages}),
        brought_(levels_) {}

  Verdict consider(const LinkView& link) override;
  std::optional<Choice> choose() override;
  void on_outcome(const Outcome& outcome) override;
  void page_begin(const LinkView& link, bool chosen, const Page& page) override;
  void page_end(double /*reward*/) override { pages_.pop_back(); }
  /// Those that are set aside are open, too: a crawl that ends has not followed them.
  std::size_t frontier_size() const override { return open_count_; }
  std::optional<double> expected_files(UrlId url) const override;
  std::vector<GroupReport> groups() const override;
  void host_changed(HostId host) override { next_.host_changed(host); }
  void remove(UrlId url) override;
  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  /// What came of the links of a level.
  struct Brought {
    std::uint64_t answers = 0;
    std::uint64_t results = 0;
  };

  bool is_open(UrlId url) const { return url < open_.size() && open_[url]; }
  bool is_queued(UrlId url) const { return queues_.contains(url) || found_.contains(url); }
  void set_open(UrlId url, bool open);
  void take_up(const Page& page);
  void put(UrlId url, double relevance, LinkQueues& queues);
  void add(UrlId url, std::uint32_t level, double score, LinkQueues& queues);
  void take_out(UrlId url);
  void learn();
  bool fill_queues();
  bool load_links(ByteReader& in);
  Reason explain_choice(std::uint32_t level, double probability) const;

  PolicyContext& context_;
  std::size_t levels_;
  std::uint64_t learn_every_;  ///< 0: it does not learn
  Selection selection_;
  AcheModel model_;

  DistanceClassifier classifier_;
  Paths paths_;
  HostedLinks next_;  ///< those of `queues_`, the nearest first
  Sites sites_;
  /// By URL: considered and neither chosen nor removed. What is in neither `queues_` nor `found_`
  /// is set aside: it stands on pages off topic only, or its host is left.
  std::vector<bool> open_;
  std::size_t open_count_ = 0;
  LinkQueues queues_;                   ///< by distance: the links of which the next one is taken
  LinkQueues found_;                    ///< by distance: found since these were filled
  std::vector<double> pages_;           ///< open ones, innermost last: how likely each is on topic
  std::map<UrlId, std::uint32_t> out_;  ///< chosen, not answered yet: their levels
  std::vector<Brought> brought_;        ///< by level
};

void Ache::set_open(UrlId url, bool open) {
  if (is_open(url) == open) return;
  if (url >= open_.size()) open_.resize(url + std::size_t{1}, false);
  open_[url] = open;
  open ? ++open_count_ : --open_count_;
}

Verdict Ache::consider(const LinkView& link) {
  set_open(link.url, true);
  if (link.observation != nullptr) paths_.found(link.url, link.observation->around);
  const double relevance = pages_.empty() ? 1 : pages_.back();
  if (relevance > 0.5 && !is_queued(link.url)) {
    put(link.url, relevance, found_);
  }
  return Verdict::later;
}

/// By the link classifier, and until there is one by how likely its page is on topic.
void Ache::put(UrlId url, double relevance, LinkQueues& queues) {
  if (!classifier_.is_ready()) return add(url, 0, relevance, queues);
  const Level level = classifier_.level_of(paths_.words_of(url));
  add(url, static_cast<std::uint32_t>(level.distance), level.probability, queues);
}

/// Of two levels, the likeliest link of the farther one comes after all of the nearer one.
void Ache::add(UrlId url, std::uint32_t level, double score, LinkQueues& queues) {
  queues.add(url, level, score);
  if (&queues == &queues_) next_.set(url, 2 * static_cast<double>(levels_ - level) + score);
}

/// Of a link that is queued.
void Ache::take_out(UrlId url) {
  next_.remove(url);
  (queues_.contains(url) ? queues_ : found_).remove(url);
}

/// Links of earlier pages off topic that stand on this one, too.
void Ache::take_up(const Page& page) {
  if (open_count_ == queues_.size() + found_.size()) return;
  for (const LinkObservation& link : page.links) {
    if (!context_.admissible(link.url)) continue;
    const UrlId url = context_.intern_url(link.url);
    if (!is_open(url) || is_queued(url) || sites_.is_left(link.url)) continue;
    paths_.found(url, link.around);
    put(url, pages_.back(), found_);
  }
}

void Ache::page_begin(const LinkView& link, bool /*chosen*/, const Page& page) {
  // The user has chosen the start pages; in the name of one links are offered again, without a
  // text.
  const double relevance = link.depth == 0 ? 1 : model_.relevance(page);
  pages_.push_back(relevance);
  if (relevance > 0.5) take_up(page);
}

void Ache::on_outcome(const Outcome& outcome) {
  const auto out = out_.extract(outcome.url);
  if (outcome.excluded) return;
  const bool result = outcome.gain > 0;
  sites_.answered(context_.url(outcome.url), result);
  if (!out.empty()) {
    ++brought_[out.mapped()].answers;
    if (result) ++brought_[out.mapped()].results;
  }
  if (!result || learn_every_ == 0) return;
  paths_.led_to_result(outcome.url);
  if (paths_.is_time(learn_every_)) learn();
}

/// A new classifier from all paths, by which every waiting link is ranked anew.
void Ache::learn() {
  const std::vector<PathLink> links = paths_.take(levels_);
  if (links.empty()) return;
  classifier_.learn(links, selection_);
  for (LinkQueues* queues : {&queues_, &found_}) {
    for (const UrlId url : queues->all()) {
      take_out(url);
      put(url, 0, *queues);
    }
  }
}

/// When all queues are empty, or of busy hosts, the links found meanwhile get their turn.
bool Ache::fill_queues() {
  if (next_.has_top()) return true;
  for (const UrlId url : found_.all()) {
    const std::uint32_t level = found_.queue(url);
    const double score = found_.score(url);
    found_.remove(url);
    add(url, level, score, queues_);
  }
  return next_.has_top();
}

std::optional<Choice> Ache::choose() {
  while (fill_queues()) {
    Choice choice;
    choice.url = next_.top();
    const std::uint32_t level = queues_.queue(choice.url);
    const double probability = queues_.score(choice.url);
    take_out(choice.url);
    if (sites_.is_left(context_.url(choice.url))) continue;  // set aside
    set_open(choice.url, false);
    out_[choice.url] = level;
    choice.reason = explain_choice(level, probability);
    return choice;
  }
  return std::nullopt;
}

std::optional<double> Ache::expected_files(UrlId url) const {
  if (!is_open(url) || !classifier_.is_ready()) return std::nullopt;
  if (!is_queued(url)) return 0.0;
  const LinkQueues& queues = queues_.contains(url) ? queues_ : found_;
  return queues.score(url) / (queues.queue(url) + 1.0);
}

Reason Ache::explain_choice(std::uint32_t level, double probability) const {
  Reason reason;
  reason.action = level;
  reason.score = probability;
  const std::size_t aside = open_count_ - queues_.size() - found_.size();
  reason.terms = {{"probability", probability},
                  {"links in the queues", static_cast<double>(queues_.size())},
                  {"links found since they were filled", static_cast<double>(found_.size())},
                  {"links set aside", static_cast<double>(aside)}};
  if (!classifier_.is_ready()) {
    reason.words = model_.pages ? "it stands on a page that is on topic with probability " +
                                      two_decimals(probability)
                                : "the first found of the waiting links";
    return reason;
  }
  reason.words = level == 0 ? "by its words it leads to a result"
                            : "by its words it leads to a page " + counted(level, "step") +
                                  " away from a result";
  reason.words += " (probability " + two_decimals(probability) + ")";
  if (level > 0) reason.words += "; no waiting link is nearer";
  return reason;
}

std::vector<GroupReport> Ache::groups() const {
  std::vector<GroupReport> reports;
  for (std::uint32_t level = 0; level < levels_; ++level) {
    GroupReport report;
    report.id = level;
    report.tag_path = level == 0
                          ? "links that lead to a result"
                          : "links to pages " + counted(level, "step") + " away from a result";
    report.visits = brought_[level].answers;
    if (report.visits > 0) {
      report.mean_reward =
          static_cast<double>(brought_[level].results) / static_cast<double>(report.visits);
    }
    report.open_links = queues_.size(level) + found_.size(level);
    reports.push_back(std::move(report));
  }
  return reports;
}

void Ache::remove(UrlId url) {
  set_open(url, false);
  if (is_queued(url)) take_out(url);
}

void Ache::save(ByteWriter& out) const {
  classifier_.save(out);
  paths_.save(out);
  sites_.save(out);
  save_bits(out, open_);
  queues_.save(out);
  found_.save(out);
  out.var(pages_.size());
  for (const double relevance : pages_) out.f64(relevance);
  out.var(out_.size());
  for (const auto& [url, level] : out_) {
    out.var(url);
    out.var(level);
  }
  for (const Brought& brought : brought_) {
    out.var(brought.answers);
    out.var(brought.results);
  }
}

bool Ache::load_links(ByteReader& in) {
  const UrlId known = context_.known().urls;
  const auto levels = static_cast<LinkQueues::QueueId>(levels_);
  if (!load_bits(in, open_, known)) return false;
  open_count_ = static_cast<std::size_t>(std::count(open_.begin(), open_.end(), true));
  if (!queues_.load(in, known, levels) || !found_.load(in, known, levels)) return false;
  for (UrlId url = 0; url < known; ++url) {
    if (queues_.contains(url) && found_.contains(url)) return false;
    if (is_queued(url) && !is_open(url)) return false;
    if (!queues_.contains(url)) continue;
    const auto level = static_cast<double>(levels_ - queues_.queue(url));
    next_.set(url, 2 * level + queues_.score(url));
  }
  return true;
}

bool Ache::load(ByteReader& in) {
  const PolicyContext::Known known = context_.known();
  if (!classifier_.load(in) || !paths_.load(in) || !sites_.load(in) || !load_links(in)) {
    return false;
  }
  pages_.resize(in.count(8));
  for (double& relevance : pages_) relevance = in.f64();
  out_.clear();
  for (std::size_t left = in.count(2); left > 0; --left) {
    const std::uint64_t url = in.var();
    const std::uint64_t level = in.var();
    if (url >= known.urls || level >= levels_) return false;
    out_[static_cast<UrlId>(url)] = static_cast<std::uint32_t>(level);
  }
  for (Brought& brought : brought_) {
    brought.answers = in.var();
    brought.results = in.var();
  }
  return in.ok() && pages_.size() == known.open_pages;
}

std::unique_ptr<Policy> make_ache(const Config& config, PolicyContext& context) {
  // It was checked with the configuration.
  auto model = parse_ache_model(config.ache.model);
  if (!model) return nullptr;
  return std::make_unique<Ache>(config, std::move(*model), context);
}

}  // namespace
}  // namespace ache

const PolicyInfo kAche{
    .name = "ache",
    .summary = "queues by a link's probable distance from a result, learnt from paths to results",
    .needs_oracle = false,
    .link_order = LinkOrder::document,
    .starts_at_seed = true,
    .several_in_flight = true,
    .among_hosts = true,
    .make = ache::make_ache};

}  // namespace tagtrail
