#include "forms/query_links.hpp"

#include <algorithm>

#include "forms/form_intent.hpp"
#include "forms/query_address.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kTokenBytes = 40;

/// A name as a part of a tag path's token.
std::string token_of(std::string_view name) {
  std::string token(utf8_prefix(name, kTokenBytes));
  for (char& c : token) {
    const bool plain =
        is_letter_or_digit(c) || c == '_' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
    if (!plain) c = '-';
  }
  return token;
}

std::string shown_value(const FormInput& input, const std::string& value) {
  const auto at = std::find(input.values.begin(), input.values.end(), value);
  if (at == input.values.end()) return value;
  const std::string& label = input.labels[static_cast<std::size_t>(at - input.values.begin())];
  return label.empty() ? value : label;
}

}  // namespace

std::optional<LinkObservation> link_of_button(const QueryForm& form, const FormShape& shape) {
  auto url = canonical_url(query_address(shape, {}));
  if (!url) return std::nullopt;
  LinkObservation link;
  link.url = std::move(*url);
  link.written = utf8_prefix(link.url, limits::kWrittenBytes);
  link.tag_path = form.tag_path + "/form";
  const auto button = std::find_if(form.inputs.begin(), form.inputs.end(), sends_form);
  if (button != form.inputs.end() && !button->values.empty()) {
    link.anchor = utf8_prefix(button->values.front().label, limits::kAnchorBytes);
  }
  link.element = LinkElement::a;
  return link;
}

LinkObservation link_of_query(const FormShape& form, const AskedQuery& query) {
  LinkObservation link;
  link.url = query.url;
  link.tag_path = form.tag_path + "/form?";
  for (const auto& [at, value] : query.bindings) {
    const FormInput& input = form.inputs[at];
    const std::string shown = shown_value(input, value);
    if (at != query.bindings.front().first) {
      link.tag_path += '+';
      link.anchor += ", ";
      link.around += ", ";
    }
    link.tag_path += token_of(input.name);
    link.anchor += shown;
    link.around += input.name + ": " + shown;
  }
  link.anchor = utf8_prefix(link.anchor, limits::kAnchorBytes);
  link.around = utf8_prefix(link.around, limits::kAroundBytes);
  link.written = utf8_prefix(link.url, limits::kWrittenBytes);
  return link;
}

}  // namespace tagtrail
