#include "crawl/frontier.hpp"

#include "crawl/answers.hpp"
#include "crawl/known_link.hpp"

namespace tagtrail {

bool Frontier::keeps_back(UrlId link, const LinkObservation& seen) {
  if (parts_.acting.leaves(link, seen)) return true;
  if (parts_.book.withholds(link, parts_.admission)) {
    parts_.urls.facts(link).state = UrlState::withheld;
    return true;
  }
  return is_in_trap(link);
}

/// Queries have an end of their own, which does not come with the first that are empty.
bool Frontier::is_in_trap(UrlId link) {
  if (parts_.queries.asks(parts_.urls.key(link))) return false;
  return parts_.traps.leaves(
      link, [this](std::string_view key) { return parts_.admission.promises_file(key); });
}

void Frontier::learn(UrlId page, const Page& content) {
  if (parts_.acting.learn(parts_.urls.key(page), content)) leave_what_acts();
}

void Frontier::learn_end(UrlId link, const Response& response) {
  const bool redirect = is_redirect(response);
  const std::string& end = redirect ? response.location : response.final_url;
  const bool shows = !redirect && brings_content(response);
  if (parts_.acting.learn_end(link, end, shows)) leave_what_acts();
}

void Frontier::reached(UrlId url) {
  UrlFacts& facts = parts_.urls.facts(url);
  if (facts.state == UrlState::frontier) parts_.policy.remove(url);
  facts.state = UrlState::visited;
}

std::optional<Choice> Frontier::choose() {
  while (auto choice = parts_.policy.choose()) {
    if (parts_.urls.facts(choice->url).state != UrlState::visited && !is_in_trap(choice->url) &&
        !parts_.elsewhere.leaves(choice->url)) {
      choice->reason = parts_.book.with_word(std::move(choice->reason), choice->url);
      return choice;
    }
    // A redirect has led to it since, or it is none to request any more: the policy is not to wait
    // for an answer.
    Outcome nothing;
    nothing.url = choice->url;
    nothing.excluded = true;
    parts_.policy.on_outcome(nothing);
  }
  return std::nullopt;
}

void Frontier::leave_what_acts() {
  for (UrlId id = 0; id < parts_.urls.size(); ++id) {
    if (parts_.urls.facts(id).state != UrlState::frontier) continue;
    if (parts_.acting.leaves(id, observation_of(parts_.urls, id))) parts_.policy.remove(id);
  }
}

void Frontier::withhold_and_offer() {
  std::deque<UrlId> offered;
  // Newest first: the policy finds those at once.
  for (UrlId id = parts_.urls.size(); id-- > 0;) {
    UrlFacts& facts = parts_.urls.facts(id);
    if (facts.state == UrlState::frontier && parts_.book.withholds(id, parts_.admission)) {
      parts_.policy.remove(id);
      facts.state = UrlState::withheld;
    } else if ((facts.state == UrlState::withheld &&
                !parts_.book.withholds(id, parts_.admission)) ||
               (facts.state == UrlState::acting && parts_.acting.may_open(id))) {
      offered.push_back(id);
    }
  }
  offers_.replace(std::move(offered), parts_.urls);
}

/// The policy knows nothing of such links any more, and is not told.
void Frontier::offer_released() {
  for (const UrlId link : parts_.traps.take_released()) offers_.add(link);
}

}  // namespace tagtrail
