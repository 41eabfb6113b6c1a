// The query of a URL as it is written: taken apart, and put together again. Nothing is decoded, but
// for what is said otherwise; what parts the query is '&' alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

/// What stands before '?'; all of a URL that has none.
inline std::string_view without_query(std::string_view url) { return url.substr(0, url.find('?')); }

inline bool has_query(std::string_view url) { return url.find('?') != std::string_view::npos; }

/// One of the parts of a query. Views and places are of the URL that it was read from.
struct QueryPart {
  std::string_view whole;    ///< `name=value`, never empty
  std::string_view name;     ///< all of it where no '=' stands
  std::string_view value;    ///< empty there
  std::size_t value_at = 0;  ///< where the value begins

  /// Of a value of decimal digits alone.
  std::optional<std::uint64_t> number() const;
};

/// In order; empty ones are left out.
std::vector<QueryPart> query_parts(std::string_view url);

/// The first of that name.
std::optional<QueryPart> query_part(std::string_view url, std::string_view name);

/// `url` with another value in that part of its query.
std::string with_value(std::string_view url, const QueryPart& part, std::string_view value);

/// `url` with one part more. Both are written as they are given.
std::string with_part(std::string_view url, std::string_view name, std::string_view value);

}  // namespace tagtrail
