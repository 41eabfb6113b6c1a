#include "crawl/group_book.hpp"

#include <algorithm>

#include "crawl/known_link.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMaxTaught = 10'000;  // links of a group that one lesson tells of
constexpr std::size_t kShownAnchors = 3;
constexpr std::uint32_t kAsked = 64;  // open links whose expectations make a group's

template <typename List, typename Item>
bool has(const List& list, const Item& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace

void GroupBook::answered(UrlId link) {
  const PathId path = urls_.facts(link).path;
  if (path >= requests_.size()) requests_.resize(path + std::size_t{1}, 0);
  ++requests_[path];
}

void GroupBook::found_file(UrlId link) {
  const UrlFacts& facts = urls_.facts(link);
  const bool has_page = facts.source != StringTable::kNone;
  ++files_[{facts.path, has_page ? urls_.facts(facts.source).path : PathId{0}}];
}

std::vector<LinkGroup> GroupBook::all(const Policy& policy,
                                      const std::deque<UrlId>& offered) const {
  clusters_.extend();
  std::vector<LinkGroup> groups(clusters_.size());
  for (GroupId id = 0; id < groups.size(); ++id) {
    groups[id].id = id;
    groups[id].tag_path = std::string(urls_.path(clusters_.founder(id)));
    groups[id].word = teaching_.word(id);
  }
  for (PathId path = 0; path < requests_.size(); ++path) {
    const GroupId group = clusters_.group_of(path);
    if (group != kNoGroup) groups[group].requests += requests_[path];
  }
  for (const auto& [paths, files] : files_) {
    const GroupId own = clusters_.group_of(paths.first);
    const GroupId of_page = clusters_.group_of(paths.second);
    if (own != kNoGroup) groups[own].files += files;
    if (of_page != kNoGroup && of_page != own) groups[of_page].files += files;
  }
  count_links(groups, policy);
  for (const UrlId link : offered) {
    const GroupId group = clusters_.group_of_link(link);
    const UrlState state = urls_.facts(link).state;
    if (group == kNoGroup || (state != UrlState::withheld && state != UrlState::acting)) continue;
    --(state == UrlState::withheld ? groups[group].withheld : groups[group].acting);
    ++groups[group].open;
  }
  return groups;
}

/// An expectation is the mean over the first links that the policy has a word on.
void GroupBook::count_links(std::vector<LinkGroup>& groups, const Policy& policy) const {
  std::vector<std::uint32_t> expected(groups.size(), 0);
  for (UrlId id = 0; id < urls_.size(); ++id) {
    const UrlFacts& facts = urls_.facts(id);
    const GroupId at = clusters_.group_of(facts.path);
    if (at == kNoGroup) continue;
    LinkGroup& group = groups[at];
    const std::string_view anchor = urls_.anchor(facts.anchor);
    if (!anchor.empty() && group.anchors.size() < kShownAnchors && !has(group.anchors, anchor)) {
      group.anchors.emplace_back(anchor);
    }
    if (facts.state == UrlState::withheld) ++group.withheld;
    if (facts.state == UrlState::acting) ++group.acting;
    if (facts.state != UrlState::frontier) continue;
    ++group.open;
    if (expected[at] >= kAsked) continue;
    if (const auto files = policy.expected_files(id)) {
      group.expected = group.expected.value_or(0) + *files;
      ++expected[at];
    }
  }
  for (LinkGroup& group : groups) {
    if (group.expected) *group.expected /= expected[group.id];
  }
}

bool GroupBook::withholds(UrlId link, const Admission& admission) const {
  if (!teaching_.withholds()) return false;
  const Word word = teaching_.word(clusters_.group_of_link(link));
  if (word == Word::useless) return true;
  if (!teaching_.has_only() || word == Word::only) return false;
  // Whoever wants the pages of one group only wants the files on them.
  const UrlId source = urls_.facts(link).source;
  return source == StringTable::kNone || !has_only(clusters_.group_of_link(source)) ||
         !admission.promises_file(urls_.key(link));
}

Reason GroupBook::with_word(Reason reason, UrlId link) const {
  if (teaching_.empty()) return reason;
  const Word word = teaching_.word(clusters_.group_of_link(link));
  if (word == Word::good) reason.words += "; you said its group is good";
  if (word == Word::only) reason.words += "; you said only its group";
  return reason;
}

void GroupBook::say(const std::vector<GroupId>& groups, Word word) {
  for (const GroupId group : groups) teaching_.say(group, word);
}

/// Of one that people saw, what it had of this crawl before.
struct GroupBook::Shown {
  std::vector<PathId> paths;
  Word word = Word::neutral;
  bool allowed = false;
};

GroupBook::About GroupBook::take_as_shown(const Feedback& feedback, PathId path,
                                          ActingLinks& acting) {
  const std::vector<Shown> shown = known_before(feedback, acting);
  const auto taught = std::find_if(shown.begin(), shown.end(),
                                   [&](const Shown& group) { return has(group.paths, path); });
  clusters_.extend();
  /// By group of this crawl, what each of those shown has of it.
  std::map<GroupId, std::map<std::size_t, std::vector<PathId>>> within;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    for (const PathId each : shown[i].paths) within[clusters_.group_of(each)][i].push_back(each);
  }
  About about;
  for (const auto& [group, parts] : within) {
    if (parts.size() < 2) continue;
    set_apart(group, parts, shown, static_cast<std::size_t>(taught - shown.begin()), acting);
    about.regrouped = true;
  }
  about.groups.push_back(clusters_.group_of(path));
  if (taught == shown.end()) return about;
  for (const PathId each : taught->paths) {
    const GroupId group = clusters_.group_of(each);
    if (!has(about.groups, group)) about.groups.push_back(group);
  }
  return about;
}

