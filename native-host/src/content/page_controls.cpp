#include "content/page_controls.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "content/left_addresses.hpp"
#include "html/elements.hpp"
#include "html/unnamed_links.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLabelBytes = 100;
constexpr std::size_t kFactBytes = 500;
constexpr std::size_t kNumberDigits = 4;
/// More numbers than these are days of a calendar, or what a list of pages has only in a pager.
constexpr std::size_t kMostNumbers = 20;
/// Children that are looked at to tell whether there is an element.
constexpr unsigned kMostChildren = 1'000;

std::string_view at(const Control& control, std::string_view name) {
  return attribute_view(*control.element, name);
}

bool has(const Control& control, std::string_view name) {
  return attribute_value(*control.element, name) != nullptr;
}

std::string cut(std::string text, std::size_t bytes) {
  text.resize(utf8_prefix(text, bytes).size());
  return text;
}

bool leads_nowhere(std::string_view href) {
  return href.empty() || href.starts_with('#') || starts_with_ignoring_case(href, "javascript:");
}

/// Of a link that readers can follow, or a route of the page's scripts.
bool is_address(std::string_view href) {
  href = trim(href);
  return !leads_nowhere(href) || !route_in(href).empty();
}

/// A link to another place of the page, which is in sight without a press.
bool leads_into_page(const Control& control, const ElementsById& by_id) {
  const std::string_view href = trim(at(control, "href"));
  if (!href.starts_with('#') || has(control, "onclick") || has(control, "download")) return false;
  return by_id.contains(percent_decode(href.substr(1)));
}

bool sends_form(const Control& control) {
  const GumboElement& element = *control.element;
  if (element.tag == GUMBO_TAG_INPUT) return ascii_lower(at(control, "type")) != "button";
  if (element.tag != GUMBO_TAG_BUTTON) return false;
  const bool resets = ascii_lower(at(control, "type")) == "reset";
  return (is_submit(element) || resets) && (control.in_form || has(control, "form"));
}

/// Whether a word of the class is one of these, of the element or of what is right around it.
template <std::size_t N>
bool is_marked(const Control& control, const std::array<std::string_view, N>& words) {
  for (const GumboElement* element : {control.element, control.parent}) {
    if (element == nullptr) continue;
    const std::string classes =
        collapse_space(utf8_prefix(attribute_view(*element, "class"), kFactBytes));
    const std::string padded = " " + ascii_lower(classes) + " ";
    for (const std::string_view word : words) {
      if (padded.find(" " + std::string(word) + " ") != std::string::npos) return true;
    }
  }
  return false;
}

bool can_be_pressed(const Control& control) {
  constexpr auto kDisabled = std::to_array<std::string_view>({"disabled"});
  return !has(control, "disabled") && at(control, "aria-disabled") != "true" &&
         !sends_form(control) && !is_marked(control, kDisabled);
}

bool is_current(const Control& control) {
  constexpr auto kCurrent = std::to_array<std::string_view>({"active", "current", "selected"});
  const std::string_view current = at(control, "aria-current");
  return (!current.empty() && current != "false") || at(control, "aria-selected") == "true" ||
         is_marked(control, kCurrent);
}

/// Nothing but a script, for all that can be read.
bool leads_to_script_alone(const Control& control, const ElementsById& by_id) {
  return !leads_into_page(control, by_id) && links_in_attributes(*control.element).empty();
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= kNumberDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c); });
}

/// What people see of it: its text, or what it says instead of a text or a mere sign.
std::string label_of(const Control& control) {
  std::string text = collapse_space(control.text);
  if (!plain_words(text).empty() && !is_next_sign(text)) return cut(std::move(text), kLabelBytes);
  for (const char* name : {"aria-label", "title", "value", "download"}) {
    std::string said = collapse_space(utf8_prefix(at(control, name), kFactBytes));
    if (!said.empty()) return cut(std::move(said), kLabelBytes);
  }
  return cut(std::move(text), kLabelBytes);
}

std::string joined(const Control& control, std::initializer_list<const char*> names) {
  std::string all;
  for (const char* name : names) all.append(at(control, name).substr(0, kFactBytes)).append(" ");
  return cut(to_valid_utf8(all), kFactBytes);
}

