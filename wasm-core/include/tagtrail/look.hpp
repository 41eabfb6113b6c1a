// What the engine thinks of a page that it need not have asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail {

enum class LinkKind : std::uint8_t {
  file = 0,  ///< looks like a wanted file, in scope or not
  page = 1,
  out = 2,  ///< would not be followed: out of scope, blocked, or the page itself
};

struct LinkLook {
  std::string url;
  LinkKind kind = LinkKind::out;
  std::string mime;         ///< by its extension; empty when unknown
  std::int64_t group = -1;  ///< -1 for `out`
  std::optional<double> probability;
  std::optional<double> expected;
  /// Why a harvest with a person's session would not open it, as far as this page tells, in words
  /// (acting.hpp); empty: it would, or it is `out`.
  std::string acts;
};

/// A group with the links of it that this page has. One that the crawl does not know has an id
/// beyond those it knows, which holds for this look only.
struct GroupLook {
  LinkGroup group;
  std::string heading;               ///< before most of its links; may be empty
  std::vector<std::uint32_t> links;  ///< positions
};

struct PageLook {
  std::vector<LinkLook> links;  ///< one for each link of the page, in order
  std::vector<GroupLook> groups;
  /// Catalogues of data in scope that the page shows signs of, the best guess first.
  std::vector<CatalogueSite> catalogues;
};

}  // namespace tagtrail
