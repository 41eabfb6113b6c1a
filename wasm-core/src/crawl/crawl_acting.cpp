// Links that act: left out when they are met, considered again when the person allows them.
#include "crawl/crawl.hpp"

namespace tagtrail {

/// True when the link is left out; `id` is its URL, whose facts are known.
bool Crawl::leaves_acting(UrlId id, const LinkObservation& link) {
  if (!acting_.watches()) return false;
  Act act = acting_.judge(id, link);
  if (act.strength == ActStrength::none) return false;
  if (acting_.opens(act, group_of_link(id))) return false;
  acting_.leave(id, std::move(act));
  urls_.facts(id).state = UrlState::acting;
  return true;
}

/// A redirect to what acts is not followed, unless the user asked for the link himself.
bool Crawl::leads_to_act(const Flight& flight, std::string_view location) {
  if (!acting_.watches() || flight.origin == Origin::asked) return false;
  const UrlId id = urls_.intern(location);
  UrlFacts& facts = urls_.facts(id);
  if (facts.state == UrlState::acting) return true;
  if (facts.state != UrlState::known) return false;
  if (facts.source == StringTable::kNone) facts.found_as(urls_.facts(flight.link));
  LinkObservation link;
  link.url = std::string(location);
  return leaves_acting(id, link);
}

/// What a link that is known is called, as far as that is kept.
LinkObservation Crawl::observation_of(UrlId id) const {
  const UrlFacts& facts = urls_.facts(id);
  LinkObservation link;
  link.url = std::string(urls_.key(id));
  link.tag_path = std::string(urls_.path(facts.path));
  link.anchor = std::string(urls_.anchor(facts.anchor));
  return link;
}

void Crawl::learn_administration(UrlId page, const Page& content) {
  if (acting_.learn(urls_.key(page), content)) leave_what_acts();
}

/// Takes what must be left by now out of the frontier.
void Crawl::leave_what_acts() {
  for (UrlId id = 0; id < urls_.size(); ++id) {
    if (urls_.facts(id).state != UrlState::frontier) continue;
    if (leaves_acting(id, observation_of(id))) policy_->remove(id);
  }
}

void Crawl::hear_about_acting(const Feedback& feedback, const std::vector<GroupId>& groups) {
  const bool allow = feedback.word == Word::allow;
  if (feedback.tag_path.empty()) {
    acting_.set_rule(allow ? ActingRule::open : ActingRule::leave_all);
  } else {
    for (const GroupId group : groups) allow ? acting_.allow(group) : acting_.forbid(group);
  }
  leave_what_acts();
  withhold_and_offer();
}

/// One that was left and may be opened by now.
bool Crawl::is_allowed_again(UrlId id) const {
  const Act* act = acting_.find(id);
  return act == nullptr || acting_.opens(*act, group_of_link(id));
}

std::uint64_t Crawl::acting_left() const {
  std::uint64_t left = 0;
  for (const ActingLinks::Left& each : acting_.all()) {
    if (urls_.facts(each.url).state == UrlState::acting) ++left;
  }
  return left;
}

std::vector<ActingLink> Crawl::acting_links(std::size_t from, std::size_t limit) const {
  std::vector<ActingLink> links;
  const auto& all = acting_.all();
  for (std::size_t at = from; at < all.size() && links.size() < limit; ++at) {
    const UrlFacts& facts = urls_.facts(all[at].url);
    ActingLink link;
    link.url = std::string(urls_.key(all[at].url));
    if (facts.source != StringTable::kNone) link.page = std::string(urls_.key(facts.source));
    link.anchor = std::string(urls_.anchor(facts.anchor));
    link.tag_path = std::string(urls_.path(facts.path));
    link.reason = to_words(all[at].act);
    link.sure = all[at].act.strength == ActStrength::sure;
    links.push_back(std::move(link));
  }
  return links;
}

}  // namespace tagtrail
