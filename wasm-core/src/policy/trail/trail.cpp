#include "policy/trail/trail.hpp"

#include "policy/published_heap.hpp"
#include "policy/trail/trail_policy.hpp"

namespace tagtrail {
namespace {

constexpr double kCandidate = 0.25;  // P(target) from which a link may be fetched with its page

}  // namespace

TrailPolicy::TrailPolicy(const Config& config, PolicyContext& context, TargetSet wanted,
                         TrailParts parts)
    : context_(context),
      parameters_(config.trail),
      max_in_flight_(config.in_flight),
      wanted_(std::move(wanted)),
      features_(wanted_, parts.without_features),
      targets_(!parts.without_prior),
      exploration_(config.trail),
      scouting_(config.trail.scout_share) {}

void TrailPolicy::page_begin(const LinkView& link, bool /*chosen*/, const Page& /*page*/) {
  ReadPage page;
  page.link = links_.contains(link.url) ? link.url : kNoLink;
  open_.push_back(std::move(page));
}

Verdict TrailPolicy::consider(const LinkView& link) {
  ReadPage& page = open_.back();
  if (page.children.empty()) {
    page.page = link.source;
    source_ = LinkFeatures::source_facts(context_.url(link.source), link.source,
                                         context_.depth(link.source));
  }
  const PathFacts& path = path_facts(link.path, link.tag_path);
  features_.describe(link.key, *link.observation, path, source_, described_);
  if (links_.contains(link.url)) leave_read_pages(link.url);  // it was withheld meanwhile
  TrailLink& known = links_.add(link.url, described_);
  known.source = link.source;
  known.path = link.path;
  known.tags = places_.intern(path.tags);
  known.list = places_.intern(path.normed);
  known.section = places_.intern(described_.section);
  support_.add(links_.slots(known));
  page.children.push_back(link.url);
  return Verdict::later;
}

void TrailPolicy::page_end(std::uint32_t /*reward*/) {
  read_.push_back(std::move(open_.back()));
  open_.pop_back();
  ReadPage& page = read_.back();
  for (const UrlId child : page.children) {
    TrailLink& link = links_.at(child);
    const double p = probability(link);
    promise(link, p, values_model_.predict(links_.slots(link)));
    if (p >= kCandidate) heap_push(page.candidates, Candidate{p, child}, before);
  }
}

std::optional<Choice> TrailPolicy::choose() {
  if (auto choice = finish_read_pages()) return choice;
  rescore_some();
  if (scouting_.is_due()) {
    if (auto scout = take_scout()) return scout;
  }
  return take_best();
}

void TrailPolicy::on_outcome(const Outcome& outcome) {
  std::erase_if(flights_, [&](const Flight& flight) { return flight.url == outcome.url; });
  if (!links_.contains(outcome.url)) return;  // the seed URL
  TrailLink& link = links_.at(outcome.url);
  ReadPage* page = read_page_of(link);
  if (page != nullptr) --page->outstanding;
  if (outcome.excluded) return;
  const bool target = outcome.url_class == UrlClass::target;
  targets_.update(links_.slots(link), link.extension, target);
  if (target) {
    link.realised = 0;
    if (page != nullptr) {
      page->targets += 1;
    } else {
      credit_late_target(link.source);
    }
    return;
  }
  if (outcome.url_class != UrlClass::html) {
    learn(outcome.url, 0, 0);
    realise(outcome.url, 0);
  }
}

std::size_t TrailPolicy::frontier_size() const {
  std::size_t waiting = frontier_.size();
  for (const auto* pages : {&read_, &open_}) {
    for (const ReadPage& page : *pages) waiting += page.children.size();
  }
  return waiting;
}

/// Reached another way; or chosen just now, and not requested because of that.
void TrailPolicy::remove(UrlId url) {
  if (links_.contains(url) && links_.at(url).waiting) forget(url);
}

const PathFacts& TrailPolicy::path_facts(PathId id, std::string_view path) {
  if (id >= paths_.size()) paths_.resize(std::size_t{id} + 1);
  if (paths_[id].exact == 0) paths_[id] = LinkFeatures::path_facts(path);
  return paths_[id];
}

double TrailPolicy::probability(const TrailLink& link) const {
  return targets_.probability(links_.slots(link), link.extension);
}

void TrailPolicy::forget(UrlId url) {
  TrailLink& link = links_.at(url);
  link.waiting = false;
  set_worth(link, 0);
  support_.remove_waiting(links_.slots(link));
  if (!frontier_.contains(url)) return;
  frontier_.remove(url);
  scouting_.remove(link.list);
}

namespace {

std::unique_ptr<Policy> make(const Config& config, PolicyContext& context) {
  // Both were checked with the configuration.
  auto wanted = TargetSet::parse(config.targets);
  auto parts = parse_trail_parts(config.trail.without);
  if (!wanted || !parts) return nullptr;
  Config reduced = config;
  reduced.trail = parts->applied_to(config.trail);
  return std::make_unique<TrailPolicy>(reduced, context, std::move(*wanted), *parts);
}

}  // namespace

const PolicyInfo kTrail{
    .name = "trail",
    .summary = "values each link from its URL, words and place, learning from what pages brought",
    .needs_oracle = false,
    .link_order = LinkOrder::four_passes,
    .starts_at_seed = true,
    .several_in_flight = true,
    .make = make};

}  // namespace tagtrail
