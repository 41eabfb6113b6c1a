#include "policy/trail/trail.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "policy/trail/page_values.hpp"
#include "policy/trail/parts.hpp"
#include "policy/trail/read_pages.hpp"
#include "policy/trail/scouting.hpp"
#include "policy/trail/topic.hpp"
#include "policy/trail/trail_frontier.hpp"
#include "policy/trail/trail_reports.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail {
namespace {

constexpr std::uint32_t kManyInFlight = 8;  // above, a slot is rather left idle
constexpr double kWorthASlot = 0.5;         // than given to less than this share of the best
constexpr std::uint64_t kRehearsalSeed = 0x7265686561727365U;  // a sequence of its own of the seed

/// Scouts are for one site: on many hosts, each with its own places, they would never end.
bool is_of_many_hosts(const Config& config) { return config.scope == "web"; }

class TrailPolicy final : public Policy {
 public:
  TrailPolicy(const Config& config, PolicyContext& context, TargetSet wanted,
              const TrailParts& parts)
      : context_(context),
        max_in_flight_(config.in_flight),
        wanted_(std::move(wanted)),
        topic_(config.about),
        features_(wanted_, parts.without_features, is_of_many_hosts(config)),
        scouting_(is_of_many_hosts(config) ? 0 : config.trail.scout_share),
        links_(topic_.is_set()),
        models_(config.trail, parts, config.seed ^ kRehearsalSeed, links_, places_, topic_),
        values_(config.trail, links_, models_),
        frontier_(config.trail.rescore_share, links_, models_, context),
        pages_(links_, models_, context),
        reports_(context, links_, places_, models_, topic_, objective_of(config).gain) {}

  void page_begin(const LinkView& link, bool chosen, const Page& page) override;
  Verdict consider(const LinkView& link) override;
  void page_end(double reward) override;
  std::optional<Choice> choose() override;
  void on_outcome(const Outcome& outcome) override;
  std::optional<double> expected_remaining() const override;
  std::optional<double> expected_files(UrlId url) const override;
  Foresight foresee(const LinkView& link, std::string_view page) const override;
  bool teach(const std::vector<LinkView>& links, double files, double weight) override;
  void page_observed() override;
  std::size_t frontier_size() const override { return frontier_.size() + pages_.links(); }
  std::vector<GroupReport> groups() const override { return reports_.of_places(); }
  void host_changed(HostId host) override { frontier_.host_changed(host); }
  void remove(UrlId url) override;
  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  const PathFacts& path_facts(PathId id, std::string_view path);
  bool may_scout(const TrailLink& link) const;
  void come_from(UrlId page);
  std::optional<Choice> finish_read_pages();
  void value_page(ReadPage page, double foreseen);
  std::optional<UrlId> pick_scout();
  Choice take(const TrailFrontier::Scored& link);
  bool better_to_wait(double score) const;
  void forget(UrlId url);
  bool load_flights(ByteReader& in);

  PolicyContext& context_;
  std::uint32_t max_in_flight_;
  TargetSet wanted_;
  Topic topic_;
  LinkFeatures features_;
  PlaceCounts places_;
  Scouting scouting_;
  LinkStore links_;
  LinkModels models_;
  PageValues values_;
  TrailFrontier frontier_;
  ReadPages pages_;
  std::vector<TrailFrontier::Scored> flights_;  ///< chosen from the frontier, not answered
  TrailReports reports_;

