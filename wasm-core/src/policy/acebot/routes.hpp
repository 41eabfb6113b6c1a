// How far the patterns have led to each URL: the states in which its page is, by all links that
// were seen so far.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "policy/acebot/state_sets.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail::acebot {

class Routes {
 public:
  struct Link {
    Act act = 0;
    UrlId target = 0;
    bool operator==(const Link&) const = default;
  };

  explicit Routes(const Automaton& automaton) : automaton_(automaton), sets_(automaton) {}

  /// The entry page. All URLs below that got further are added to `changed`, maybe twice.
  void start(UrlId root, std::vector<UrlId>& changed);
  /// A page was read. Its links that may lead on when another way to it is found are kept.
  void add_links(UrlId page, std::vector<Link> links, std::vector<UrlId>& changed);
  /// One link of a page, not kept.
  void add_link(UrlId page, const Link& link, std::vector<UrlId>& changed);
  /// Of the most important pattern that leads there; kNoRank for none.
  Rank rank(UrlId url) const { return sets_.rank(set_of(url)); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in, UrlId known);

 private:
  SetId set_of(UrlId url) const { return url < set_by_url_.size() ? set_by_url_[url] : 0; }
  bool reach(UrlId url, SetId set);
  void spread(std::vector<UrlId> grown, std::vector<UrlId>& changed);
  bool may_lead_on(UrlId page, const Link& link) const;
  bool load_kept(ByteReader& in, UrlId known);

  const Automaton& automaton_;
  StateSets sets_;
  std::vector<SetId> set_by_url_;
  std::unordered_map<UrlId, std::vector<Link>> kept_;  ///< by page
};

}  // namespace tagtrail::acebot
