// What a URL has in common with others of its site: the groups in which traps are looked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

/// How a group of URLs is drawn, in order of growing width.
enum class AspectKind : std::uint8_t {
  shape = 0,          ///< path without numbers and identifiers, query keys, values that are words
  directory_key = 1,  ///< directory and one query key
  segment_key = 2,    ///< one part of the path, wherever it stands, and one query key
  value = 3,          ///< one query key with its value, on the whole host
  key = 4,            ///< one query key, on the whole host
  directory = 5,      ///< directory of a URL without query
  feed = 6,           ///< the whole host's feeds: extension `atom` or `rss`
  drawing = 7,        ///< the whole host's drawings: extension `svg` or `svgz`
};
inline constexpr std::size_t kAspectKinds = 8;

struct Aspect {
  std::uint64_t id = 0;  ///< hash
  AspectKind kind = AspectKind::shape;
  std::uint8_t key = 0;  ///< which of the URL's query keys, where the kind has one
};

/// Name and value of a query's pair, as written; views into the URL.
struct QueryPair {
  std::string_view key;
  std::string_view value;
};

/// The pairs of a query, separated by `&` or `;` (Apache's listings), at most 8.
std::vector<QueryPair> query_pairs(std::string_view query);

/// Where a pair of this URL begins in it.
inline std::size_t place_in(std::string_view url, const QueryPair& pair) {
  return static_cast<std::size_t>(pair.key.data() - url.data());
}
/// A URL without the pair of its query that begins at that byte.
std::string without_pair(std::string_view url, std::size_t begin);

/// Whether a part of a path or a value looks made up by a machine: at least 8 letters and digits in
/// which these take turns, or 16 hexadecimal digits.
bool is_identifier_like(std::string_view text);

/// Digits become 0 and words that look like identifiers H, so that `s-1f2e3d4c5b6a7988` and its kin
/// are one.
std::string without_identifiers(std::string_view text);

/// Whether an address ends as that of a file that is no page: `/t.csv`.
bool names_file(std::string_view address);

/// A URL up to the last slash of its path; a view of it.
std::string_view folder_of(std::string_view key);

/// The groups that a URL (canonical key) belongs to; at most about 60.
std::vector<Aspect> aspects_of(std::string_view key);
/// Whether the URL of these groups has a query.
bool has_query(const std::vector<Aspect>& aspects);

}  // namespace tagtrail
