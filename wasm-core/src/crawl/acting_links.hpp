// The links that a crawl leaves out because they act, and what the person has allowed.
#pragma once

#include <map>
#include <optional>
#include <set>
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
  /// Borrows both.
  ActingLinks(const Config& config, UrlTable& urls, LinkGroups& groups);

  /// Whether links are judged at all.
  bool watches() const { return rule_ != ActingRule::open || !administration_; }
  /// Whether a link whose facts are known is left out; it is noted, then, and its state is acting.
  bool leaves(UrlId id, const LinkObservation& link);
  /// Of one whose state is acting: whether it may be opened by now.
  bool may_open(UrlId id) const;
  /// Learns from a page that was read whether it belongs to the site's administration, and which
  /// templates of links on it are suspect. True when that makes more links to be left.
  bool learn(std::string_view page_url, const Page& page);
  /// Learns from where a link has led: one that leads back to the page it stands on shows nothing,
  /// and may have done something there. Unless one of its kind has shown something before, it is
  /// noted, and they are suspect. True when that makes more links to be left. `shows`: it was
  /// answered with contents, no redirect.
  bool learn_end(UrlId link, std::string_view end, bool shows);

  /// The person's word on a group.
  void allow(GroupId group);
  void forbid(GroupId group) { std::erase(allowed_, group); }
  bool allows(GroupId group) const;
  /// On all links that are built as this one is (link_shape()), wherever they stand.
  void allow_like(std::string_view url);
  /// The other way round: one that was asked for has changed something.
  void forbid_like(std::string_view url);
  /// On all links.
  void set_rule(ActingRule rule);

  /// How many are left out now.
  std::uint64_t count() const;
  /// Of these, such as do not merely log out or buy: a file may be behind one.
  std::uint64_t count_perhaps_files() const;
  /// All that were ever left, in that order: from `from` on, at most `limit`.
  std::vector<ActingLink> list(std::size_t from, std::size_t limit) const;

  void save(ByteWriter& out) const;
  /// Groups are found anew. False when malformed.
  bool load(ByteReader& in);

 private:
  struct Left {
    UrlId url = 0;
    Act act;
  };

  Act judge(UrlId id, const LinkObservation& link) const;
  /// Whether the rule or the person's word lets a link that acts be opened in spite of it.
  bool opens(const Act& act, UrlId id) const;
  bool learn_area(std::string_view page_url, const Page& page);
  bool learn_suspects(std::string_view page_url, const Page& page);
  const Act* find(UrlId id) const;
  void note(UrlId id, Act act);
  std::optional<std::string> administration_at(std::string_view url) const;

  UrlTable& urls_;
  LinkGroups& groups_;
  std::string seed_url_;
  ActingRule rule_;
  bool administration_;                               ///< may be crawled
  std::vector<std::string> areas_;                    ///< of it, as learnt: beginnings of URLs
  std::map<std::string, Act, std::less<>> suspects_;  ///< by link_shape()
  std::set<std::string, std::less<>> showing_;        ///< of links that have shown something
  std::vector<Left> left_;
  std::map<UrlId, std::size_t> places_;  ///< in left_
  std::vector<GroupId> allowed_;
  std::set<std::string, std::less<>> allowed_shapes_;
};

}  // namespace tagtrail
