// What the user says and does: his words, budgets, rounds of revisiting, pages that he loaded.
#include <algorithm>

#include "crawl/crawl.hpp"
#include "crawl/page_looker.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr double kGoodFiles = 5;   // on a page that pays well, at least
constexpr double kWordWeight = 8;  // pages that one word of the user counts as

}  // namespace

Expected<void> Crawl::teach(const Feedback& feedback) {
  TRY(validate(feedback));
  if (policy_info_.needs_oracle) {
    return fail(ErrorCode::invalid_argument,
                "policy '" + config_.policy + "' knows the answers beforehand and can't be taught");
  }
  fill();
  reopen();
  const PathId path = urls_.intern_path(feedback.tag_path);
  const auto [groups, regrouped] = book_.take_as_shown(feedback, path, acting_);
  if (regrouped) round_.group_anew();
  switch (feedback.word) {
    case Word::neutral:
    case Word::useless:
    case Word::only:
      book_.say(groups, feedback.word);
      withhold_and_offer();
      break;
    case Word::example:
      // Of a group that is the only one wanted, this says nothing new.
      teach_good(groups, book_.has_only(groups.front()));
      ask_for(feedback, path);
      break;
    case Word::good:
      teach_good(groups, false);
      break;
    case Word::allow:
    case Word::forbid:
      hear_about_acting(feedback, groups);
      break;
    case Word::fetch:
      ask_for(feedback, path);
      break;
    case Word::paid: {
      const auto requests = static_cast<double>(feedback.requests);
      book_.give_lesson(*policy_, groups,
                        {feedback.files / requests, std::min(kWordWeight, requests)});
      break;
    }
  }
  return {};
}

/// As the group that has brought most files a request.
void Crawl::teach_good(const std::vector<GroupId>& groups, bool said) {
  if (!said) {
    book_.say(groups, Word::good);
    withhold_and_offer();
  }
  double files = kGoodFiles;
  for (const LinkGroup& group : all_groups()) {
    if (group.requests == 0) continue;
    files = std::max(files, static_cast<double>(group.files) / static_cast<double>(group.requests));
  }
  book_.give_lesson(*policy_, groups, {files, kWordWeight});
}

void Crawl::withhold_and_offer() {
  std::deque<UrlId> offered;
  // Newest first: the policy finds those at once.
  for (UrlId id = urls_.size(); id-- > 0;) {
    UrlFacts& facts = urls_.facts(id);
    if (facts.state == UrlState::frontier && book_.withholds(id, admission_)) {
      policy_->remove(id);
      facts.state = UrlState::withheld;
    } else if ((facts.state == UrlState::withheld && !book_.withholds(id, admission_)) ||
               (facts.state == UrlState::acting && acting_.may_open(id))) {
      offered.push_back(id);
    }
  }
  offers_.replace(std::move(offered), urls_);
}

/// Takes what must be left by now out of the frontier.
void Crawl::leave_what_acts() {
  for (UrlId id = 0; id < urls_.size(); ++id) {
    if (urls_.facts(id).state != UrlState::frontier) continue;
    if (acting_.leaves(id, observation_of(urls_, id))) policy_->remove(id);
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

/// Requested next. A URL that was requested before is not asked for again.
void Crawl::ask_for(const Feedback& feedback, PathId path) {
  const bool fetch = feedback.word == Word::fetch;
  if (!fetch && !admission_.admits(feedback.url)) return;
  const UrlId source = feedback.page.empty() ? StringTable::kNone : urls_.intern(feedback.page);
  const UrlId id = urls_.intern(feedback.url);
  UrlFacts& facts = urls_.facts(id);
  if (facts.state == UrlState::visited) return;
  if (facts.source == StringTable::kNone) {
    facts.source = source;
    facts.depth = source == StringTable::kNone ? 0 : urls_.facts(source).depth + 1;
    facts.path = path;
    facts.anchor = urls_.intern_anchor(feedback.anchor);
  }
  mark_visited(id);
  Reason reason;
  reason.words = fetch ? "you asked for it" : "you gave it as an example";
  const bool file = fetch || admission_.promises_file(feedback.url);
  follow_up(flight_to(urls_, id, id, Origin::asked, file ? Purpose::target : Purpose::page,
                      std::move(reason)));
}

void Crawl::set_budget(const Budget& budget) {
  fill();
  reopen();
  config_.budget = budget;
}

void Crawl::revisit(const Budget& budget) {
  set_budget(budget);
  round_.begin(spent());
}

Expected<void> Crawl::observe(Response response) {
  const auto key = canonical_url(response.final_url);
  if (!key || *key != response.final_url) {
    return fail(ErrorCode::invalid_url, "the URL of the observed page is not canonical");
  }
  if (!response.is_page || response.page.links.size() > limits::kLinksPerPage) {
    return fail(ErrorCode::invalid_argument, "what was observed is no page, or too large");
  }
  fill();
  if (!admission_.in_scope(response.final_url)) return {};
  const UrlId url = urls_.intern(response.final_url);
  // The request that the page is an answer to, or might have been.
  auto flight = flights_.observe(url);
  if (flight) {
    open_pages_.answered(*flight);
  } else if (urls_.facts(url).state == UrlState::visited) {
    return {};
  } else {
    mark_visited(url);
    flight = flight_to(urls_, url, url, Origin::chosen, Purpose::page, {});
  }
  urls_.facts(url).state = UrlState::visited;
  reopen();
  now_ms_ = std::max(now_ms_, response.at_ms);
  const std::size_t open = open_pages_.size();
  settle_answer(*flight, url, response);
  if (open_pages_.size() == open) return {};
  // At once, room or not: who only looks on makes no requests, and learns all the same.
  OpenPage& page = open_pages_.innermost();
  while (page.has_next()) consider_next_link(page, Room::later);
  if (page.outstanding > 0) return {};
  close_page();
  policy_->page_observed();
  return {};
}

Expected<PageLook> Crawl::look(const Page& page, std::string_view url) const {
  const auto key = canonical_url(url);
  if (!key || *key != url) return fail(ErrorCode::invalid_url, "the page's URL is not canonical");
  if (page.links.size() > limits::kLinksPerPage) {
    return fail(ErrorCode::invalid_argument, "the page has too many links");
  }
  return PageLooker{urls_, book_.clusters(), *policy_, admission_}.look(page, url, all_groups());
}

std::vector<LinkGroup> Crawl::link_groups(std::size_t limit) const {
  std::vector<LinkGroup> groups = all_groups();
  std::erase_if(groups, [](const LinkGroup& group) {
    return group.open + group.withheld + group.acting + group.requests == 0 &&
           group.word == Word::neutral;
  });
  std::sort(groups.begin(), groups.end(), comes_first);
  if (groups.size() > limit) groups.resize(limit);
  return groups;
}

}  // namespace tagtrail
