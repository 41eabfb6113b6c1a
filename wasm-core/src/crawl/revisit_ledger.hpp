// The pages and files that a crawl knows, and what asking for them again has brought: which of them
// a round of revisiting asks for next. Whole numbers only are kept, so that what is read from a
// snapshot gives the same values whatever the order in which they came together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "crawl/listed_dates.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class RevisitLedger {
 public:
  /// A page or file that has been answered.
  struct Known {
    UrlId url = 0;
    bool target = false;
    bool gone = false;           ///< 404 or 410 when it was asked for last
    std::uint32_t depth = 0;     ///< links from the seed URL
    std::uint32_t first = 0;     ///< round in which it was answered first; 0: the crawl itself
    std::uint32_t round = 0;     ///< in which it was asked for last
    std::uint32_t yield = 0;     ///< quarters of files that it led to
    std::uint32_t gains = 0;     ///< the same, by being revisited; of a file: changes, whole
    std::uint32_t exposure = 0;  ///< 16ths of what revisits of it could have brought
    std::uint32_t visited = 0;   ///< when it was there last, in seconds since 1970; 0: not known
    Listed asked_as = Listed::unknown;  ///< what sitemaps said when it was asked for last
  };

  /// What asking for one again is expected to bring: new files, or news of its own.
  struct Choice {
    UrlId url = 0;
    bool target = false;
    double finds = 0;                 ///< expected of this request
    double like_it = 0;               ///< finds by others of its group so far
    std::uint64_t group = 0;          ///< how many of its group were ever revisited
    Listed listed = Listed::unknown;  ///< what sitemaps say of it
    bool lists = false;               ///< it is a sitemap that says so of others
  };

  /// By Known; those of the same value learn from each other. Files and pages must differ.
  using GroupOf = std::function<std::size_t(const Known&)>;

  /// Borrows `dates`.
  RevisitLedger(GroupOf group_of, const ListedDates& dates)
      : group_of_(std::move(group_of)), dates_(dates) {}

  /// Its first answer. One that is known changes its kind at most.
  void add(UrlId url, bool target, std::uint32_t depth);
  /// Null when it was never answered.
  const Known* find(UrlId url) const;
  /// A page led to a file, over so many links: less counts the longer the way.
  void led_to_file(UrlId page, unsigned links_between);
  /// In this round, by having been asked for again.
  void gained(UrlId url, unsigned links_between);
  void set_gone(UrlId url, bool gone);
  /// It was there then.
  void was_there(UrlId url, std::uint32_t when);
  /// Sitemaps say something else of it now.
  void look_again(UrlId url);
  /// What they say has another weight.
  void weigh_anew();

  /// What GroupOf says has changed.
  void group_anew() { grouped_ = false; }
  void begin_round();
  std::uint32_t round() const { return round_; }
  bool asked_in_this_round(const Known& known) const {
    return known.first < round_ && known.round == round_;
  }
  /// The best that has not been asked for in this round; the one known first among equals. Nothing
  /// when there is none. Looks only at the groups of which something has become known.
  std::optional<Choice> best();
  /// One that has not been asked for in this round; nothing: it has, or is not known or gone.
  std::optional<Choice> choice(UrlId url);
  /// It is asked for now.
  void asked(UrlId url);

  void save(ByteWriter& out) const;
  /// False when malformed, or when a URL is none of the `urls` first ones.
  bool load(ByteReader& in, UrlId urls);

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  struct Group {
    std::uint64_t gains = 0;
    std::uint64_t exposure = 0;
    std::uint64_t visits = 0;
    std::vector<std::uint32_t> members;
    bool stale = true;  ///< `best` has to be found anew
    std::uint32_t best = kNone;
    double best_finds = 0;
  };

  Known* at(UrlId url);
  /// What one request of it may bring, in 16ths: how much it led to, and how near the seed it is.
  static std::uint32_t weight(const Known& known);
  std::uint32_t age(const Known& known) const;
  double expected(const Known& known, const Group& group) const;
  Listed listed(const Known& known) const { return dates_.of(known.url, known.visited, round_); }
  Choice choice_of(const Known& known, const Group& group, double finds) const;
  void make_groups();
  Group& group(const Known& known);
  void find_best(Group& group);

  GroupOf group_of_;
  const ListedDates& dates_;
  std::vector<Known> known_;           ///< in order of their first answers
  std::vector<std::uint32_t> by_url_;  ///< index in known_, or kNone
  std::uint32_t round_ = 0;
  std::vector<Group> groups_;  ///< made of the rest when a round needs them
  bool grouped_ = false;
};

}  // namespace tagtrail
