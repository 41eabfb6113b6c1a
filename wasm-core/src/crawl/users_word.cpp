#include "crawl/users_word.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr double kGoodFiles = 5;   // on a page that pays well, at least
constexpr double kWordWeight = 8;  // pages that one word of the user counts as

}  // namespace

void UsersWord::take(const Feedback& feedback) {
  if (feedback.word == Word::linked) return take_files_elsewhere();
  if (feedback.word == Word::again) return read_again(feedback.url);
  const PathId path = parts_.urls.intern_path(feedback.tag_path);
  const auto [groups, regrouped] = parts_.book.take_as_shown(feedback, path, parts_.acting);
  if (regrouped) parts_.round.group_anew();
  switch (feedback.word) {
    case Word::neutral:
    case Word::useless:
    case Word::only:
      say(groups, feedback.word);
      break;
    case Word::example:
      // Of a group that is the only one wanted, this says nothing new.
      if (!parts_.book.has_only(groups.front())) say(groups, Word::good);
      teach_good(groups);
      ask_for(feedback, path);
      break;
    case Word::good:
      say(groups, Word::good);
      teach_good(groups);
      break;
    case Word::allow:
    case Word::forbid:
      hear_about_acting(feedback, groups);
      break;
    case Word::fetch:
      ask_for(feedback, path);
      break;
    case Word::linked:
    case Word::again:
      break;
    case Word::paid: {
      const auto requests = static_cast<double>(feedback.requests);
      parts_.book.give_lesson(parts_.policy, groups,
                              {feedback.files / requests, std::min(kWordWeight, requests)});
      break;
    }
  }
}

void UsersWord::say(const std::vector<GroupId>& groups, Word word) {
  parts_.book.say(groups, word);
  parts_.frontier.withhold_and_offer();
}

/// As the group that has brought most files a request.
void UsersWord::teach_good(const std::vector<GroupId>& groups) {
  double files = kGoodFiles;
  for (const LinkGroup& group : parts_.book.all(parts_.policy, parts_.frontier.offers().all())) {
    if (group.requests == 0) continue;
    files = std::max(files, static_cast<double>(group.files) / static_cast<double>(group.requests));
  }
  parts_.book.give_lesson(parts_.policy, groups, {files, kWordWeight});
}

void UsersWord::hear_about_acting(const Feedback& feedback, const std::vector<GroupId>& groups) {
  const bool allow = feedback.word == Word::allow;
  if (!feedback.url.empty()) {
    allow ? parts_.acting.allow_like(feedback.url) : parts_.acting.forbid_like(feedback.url);
  } else if (feedback.tag_path.empty()) {
    parts_.acting.set_rule(allow ? ActingRule::open : ActingRule::leave_suspects);
  } else {
    for (const GroupId group : groups)
      allow ? parts_.acting.allow(group) : parts_.acting.forbid(group);
  }
  parts_.frontier.leave_what_acts();
  parts_.frontier.withhold_and_offer();
}

/// What was left of them is considered once more. A redirect is asked for again: where it led to
/// may have been good for a few minutes only.
void UsersWord::take_files_elsewhere() {
  const FilesElsewhere::Waiting waiting = parts_.elsewhere.take_all();
  for (const UrlId link : waiting.links) parts_.frontier.offers().add(link);
  for (const UrlId redirect : waiting.redirects) {
    Reason reason;
    reason.words = "it leads to a file on another host";
    parts_.flights.follow_up(flight_to(parts_.urls, redirect, redirect, Origin::again,
                                       Purpose::target, std::move(reason)));
  }
}

/// Only what has been answered: all else is asked for anyway, or is to be left.
void UsersWord::read_again(const std::string& url) {
  const UrlId id = parts_.urls.find(url);
  if (id == StringTable::kNone || parts_.flights.is_on_its_way(id)) return;
  if (parts_.urls.facts(id).state != UrlState::visited) return;
  Reason reason;
  reason.words = "asked for again: its answer may not have shown what your login shows";
  const bool file = parts_.admission.promises_file(url);
  parts_.flights.follow_up(flight_to(parts_.urls, id, id, Origin::read_again,
                                     file ? Purpose::target : Purpose::page, std::move(reason)));
}

/// Requested next. A URL that was requested before is not asked for again.
void UsersWord::ask_for(const Feedback& feedback, PathId path) {
  const bool fetch = feedback.word == Word::fetch;
  if (!fetch && !parts_.admission.admits(feedback.url)) return;
  const UrlId source =
      feedback.page.empty() ? StringTable::kNone : parts_.urls.intern(feedback.page);
  const UrlId id = parts_.urls.intern(feedback.url);
  UrlFacts& facts = parts_.urls.facts(id);
  if (facts.state == UrlState::visited) return;
  if (facts.source == StringTable::kNone) {
    facts.source = source;
    facts.depth = source == StringTable::kNone ? 0 : parts_.urls.facts(source).depth + 1;
    facts.path = path;
    facts.anchor = parts_.urls.intern_anchor(feedback.anchor);
  }
  parts_.frontier.reached(id);
  Reason reason;
  reason.words = fetch ? "you asked for it" : "you gave it as an example";
  const bool file = fetch || parts_.admission.promises_file(feedback.url);
  parts_.flights.follow_up(flight_to(parts_.urls, id, id, Origin::asked,
                                     file ? Purpose::target : Purpose::page, std::move(reason)));
}

}  // namespace tagtrail
