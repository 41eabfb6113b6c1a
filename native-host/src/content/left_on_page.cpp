#include "content/left_on_page.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "content/document_base.hpp"
#include "content/form_controls.hpp"
#include "content/left_addresses.hpp"
#include "content/page_controls.hpp"
#include "html/elements.hpp"
#include "html/script_addresses.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Of text below a control, read.
constexpr std::size_t kTextBytes = 400;
/// Controls within each other that get the same text.
constexpr std::size_t kNested = 4;
/// So far around a control names of classes tell what it is for.
constexpr std::size_t kReachApart = 6;
constexpr std::size_t kReachPager = 3;
constexpr std::size_t kReachGroup = 6;
constexpr std::size_t kNameBytes = 500;
constexpr std::size_t kMostRemembered = 100'000;

bool is_within_group(GumboTag tag) {
  return tag == GUMBO_TAG_LI || tag == GUMBO_TAG_SPAN || tag == GUMBO_TAG_TD;
}

struct Names {
  bool apart = false;
  bool pager = false;
};

std::string said_by(const GumboElement& element) {
  std::string names;
  for (const char* name : {"class", "id", "aria-label"}) {
    names.append(utf8_prefix(attribute_view(element, name), kNameBytes)).append(" ");
  }
  return names;
}

class LeftReader {
 public:
  LeftReader(std::string_view url, bool runs_scripts)
      : base_(url), url_(url), scripts_(runs_scripts) {}

  void enter(const GumboElement& element) {
    base_.see(element);
    Open open = open_.empty() ? Open{} : open_.back();
    open.element = &element;
    open.control = kNone;
    look_around(element, open);
    if (!open.unread) read(element, open);
    open_.push_back(open);
  }

  void leave(const GumboElement& /*element*/) {
    if (open_.back().control != kNone) in_.pop_back();
    open_.pop_back();
  }

  void text(const char* text) {
    if (in_.empty() || open_.back().unread) return;
    for (std::size_t i = in_.size(); i > 0 && in_.size() - i < kNested; --i) {
      std::string& all = controls_[in_[i - 1]].text;
      if (all.size() < kTextBytes) all.append(utf8_prefix(text, kTextBytes));
    }
  }

