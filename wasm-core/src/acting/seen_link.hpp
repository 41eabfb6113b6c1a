// What a link says of itself: of how it is written, where it stands on its page, and what it says.
#pragma once

#include <string>
#include <string_view>

#include "acting/link_shapes.hpp"
#include "tagtrail/link.hpp"

namespace tagtrail {

struct SeenLink {
  const LinkObservation* link = nullptr;
  ShapedAddress address;
  std::string words;   ///< of its text
  std::string text;    ///< those without numbers
  bool icon = false;   ///< no text that says anything
  bool pages = false;  ///< a number, or an arrow
  bool brief = false;
  bool button = false;  ///< it looks like one, by its class
  bool safe = false;    ///< by what it says of itself
  bool sends = false;   ///< a script sends the browser there, nobody knows when
};

/// `link` is borrowed, and must outlive what comes back.
SeenLink look_at(const LinkObservation& link);

/// Where a site leads its visitors: menus, crumbs, pagers, tabs. Not in the rows of a table.
bool in_navigation(std::string_view tag_path);
/// In the head of a table, where orders are chosen.
bool in_table_head(std::string_view tag_path);
bool in_heading(std::string_view tag_path);

}  // namespace tagtrail
