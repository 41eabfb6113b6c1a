#include "load/session_marks.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Where a page has more that the other has not, its first ones are as good as any.
constexpr std::size_t kMostMarks = 60;
constexpr std::size_t kMarkBytes = 300;

std::string mark_of(const LinkObservation& link) {
  const std::string_view url = link.url;
  std::string mark = link.anchor;
  mark.append("\n").append(url.substr(0, url.find_first_of("?#")));
  return std::string(utf8_prefix(mark, kMarkBytes));
}

SessionMarks::Marks marks_of(const std::vector<LinkObservation>& links) {
  SessionMarks::Marks marks;
  for (const LinkObservation& link : links) marks.insert(mark_of(link));
  return marks;
}

/// Of `links` what `others` has not, the first ones.
SessionMarks::Marks only_in(const std::vector<LinkObservation>& links,
                            const SessionMarks::Marks& others) {
  SessionMarks::Marks only;
  for (const LinkObservation& link : links) {
    if (only.size() == kMostMarks) break;
    std::string mark = mark_of(link);
    if (!others.contains(mark)) only.insert(std::move(mark));
  }
  return only;
}

/// What a page had at random is not on the next; a page without any of it says nothing.
void agree(SessionMarks::Marks& known, SessionMarks::Marks seen) {
  if (known.empty()) return known.swap(seen);
  SessionMarks::Marks both;
  std::set_intersection(known.begin(), known.end(), seen.begin(), seen.end(),
                        std::inserter(both, both.end()));
  if (!both.empty()) known.swap(both);
}

void take_out(SessionMarks::Marks& known, const SessionMarks::Marks& seen) {
  std::erase_if(known, [&](const std::string& mark) { return seen.contains(mark); });
}

bool meet(const SessionMarks::Marks& some, const SessionMarks::Marks& others) {
  return std::any_of(some.begin(), some.end(),
                     [&](const std::string& mark) { return others.contains(mark); });
}

}  // namespace

void SessionMarks::compared(const std::vector<LinkObservation>& stranger,
                            const std::vector<LinkObservation>& member) {
  const Marks of_stranger = marks_of(stranger);
  const Marks of_member = marks_of(member);
  take_out(strangers_, of_member);
  take_out(members_, of_stranger);
  agree(strangers_, only_in(stranger, of_member));
  agree(members_, only_in(member, of_stranger));
}

SessionMarks::Shown SessionMarks::shown(const std::vector<LinkObservation>& links) const {
  if (strangers_.empty() && members_.empty()) return Shown::unknown;
  const Marks here = marks_of(links);
  if (meet(members_, here)) return Shown::member;
  return meet(strangers_, here) ? Shown::stranger : Shown::unknown;
}

void SessionMarks::restore(Marks strangers, Marks members) {
  strangers_ = std::move(strangers);
  members_ = std::move(members);
}

}  // namespace tagtrail::host
