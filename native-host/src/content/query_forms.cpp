#include "content/query_forms.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "content/charset_codes.hpp"
#include "content/document_base.hpp"
#include "content/form_controls.hpp"
#include "content/form_ends.hpp"
#include "html/elements.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
/// Read in the first place; what is over the limits of a page is found when it is whole.
constexpr std::size_t kMostForms = 200;
constexpr std::size_t kMostControls = limits::kQueryForms * limits::kQueryInputs;
constexpr std::size_t kMostShown = 4 * limits::kQueryValueBytes;
/// Buttons in buttons, which tables allow.
constexpr std::size_t kMostNested = 8;

bool has(const GumboElement& element, std::string_view name) {
  return attribute_value(element, name) != nullptr;
}

std::string shortened(std::string_view shown) {
  return std::string(utf8_prefix(collapse_space(shown), limits::kQueryValueBytes));
}

/// The first child of a <fieldset> that is a legend; null: there is none.
const GumboElement* first_legend(const GumboElement& fieldset) {
  for (unsigned i = 0; i < fieldset.children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(fieldset.children.data[i]);
    if (child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == GUMBO_TAG_LEGEND) {
      return &child->v.element;
    }
  }
  return nullptr;
}

/// What walk_tree() calls.
class Reader {
 public:
  Reader(const ParsedPage& page, std::string_view page_url)
      : base_(page_url), encoding_(page.encoding()), ends_(form_ends(page.source())) {}

  void enter(const GumboElement& element);
  void leave(const GumboElement& element);
  void text(const char* text);
  std::vector<QueryForm> take();

 private:
  struct FoundForm {
    const GumboElement* element;
    std::string tag_path;
    std::size_t end;  ///< in the source
  };
  struct FoundControl {
    const GumboElement* element;
    std::size_t form;  ///< that it belongs to
    QueryInput input;
    std::vector<std::size_t> labels;  ///< around it
  };
  struct FoundLabel {
    std::string text;
    bool taken = false;  ///< by the first control in it, or by name
  };
  /// What is open and shows a text: a button, an option, a label. A button may have anything in it.
  struct Shown {
    const GumboElement* element;
    std::size_t at;  ///< of the control, or of the label
    std::size_t value;
    std::string text;
  };

  void open_form(const GumboElement& element);
  void open_control(const GumboElement& element);
  void open_option(const GumboElement& element);
  void open_label(const GumboElement& element);
  bool is_disabled(const GumboElement& element) const;
  bool is_in_disabled_group() const;
  std::vector<std::size_t> take_labels();
  void show(const GumboElement& element, std::size_t at);
  void take_shown();
  std::string label_of(const FoundControl& control) const;
  std::string path() const;
  std::size_t form_at(const GumboElement& element) const;
  std::size_t form_of(const FoundControl& control) const;
  std::optional<QueryForm> sent_by(const GumboElement* button, const FoundForm& found,
                                   const std::vector<FoundControl*>& controls) const;

  DocumentBase base_;
  const std::string& encoding_;
  std::vector<std::size_t> ends_;
  std::vector<const GumboElement*> open_;
  std::vector<FoundForm> forms_;
  std::vector<FoundControl> controls_;
  std::vector<FoundLabel> labels_;
  std::unordered_map<std::string_view, std::size_t> forms_by_id_;
  std::unordered_multimap<std::string_view, std::size_t> labels_by_id_;  ///< of their controls
  std::vector<std::size_t> form_;                                        ///< those that are open
  std::vector<Shown> shown_;
  const GumboElement* select_ = nullptr;  ///< that is open
  std::size_t list_ = 0;                  ///< it as a control
};

void Reader::enter(const GumboElement& element) {
  base_.see(element);
  open_.push_back(&element);
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
  if (element.tag == GUMBO_TAG_FORM) {
    open_form(element);
  } else if (element.tag == GUMBO_TAG_OPTION) {
    open_option(element);
  } else if (element.tag == GUMBO_TAG_LABEL) {
    open_label(element);
  } else {
    open_control(element);
  }
}

void Reader::open_form(const GumboElement& element) {
  if (forms_.size() >= kMostForms) return;
  form_.push_back(forms_.size());
  const auto end = std::upper_bound(ends_.begin(), ends_.end(), element.start_pos.offset);
  forms_.push_back({&element, path(), end == ends_.end() ? kNone : *end});
  if (const char* id = attribute_value(element, "id")) forms_by_id_.emplace(id, form_.back());
}

std::string Reader::path() const {
  std::string path;
  for (std::size_t i = 0; i < open_.size() && i < limits::kPathDepth; ++i) {
    append_element(path, *open_[i]);
  }
  return path;
}

