// Buttons and their kin that do something by a script alone, and what they may have in store. The
// same rules as in extension/src/content/page_controls.ts.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "content/promises.hpp"
#include "tagtrail/left_out.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kPageControls = 5'000;  ///< looked at, of a page

/// Elements by their id, the first of each.
using ElementsById = std::unordered_map<std::string_view, const GumboElement*>;

/// An element that may be pressed. Views are into the tree.
struct Control {
  const GumboElement* element = nullptr;
  const GumboElement* parent = nullptr;  ///< may be null
  const GumboElement* group = nullptr;   ///< what holds it and its like; may be null
  std::string text;                      ///< below it, as far as a button's goes
  bool in_form = false;
  bool posts = false;  ///< sends a form by POST that has nothing to fill in
  bool in_menu = false;
  bool set_apart = false;  ///< turns pictures, days and the like
  bool in_pager = false;
};

/// Whether it may be one: by its tag and role, and it leads to no address.
bool is_control(const GumboElement& element);
/// Whether it sends the form that it is in.
bool is_submit(const GumboElement& element);

/// What is left in them, unpressed: `what` is what people see of it. One for all that turns pages.
/// `panels`: elements of the page with the role of a tab's panel.
std::vector<LeftOnPage> left_in_controls(const std::vector<Control>& controls,
                                         const ElementsById& by_id, std::size_t panels);

}  // namespace tagtrail::host
