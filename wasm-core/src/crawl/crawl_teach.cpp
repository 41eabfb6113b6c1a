// The user's words: what they withhold and offer again, what they teach the policy, and what they
// ask for.
#include <algorithm>

#include "crawl/crawl.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr double kGoodFiles = 5;            // on a page that pays well, at least
constexpr double kWordWeight = 8;           // pages that one word of the user counts as
constexpr std::size_t kMaxTaught = 10'000;  // links of a group that one lesson tells of

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
  const std::vector<GroupId> groups = take_as_shown(feedback, path);
  switch (feedback.word) {
    case Word::neutral:
    case Word::useless:
    case Word::only:
      say(groups, feedback.word);
      break;
    case Word::example:
      // Of a group that is the only one wanted, this says nothing new.
      if (teaching_.word(groups.front()) != Word::only) say(groups, Word::good);
      give_lesson(groups, {std::max(kGoodFiles, best_mean()), kWordWeight});
      ask_for(feedback, path);
      break;
    case Word::good:
      say(groups, Word::good);
      give_lesson(groups, {std::max(kGoodFiles, best_mean()), kWordWeight});
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
      give_lesson(groups, {feedback.files / requests, std::min(kWordWeight, requests)});
      break;
    }
  }
  return {};
}

void Crawl::set_budget(const Budget& budget) {
  fill();
  reopen();
  config_.budget = budget;
}

/// There may be something to decide again.
void Crawl::reopen() {
  waits_ = false;
  finished_.reset();
}

bool Crawl::is_withheld(UrlId link) const {
  const Word word = teaching_.word(group_of_link(link));
  if (word == Word::useless) return true;
  return teaching_.has_only() && word != Word::only && !is_file_of_only(link);
}

/// Whoever wants the pages of one group only wants the files on them.
bool Crawl::is_file_of_only(UrlId link) const {
  const UrlId source = urls_.facts(link).source;
  return source != StringTable::kNone && teaching_.word(group_of_link(source)) == Word::only &&
         promises_file(urls_.key(link));
}

void Crawl::say(const std::vector<GroupId>& groups, Word word) {
  for (const GroupId group : groups) teaching_.say(group, word);
  withhold_and_offer();
}

void Crawl::withhold_and_offer() {
  offers_.clear();
  // Newest first: the policy finds those at once.
  for (UrlId id = urls_.size(); id-- > 0;) {
    UrlFacts& facts = urls_.facts(id);
    if (facts.state == UrlState::frontier && is_withheld(id)) {
      policy_->remove(id);
      facts.state = UrlState::withheld;
    } else if (facts.state == UrlState::withheld && !is_withheld(id)) {
      offers_.push_front(id);
    } else if (facts.state == UrlState::acting && is_allowed_again(id)) {
      offers_.push_front(id);
    }
  }
  std::stable_sort(offers_.begin(), offers_.end(), [this](UrlId a, UrlId b) {
    return urls_.facts(a).source < urls_.facts(b).source;
  });
}

/// Links that are no longer withheld are considered once more, those of one page together, in the
/// name of the seed URL: that they wait teaches nothing about the page they stand on.
bool Crawl::open_offered_page() {
  OpenPage open;
  Page content;
  while (!offers_.empty()) {
    const UrlId id = offers_.front();
    const UrlId source = urls_.facts(id).source;
    if (!content.links.empty() && source != open.page) break;
    offers_.pop_front();
    const UrlState state = urls_.facts(id).state;
    const bool waits = state == UrlState::withheld || state == UrlState::acting;
    if (!waits || source == StringTable::kNone) continue;
    urls_.facts(id).state = UrlState::known;
    open.page = source;
    LinkObservation link = observation_of(id);
    link.position = static_cast<std::uint32_t>(content.links.size());
    content.links.push_back(std::move(link));
  }
  if (content.links.empty()) return false;
  policy_->page_begin(view_of(urls_.intern(config_.seed_url)), false, content);
  open.links = std::move(content.links);
  open_pages_.push_back(std::move(open));
  return true;
}

/// One, of all their links.
void Crawl::give_lesson(const std::vector<GroupId>& groups, Lesson lesson) {
  if (!policy_->teach(links_of(groups), lesson.files, lesson.weight)) {
    teaching_.owe(groups.front(), lesson);
  }
}

void Crawl::give_due_lessons() {
  if (!teaching_.owes()) return;
  while (const auto due = teaching_.take_due()) {
    policy_->teach(links_of({due->group}), due->lesson.files, due->lesson.weight);
  }
}

/// Those that wait first: they are what a lesson is to change.
std::vector<LinkView> Crawl::links_of(const std::vector<GroupId>& groups) const {
  const auto has = [&](GroupId group) {
    return std::find(groups.begin(), groups.end(), group) != groups.end();
  };
  std::vector<LinkView> links;
  for (const UrlState wanted : {UrlState::frontier, UrlState::visited}) {
    for (UrlId id = 0; id < urls_.size() && links.size() < kMaxTaught; ++id) {
      const UrlFacts& facts = urls_.facts(id);
      if (facts.state == wanted && has(group_of(facts.path))) links.push_back(view_of(id));
    }
  }
  return links;
}

/// Files a request of the group that has brought most.
double Crawl::best_mean() const {
  double best = 0;
  for (const LinkGroup& group : all_groups()) {
    if (group.requests == 0) continue;
    best = std::max(best, static_cast<double>(group.files) / static_cast<double>(group.requests));
  }
  return best;
}

/// Requested next. A URL that was requested before is not asked for again.
void Crawl::ask_for(const Feedback& feedback, PathId path) {
  const bool fetch = feedback.word == Word::fetch;
  if (!fetch && !admissible(feedback.url)) return;
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
  if (facts.state == UrlState::frontier) policy_->remove(id);
  facts.state = UrlState::visited;
  Flight flight;
  flight.url = flight.link = id;
  flight.origin = Origin::asked;
  flight.request.url = feedback.url;
  const bool file = fetch || promises_file(feedback.url);
  flight.request.purpose = file ? Purpose::target : Purpose::page;
  flight.request.reason.words = fetch ? "you asked for it" : "you gave it as an example";
  follow_up(std::move(flight));
}

/// Says so where the user's word stands behind a request.
Reason Crawl::with_word(Reason reason, UrlId link) const {
  if (teaching_.empty()) return reason;
  switch (teaching_.word(group_of_link(link))) {
    case Word::good:
      reason.words += "; you said its group is good";
      break;
    case Word::only:
      reason.words += "; you said only its group";
      break;
    default:
      break;
  }
  return reason;
}

}  // namespace tagtrail