ButtonFacts facts_of(const Control& control) {
  return {.text = collapse_space(control.text),
          .label = joined(control, {"aria-label", "title", "value", "data-tooltip"}),
          .names = joined(control, {"class", "id", "name", "data-action"}),
          .rel = at(control, "rel"),
          .download = has(control, "download")};
}

bool is_empty(const ElementsById& by_id, std::string_view id) {
  const auto found = by_id.find(id);
  if (found == by_id.end()) return true;
  const GumboVector& children = found->second->children;
  for (unsigned i = 0; i < std::min(children.length, kMostChildren); ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type == GUMBO_NODE_ELEMENT) return false;
  }
  return true;
}

/// Of a page whose tabs say nothing of what they open: whether each has a panel that is there.
bool has_panels(const std::vector<Control>& controls, const ElementsById& by_id,
                std::size_t panels) {
  std::size_t tabs = 0;
  for (const Control& control : controls) {
    if (at(control, "role") != "tab") continue;
    if (has(control, "aria-controls") || leads_into_page(control, by_id)) return true;
    if (is_address(at(control, "href"))) return true;
    ++tabs;
  }
  return panels >= tabs;
}

/// By the attributes of Bootstrap and its kin.
bool toggles(const Control& control) {
  constexpr auto kParts = std::to_array<std::string_view>({"tab", "pill", "collapse"});
  std::string_view what = at(control, "data-bs-toggle");
  if (what.empty()) what = at(control, "data-toggle");
  return std::find(kParts.begin(), kParts.end(), what) != kParts.end();
}

/// "2017" above a part of the page that it opens turns no pages.
bool opens_part(const Control& control) {
  return has(control, "aria-expanded") || toggles(control);
}

/// The id of the part of the page that it names to show or to go to; empty: none.
std::string part_of(const Control& control) {
  for (const char* name : {"data-bs-target", "data-target", "href"}) {
    const std::string_view said = trim(at(control, name));
    if (!said.starts_with('#') || said.size() > kFactBytes) continue;
    const std::string id = percent_decode(said.substr(1));
    if (!id.empty() && id != "top" && id.find_first_of("!/=&") == std::string::npos) return id;
  }
  return {};
}

/// Whether it shows a part of the page that is not there yet: a tab, an accordion.
bool opens_empty(const Control& control, const ElementsById& by_id) {
  if (has(control, "aria-haspopup")) return false;
  const bool tab = ascii_lower(at(control, "role")) == "tab";
  const bool closed =
      tab ? at(control, "aria-selected") != "true" : at(control, "aria-expanded") == "false";
  const std::string controls =
      collapse_space(utf8_prefix(at(control, "aria-controls"), kFactBytes));
  if (!controls.empty()) return closed && is_empty(by_id, controls.substr(0, controls.find(' ')));
  if (const std::string part = part_of(control); !part.empty()) {
    return !is_current(control) &&
           (toggles(control) ? is_empty(by_id, part) : !by_id.contains(part));
  }
  return at(control, "role") == "treeitem" && closed;
}

bool leads_to_next(const Control& control) {
  const std::string rel = " " + ascii_lower(collapse_space(at(control, "rel"))) + " ";
  if (rel.find(" next ") != std::string::npos || says_next(control.text)) return true;
  return says_next(at(control, "aria-label")) || says_next(at(control, "title"));
}

/// `__doPostBack('list','Page$2')`, of the lists of ASP.NET.
bool turns_grid(const Control& control) {
  return at(control, "href").find("__doPostBack(") != std::string_view::npos &&
         at(control, "href").find("Page$") != std::string_view::npos;
}

