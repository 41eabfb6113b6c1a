// Traps: parts of a site that go on without end and add nothing. The watch learns from what each
// answer adds which groups of URLs have stopped adding (exhaustion.hpp), which parts of URLs
// change nothing (sameness.hpp), which pages lead on to themselves (echoes.hpp), which only show a
// file that has come (viewers.hpp), and which show things as they were (revisions.hpp). Links there
// are set aside, tried now and then, and offered again when that brings something after all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tables/url_table.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/policy.hpp"
#include "traps/echoes.hpp"
#include "traps/exhaustion.hpp"
#include "traps/file_views.hpp"
#include "traps/page_novelty.hpp"
#include "traps/revisions.hpp"
#include "traps/sameness.hpp"
#include "traps/site_views.hpp"
#include "traps/viewers.hpp"

namespace tagtrail {

class TrapWatch {
 public:
  /// Borrows `urls`. Without `leaves_traps` it watches nothing, and no link is left.
  TrapWatch(UrlTable& urls, bool leaves_traps)
      : urls_(urls),
        leaves_traps_(leaves_traps),
        viewers_(urls),
        revisions_(urls),
        site_views_(urls, revisions_) {}

  /// Whether a URL is the address of a wanted file.
  using PromisesFile = std::function<bool(std::string_view key)>;

  /// Whether the link lies in a trap; it is set aside then.
  bool leaves(UrlId link, const PromisesFile& promises_file);
  /// It is being requested.
  void requested(UrlId link);

  /// What an answer adds to the crawl.
  struct Weight {
    /// Nothing, too, for a file whose content came before, and for one more export of a view that
    /// added nothing.
    Addition addition = Addition::none;
    bool repeated = false;   ///< a file whose content came before
    bool worthless = false;  ///< no reward, for it is not the first of its kind that adds nothing
  };
  /// The link was answered by the site, in the end by `url`.
  Weight answered(UrlId link, UrlId url, UrlClass url_class, const Response& response);
  /// It was redirected to what is known already.
  void led_nowhere(UrlId link);

  /// A link still set aside whose turn it is to be tried, in a crawl of so many requests. `at_end`:
  /// nothing else is left, and each trap is looked at a last time.
  std::optional<UrlId> try_one(std::uint64_t requests, bool at_end, Random& random);
  /// Links whose traps were none after all, withheld from now on; each once.
  std::vector<UrlId> take_released();

  /// The traps with links set aside, those with most of them first, at most `limit`; without
  /// those whose links only repeat what was requested, by all that was seen.
  std::vector<TrapReport> report(std::size_t limit) const;
  /// The links of those.
  std::uint64_t sure_repeats() const;

  void save(ByteWriter& out) const;
  /// False when malformed, or when it refers to URLs that are not known.
  bool load(ByteReader& in);

 private:
  /// Why a link is set aside.
  enum class Sign : std::uint8_t {
    exhausted,  ///< of a group that has stopped adding
    echo,
    repeats,      ///< another spelling of what was requested
    same_file,    ///< the same of a file, by a value that may tell files apart: `?lang=fr`
    shows_again,  ///< a page for a file that has come
    revision,     ///< something as it was, which is linked as it is, too
    spent_view,   ///< something in hand, in a view that tells of nothing
  };
  static constexpr Sign kLastSign = Sign::spent_view;
  struct Cause {
    std::uint64_t id = 0;
    Sign sign = Sign::exhausted;
  };
  struct Trap {
    Cause cause;
    std::string example;  ///< first link set aside
    std::vector<UrlId> links;
    std::uint64_t left = 0;      ///< links set aside in all
    std::uint64_t next_try = 0;  ///< in requests of the crawl; 0: not planned yet
    std::uint64_t pause = 0;     ///< doubled after each try
    std::uint32_t last_looks = 0;
    bool over = false;
  };
  bool holds_repeats(const Trap& trap) const;
  static std::string_view kind_of(const Trap& trap);
  std::optional<Cause> cause_to_leave(UrlId link, const PromisesFile& promises_file);
  std::string_view key_of_source(UrlId link) const;
  void set_aside(const Cause& cause, UrlId link);
  Weight weigh(UrlId link, UrlId url, UrlClass url_class, const Response& response);
  bool is_export_of_view(UrlId link) const;
  void credit(const std::vector<Aspect>& aspects, bool far);
  /// The page on which the link was found; where that had added nothing, or little, it has now,
  /// and so has the page on which it was found itself.
  void credit_pages_to(UrlId link);
  void release(std::uint64_t cause);
  /// A rule of sameness_ holds no longer.
  void release_spellings(std::uint64_t rule);
  std::optional<UrlId> take_link(Trap& trap, Random& random, bool last = false);
  std::optional<UrlId> take_due(std::uint64_t requests, bool at_end, Random& random);
  /// At the end, of links to what is shown at revisions: the one that tells most of whether these
  /// repeat what has come. Where enough were tried in vain, all are released.
  std::optional<UrlId> take_proof(Trap& trap, Random& random);
  /// At the end, of a trap that needs more than the usual last looks.
  std::optional<UrlId> take_to_be_sure(Random& random);

  UrlTable& urls_;
  bool leaves_traps_;
  Exhaustion exhaustion_;
  Sameness sameness_;
  PageNovelty novelty_;
  FileViews file_views_;
  Echoes echoes_;
  Viewers viewers_;
  Revisions revisions_;
  SiteViews site_views_;
  std::unordered_set<std::uint64_t> contents_;  ///< of files, Response::content
  std::unordered_set<UrlId> views_;  ///< pages that added little, and so does all behind them
  std::vector<Trap> traps_;
  std::unordered_map<std::uint64_t, std::size_t> by_cause_;
  std::vector<UrlId> released_;
  std::uint64_t next_try_ = 0;    ///< the earliest of all traps; 0: none planned
  std::uint64_t last_looks_ = 0;  ///< of all traps
};

/// What kind of trap it is, in words, from one of its URLs: `a calendar`, `orderings`.
std::string_view trap_kind(std::string_view key, bool repeats);

}  // namespace tagtrail
