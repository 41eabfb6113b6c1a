// The groups of links as people see them, counted anew at each call: they ask rarely.
#include <algorithm>

#include "crawl/crawl.hpp"
#include "tagtrail/link_source.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kShownAnchors = 3;
constexpr std::uint32_t kAsked = 64;  // open links whose expectations make a group's

/// Means over the first links that the policy has a word on.
class Expectations {
 public:
  explicit Expectations(std::size_t groups) : sums_(groups, 0), counts_(groups, 0) {}

  bool wants(GroupId group) const { return counts_[group] < kAsked; }
  void add(GroupId group, std::optional<double> files) {
    if (!files) return;
    sums_[group] += *files;
    ++counts_[group];
  }
  std::optional<double> mean(GroupId group) const {
    if (counts_[group] == 0) return std::nullopt;
    return sums_[group] / counts_[group];
  }

 private:
  std::vector<double> sums_;
  std::vector<std::uint32_t> counts_;
};

void add_anchor(LinkGroup& group, std::string_view anchor) {
  if (anchor.empty() || group.anchors.size() >= kShownAnchors) return;
  if (std::find(group.anchors.begin(), group.anchors.end(), anchor) != group.anchors.end()) return;
  group.anchors.emplace_back(anchor);
}

}  // namespace

bool Crawl::promises_file(std::string_view key) const {
  return targets_.matches_extension(url_extension(key)) && !is_named_as_link_source(key);
}

std::vector<LinkGroup> Crawl::all_groups() const {
  groups_.extend(urls_);
  std::vector<LinkGroup> groups(groups_.size());
  for (GroupId id = 0; id < groups_.size(); ++id) {
    groups[id].id = id;
    groups[id].tag_path = std::string(urls_.path(groups_.founder(id)));
    groups[id].word = teaching_.word(id);
  }
  for (PathId path = 0; path < urls_.paths(); ++path) {
    if (group_of(path) != kNoGroup) groups[group_of(path)].requests += counts_.requests(path);
  }
  for (const GroupCounts::Files& found : counts_.files()) {
    const GroupId own = group_of(found.link);
    const GroupId of_page = group_of(found.page);
    if (own != kNoGroup) groups[own].files += found.files;
    if (of_page != kNoGroup && of_page != own) groups[of_page].files += found.files;
  }
  Expectations expectations(groups.size());
  for (UrlId id = 0; id < urls_.size(); ++id) {
    const UrlFacts& facts = urls_.facts(id);
    const GroupId group = group_of(facts.path);
    if (group == kNoGroup) continue;
    add_anchor(groups[group], urls_.anchor(facts.anchor));
    if (facts.state == UrlState::withheld) ++groups[group].withheld;
    if (facts.state == UrlState::acting) ++groups[group].acting;
    if (facts.state != UrlState::frontier) continue;
    ++groups[group].open;
    if (expectations.wants(group)) expectations.add(group, policy_->expected_files(id));
  }
  for (LinkGroup& group : groups) group.expected = expectations.mean(group.id);
  for (const UrlId offered : offers_) {
    const GroupId group = group_of_link(offered);
    if (group == kNoGroup) continue;
    const UrlState state = urls_.facts(offered).state;
    if (state != UrlState::withheld && state != UrlState::acting) continue;
    --(state == UrlState::withheld ? groups[group].withheld : groups[group].acting);
    ++groups[group].open;
  }
  return groups;
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