  std::vector<LeftOnPage> take() {
    for (Link& link : links_) take_link(link);
    for (const std::string& field : filled_by_) {
      if (!lists_.contains(field)) leave_once({LeftOutCause::forms, field + " on " + url_});
    }
    for (Control& control : controls_) {
      const auto form = forms_of_.find(control.element);
      control.posts = form != forms_of_.end() && !fillable_.contains(form->second);
    }
    for (LeftOnPage& one : left_in_controls(controls_, by_id_, panels_)) {
      one.what += " on " + std::string(url_);
      leave_once(std::move(one));
    }
    return std::move(left_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Open {
    const GumboElement* element = nullptr;
    std::size_t control = kNone;
    bool unread = false;  ///< not shown to who has scripts
    const GumboElement* form = nullptr;
    bool in_menu = false;
    bool in_content = false;
  };

  struct Link {
    const GumboElement* element;
    std::string_view href;
    std::size_t control;
  };

  void look_around(const GumboElement& element, Open& open) {
    open.unread = open.unread || is_muted(element.tag);
    if (element.tag == GUMBO_TAG_FORM) open.form = &element;
    if (element.tag == GUMBO_TAG_MAIN || element.tag == GUMBO_TAG_ARTICLE ||
        element.tag == GUMBO_TAG_SECTION) {
      open.in_content = true;
    }
    const std::string_view role = attribute_view(element, "role");
    const bool menu =
        element.tag == GUMBO_TAG_NAV || role == "navigation" || role == "menu" || role == "menubar";
    if (menu) open.in_menu = !names_of(element).pager;
    const bool header = element.tag == GUMBO_TAG_HEADER || role == "banner";
    if (header && !open.in_content) open.in_menu = true;
  }

  void read(const GumboElement& element, Open& open) {
    if (scripts_) {
      if (const auto id = attribute_view(element, "id"); !id.empty()) {
        by_id_.try_emplace(id, &element);
      }
      if (attribute_view(element, "role") == "tabpanel") ++panels_;
      if (is_control(element)) read_control(element, open);
    }
    if (open.form != nullptr) read_in_form(element, open);
    read_filled(element);
    if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
    if (element.tag != GUMBO_TAG_A && element.tag != GUMBO_TAG_AREA) return;
    const std::string_view href = trim(attribute_view(element, "href"));
    const bool counts = is_of_file_scheme(href) || starts_with_ignoring_case(href, "data:") ||
                        (scripts_ && !route_in(href).empty());
    if (!counts || links_.size() >= kMostRemembered) return;
    if (open.control == kNone) read_control(element, open);
    links_.push_back({&element, href, open.control});
  }

  /// Who fills something in asks for what is his: that is no file of the site's.
  void read_in_form(const GumboElement& element, Open& open) {
    const bool submits = is_submit(element);
    const std::string type = ascii_lower(attribute_view(element, "type"));
    const bool is_field = element.tag == GUMBO_TAG_SELECT || element.tag == GUMBO_TAG_TEXTAREA ||
                          (element.tag == GUMBO_TAG_INPUT && !submits && type != "hidden" &&
                           type != "button" && type != "reset");
    if (is_field) fillable_.insert(open.form);
    if (!submits || form_method(*open.form, &element) != "post") return;
    if (open.control == kNone) read_control(element, open);
    if (open.control != kNone) forms_of_.emplace(&element, open.form);
  }

  /// A handler that makes an address of what is written into a field; what a list says is followed.
  void read_filled(const GumboElement& element) {
    for (const char* name : {"onclick", "onsubmit"}) {
      const char* handler = attribute_value(element, name);
      if (handler == nullptr || filled_by_.size() >= kPageControls) continue;
      const auto filled = filled_address(handler);
      if (filled && !filled->field.empty()) filled_by_.emplace_back(filled->field);
    }
    if (element.tag != GUMBO_TAG_SELECT) return;
    for (const char* name : {"name", "id"}) lists_.emplace(attribute_view(element, name));
  }

  void read_control(const GumboElement& element, Open& open) {
    if (controls_.size() >= kPageControls) return;
    open.control = controls_.size();
    in_.push_back(open.control);
    controls_.push_back({.element = &element,
                         .parent = open_.empty() ? nullptr : open_.back().element,
                         .group = group_of(),
                         .text = {},
                         .in_form = open.form != nullptr,
                         .in_menu = open.in_menu});
    look_at_names(controls_.back());
  }

  /// Of the control, and of what is around it.
  void look_at_names(Control& control) {
    const GumboElement* element = control.element;
    for (std::size_t up = 0; up <= kReachApart; ++up) {
      if (up > 0) {
        if (up > open_.size()) return;
        element = open_[open_.size() - up].element;
      }
      if (element->tag == GUMBO_TAG_BODY) return;
      const Names names = names_of(*element);
      control.set_apart = control.set_apart || names.apart;
      control.in_pager = control.in_pager || (names.pager && up <= kReachPager);
    }
  }

  Names names_of(const GumboElement& element) {
    const auto known = names_.find(&element);
    if (known != names_.end()) return known->second;
    const std::string said = said_by(element);
    return names_.emplace(&element, Names{names_set_apart(said), names_pager(said)}).first->second;
  }

  /// Of the element that is being entered: its parent, or what holds that with others like it.
  const GumboElement* group_of() const {
    if (open_.empty()) return nullptr;
    const GumboElement* group = open_.back().element;
    if (!is_within_group(group->tag)) return group;
    const bool cell = group->tag == GUMBO_TAG_TD;
    for (std::size_t up = 2; up <= std::min(open_.size(), kReachGroup); ++up) {
      group = open_[open_.size() - up].element;
      if (!cell || group->tag == GUMBO_TAG_TABLE) return group;
    }
    return group;
  }

  void take_link(const Link& link) {
    if (is_of_file_scheme(link.href)) {
      return leave_once({LeftOutCause::schemes, std::string(link.href)});
    }
    const bool download = attribute_value(*link.element, "download") != nullptr;
    if (const auto type = inline_file_type(link.href, download)) {
      return leave_once(
          {LeftOutCause::inline_files, inline_name(link) + " (" + *type + ") on " + url_});
    }
    const std::string_view route = route_in(link.href);
    if (route.empty() || link.href.size() > limits::kWrittenBytes) return;
    const auto document =
        canonical_url(link.href.substr(0, link.href.size() - route.size()), base_.url());
    if (!document || split_url(*document).host != split_url(url_).host) return;
    leave_once({LeftOutCause::routes, *document + std::string(route)});
  }

  std::string inline_name(const Link& link) const {
    std::string name =
        collapse_space(utf8_prefix(attribute_view(*link.element, "download"), kNameBytes));
    if (name.empty() && link.control != kNone) name = collapse_space(controls_[link.control].text);
    if (name.empty()) return "file";
    return std::string(utf8_prefix(name, kLeftNameBytes));
  }

  void leave_once(LeftOnPage one) {
    const std::size_t hash =
        std::hash<std::string>()(one.what) + static_cast<std::size_t>(one.cause);
    if (known_.size() < kMostRemembered && !known_.insert(hash).second) return;
    add_left(left_, std::move(one));
  }

  static constexpr std::size_t kLeftNameBytes = 100;

  DocumentBase base_;
  std::string url_;
  bool scripts_;
  std::vector<Open> open_;
  std::vector<std::size_t> in_;  ///< controls around, in controls_
  std::vector<Control> controls_;
  std::vector<Link> links_;
  std::vector<std::string> filled_by_;     ///< fields of which handlers make addresses
  std::unordered_set<std::string> lists_;  ///< names and ids of those to choose from
  ElementsById by_id_;
  std::size_t panels_ = 0;                                                 ///< of tabs
  std::unordered_set<const GumboElement*> fillable_;                       ///< forms
  std::unordered_map<const GumboElement*, const GumboElement*> forms_of_;  ///< that POST, by button
  std::unordered_map<const GumboElement*, Names> names_;                   ///< looked at already
  std::unordered_set<std::size_t> known_;
  std::vector<LeftOnPage> left_;
};

}  // namespace

std::vector<LeftOnPage> left_on_page(const GumboNode* document, std::string_view url,
                                     bool runs_scripts) {
  LeftReader reader(url, runs_scripts);
  walk_tree(document, reader);
  return reader.take();
}

}  // namespace tagtrail::host
