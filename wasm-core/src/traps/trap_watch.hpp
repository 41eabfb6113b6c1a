// Traps: parts of a site that go on without end and add nothing. The watch learns from what each
// answer adds which groups of URLs have stopped adding (exhaustion.hpp) and which parts of URLs
// change nothing (sameness.hpp). Links there are set aside, tried now and then, and offered again
// when that brings something after all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tagtrail/engine.hpp"
#include "tagtrail/policy.hpp"
#include "traps/exhaustion.hpp"
#include "traps/file_views.hpp"
#include "traps/page_novelty.hpp"
#include "traps/sameness.hpp"

namespace tagtrail {

class TrapWatch {
 public:
  /// Why a link is set aside.
  struct Cause {
    std::uint64_t id = 0;
    bool repeats = false;  ///< another spelling of what was requested; else an exhausted group
  };
  /// Nothing when the link (canonical key) may be requested.
  std::optional<Cause> cause_to_leave(std::string_view key) const;
  void set_aside(const Cause& cause, UrlId link, std::string_view key);
  /// A link is being requested.
  void requested(std::string_view key);

  /// An answer to a link: `url` answered in the end, `page_of_link` is where the link stands
  /// (empty: nowhere).
  struct Answer {
    std::string_view link;
    std::string_view page_of_link;
    UrlId url = 0;
    std::optional<UrlId> source;  ///< id of page_of_link
    UrlClass url_class = UrlClass::dead;
  };
  struct Weight {
    /// Nothing, too, for a file whose content came before, and for one more export of a view that
    /// added nothing.
    Addition addition = Addition::none;
    bool repeated = false;   ///< a file whose content came before
    bool worthless = false;  ///< no reward, for it is not the first of its kind that adds nothing
  };
  Weight answered(const Answer& answer, const Response& response);
  /// A redirect to what is known already.
  void led_nowhere(std::string_view link);

  /// A link set aside whose turn it is to be tried, in a crawl of so many requests. `at_end`:
  /// nothing else is left, and each trap is looked at a last time.
  std::optional<UrlId> try_one(std::uint64_t requests, bool at_end, Random& random);
  /// Links whose traps were none; each once.
  std::vector<UrlId> take_released();

  /// The traps with links set aside, those with most of them first, at most `limit`.
  std::vector<TrapReport> report(std::size_t limit) const;

  void save(ByteWriter& out) const;
  /// False when malformed, or when it refers to links beyond `known`.
  bool load(ByteReader& in, UrlId known);

 private:
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
  Weight weigh(const Answer& answer, const Response& response);
  bool is_export_of_view(const Answer& answer) const;
  void release(std::uint64_t cause);
  std::optional<UrlId> take_link(Trap& trap, Random& random);

  Exhaustion exhaustion_;
  Sameness sameness_;
  PageNovelty novelty_;
  FileViews file_views_;
  std::unordered_set<std::uint64_t> contents_;  ///< of files, Response::content
  std::unordered_set<UrlId> views_;             ///< pages that added nothing, or little
  std::vector<Trap> traps_;
  std::unordered_map<std::uint64_t, std::size_t> by_cause_;
  std::vector<UrlId> released_;
  std::uint64_t next_try_ = 0;    ///< the earliest of all traps; 0: none planned
  std::uint64_t last_looks_ = 0;  ///< of all traps
};

/// What kind of trap it is, in words, from one of its URLs: `a calendar`, `orderings`.
std::string_view trap_kind(std::string_view key, bool repeats);

}  // namespace tagtrail
