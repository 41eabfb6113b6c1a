#include "crawl/page_looker.hpp"

#include <algorithm>
#include <map>

#include "crawl/acting_links.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/page_catalogues.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr double kLikelyFile = 0.5;
constexpr std::size_t kShownAnchors = 3;

/// Gathers the links of a page into groups.
class GroupsOfPage {
 public:
  /// `known` are the crawl's, by id.
  explicit GroupsOfPage(std::vector<LinkGroup> known) : known_(std::move(known)) {}

  /// A new id for a group that is none of the known ones.
  GroupId found() { return static_cast<GroupId>(known_.size() + founded_++); }

  void add(GroupId id, const LinkObservation& link, std::uint32_t position,
           std::optional<double> expected) {
    Gathered& gathered = groups_[id];
    if (gathered.look.links.empty()) gathered.look.group = group_of(id, link);
    gathered.look.links.push_back(position);
    ++gathered.headings[link.heading];
    if (expected) {
      gathered.expected += *expected;
      ++gathered.with_word;
    }
    std::vector<std::string>& anchors = gathered.look.group.anchors;
    const bool is_new = std::find(anchors.begin(), anchors.end(), link.anchor) == anchors.end();
    if (is_new && !link.anchor.empty() && anchors.size() < kShownAnchors) {
      anchors.push_back(link.anchor);
    }
  }

  /// Those of the highest expectation first.
  std::vector<GroupLook> finish() {
    std::vector<GroupLook> looks;
    for (auto& [id, gathered] : groups_) {
      LinkGroup& group = gathered.look.group;
      if (!group.expected && gathered.with_word > 0) {
        group.expected = gathered.expected / static_cast<double>(gathered.with_word);
      }
      std::size_t most = 0;
      for (const auto& [heading, links] : gathered.headings) {
        if (links > most) gathered.look.heading = heading;
        most = std::max(most, links);
      }
      looks.push_back(std::move(gathered.look));
    }
    std::stable_sort(looks.begin(), looks.end(), [](const GroupLook& a, const GroupLook& b) {
      return comes_first(a.group, b.group);
    });
    return looks;
  }

 private:
  struct Gathered {
    GroupLook look;
    std::map<std::string, std::size_t> headings;
    double expected = 0;
    std::size_t with_word = 0;
  };

  LinkGroup group_of(GroupId id, const LinkObservation& link) const {
    if (id < known_.size()) return known_[id];
    LinkGroup group;
    group.id = id;
    group.tag_path = link.tag_path;
    return group;
  }

  std::vector<LinkGroup> known_;
  std::size_t founded_ = 0;
  std::map<GroupId, Gathered> groups_;
};

/// By the rules of such a harvest, which knows no more than this page.
void tell_what_acts(const Page& page, std::string_view url, std::vector<LinkLook>& looks) {
  Config config;
  config.seed_url = url;
  config.acting = ActingRule::leave_suspects;
  config.administration = false;
  UrlTable urls;
  LinkGroups groups(urls);
  ActingLinks acting(config, urls, groups);
  acting.learn(url, page);
  for (std::size_t i = 0; i < looks.size(); ++i) {
    if (looks[i].kind != LinkKind::out) acting.leaves(urls.intern(looks[i].url), page.links[i]);
  }
  std::map<std::string, std::string> reasons;
  for (ActingLink& left : acting.list(0, looks.size())) {
    reasons.emplace(std::move(left.url), std::move(left.reason));
  }
  for (LinkLook& look : looks) {
    const auto reason = reasons.find(look.url);
    if (reason != reasons.end()) look.acts = reason->second;
  }
}

}  // namespace

PageLook PageLooker::look(const Page& page, std::string_view url,
                          std::vector<LinkGroup> known) const {
  GroupsOfPage of_page(std::move(known));
  std::map<std::string_view, GroupId> by_path;
  PageLook looks;
  for (const LinkObservation& link : page.links) {
    const auto position = static_cast<std::uint32_t>(looks.links.size());
    LinkLook& look = looks.links.emplace_back(look_at(link, url));
    if (look.kind == LinkKind::out) continue;
    const auto [at, is_new] = by_path.try_emplace(link.tag_path, kNoGroup);
    if (is_new) {
      const auto group = groups.find(link.tag_path);
      at->second = group ? *group : of_page.found();
    }
    look.group = at->second;
    of_page.add(at->second, link, position, look.expected);
  }
  tell_what_acts(page, url, looks.links);
  looks.groups = of_page.finish();
  looks.catalogues = catalogues_of_page(page, url);
  std::erase_if(looks.catalogues, [this](const CatalogueSite& site) {
    return !admission.admits(catalogue_request(site));
  });
  return looks;
}

LinkLook PageLooker::look_at(const LinkObservation& link, std::string_view page) const {
  LinkLook look;
  look.url = link.url;
  look.mime = std::string(mime_of_extension(url_extension(link.url)));
  const bool file = admission.promises_file(link.url);
  if (link.url == page || (!file && !admission.admits(link.url))) return look;
  LinkView view;
  view.url = urls.find(link.url);
  view.key = link.url;
  view.tag_path = link.tag_path;
  view.anchor = link.anchor;
  view.observation = &link;
  const Foresight foresight = policy.foresee(view, page);
  look.probability = foresight.probability;
  look.expected = foresight.files;
  const bool likely = foresight.probability.value_or(0) >= kLikelyFile;
  look.kind =
      file || (likely && !is_named_as_link_source(link.url)) ? LinkKind::file : LinkKind::page;
  return look;
}

}  // namespace tagtrail
