// A policy chooses the next link. One file a policy in src/policy/, found by name in one registry.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/oracle.hpp"
#include "tagtrail/random.hpp"
#include "tagtrail/report.hpp"

namespace tagtrail {

/// Dense index of a known URL, in order of discovery. Ids order ties.
using UrlId = std::uint32_t;
/// Dense index of a distinct tag path, in order of first appearance.
using PathId = std::uint32_t;
/// Dense index of a host (host and port, the unit of politeness), in order of first use.
using HostId = std::uint32_t;

/// Whether a host may be asked now. All hosts always may, unless Config::per_host or
/// CrawlBounds::host_pages say otherwise.
enum class HostState : std::uint8_t {
  free,
  busy,  ///< has as many requests out as it may have: another answer of it comes first
  full,  ///< has answered as many pages as are wanted of it: is never asked again
};

/// A new in-scope link as a policy sees it. Views are valid during the call.
struct LinkView {
  UrlId url = 0;
  std::string_view key;  ///< canonical URL
  PathId path = 0;
  std::string_view tag_path;
  std::string_view anchor;
  const LinkObservation* observation = nullptr;  ///< null unless the link is being considered
  UrlId source = 0;                              ///< the page it stands on
  std::uint32_t depth = 0;
};

/// What to do with a new link.
enum class Verdict : std::uint8_t {
  later,       ///< the policy keeps it and will choose() it
  fetch_now,   ///< believed to be a target: request it before the next link of the page
  check_type,  ///< ask its type by HEAD; on_type_check() decides then
  drop,        ///< never request it
};

/// A link chosen from the policy's frontier, with the reason.
struct Choice {
  UrlId url = 0;
  Purpose purpose = Purpose::page;
  Reason reason;
};

/// What a policy thinks of a link.
struct Foresight {
  std::optional<double> files;        ///< expected: itself, or what the page behind it leads to
  std::optional<double> probability;  ///< that it is a file itself
};

/// What became of a requested URL (after its redirects, which the engine follows).
struct Outcome {
  UrlId url = 0;  ///< that answered
  UrlClass url_class = UrlClass::dead;
  bool excluded = false;  ///< robots, address guard, scope: nothing learnt
  bool new_target = false;
  double gain = 0;                 ///< what the objective gives for it; 0 unless it is a new target
  double file_gain = 0;            ///< of a file: what one like it is worth, were it new or not
  std::string_view table_words{};  ///< of a file (Response::table_words)
  bool via_redirect = false;       ///< another URL answered
  bool redirected = false;         ///< its own answer was a redirect, to whatever
  bool chosen = false;             ///< came from choose(); false: fetched at once
};

/// What the engine offers to policies. Borrowed for the policy's life.
class PolicyContext {
 public:
  virtual ~PolicyContext() = default;
  virtual std::string_view url(UrlId id) const = 0;
  /// The id of a URL that no page has named yet (an oracle did).
  virtual UrlId intern_url(std::string_view key) = 0;
  virtual std::string_view tag_path(PathId id) const = 0;
  virtual std::uint32_t depth(UrlId id) const = 0;
  virtual HostId host(UrlId id) const = 0;
  virtual std::string_view host_name(HostId id) const = 0;
  virtual HostState host_state(HostId id) const = 0;
  /// Whether hosts may be busy or full in this crawl at all.
  virtual bool by_host() const = 0;
  /// Which of the frontier's parts a link belongs to: those of one part are busy together. There is
  /// only one, unless by_host().
  HostId part(UrlId id) const { return by_host() ? host(id) : 0; }
  /// The link that found a URL first, as it was considered; without observation.
  virtual LinkView link(UrlId id) const = 0;
  /// What a policy may refer to; load() refuses ids beyond.
  struct Known {
    UrlId urls = 0;
    PathId paths = 0;
    HostId hosts = 0;
    std::size_t open_pages = 0;  ///< page_begin() without page_end() so far
  };
  virtual Known known() const = 0;
  /// Whether a link to this canonical URL would be considered: scope, blocklist, traps.
  virtual bool admissible(std::string_view key) const = 0;
  virtual std::uint64_t requests() const = 0;  ///< made so far, HEAD and GET
  virtual Random& random() = 0;
  virtual Oracle* oracle() = 0;  ///< null in live crawls
};

/// The calls come in this order: consider() for each new link of a page in the policy's link order;
/// choose() when nothing is left to do at once; on_outcome() for every answer; page_begin() /
/// page_end() around the links of a page, nested when a link fetched at once is itself a page.
/// With several requests in flight choose() is also called while pages are open whose links are
/// still being requested, and page_end() comes once all of them are answered, innermost page first.
class Policy {
 public:
  virtual ~Policy() = default;

