// Views in which a site shows each of its things: `/log/data/x.csv` and `/tree/data/x.csv?h=v1`
// beside `/plain/data/x.csv`. Files tell of them: where addresses that differ in one part gave the
// same file, or a file and a page, that part names a view. A view that has told of nothing for long
// is spent, and what it would show of things that are in hand is left.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"
#include "traps/revisions.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {

class SiteViews {
 public:
  /// Borrows both. What differs in a revision alone is one address.
  SiteViews(const UrlTable& urls, const Revisions& revisions)
      : urls_(urls), revisions_(revisions) {}

  /// The spent view in which a link (a key) shows a thing that is in hand: a file that has come, or
  /// a page that was read in the view that tells most; nothing for others.
  std::optional<std::uint64_t> shows_again(std::string_view key) const;

  /// It was answered by a page whose links have not been met by that, or by a file. `wanted`: what
  /// came is what the crawl looks for; `known`: its content came before. Gives the views that are
  /// spent no longer.
  std::vector<std::uint64_t> answered(std::string_view key, const Response& response, bool wanted,
                                      bool known);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  /// A part of an address that may name a view: one of the path, or a pair of the query.
  struct Part {
    std::uint64_t slot = 0;  ///< which part
    std::string_view value;
    std::size_t begin = 0;  ///< where it stands
    std::size_t end = 0;
  };
  /// What came of addresses that differ in one part alone.
  struct Given {
    std::uint64_t value = 0;    ///< of the part, as a hash
    std::uint64_t content = 0;  ///< of the file; 0: a page
    bool agreed = false;        ///< two of them were as views of one thing are
  };
  struct Slot {
    std::uint32_t agree = 0;   ///< pairs of answers: a page and a file, or the same file
    std::uint32_t differ = 0;  ///< and other files
    std::uint32_t places = 0;  ///< addresses without the part, of which two agreed
    std::uint32_t rests = 0;   ///< all of these
    std::unordered_set<std::uint64_t> values;
    bool is_view = false;
  };
  struct View {
    std::uint64_t slot = 0;
    bool of_files = false;    ///< of addresses that name a file of data, or of all others
    bool is_now = false;      ///< among versions the present one, by its name
    std::uint32_t vain = 0;   ///< answers in a row that told of nothing
    std::uint32_t same = 0;   ///< all such answers
    std::uint32_t other = 0;  ///< files with another content than the one in hand
    std::uint32_t news = 0;
  };
  struct Thing {
    bool filed = false;                ///< a file of it has come
    std::vector<std::uint64_t> files;  ///< views in which it did
    std::vector<std::uint64_t> pages;  ///< and those of its pages
  };
  struct Site {
    std::unordered_map<std::uint64_t, Given> given;  ///< by slot and the address without it
    std::unordered_map<std::uint64_t, Slot> slots;
    std::unordered_map<std::uint64_t, View> views;
    std::unordered_map<std::uint64_t, Thing> things;  ///< of all that is linked, once it has views
    std::vector<std::uint64_t> in_query;              ///< slots of views, ascending
  };
  struct InView {
    std::uint64_t view = 0;
    std::uint64_t slot = 0;
    bool is_now = false;
    bool is_absent = false;  ///< there is no such pair
  };
  /// What an address shows, and in which views.
  struct Shown {
    std::uint64_t thing = 0;
    bool names_file = false;
    std::vector<InView> in;
  };
  enum class Told : std::uint8_t { nothing, other, news };

  static std::vector<Part> parts_of(std::string_view address);
  static bool learn(Site& site, const std::string& address, std::uint64_t content);
  static void compare(Slot& slot, Given& given, const Given& now);
  static bool names_views(const Slot& slot);
  static void keep_in_query(Site& site);
  void collect_things(Site& site, std::string_view origin) const;
  static void keep_shown(Thing& thing, const Shown& shown, bool is_page);
  Shown shown_at(const Site& site, std::string_view key) const;
  Told told_by(const Site& site, const Shown& shown, std::string_view key, const Response& response,
               bool known) const;
  bool is_news(const Site& site, std::string_view page, std::string_view link) const;
  static bool leads_elsewhere(const Site& site, const Shown& page, const Shown& link);
  static bool is_option(const Site& site, std::string_view page, std::string_view link);
  static bool tells_apart(const Site& site, const QueryPair& pair);
  static std::optional<std::string> without_option(const Site& site, std::string_view address);
  static std::string without_handed_on(const Site& site, std::string_view page,
                                       std::string_view link);
  static std::string file_shown(const Site& site, std::string thing);
  static std::vector<std::uint64_t> count(Site& site, const Shown& shown, Told told);
  static std::uint64_t cover_of(const Site& site, std::uint64_t slot);
  static bool is_spent(const Site& site, std::uint64_t view);
  static bool is_filed_now(const Site& site, const Thing& thing, std::uint64_t slot);
  static bool has_present(const Site& site, const Thing& thing, const Shown& shown);
  static bool is_covered(const Site& site, const Thing& thing, const InView& in);
  static void save(ByteWriter& out, const Site& site);
  static void load(ByteReader& in, Site& site);

  const UrlTable& urls_;
  const Revisions& revisions_;
  std::unordered_map<std::uint64_t, Site> sites_;  ///< by the hash of their origin
};

}  // namespace tagtrail
