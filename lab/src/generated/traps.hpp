// Where crawlers get lost: pages without end that hold nothing new. Bounded, and only on request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host::generated {

struct TrapOptions {
  unsigned calendar_months = 0;  ///< pages of a calendar, each linked to the months around it
  unsigned sessions = 0;         ///< copies of every list under a session id of its own
  bool sort_orders = false;      ///< copies of every list in six orders, in each session too
};

class Traps {
 public:
  Traps(const TrapOptions& options, std::uint64_t seed);

  unsigned months() const { return options_.calendar_months; }
  /// The month that every page links to.
  unsigned middle_month() const { return options_.calendar_months / 2; }
  std::string month_path(unsigned month) const;

  /// Variants of a list: in an order, in a session, or both.
  unsigned variants() const { return static_cast<unsigned>(queries_.size()); }
  /// The variants that a list, itself plain or in a variant, links to. `begins`: also to sessions,
  /// when it is in none.
  std::vector<unsigned> offered(std::optional<unsigned> variant, bool begins) const;
  /// The list's URL in a variant.
  std::string variant_path(std::string_view list, unsigned variant) const;

 private:
  TrapOptions options_;
  /// With one of `orders_ + 1` orders (0: as it is) in one of `sessions + 1` sessions (0: none).
  unsigned stride() const { return orders_ + 1; }

  unsigned orders_ = 0;
  std::vector<std::string> queries_;  ///< variant `v` is order and session of `v + 1`
};

}  // namespace tagtrail::host::generated
