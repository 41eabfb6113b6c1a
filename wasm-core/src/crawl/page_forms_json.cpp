#include "crawl/page_forms_json.hpp"

#include <optional>

#include "tagtrail/json_fields.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

using Json = nlohmann::json;

/// Read at all, before the limits of a page are kept.
constexpr std::size_t kMostForms = 200;
constexpr std::size_t kMostInputs = 800;
constexpr std::size_t kTextBytes = 1000;

QueryInput input_of(const Json& json) {
  QueryInput input;
  input.kind = text_of(json, "kind", kTextBytes);
  input.name = text_of(json, "name", kTextBytes);
  input.required = flag_of(json, "required");
  for (const Json& value : array_of(json, "values")) {
    if (!value.is_object() || input.values.size() > limits::kQueryValues) break;
    input.values.push_back({text_of(value, "value", kTextBytes),
                            text_of(value, "label", limits::kQueryValueBytes),
                            flag_of(value, "chosen")});
  }
  return input;
}

/// Nothing for one that is sent nowhere on the web.
std::optional<QueryForm> form_of(const Json& json, const std::string& page_url) {
  if (!json.is_object()) return std::nullopt;
  QueryForm form;
  const std::string written = text_of(json, "action", kMaxUrlBytes + 1);
  const std::string_view action = trim(written);
  form.action = page_url;
  if (!action.empty()) {
    const auto base = canonical_url(text_of(json, "base", kMaxUrlBytes));
    auto key = canonical_url(action, base ? *base : page_url);
    if (!key) return std::nullopt;
    form.action = std::move(*key);
  }
  form.post = flag_of(json, "post");
  form.charset = text_of(json, "charset", limits::kQueryValueBytes);
  form.tag_path = text_of(json, "tagPath", limits::kPathBytes);
  for (const Json& input : array_of(json, "inputs")) {
    if (form.inputs.size() == kMostInputs) break;
    if (input.is_object()) form.inputs.push_back(input_of(input));
  }
  return form;
}

}  // namespace

std::vector<QueryForm> forms_from_json(const Json& page, const std::string& page_url) {
  std::vector<QueryForm> forms;
  for (const Json& each : array_of(page, "forms")) {
    if (forms.size() == kMostForms) break;
    auto form = form_of(each, page_url);
    if (form && !form->inputs.empty()) forms.push_back(std::move(*form));
  }
  keep_to_limits(forms);
  return forms;
}

}  // namespace tagtrail
