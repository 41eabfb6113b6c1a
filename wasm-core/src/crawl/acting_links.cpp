#include "crawl/acting_links.hpp"

#include <algorithm>

#include "crawl/known_link.hpp"
#include "tagtrail/parts_of_answers.hpp"
#include "tagtrail/suspects.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostAreas = 100;
constexpr std::size_t kMostTemplates = 5000;
constexpr std::string_view kInPages = "/html/";

void write_act(ByteWriter& out, const Act& act) {
  out.u8(static_cast<std::uint8_t>(act.strength));
  out.u8(static_cast<std::uint8_t>(act.sign));
  out.text(act.word);
}

std::optional<Act> read_act(ByteReader& in) {
  const std::uint8_t strength = in.u8();
  const std::uint8_t sign = in.u8();
  std::string word = in.text();
  if (!in.ok() || word.size() > kMaxUrlBytes ||
      strength > static_cast<std::uint8_t>(ActStrength::sure) ||
      sign > static_cast<std::uint8_t>(ActSign::last)) {
    return std::nullopt;
  }
  return Act{static_cast<ActStrength>(strength), static_cast<ActSign>(sign), std::move(word)};
}

/// As far as a site does not tell by the query what it has just done.

}  // namespace

ActingLinks::ActingLinks(const Config& config, UrlTable& urls, LinkGroups& groups)
    : urls_(urls),
      groups_(groups),
      seed_url_(config.seed_url),
      rule_(config.acting),
      administration_(config.administration) {}

bool ActingLinks::leaves(UrlId id, const LinkObservation& link) {
  if (!watches()) return false;
  Act act = judge(id, link);
  if (act.strength == ActStrength::none || opens(act, id)) return false;
  note(id, std::move(act));
  urls_.facts(id).state = UrlState::acting;
  return true;
}

bool ActingLinks::may_open(UrlId id) const {
  const Act* act = find(id);
  return act == nullptr || opens(*act, id);
}

/// The area that a URL lies in; not one that the crawl was started in, which is asked for.
std::optional<std::string> ActingLinks::administration_at(std::string_view url) const {
  const auto covers = [&](const std::string& area) {
    return !area.empty() && url.starts_with(area) && !seed_url_.starts_with(area);
  };
  if (std::string named = administration_by_name(url); covers(named)) return named;
  const auto found = std::find_if(areas_.begin(), areas_.end(), covers);
  return found == areas_.end() ? std::optional<std::string>{} : *found;
}

/// What a link does, as far as it can be left out; as it was judged first, if it was left.
Act ActingLinks::judge(UrlId id, const LinkObservation& link) const {
  if (const Act* known = find(id)) return *known;
  Act act;
  // What an interface gives as its next part has a token, as links that act have.
  const bool goes_on = !link.tag_path.starts_with(kInPages) && leads_to_next_part(link.tag_path);
  if (rule_ != ActingRule::open && !goes_on) act = assess_link(link);
  if (act.strength == ActStrength::none && !goes_on && !suspects_.empty() &&
      rule_ == ActingRule::leave_suspects) {
    const auto suspect = suspects_.find(link_shape(link.url));
    if (suspect != suspects_.end()) act = suspect->second;
  }
  if (act.strength != ActStrength::none || administration_) return act;
  const auto area = administration_at(link.url);
  return area ? Act{ActStrength::sure, ActSign::administration, *area} : act;
}

bool ActingLinks::opens(const Act& act, UrlId id) const {
  const bool administration = act.sign == ActSign::administration;
  const ActStrength least =
      rule_ == ActingRule::leave_sure ? ActStrength::sure : ActStrength::doubtful;
  if (administration ? administration_ : rule_ == ActingRule::open || act.strength < least) {
    return true;
  }
  if (allowed_shapes_.contains(link_shape(urls_.key(id)))) return true;
  const GroupId group = groups_.group_of_link(id);
  return group != kNoGroup && allows(group);
}

const Act* ActingLinks::find(UrlId id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? nullptr : &left_[found->second].act;
}

void ActingLinks::note(UrlId id, Act act) {
  if (places_.emplace(id, left_.size()).second) left_.push_back({id, std::move(act)});
}

bool ActingLinks::learn(std::string_view page_url, const Page& page) {
  const bool area = learn_area(page_url, page);
  return learn_suspects(page_url, page) || area;
}

/// Only links that a page shows to readers stand in rows and beside others.
bool ActingLinks::learn_suspects(std::string_view page_url, const Page& page) {
  if (rule_ != ActingRule::leave_suspects) return false;
  bool learnt = false;
  for (Suspect& suspect : suspects_on(page_url, page.links)) {
    if (suspects_.size() >= kMostTemplates) break;
    learnt = suspects_.emplace(std::move(suspect.shape), std::move(suspect.act)).second || learnt;
  }
  return learnt;
}

bool ActingLinks::learn_end(UrlId link, std::string_view end, bool shows) {
  const UrlId source = urls_.facts(link).source;
  if (rule_ != ActingRule::leave_suspects || source == StringTable::kNone) return false;
  const std::string_view from = without_query(urls_.key(source));
  std::string shape = link_shape(urls_.key(link));
  if (without_query(end) != from || without_query(urls_.key(link)) == from) {
    if (shows && showing_.size() < kMostTemplates) showing_.insert(std::move(shape));
    return false;
  }
  if (showing_.contains(shape)) return false;
  const Act act{ActStrength::doubtful, ActSign::returned, {}};
  note(link, act);
  if (suspects_.size() >= kMostTemplates) return false;
  return suspects_.emplace(std::move(shape), act).second;
}

