// Files on hosts out of the crawl's scope that its pages link to, or redirect to: counted and left,
// or taken, as Config::files and Word::linked say. Of such a host nothing but the file is taken,
// and, with it, what its frames in the site's pages show: these are read for the files they link.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/admission.hpp"
#include "crawl/flights.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail {

/// Whether it is a frame that shows a page of a host out of scope, which may have files: no film,
/// map or way to pay.
bool is_frame_elsewhere(const LinkObservation& link, const Admission& admission);

class FilesElsewhere {
 public:
  /// Addresses that are told apart; what comes later is not counted.
  static constexpr std::size_t kMost = 100'000;
  /// A host that answers so often in a row with something else than a wanted file is left.
  static constexpr std::uint32_t kMostMisses = 5;
  /// Hosts of which files are taken; those of others are left, and counted.
  static constexpr std::size_t kMostHosts = 1'000;

  /// All borrowed.
  FilesElsewhere(const Config& config, const Admission& admission, UrlTable& urls);

  /// Whether this link of a page, which is not admitted, is followed all the same: it promises a
  /// wanted file on another host than the page's, or in a frame is one of its host; or it is a
  /// frame. If such files are left, it counts as one.
  bool takes(const LinkObservation& link, UrlId page);
  /// The same for where a request is redirected to. A file is promised by where it leads, by what
  /// was asked for, or by the policy, which expected one.
  bool takes_redirect(const Flight& flight, std::string_view location);
  /// Whether this address may be followed as a file elsewhere, going by its name alone.
  bool may_take(std::string_view key) const;
  /// Whether nothing but a file is to be asked for there, or what a frame shows.
  bool takes_no_page(UrlId url) const;
  /// Whether a link that waits is not to be requested any more: its host sends no files. It is left
  /// then, and counted.
  bool leaves(UrlId link);
  /// What was found at `url` for a flight that wants a file only: a page is none, and its links are
  /// nobody's.
  Finding judge(const Flight& flight, UrlId url, Finding found);

  /// From now on they are taken. What was left until then: links that are withheld, to be offered
  /// again, and URLs that redirected to such files.
  struct Waiting {
    std::vector<UrlId> links;
    std::vector<UrlId> redirects;
  };
  Waiting take_all();

  /// Those that are left.
  ElsewhereReport report() const;

  void save(ByteWriter& out) const;
  /// After the URLs. False when malformed.
  bool load(ByteReader& in);

 private:
  /// How one was found that is left.
  struct Left {
    UrlId page = StringTable::kNone;      ///< that links to it
    UrlId redirect = StringTable::kNone;  ///< that led to it; kNone: a link
    std::uint32_t tag_path = 0;
    std::uint32_t anchor = 0;
  };

  bool has_given_up(std::string_view key) const;
  bool is_frame(UrlId url) const;
  bool has_room_for(std::string_view key) const;
  bool takes_from(std::string_view key);
  void leave(std::string_view key, const Left& found);
  void count(std::string_view key);
  std::optional<UrlId> withhold(std::string_view key, const Left& found);

  const Admission& admission_;
  UrlTable& urls_;
  bool taking_;
  StringTable keys_;
  StringTable words_;       ///< tag paths and anchors; 0 is the empty one
  std::vector<Left> left_;  ///< by id of keys_
  bool more_ = false;
  std::unordered_map<std::string, std::uint64_t> by_host_;
  std::set<std::string, std::less<>> hosts_;                  ///< of which files are taken
  std::map<std::string, std::uint32_t, std::less<>> misses_;  ///< in a row, of hosts that had some
};

}  // namespace tagtrail
