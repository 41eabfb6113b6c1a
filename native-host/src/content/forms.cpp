#include "content/forms.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "content/document_base.hpp"
#include "content/form_controls.hpp"
#include "html/elements.hpp"
#include "html/page_text.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::uint32_t kDefaultSize = 20;
constexpr std::uint32_t kLargestSize = 10'000;

std::uint32_t size_of(const GumboElement& element) {
  std::uint32_t size = 0;
  for (const char c : trim(attribute_view(element, "size"))) {
    if (!is_digit(c)) break;
    size = std::min(size * 10 + static_cast<std::uint32_t>(c - '0'), kLargestSize);
  }
  return size == 0 ? kDefaultSize : size;
}

std::string short_text(std::string_view text) {
  return std::string(utf8_prefix(collapse_space(text.substr(0, 4 * limits::kFieldTextBytes)),
                                 limits::kFieldTextBytes));
}

/// What walk_tree() calls.
class FormReader {
 public:
  explicit FormReader(std::string_view page_url) : base_(page_url) {}

  void enter(const GumboElement& element);
  void leave(const GumboElement& element);
  void text(const char* text);
  std::vector<Form> take();

 private:
  using Slice = PageText::Slice;

  struct FoundForm {
    const GumboElement* element;
    Slice text;
  };
  struct FoundControl {
    const GumboElement* element;
    std::string kind;
    std::size_t form;   ///< that it is in
    std::size_t label;  ///< that it is in
    Slice before;       ///< text between the control before and this one
    Slice text;         ///< what it shows
    std::uint32_t options = 0;
  };

  void find_control(const GumboElement& element);
  void show(std::string_view text);
  std::size_t form_of(const FoundControl& control) const;
  FormField field_of(const FoundControl& control) const;
  std::string label_of(const FoundControl& control) const;
  std::string label_element_of(const FoundControl& control) const;
  std::string text_before(Slice slice) const;

  DocumentBase base_;
  PageText text_;  ///< of forms and labels
  std::vector<FoundForm> forms_;
  std::vector<FoundControl> controls_;
  std::vector<Slice> labels_;
  std::unordered_map<std::string_view, std::size_t> forms_by_id_;
  std::unordered_map<std::string_view, std::size_t> labels_by_id_;  ///< of their controls
  std::size_t open_form_ = kNone;
  std::size_t open_label_ = kNone;
  const GumboElement* open_label_element_ = nullptr;
  std::size_t open_control_ = kNone;
  std::size_t last_end_ = 0;  ///< where the control before ended
  std::size_t muted_ = 0;     ///< how many open elements are not read
};

void FormReader::enter(const GumboElement& element) {
  base_.see(element);
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
  if (is_muted(element.tag)) ++muted_;
  if (!is_inline(element.tag)) show(" ");
  if (element.tag == GUMBO_TAG_FORM && forms_.size() < limits::kForms && open_form_ == kNone) {
    open_form_ = forms_.size();
    last_end_ = text_.size();
    forms_.push_back({&element, {text_.size(), text_.size()}});
    const char* id = attribute_value(element, "id");
    if (id != nullptr) forms_by_id_.emplace(id, open_form_);
  } else if (element.tag == GUMBO_TAG_LABEL && open_label_ == kNone) {
    open_label_ = labels_.size();
    open_label_element_ = &element;
    labels_.push_back({text_.size(), text_.size()});
    const char* id = attribute_value(element, "for");
    if (id != nullptr) labels_by_id_.emplace(id, open_label_);
  } else if (element.tag == GUMBO_TAG_OPTION && open_control_ != kNone) {
    ++controls_[open_control_].options;
  } else {
    find_control(element);
  }
}

void FormReader::find_control(const GumboElement& element) {
  if (controls_.size() >= limits::kForms * limits::kFormFields) return;
  std::string kind = control_kind(element);
  if (kind.empty()) return;
  open_control_ = controls_.size();
  const std::size_t begin = text_.size();
  controls_.push_back({&element,
                       kind,
                       open_form_,
                       open_label_,
                       {std::min(last_end_, begin), begin},
                       {begin, begin}});
  if (element.tag != GUMBO_TAG_INPUT || kind == "hidden" || kind == "password") return;
  show(" ");
  show(attribute_view(element, kind == "image" ? "alt" : "value"));
  show(" ");
  show(attribute_view(element, "placeholder"));
  show(" ");
}

