// The links that a crawl leaves out because they act, and what the person has allowed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/link_groups.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail {

class ActingLinks {
 public:
  struct Left {
    UrlId url = 0;
    Act act;
  };

  explicit ActingLinks(const Config& config)
      : seed_url_(config.seed_url), rule_(config.acting), administration_(config.administration) {}

  /// Whether links are judged at all.
  bool watches() const { return rule_ != ActingRule::open || !administration_; }
  /// What a link does, as far as it can be left out; as it was judged first, if it was left.
  Act judge(UrlId url, const LinkObservation& link) const;
  /// Whether the rule or the person's word lets a link of this group be opened in spite of it.
  bool opens(const Act& act, GroupId group) const;
  /// The judgement of a link that was left.
  const Act* find(UrlId url) const;
  void leave(UrlId url, Act act);
  /// All that were ever left, in that order.
  const std::vector<Left>& all() const { return left_; }

  /// Learns from a page that was read whether it belongs to the site's administration. True when
  /// that makes more links to be left.
  bool learn(std::string_view page_url, const Page& page);

  /// The person's word on a group.
  void allow(GroupId group);
  void forbid(GroupId group);
  bool allows(GroupId group) const;
  /// On all links.
  void set_rule(ActingRule rule);

  void save(ByteWriter& out, const LinkGroups& groups) const;
  /// Groups are found anew. False when malformed.
  bool load(ByteReader& in, LinkGroups& groups, const UrlTable& urls);

 private:
  std::optional<std::string> administration_at(std::string_view url) const;

  std::string seed_url_;
  ActingRule rule_;
  bool administration_;             ///< may be crawled
  std::vector<std::string> areas_;  ///< of it, as learnt: beginnings of URLs
  std::vector<Left> left_;
  std::map<UrlId, std::size_t> places_;  ///< in left_
  std::vector<GroupId> allowed_;
};

}  // namespace tagtrail