bool ActingLinks::learn_area(std::string_view page_url, const Page& page) {
  if (administration_ || areas_.size() >= kMostAreas) return false;
  std::string area = administration_of(page_url, page);
  if (area.empty() || seed_url_.starts_with(area)) return false;
  if (std::find(areas_.begin(), areas_.end(), area) != areas_.end()) return false;
  areas_.push_back(std::move(area));
  return true;
}

void ActingLinks::allow(GroupId group) {
  forbid(group);
  if (group != kNoGroup) allowed_.push_back(group);
}

void ActingLinks::allow_like(std::string_view url) {
  if (allowed_shapes_.size() < kMostTemplates) allowed_shapes_.insert(link_shape(url));
}

void ActingLinks::forbid_like(std::string_view url) {
  std::string shape = link_shape(url);
  allowed_shapes_.erase(shape);
  if (suspects_.size() >= kMostTemplates && !suspects_.contains(shape)) return;
  suspects_[std::move(shape)] = Act{ActStrength::doubtful, ActSign::traced, {}};
}

bool ActingLinks::allows(GroupId group) const {
  return std::find(allowed_.begin(), allowed_.end(), group) != allowed_.end();
}

void ActingLinks::set_rule(ActingRule rule) {
  rule_ = rule;
  administration_ = rule == ActingRule::open;
  if (rule == ActingRule::open) return;
  allowed_.clear();
  allowed_shapes_.clear();
}

std::uint64_t ActingLinks::count() const {
  return static_cast<std::uint64_t>(std::count_if(
      left_.begin(), left_.end(),
      [&](const Left& each) { return urls_.facts(each.url).state == UrlState::acting; }));
}

std::uint64_t ActingLinks::count_perhaps_files() const {
  return static_cast<std::uint64_t>(
      std::count_if(left_.begin(), left_.end(), [&](const Left& each) {
        return urls_.facts(each.url).state == UrlState::acting && !merely_buys(each.act) &&
               !ends_session(urls_.key(each.url));
      }));
}

std::vector<ActingLink> ActingLinks::list(std::size_t from, std::size_t limit) const {
  std::vector<ActingLink> links;
  for (std::size_t at = from; at < left_.size() && links.size() < limit; ++at) {
    const auto& [url, act] = left_[at];
    LinkObservation known = observation_of(urls_, url);
    const UrlId source = urls_.facts(url).source;
    links.push_back({std::move(known.url),
                     source == StringTable::kNone ? std::string() : std::string(urls_.key(source)),
                     std::move(known.anchor), std::move(known.tag_path), to_words(act),
                     act.strength == ActStrength::sure});
  }
  return links;
}

void ActingLinks::save(ByteWriter& out) const {
  out.u8(static_cast<std::uint8_t>(rule_));
  out.boolean(administration_);
  out.var(areas_.size());
  for (const std::string& area : areas_) out.text(area);
  out.var(suspects_.size());
  for (const auto& [shape, act] : suspects_) {
    out.text(shape);
    write_act(out, act);
  }
  out.var(showing_.size());
  for (const std::string& shape : showing_) out.text(shape);
  out.var(left_.size());
  for (const Left& left : left_) {
    out.var(left.url);
    write_act(out, left.act);
  }
  out.var(allowed_.size());
  for (const GroupId allowed : allowed_) out.var(groups_.founder(allowed));
  out.var(allowed_shapes_.size());
  for (const std::string& shape : allowed_shapes_) out.text(shape);
}

bool ActingLinks::load(ByteReader& in) {
  const std::uint8_t rule = in.u8();
  if (rule > static_cast<std::uint8_t>(ActingRule::leave_suspects)) return false;
  rule_ = static_cast<ActingRule>(rule);
  administration_ = in.boolean();
  for (std::size_t areas = in.count(1); areas > 0; --areas) areas_.push_back(in.text());
  for (std::size_t count = in.count(4); count > 0; --count) {
    std::string shape = in.text();
    auto act = read_act(in);
    if (!act || suspects_.size() >= kMostTemplates) return false;
    suspects_.emplace(std::move(shape), std::move(*act));
  }
  for (std::size_t count = in.count(1); count > 0; --count) {
    if (showing_.size() >= kMostTemplates) return false;
    showing_.insert(in.text());
  }
  for (std::size_t count = in.count(4); count > 0; --count) {
    const std::uint64_t url = in.var();
    auto act = read_act(in);
    if (!act || url >= urls_.size()) return false;
    note(static_cast<UrlId>(url), std::move(*act));
  }
  for (std::size_t count = in.count(1); count > 0; --count) {
    const std::uint64_t path = in.var();
    if (path >= urls_.paths()) return false;
    allow(groups_.group_of(static_cast<PathId>(path)));
  }
  for (std::size_t count = in.count(1); count > 0; --count) {
    if (allowed_shapes_.size() >= kMostTemplates) return false;
    allowed_shapes_.insert(in.text());
  }
  return in.ok();
}

}  // namespace tagtrail