void Reader::open_control(const GumboElement& element) {
  std::string kind = control_kind(element);
  if (kind.empty()) return;
  std::vector<std::size_t> labels;
  if (kind != "hidden") labels = take_labels();
  if (is_disabled(element) || controls_.size() >= kMostControls) return;
  const bool sends = is_submit_kind(kind);
  std::string name(attribute_view(element, "name"));
  if (kind == "reset" || kind == "button" || (name.empty() && !sends)) return;
  QueryInput input;
  input.kind = std::move(kind);
  input.name = std::move(name);
  input.required = has(element, "required");
  if (element.tag == GUMBO_TAG_SELECT) {
    select_ = &element;
    list_ = controls_.size();
  } else {
    const bool ticked = input.kind == "checkbox" || input.kind == "radio";
    const char* value = attribute_value(element, "value");
    input.values.push_back(
        {value != nullptr ? std::string(value)
         : ticked         ? "on"
                          : usual_value(element, input.kind),
         sends && element.tag == GUMBO_TAG_INPUT
             ? shortened(attribute_view(element, input.kind == "image" ? "alt" : "value"))
             : std::string(),
         !ticked || has(element, "checked")});
    for (std::string& between : values_between(element, input.kind)) {
      if (between != input.values.front().value)
        input.values.push_back({std::move(between), {}, false});
    }
  }
  controls_.push_back({&element, form_at(element), std::move(input), std::move(labels)});
  if (element.tag == GUMBO_TAG_BUTTON) show(element, controls_.size() - 1);
}

/// As browsers do: the form whose start tag came last and whose end tag did not come yet, wherever
/// the two ended up in the tree (a form in a table stays empty there); or else the one around it.
std::size_t Reader::form_at(const GumboElement& element) const {
  if (!forms_.empty() && element.start_pos.offset < forms_.back().end) return forms_.size() - 1;
  return form_.empty() ? kNone : form_.back();
}

/// By itself, or by a <fieldset> around it; but what is in the first legend of that is not.
bool Reader::is_disabled(const GumboElement& element) const {
  if (has(element, "disabled")) return true;
  for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
    const GumboElement& around = *open_[i];
    if (around.tag != GUMBO_TAG_FIELDSET || !has(around, "disabled")) continue;
    if (open_[i + 1] != first_legend(around)) return true;
  }
  return false;
}

bool Reader::is_in_disabled_group() const {
  const GumboElement* around = open_.size() < 2 ? nullptr : open_[open_.size() - 2];
  return around != nullptr && around->tag == GUMBO_TAG_OPTGROUP && has(*around, "disabled");
}

void Reader::open_label(const GumboElement& element) {
  if (labels_.size() >= kMostControls) return;
  const char* control = attribute_value(element, "for");
  if (control != nullptr) labels_by_id_.emplace(control, labels_.size());
  labels_.push_back({{}, control != nullptr});
  show(element, labels_.size() - 1);
}

/// Of those that are open, for the control that begins: a label is that of the first in it.
std::vector<std::size_t> Reader::take_labels() {
  std::vector<std::size_t> labels;
  const std::size_t nested = std::min(shown_.size(), kMostNested);
  for (std::size_t i = shown_.size() - nested; i < shown_.size(); ++i) {
    const Shown& shown = shown_[i];
    if (shown.element->tag != GUMBO_TAG_LABEL || labels_[shown.at].taken) continue;
    labels_[shown.at].taken = true;
    labels.push_back(shown.at);
  }
  return labels;
}

void Reader::show(const GumboElement& element, std::size_t at) {
  const bool label = element.tag == GUMBO_TAG_LABEL;
  shown_.push_back({&element, at, label ? 0 : controls_[at].input.values.size() - 1, {}});
}

void Reader::open_option(const GumboElement& element) {
  if (select_ == nullptr || has(element, "disabled") || is_in_disabled_group()) return;
  std::vector<QueryValue>& values = controls_[list_].input.values;
  if (values.size() > limits::kQueryValues) return;
  values.push_back({{}, {}, has(element, "selected")});
  show(element, list_);
}

void Reader::text(const char* text) {
  const std::size_t nested = std::min(shown_.size(), kMostNested);
  for (std::size_t i = shown_.size() - nested; i < shown_.size(); ++i) {
    if (shown_[i].text.size() >= kMostShown) continue;
    shown_[i].text.append(std::string_view(text).substr(0, kMostShown));
  }
}

void Reader::take_shown() {
  const Shown shown = std::move(shown_.back());
  shown_.pop_back();
  if (shown.element->tag == GUMBO_TAG_LABEL) {
    labels_[shown.at].text = shown.text;
    return;
  }
  QueryValue& value = controls_[shown.at].input.values[shown.value];
  value.label = shortened(shown.text);
  if (shown.element->tag != GUMBO_TAG_OPTION) return;
  const char* written = attribute_value(*shown.element, "value");
  value.value = written != nullptr ? std::string(written) : collapse_space(shown.text);
}

void Reader::leave(const GumboElement& element) {
  open_.pop_back();
  if (!shown_.empty() && shown_.back().element == &element) {
    take_shown();
  } else if (select_ == &element) {
    select_ = nullptr;
  } else if (!form_.empty() && forms_[form_.back()].element == &element) {
    form_.pop_back();
  }
}

/// As browsers choose: the last that is marked, or else the first of a list that shows one.
void choose_one(QueryInput& input, bool many) {
  std::size_t chosen = kNone;
  for (std::size_t i = 0; i < input.values.size(); ++i) {
    if (input.values[i].chosen) chosen = i;
  }
  if (many) return;
  if (chosen == kNone) chosen = 0;
  for (std::size_t i = 0; i < input.values.size(); ++i) input.values[i].chosen = i == chosen;
}