  // Not part of the state: made anew for each page or on demand.
  SourceFacts source_;
  std::vector<PathFacts> paths_;
  LinkFeatureSet described_;
  double own_gain_ = 0;  ///< of the page that was answered last, until it is read
};

void TrailPolicy::page_begin(const LinkView& link, bool /*chosen*/, const Page& page) {
  topic_.open_page(page.title, link.url);
  pages_.open(links_.contains(link.url) ? link.url : ReadPage::kNoLink);
  pages_.innermost().targets = std::exchange(own_gain_, 0);
}

Verdict TrailPolicy::consider(const LinkView& link) {
  ReadPage& page = pages_.innermost();
  if (page.children.empty()) {
    page.page = link.source;
    come_from(link.source);
  }
  const PathFacts& path = path_facts(link.path, link.tag_path);
  features_.describe(link.key, *link.observation, path, source_, described_);
  topic_.add(link.url, link, described_);
  if (links_.contains(link.url)) pages_.leave(link.url);  // it was withheld meanwhile
  TrailLink& known = links_.add(link.url, described_);
  known.source = link.source;
  known.path = link.path;
  known.tags = places_.intern(path.tags);
  known.list = places_.intern(path.normed);
  known.section = places_.intern(described_.section);
  models_.arrived(known);
  page.children.push_back(link.url);
  return Verdict::later;
}

/// The links that are considered next stand on that page.
void TrailPolicy::come_from(UrlId page) {
  source_ = LinkFeatures::source_facts(context_.url(page), page, context_.depth(page));
}

const PathFacts& TrailPolicy::path_facts(PathId id, std::string_view path) {
  if (id >= paths_.size()) paths_.resize(std::size_t{id} + 1);
  if (paths_[id].exact == 0) paths_[id] = LinkFeatures::path_facts(path);
  return paths_[id];
}

void TrailPolicy::page_end(double /*reward*/) {
  for (const UrlId child : pages_.close().children) {
    TrailLink& link = links_.at(child);
    const double p = models_.wanted(link);
    frontier_.promise(link, p, models_.value(link));
    pages_.weigh(child, p);
  }
}

std::optional<Choice> TrailPolicy::choose() {
  if (auto choice = finish_read_pages()) return choice;
  frontier_.renew_some(context_.random());
  if (const auto scout = pick_scout()) {
    Choice choice = take({*scout, frontier_.score(*scout, context_.random())});
    choice.reason.words += "; its turn not for its score, but to learn what is behind its place";
    return choice;
  }
  const auto best = frontier_.best(context_.random());
  if (!best || better_to_wait(best->score)) return std::nullopt;
  return take(*best);
}

std::optional<Choice> TrailPolicy::finish_read_pages() {
  for (;;) {
    auto [fetch, finished] = pages_.next();
    if (fetch) {
      Choice choice{fetch->url, Purpose::target, reports_.of_file(fetch->url, fetch->p)};
      forget(fetch->url);
      return choice;
    }
    if (!finished) return std::nullopt;
    value_page(std::move(*finished), 0);
  }
}

/// Its other links join the frontier.
void TrailPolicy::value_page(ReadPage page, double foreseen) {
  std::erase_if(page.children, [&](UrlId child) { return !links_.at(child).waiting; });
  models_.found_on_page(page.targets, page.children);
  if (page.link != ReadPage::kNoLink) values_.learn(page, foreseen, context_.random());
  for (const UrlId child : page.children) {
    frontier_.add(child, context_.random());
    if (may_scout(links_.at(child))) scouting_.add(links_.at(child).list, child);
  }
}

/// What looks like a file of it counts as one, though nobody may ever request it, and joins the
/// frontier with the other links.
void TrailPolicy::page_observed() {
  double foreseen = 0;
  ReadPage page = pages_.take_closed(foreseen);
  page.targets += foreseen;
  value_page(std::move(page), foreseen);
}

std::optional<UrlId> TrailPolicy::pick_scout() {
  if (!scouting_.is_due()) return std::nullopt;
  return scouting_.pick(frontier_.links(), context_.random());
}

/// An image or a style sheet leads nowhere, however little is known of its place. Where there is a
/// topic, files wait that are not about it: nothing is learnt by them.
bool TrailPolicy::may_scout(const TrailLink& link) const {
  if (topic_.is_set() && link.extension == ExtensionClass::target) return false;
  return link.extension != ExtensionClass::media;
}

Choice TrailPolicy::take(const TrailFrontier::Scored& link) {
  Choice choice;
  choice.url = link.url;
  choice.reason = reports_.of_choice(links_.at(link.url));
  forget(link.url);
  scouting_.tried(links_.at(link.url).list);
  flights_.push_back(link);
  return choice;
}

/// With many in flight, the answer of a much better link is worth more than a request made blindly.
/// Not where each host has its own pace: what is better elsewhere loses nothing by it.
bool TrailPolicy::better_to_wait(double score) const {
  if (max_in_flight_ <= kManyInFlight || context_.by_host()) return false;
  return std::any_of(flights_.begin(), flights_.end(),
                     [&](const auto& flight) { return score < kWorthASlot * flight.score; });
}

void TrailPolicy::forget(UrlId url) {
  TrailLink& link = links_.at(url);
  link.waiting = false;
  frontier_.settle(link);
  models_.left(link);
  if (!frontier_.contains(url)) return;
  frontier_.remove(url);
  if (may_scout(link)) scouting_.remove(link.list);
}

/// Reached another way; or chosen just now, and not requested because of that.
void TrailPolicy::remove(UrlId url) {
  if (links_.contains(url) && links_.at(url).waiting) forget(url);
}

void TrailPolicy::on_outcome(const Outcome& outcome) {
  std::erase_if(flights_, [&](const auto& flight) { return flight.url == outcome.url; });
  if (links_.contains(outcome.url)) {
    topic_.learn(outcome.url, links_.view(links_.at(outcome.url)), outcome.table_words);
  }
  const double gain = topic_.gain_of_page(outcome.url);
  own_gain_ = outcome.url_class == UrlClass::html ? outcome.gain * gain : 0;
  if (!links_.contains(outcome.url)) return;  // the seed URL
  TrailLink& link = links_.at(outcome.url);
  ReadPage* page = pages_.answered(link);
  if (outcome.excluded) return;
  models_.answered(link, outcome.url_class, outcome.file_gain);
  if (outcome.url_class == UrlClass::target) {
    link.realised = 0;
    if (page != nullptr) {
      page->targets += outcome.file_gain * gain;
    } else {
      values_.credit_late_target(link.source, outcome.file_gain * gain);
    }
  } else if (outcome.url_class != UrlClass::html) {
    values_.realise(link, 0);
  }
}

/// As pages that paid.
bool TrailPolicy::teach(const std::vector<LinkView>& links, double files, double weight) {
  std::vector<UrlId> known;
  for (const LinkView& link : links) {
    if (links_.contains(link.url)) known.push_back(link.url);
  }
  if (known.empty()) return false;
  models_.teach(links_.shared_slots(known), files, weight);
  for (const UrlId url : known) {
    if (frontier_.contains(url)) frontier_.renew(url, context_.random());
  }
  return true;
}

/// With a topic links promise what is about it, which tells nothing of all files.
std::optional<double> TrailPolicy::expected_remaining() const {
  return topic_.is_set() ? std::nullopt : std::optional(frontier_.promised());
}

std::optional<double> TrailPolicy::expected_files(UrlId url) const {
  if (!links_.contains(url)) return std::nullopt;
  const TrailLink& link = links_.at(url);
  return models_.wanted(link) + models_.value(link);
}

Foresight TrailPolicy::foresee(const LinkView& link, std::string_view page) const {
  if (links_.contains(link.url)) {
    return {expected_files(link.url), models_.probability(links_.at(link.url))};
  }
  LinkFeatureSet described;
  const SourceFacts source = LinkFeatures::source_facts(page, ReadPage::kNoLink, link.depth);
  features_.describe(link.key, *link.observation, LinkFeatures::path_facts(link.tag_path), source,
                     described);
  return models_.foresee(described, topic_.describe(link.key, *link.observation, described));
}

void TrailPolicy::save(ByteWriter& out) const {
  places_.save(out);
  scouting_.save(out);
  for (const double none : {0.0, 0.0}) out.f64(none);  // once costs in bytes, and of each place
  out.var(0);
  links_.save(out);
  models_.save(out);
  values_.save(out);
  frontier_.save(out);
  pages_.save(out);
  topic_.save(out);
  out.var(flights_.size());
  for (const auto& flight : flights_) {
    out.var(flight.url);
    out.f64(flight.score);
  }
}

bool TrailPolicy::load(ByteReader& in) {
  const PolicyContext::Known known = context_.known();
  if (!places_.load(in) || !scouting_.load(in, known.urls, places_.size())) return false;
  for (int i = 0; i < 2; ++i) in.f64();
  for (std::size_t costs = 2 * in.count(16); costs > 0; --costs) in.f64();
  if (!links_.load(in, known, places_.size()) || !models_.load(in) || !values_.load(in) ||
      !frontier_.load(in) || !pages_.load(in, known) || !topic_.load(in, known.urls) ||
      !load_flights(in)) {
    return false;
  }
  if (pages_.page_at_hand() != ReadPage::kNoLink) come_from(pages_.page_at_hand());
  return in.ok();
}

bool TrailPolicy::load_flights(ByteReader& in) {
  flights_.resize(in.count(9));
  for (auto& flight : flights_) {
    const std::uint64_t url = in.var();
    flight.score = in.f64();
    if (url >= links_.size() || !std::isfinite(flight.score)) return false;
    flight.url = static_cast<UrlId>(url);
  }
  return in.ok();
}

std::unique_ptr<Policy> make(const Config& config, PolicyContext& context) {
  auto parts = parse_trail_parts(config.trail.without);
  if (!parts) return nullptr;  // they were checked with the configuration
  Config reduced = config;
  reduced.trail = parts->applied_to(config.trail);
  return std::make_unique<TrailPolicy>(reduced, context, wanted_files(config), *parts);
}

}  // namespace

const PolicyInfo kTrail{
    .name = "trail",
    .summary = "values each link from its URL, words and place, learning from what pages brought",
    .needs_oracle = false,
    .link_order = LinkOrder::four_passes,
    .starts_at_seed = true,
    .several_in_flight = true,
    .among_hosts = true,
    .by_topic = true,
    .make = make};

}  // namespace tagtrail
