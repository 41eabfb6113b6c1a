#include "content/query_forms.hpp"

#include <string>
#include <unordered_map>

#include "content/document_base.hpp"
#include "content/form_controls.hpp"
#include "content/walk_tree.hpp"
#include "html/elements.hpp"
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

bool has(const GumboElement& element, std::string_view name) {
  return attribute_value(element, name) != nullptr;
}

std::string label_of(std::string_view shown) {
  return std::string(utf8_prefix(collapse_space(shown), limits::kQueryValueBytes));
}

/// What walk_tree() calls.
class Reader {
 public:
  explicit Reader(std::string_view page_url) : base_(page_url) {}

  void enter(const GumboElement& element);
  void leave(const GumboElement& element);
  void text(const char* text);
  std::vector<QueryForm> take();

 private:
  struct FoundForm {
    const GumboElement* element;
    std::string tag_path;
  };
  struct FoundControl {
    const GumboElement* element;
    std::size_t form;  ///< that it is in
    QueryInput input;
  };

  void open_form(const GumboElement& element);
  void open_control(const GumboElement& element);
  void open_option(const GumboElement& element);
  std::string path() const;
  std::size_t form_of(const FoundControl& control) const;
  bool finish(const FoundForm& found, QueryForm& form) const;

  DocumentBase base_;
  std::vector<const GumboElement*> open_;
  std::vector<FoundForm> forms_;
  std::vector<FoundControl> controls_;
  std::unordered_map<std::string_view, std::size_t> forms_by_id_;
  std::size_t form_ = kNone;
  const GumboElement* shown_of_ = nullptr;  ///< a button, or an option of the last control
  const GumboElement* select_ = nullptr;    ///< that is the last control
  std::string shown_;
};

void Reader::enter(const GumboElement& element) {
  base_.see(element);
  open_.push_back(&element);
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
  if (element.tag == GUMBO_TAG_FORM) {
    open_form(element);
  } else if (element.tag == GUMBO_TAG_OPTION) {
    open_option(element);
  } else {
    open_control(element);
  }
}

void Reader::open_form(const GumboElement& element) {
  if (form_ != kNone || forms_.size() >= kMostForms) return;
  form_ = forms_.size();
  forms_.push_back({&element, path()});
  if (const char* id = attribute_value(element, "id")) forms_by_id_.emplace(id, form_);
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
  if (kind.empty() || has(element, "disabled") || controls_.size() >= kMostControls) return;
  const bool sends = kind == "submit" || kind == "image";
  std::string name(attribute_view(element, "name"));
  if (kind == "reset" || kind == "button" || (name.empty() && !sends)) return;
  QueryInput input;
  const std::string method = ascii_lower(trim(attribute_view(element, "formmethod")));
  const bool other = has(element, "formaction") || (!method.empty() && method != "get");
  input.kind = sends && other ? "override" : std::move(kind);
  input.name = std::move(name);
  input.required = has(element, "required");
  if (element.tag == GUMBO_TAG_SELECT) {
    select_ = &element;
  } else {
    const bool ticked = input.kind == "checkbox" || input.kind == "radio";
    const char* value = attribute_value(element, "value");
    input.values.push_back(
        {value != nullptr ? value
         : ticked         ? "on"
                          : "",
         sends && element.tag == GUMBO_TAG_INPUT
             ? label_of(attribute_view(element, input.kind == "image" ? "alt" : "value"))
             : std::string(),
         !ticked || has(element, "checked")});
  }
  controls_.push_back({&element, form_, std::move(input)});
  if (element.tag == GUMBO_TAG_BUTTON) shown_of_ = &element;
  shown_.clear();
}

void Reader::open_option(const GumboElement& element) {
  if (select_ == nullptr || has(element, "disabled")) return;
  std::vector<QueryValue>& values = controls_.back().input.values;
  if (values.size() > limits::kQueryValues) return;
  values.push_back({{}, {}, has(element, "selected")});
  shown_of_ = &element;
  shown_.clear();
}

void Reader::text(const char* text) {
  if (shown_of_ == nullptr || shown_.size() >= kMostShown) return;
  shown_.append(std::string_view(text).substr(0, kMostShown));
}

void Reader::leave(const GumboElement& element) {
  open_.pop_back();
  if (shown_of_ == &element) {
    QueryValue& value = controls_.back().input.values.back();
    value.label = label_of(shown_);
    if (element.tag == GUMBO_TAG_OPTION) {
      const char* written = attribute_value(element, "value");
      value.value = written != nullptr ? std::string(written) : collapse_space(shown_);
    }
    shown_of_ = nullptr;
  } else if (select_ == &element) {
    select_ = nullptr;
  } else if (form_ != kNone && forms_[form_].element == &element) {
    form_ = kNone;
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

std::size_t Reader::form_of(const FoundControl& control) const {
  const char* id = attribute_value(*control.element, "form");
  if (id == nullptr) return control.form;
  const auto named = forms_by_id_.find(id);
  return named == forms_by_id_.end() ? kNone : named->second;
}

/// False when it is sent nowhere on the web.
bool Reader::finish(const FoundForm& found, QueryForm& form) const {
  const std::string_view action = trim(attribute_view(*found.element, "action"));
  const std::string method = ascii_lower(trim(attribute_view(*found.element, "method")));
  if (method == "dialog") return false;
  form.action = base_.page_url();
  if (!action.empty()) {
    auto key = canonical_url(action, base_.url());
    if (!key) return false;
    form.action = std::move(*key);
  }
  form.post = method == "post";
  form.tag_path = found.tag_path;
  return true;
}

std::vector<QueryForm> Reader::take() {
  std::vector<QueryForm> all(forms_.size());
  for (FoundControl& control : controls_) {
    const std::size_t form = form_of(control);
    if (form == kNone) continue;
    if (control.input.kind == "select") {
      choose_one(control.input, has(*control.element, "multiple"));
    }
    all[form].inputs.push_back(std::move(control.input));
  }
  std::vector<QueryForm> forms;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!finish(forms_[i], all[i]) || all[i].inputs.empty()) continue;
    if (all[i].post) {
      for (QueryInput& input : all[i].inputs) input.values.clear();
    }
    forms.push_back(std::move(all[i]));
  }
  keep_to_limits(forms);
  return forms;
}

}  // namespace

std::vector<QueryForm> read_query_forms(const GumboNode* document, std::string_view page_url) {
  Reader reader(page_url);
  walk_tree(document, reader);
  return reader.take();
}

}  // namespace tagtrail::host