/// Of what is never sent: the words on buttons stay.
void clear_values(QueryInput& input) {
  const bool button = is_submit_kind(input.kind);
  input.values.resize(button ? 1 : 0);
  if (button) input.values.front().value.clear();
}

std::size_t Reader::form_of(const FoundControl& control) const {
  const char* id = attribute_value(*control.element, "form");
  if (id == nullptr) return control.form;
  const auto named = forms_by_id_.find(id);
  return named == forms_by_id_.end() ? kNone : named->second;
}

/// All that the page calls it.
std::string Reader::label_of(const FoundControl& control) const {
  std::string all;
  const auto add = [&](std::string_view text) { all.append(all.empty() ? "" : " ").append(text); };
  std::vector<std::size_t> labels = control.labels;
  if (const char* id = attribute_value(*control.element, "id")) {
    const auto named = labels_by_id_.equal_range(id);
    for (auto at = named.first; at != named.second; ++at) labels.push_back(at->second);
  }
  std::sort(labels.begin(), labels.end());
  for (const std::size_t label : labels) add(labels_[label].text);
  for (const char* name : {"aria-label", "placeholder", "title"}) {
    add(attribute_view(*control.element, name));
  }
  return shortened(all);
}

/// A button that sends its form elsewhere, or by a method of its own.
bool sends_otherwise(const GumboElement& element, const QueryInput& input) {
  return is_submit_kind(input.kind) && (has(element, "formaction") || has(element, "formmethod"));
}

/// The form as `button` sends it, one that sends it otherwise, or as its other buttons do (null).
/// Nothing when it is sent nowhere on the web, or by none.
std::optional<QueryForm> Reader::sent_by(const GumboElement* button, const FoundForm& found,
                                         const std::vector<FoundControl*>& controls) const {
  const bool elsewhere = button != nullptr && has(*button, "formaction");
  const std::string_view action = trim(elsewhere ? attribute_view(*button, "formaction")
                                                 : attribute_view(*found.element, "action"));
  const std::string method = form_method(*found.element, button);
  if (method == "dialog") return std::nullopt;
  QueryForm form;
  form.action = base_.page_url();
  if (!action.empty()) {
    auto key = canonical_url(action, base_.url());
    if (!key) return std::nullopt;
    form.action = std::move(*key);
  }
  form.post = method == "post";
  form.tag_path = found.tag_path;
  const char* accepts = attribute_value(*found.element, "accept-charset");
  form.charset = charset_of_form(
      accepts == nullptr ? std::nullopt : std::optional<std::string_view>(accepts), encoding_);
  bool others = false;
  for (const FoundControl* control : controls) {
    const bool left = button == nullptr
                          ? sends_otherwise(*control->element, control->input)
                          : is_submit_kind(control->input.kind) && control->element != button;
    others = others || left;
    if (!left) form.inputs.push_back(control->input);
    if (!left && form.post) clear_values(form.inputs.back());
  }
  const bool sent = button != nullptr || !others ||
                    std::any_of(form.inputs.begin(), form.inputs.end(),
                                [](const QueryInput& input) { return is_submit_kind(input.kind); });
  if (!sent || form.inputs.empty()) return std::nullopt;
  return form;
}

std::vector<QueryForm> Reader::take() {
  std::vector<std::vector<FoundControl*>> all(forms_.size());
  for (FoundControl& control : controls_) {
    const std::size_t form = form_of(control);
    if (form == kNone) continue;
    QueryInput& input = control.input;
    if (input.kind == "select") {
      choose_one(input, has(*control.element, "multiple"));
    } else if (input.kind != "hidden" && input.values.front().label.empty()) {
      input.values.front().label = label_of(control);
    }
    all[form].push_back(&control);
  }
  std::vector<QueryForm> forms;
  const auto add = [&](std::optional<QueryForm> form) {
    if (form && forms.size() < limits::kQueryFormsSeen) forms.push_back(std::move(*form));
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    add(sent_by(nullptr, forms_[i], all[i]));
    for (const FoundControl* control : all[i]) {
      if (!sends_otherwise(*control->element, control->input)) continue;
      add(sent_by(control->element, forms_[i], all[i]));
    }
  }
  keep_to_limits(forms);
  return forms;
}

}  // namespace

std::vector<QueryForm> read_query_forms(const ParsedPage& page, std::string_view page_url) {
  Reader reader(page, page_url);
  walk_tree(page.document(), reader);
  return reader.take();
}

void leave_forms(Page& page) {
  for (const QueryForm& form : page.forms) {
    const bool chooses = std::any_of(
        form.inputs.begin(), form.inputs.end(),
        [](const QueryInput& input) { return input.kind == "select" && input.values.size() > 1; });
    if (chooses && !form.post) add_left(page.left, {LeftOutCause::forms_more, form.action});
  }
  page.forms.clear();
}

}  // namespace tagtrail::host