void FormReader::leave(const GumboElement& element) {
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
  if (is_muted(element.tag)) --muted_;
  if (!is_inline(element.tag)) show(" ");
  if (open_control_ != kNone && controls_[open_control_].element == &element) {
    last_end_ = controls_[open_control_].text.end = text_.size();
    open_control_ = kNone;
  } else if (open_label_element_ == &element) {
    labels_[open_label_].end = text_.size();
    open_label_ = kNone;
    open_label_element_ = nullptr;
  } else if (open_form_ != kNone && forms_[open_form_].element == &element) {
    last_end_ = forms_[open_form_].text.end = text_.size();
    open_form_ = kNone;
  }
}

void FormReader::text(const char* text) {
  if (muted_ == 0) show(text);
}

void FormReader::show(std::string_view text) {
  if (open_form_ != kNone || open_label_ != kNone) text_.append(text);
}

std::vector<Form> FormReader::take() {
  std::vector<Form> forms;
  for (const FoundForm& found : forms_) {
    Form& form = forms.emplace_back();
    const std::string_view action = trim(attribute_view(*found.element, "action"));
    form.action = base_.page_url();
    if (auto key = canonical_url(action, base_.url()); key && !action.empty()) {
      form.action = std::move(*key);
    }
    form.post = ascii_lower(trim(attribute_view(*found.element, "method"))) == "post";
    form.text = text_.excerpt(found.text, limits::kFormTextBytes);
  }
  for (const FoundControl& control : controls_) {
    const std::size_t form = form_of(control);
    if (form == kNone || forms[form].fields.size() == limits::kFormFields) continue;
    forms[form].fields.push_back(field_of(control));
  }
  return forms;
}

std::size_t FormReader::form_of(const FoundControl& control) const {
  const char* id = attribute_value(*control.element, "form");
  if (id == nullptr) return control.form;
  const auto named = forms_by_id_.find(id);
  return named == forms_by_id_.end() ? kNone : named->second;
}

FormField FormReader::field_of(const FoundControl& control) const {
  FormField field;
  field.kind = control.kind;
  field.name = short_text(attribute_view(*control.element, "name"));
  field.label = label_of(control);
  if (control.kind == "select") field.options = control.options;
  if (is_one_line(control.kind)) field.size = size_of(*control.element);
  return field;
}

std::string FormReader::label_of(const FoundControl& control) const {
  if (control.kind == "hidden") return {};
  if (is_form_button(control.kind)) {
    const bool input = control.element->tag == GUMBO_TAG_INPUT;
    const char* name = control.kind == "image" ? "alt" : "value";
    std::string shown = input ? short_text(attribute_view(*control.element, name))
                              : std::string(text_.excerpt(control.text, limits::kFieldTextBytes));
    if (!shown.empty()) return shown;
  }
  std::string label = label_element_of(control);
  for (const char* name : {"aria-label", "placeholder", "title"}) {
    if (label.empty()) label = short_text(attribute_view(*control.element, name));
  }
  return label.empty() && !is_form_button(control.kind) ? text_before(control.before) : label;
}

/// Of a label around a control, what is before it, or else behind it.
std::string FormReader::label_element_of(const FoundControl& control) const {
  const char* id = attribute_value(*control.element, "id");
  if (const auto named = labels_by_id_.find(id == nullptr ? std::string_view{} : id);
      id != nullptr && named != labels_by_id_.end()) {
    const Slice all = labels_[named->second];
    if (named->second != control.label) {
      return std::string(text_.excerpt(all, limits::kFieldTextBytes));
    }
  }
  if (control.label == kNone) return {};
  const Slice all = labels_[control.label];
  const std::string_view before =
      text_.excerpt({all.begin, control.text.begin}, limits::kFieldTextBytes);
  if (!before.empty()) return std::string(before);
  const std::size_t end = std::max(all.end, control.text.end);
  return std::string(text_.excerpt({control.text.end, end}, limits::kFieldTextBytes));
}

/// The end of it, which is nearest.
std::string FormReader::text_before(Slice slice) const {
  slice.begin = std::max(slice.begin, slice.end - std::min(slice.end, limits::kFieldTextBytes));
  std::string_view text = text_.excerpt(slice, limits::kFieldTextBytes);
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U) {
    text.remove_prefix(1);
  }
  return std::string(text);
}

}  // namespace

std::vector<Form> read_forms(const GumboNode* document, std::string_view page_url) {
  FormReader reader(page_url);
  walk_tree(document, reader);
  return reader.take();
}

}  // namespace tagtrail::host