/// With the state that each had; a path that is named twice belongs to the first.
std::vector<GroupBook::Shown> GroupBook::known_before(const Feedback& feedback,
                                                      const ActingLinks& acting) {
  const PathId known = urls_.paths();
  std::vector<bool> seen;
  std::vector<Shown> shown;
  for (const auto& texts : feedback.shown) {
    Shown group;
    for (const std::string& text : texts) {
      const PathId path = urls_.intern_path(text);
      if (path >= seen.size()) seen.resize(path + std::size_t{1}, false);
      if (seen[path]) continue;
      seen[path] = true;
      group.paths.push_back(path);
    }
    if (group.paths.empty()) continue;
    if (const PathId first = group.paths.front(); first < known) {
      group.word = teaching_.word(clusters_.group_of(first));
      group.allowed = acting.allows(clusters_.group_of(first));
    }
    shown.push_back(std::move(group));
  }
  return shown;
}

/// All parts of a group but one: that with its founder, else one that the word is not about, as the
/// group may have paths that were not shown.
void GroupBook::set_apart(GroupId group, const std::map<std::size_t, std::vector<PathId>>& parts,
                          const std::vector<Shown>& shown, std::size_t taught,
                          ActingLinks& acting) {
  std::size_t keeper = parts.begin()->first;
  if (keeper == taught) keeper = std::next(parts.begin())->first;
  for (const auto& [i, paths] : parts) {
    if (has(paths, clusters_.founder(group))) keeper = i;
  }
  for (const auto& [i, paths] : parts) {
    if (i == keeper) continue;
    const GroupId apart = clusters_.set_apart(paths);
    teaching_.say(apart, shown[i].word);
    if (shown[i].allowed) acting.allow(apart);
  }
}

void GroupBook::give_lesson(Policy& policy, const std::vector<GroupId>& groups, Lesson lesson) {
  if (!policy.teach(links_of(groups), lesson.files, lesson.weight)) {
    teaching_.owe(groups.front(), lesson);
  }
}

void GroupBook::arrived(UrlId link) {
  if (teaching_.owes()) teaching_.arrived(clusters_.group_of_link(link));
}

void GroupBook::give_due_lessons(Policy& policy) {
  while (const auto due = teaching_.take_due()) {
    policy.teach(links_of({due->group}), due->lesson.files, due->lesson.weight);
  }
}

/// Those that wait first: they are what a lesson is to change.
std::vector<LinkView> GroupBook::links_of(const std::vector<GroupId>& groups) const {
  std::vector<LinkView> links;
  for (const UrlState wanted : {UrlState::frontier, UrlState::visited}) {
    for (UrlId id = 0; id < urls_.size() && links.size() < kMaxTaught; ++id) {
      const UrlFacts& facts = urls_.facts(id);
      if (facts.state == wanted && has(groups, clusters_.group_of(facts.path))) {
        links.push_back(view_of(urls_, id));
      }
    }
  }
  return links;
}

void GroupBook::save(ByteWriter& out) const {
  out.var(requests_.size());
  for (const std::uint64_t count : requests_) out.var(count);
  out.var(files_.size());
  for (const auto& [paths, files] : files_) {
    out.var(paths.first);
    out.var(paths.second);
    out.var(files);
  }
  clusters_.save(out);
  teaching_.save(out, clusters_);
}

bool GroupBook::load(ByteReader& in) {
  requests_.resize(in.count());
  if (requests_.size() > urls_.paths()) return false;
  for (std::uint64_t& count : requests_) count = in.var();
  for (std::size_t pairs = in.count(3); pairs > 0; --pairs) {
    const std::uint64_t link = in.var();
    const std::uint64_t page = in.var();
    if (link >= urls_.paths() || page >= urls_.paths()) return false;
    files_[{static_cast<PathId>(link), static_cast<PathId>(page)}] = in.var();
  }
  return clusters_.load(in) && teaching_.load(in, clusters_, urls_.paths());
}

}  // namespace tagtrail
