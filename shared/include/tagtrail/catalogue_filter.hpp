// Which data sets of a catalogue are wanted: conditions, and what is asked of a kind for them.
// Their values come from people and from servers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail {

inline constexpr std::size_t kConditionBytes = 200;  ///< of a value

/// At most one value of each condition; empty: none.
struct CatalogueFilter {
  std::array<std::string, kConditionNames.size()> values;

  const std::string& of(Condition by) const { return values.at(static_cast<std::size_t>(by)); }
  bool empty() const { return *this == CatalogueFilter{}; }
  bool operator==(const CatalogueFilter&) const = default;
};

/// By its name; `organization` is the same as `organisation`.
std::optional<Condition> condition_named(std::string_view name);

/// Errors: invalid_argument, with the cause but without the condition's name: a value that is too
/// long, has control characters or is no UTF-8; dates other than YYYY-MM-DD.
Expected<void> set_condition(CatalogueFilter& filter, Condition by, std::string_view value);

/// `organisation=X,format=CSV`: in values a comma is %2C and a percent sign %25. Errors:
/// invalid_argument.
Expected<CatalogueFilter> parse_catalogue_filter(std::string_view text);
std::string to_text(const CatalogueFilter& filter);

/// The first condition that the kind knows no query for.
std::optional<Condition> condition_unknown_to(const CatalogueKind& kind,
                                              const CatalogueFilter& filter);

/// The canonical key of `url`, a request of the table to a site of that kind, with the conditions
/// in its query; empty where the kind can't be narrowed so.
std::string narrowed_request(const CatalogueKind& kind, const std::string& url,
                             const CatalogueFilter& filter);

}  // namespace tagtrail