  virtual Verdict consider(const LinkView& link) = 0;
  /// After a HEAD asked for by consider(); `status` is the HTTP status.
  virtual Verdict on_type_check(const LinkView& link, UrlClass url_class, std::uint16_t status);
  /// The next link of the frontier, removed from it; nothing when the frontier is empty or, while
  /// other requests are in flight, when it is better to wait for their answers. With
  /// PolicyInfo::among_hosts only links whose host is free.
  virtual std::optional<Choice> choose() = 0;
  /// The reason for a link that was `fetch_now` or `check_type`.
  virtual Reason explain(const LinkView& link) const;
  virtual void on_outcome(const Outcome& outcome);
  /// A page was read: `link` led to it (through redirects or not). `page` is valid during the call;
  /// its links are in the policy's link order and not filtered by scope.
  virtual void page_begin(const LinkView& link, bool chosen, const Page& page);
  /// All links of that page are dealt with; `reward`: the gain of the page itself, and of its links
  /// that turned out to be new targets by requests made at once.
  virtual void page_end(double reward);
  /// How many targets it expects behind its open links, where it can tell: a sum of single
  /// expectations, good for comparing moments of a crawl. Takes no longer the more links there are.
  virtual std::optional<double> expected_remaining() const;
  /// What it expects of a link that is waiting; nothing when it has no word.
  virtual std::optional<double> expected_files(UrlId url) const;
  /// The same of a link with its observation that it need not know, standing on `page`.
  virtual Foresight foresee(const LinkView& link, std::string_view page) const;
  /// The user's word: links like these, all of one group, lead to pages of `files` files, as if
  /// `weight` such pages (at most 8) had been read. False when it knows none of them.
  virtual bool teach(const std::vector<LinkView>& links, double files, double weight);
  /// The page ended last was loaded by the user: its links that look like files may never be
  /// requested, and count as files.
  virtual void page_observed();
  /// Links waiting in the policy's frontier.
  virtual std::size_t frontier_size() const = 0;
  /// What the policy's link groups have brought, best mean first; empty when it has none.
  virtual std::vector<GroupReport> groups() const;
  /// How well its URL classifier did so far; empty counts when it has none.
  virtual Confusion confusion() const;
  /// PolicyContext::host_state() of a host has changed.
  virtual void host_changed(HostId host);
  /// A URL of the frontier was reached another way (a redirect), or is withheld by the user's word:
  /// forget it there. When that word is taken back, its link is considered again.
  virtual void remove(UrlId url) = 0;

  virtual void save(ByteWriter& out) const = 0;
  /// Reads what save() wrote; false when malformed.
  virtual bool load(ByteReader& in) = 0;
};

/// The order in which a page's links are considered.
enum class LinkOrder : std::uint8_t {
  document,
  four_passes,  ///< all a, then area, frame, iframe: the published code's order
};

struct PolicyInfo {
  std::string_view name;
  std::string_view summary;   ///< one line for --help and docs
  bool needs_oracle = false;  ///< refused in live crawls
  LinkOrder link_order = LinkOrder::document;
  bool starts_at_seed = true;  ///< false: the seed URL is not requested (omniscient)
  /// Whether Config::in_flight may be over 1.
  bool several_in_flight = false;
  /// Whether choose() goes by PolicyContext::host_state(). What others choose may have to wait for
  /// its host, and keeps a slot meanwhile.
  bool among_hosts = false;
  /// Config::about orders its links.
  bool by_topic = false;
  std::unique_ptr<Policy> (*make)(const Config&, PolicyContext&) = nullptr;
};

/// The policies of this program: what it was linked with, wasm-core/src/registry.cpp or the lab's.
const std::vector<PolicyInfo>& policies();
/// Null when there is none of that name.
const PolicyInfo* find_policy(std::string_view name);

}  // namespace tagtrail
