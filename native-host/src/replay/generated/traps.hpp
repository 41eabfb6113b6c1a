// Where crawlers get lost: pages without end that hold nothing new. Bounded, and only on request.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host::generated {

struct TrapOptions {
  unsigned calendar_months = 0;  ///< pages of a calendar, each linked to the months around it
  unsigned sessions = 0;         ///< copies of every list under a session id of its own
  bool sort_orders = false;      ///< copies of every list in six orders
};

class Traps {
 public:
  Traps(const TrapOptions& options, std::uint64_t seed);

  unsigned months() const { return options_.calendar_months; }
  /// The month that every page links to.
  unsigned middle_month() const { return options_.calendar_months / 2; }
  std::string month_path(unsigned month) const;

  /// Variants of a list: orders first, then sessions.
  unsigned variants() const { return static_cast<unsigned>(queries_.size()); }
  unsigned orders() const { return orders_; }
  /// The list's URL in a variant.
  std::string variant_path(std::string_view list, unsigned variant) const;

 private:
  TrapOptions options_;
  unsigned orders_ = 0;
  std::vector<std::string> queries_;
};

}  // namespace tagtrail::host::generated