/// All that turns the pages of the page's lists, as one.
class Pagers {
 public:
  /// True when it is such a control.
  bool take(const Control& control) {
    if (control.set_apart) return false;
    const std::string text = collapse_space(control.text);
    if (is_number(text) && !opens_part(control)) {
      Numbers& group = numbers_[control.group];
      ++group.count;
      group.in_pager = group.in_pager || control.in_pager || turns_grid(control);
      const bool open = can_be_pressed(control) && !is_current(control);
      if (open && group.label.empty()) group.label = text;
      if (group.place == kNowhere) group.place = numbers_.size();
      return true;
    }
    const bool next = leads_to_next(control);
    const bool sign = is_next_sign(text);
    if (next && can_be_pressed(control) && next_.empty()) next_ = label_of(control);
    if (!next && sign && control.in_pager && can_be_pressed(control) && sign_.empty()) {
      sign_ = label_of(control);
    }
    return next || sign;
  }

  /// Empty: nothing is left to turn.
  std::string label() const {
    if (!next_.empty()) return next_;
    if (!sign_.empty()) return sign_;
    const Numbers* first = nullptr;
    for (const auto& [group, numbers] : numbers_) {
      const bool some = numbers.in_pager || (numbers.count > 1 && numbers.count <= kMostNumbers);
      if (!some || numbers.label.empty()) continue;
      if (first == nullptr || numbers.place < first->place) first = &numbers;
    }
    return first == nullptr ? std::string() : first->label;
  }

 private:
  static constexpr std::size_t kNowhere = 0;
  struct Numbers {
    std::size_t count = 0;
    std::size_t place = kNowhere;  ///< among the groups, from 1
    std::string label;             ///< of the first that may be pressed
    bool in_pager = false;
  };

  std::unordered_map<const GumboElement*, Numbers> numbers_;
  std::string next_;
  std::string sign_;
};

std::optional<LeftOutCause> left_in(const Control& control, const ElementsById& by_id) {
  if (!can_be_pressed(control)) return std::nullopt;
  const Promised promised = promise_of(facts_of(control));
  if (promised == Promised::file) return LeftOutCause::script_links;
  if (control.in_menu || control.set_apart) return std::nullopt;
  const bool more = promised == Promised::more || opens_empty(control, by_id);
  return more ? std::optional(LeftOutCause::controls) : std::nullopt;
}

}  // namespace

bool is_control(const GumboElement& element) {
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return false;
  if (element.tag == GUMBO_TAG_A) return !is_address(attribute_view(element, "href"));
  if (element.tag == GUMBO_TAG_BUTTON) return true;
  if (element.tag == GUMBO_TAG_INPUT) {
    return ascii_lower(attribute_view(element, "type")) == "button";
  }
  const std::string_view role = attribute_view(element, "role");
  return role == "button" || role == "link" || role == "tab" || role == "treeitem";
}

bool is_submit(const GumboElement& element) {
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return false;
  const std::string type = ascii_lower(attribute_view(element, "type"));
  if (element.tag == GUMBO_TAG_INPUT) return type == "submit" || type == "image";
  return element.tag == GUMBO_TAG_BUTTON && (type.empty() || type == "submit");
}

std::vector<LeftOnPage> left_in_controls(const std::vector<Control>& controls,
                                         const ElementsById& by_id, std::size_t panels) {
  std::vector<LeftOnPage> left;
  Pagers pagers;
  const bool opens_unknown = !has_panels(controls, by_id, panels);
  for (const Control& control : controls) {
    if (control.posts && promise_of(facts_of(control)) == Promised::file) {
      left.push_back({LeftOutCause::forms, label_of(control)});
    }
    if (!is_control(*control.element)) continue;
    const bool tab = at(control, "role") == "tab";
    if (tab && opens_unknown && can_be_pressed(control) && !is_current(control)) {
      left.push_back({LeftOutCause::controls, label_of(control)});
      continue;
    }
    const bool part = !tab && toggles(control) && opens_empty(control, by_id);
    if (!tab && !part && !leads_to_script_alone(control, by_id)) continue;
    if (!tab && pagers.take(control)) continue;
    const auto cause = left_in(control, by_id);
    std::string label = cause ? label_of(control) : std::string();
    if (!label.empty()) left.push_back({*cause, std::move(label)});
  }
  if (std::string label = pagers.label(); !label.empty()) {
    left.push_back({LeftOutCause::controls, std::move(label)});
  }
  return left;
}

}  // namespace tagtrail::host
