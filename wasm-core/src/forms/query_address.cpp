#include "forms/query_address.hpp"

#include <algorithm>

#include "forms/input_names.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";
constexpr std::size_t kMostPairs = 100;

/// False when it is not known how the encoding writes it.
bool append_encoded(std::string& out, std::string_view written, const Charset* charset) {
  const auto bytes =
      charset == nullptr ? std::optional(std::string(written)) : charset->write(written);
  if (!bytes) return false;
  const std::string& text = *bytes;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
    if (letter || c == '*' || c == '-' || c == '.' || c == '_') {
      out.push_back(c);
    } else if (c == ' ') {
      out.push_back('+');
    } else {
      out.push_back('%');
      out.push_back(kHex[byte >> 4U]);
      out.push_back(kHex[byte & 0x0FU]);
    }
  }
  return true;
}

std::string decoded(std::string_view text, const Charset* charset) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  std::string bytes = percent_decode(spaced);
  return charset == nullptr ? bytes : charset->read(bytes);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 9 && std::all_of(text.begin(), text.end(), is_digit);
}

/// Of an input that the link leaves out or leaves as it stands: nothing.
bool is_untouched(const FormInput& input, const std::string& value) {
  return input.sent ? value == input.preset || (value.empty() && input.role != InputRole::choice)
                    : value.empty();
}

void read_pair(const FormShape& form, const std::string& key, const std::string& value,
               std::vector<bool>& given, QueryLink& link) {
  for (std::uint32_t i = 0; i < form.inputs.size(); ++i) {
    const FormInput& input = form.inputs[i];
    if (input.name != key || given[i]) continue;
    given[i] = link.own = true;
    if (is_untouched(input, value)) return;
    if (input.role == InputRole::shown) {
      link.shown = true;
    } else {
      link.bindings.emplace_back(i, value);
    }
    return;
  }
  if (names_presentation(key) || names_page_size(key)) {
    link.shown = true;
  } else if (link.page_key.empty() && names_page(key) && is_number(value)) {
    link.page_key = key;
    link.page = value;
  } else if (!value.empty()) {
    link.strange = true;
  }
}

/// What the form always sends is there, as it is sent.
bool has_what_is_fixed(const FormShape& form, const std::vector<bool>& given,
                       const QueryLink& link) {
  for (std::uint32_t i = 0; i < form.inputs.size(); ++i) {
    if (!form.inputs[i].hidden) continue;
    const bool other = std::any_of(link.bindings.begin(), link.bindings.end(),
                                   [i](const auto& bound) { return bound.first == i; });
    if (other || (!given[i] && !form.inputs[i].preset.empty())) return false;
  }
  return true;
}

}  // namespace

std::string query_address(const FormShape& form, const Bindings& bindings) {
  std::string address = form.action;
  char before = '?';
  for (std::uint32_t i = 0; i < form.inputs.size(); ++i) {
    const FormInput& input = form.inputs[i];
    const auto bound = std::find_if(bindings.begin(), bindings.end(),
                                    [i](const auto& each) { return each.first == i; });
    if (bound == bindings.end() && !input.sent) continue;
    address.push_back(std::exchange(before, '&'));
    const bool named = append_encoded(address, input.name, form.charset.get());
    address.push_back('=');
    const std::string& value = bound == bindings.end() ? input.preset : bound->second;
    if (!named || !append_encoded(address, value, form.charset.get())) return {};
  }
  return address;
}

std::vector<std::pair<std::string, std::string>> read_query(std::string_view query,
                                                            const Charset* charset) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!query.empty() && pairs.size() < kMostPairs) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const bool valued = equals != std::string_view::npos;
    pairs.emplace_back(decoded(pair.substr(0, equals), charset),
                       valued ? decoded(pair.substr(equals + 1), charset) : std::string());
  }
  return pairs;
}

std::optional<QueryLink> read_query_link(const FormShape& form, std::string_view url) {
  const std::size_t end = url.find('?');
  if (end == std::string_view::npos || url.substr(0, end) != form.action) return std::nullopt;
  QueryLink link;
  std::vector<bool> given(form.inputs.size());
  for (const auto& [key, value] : read_query(url.substr(end + 1), form.charset.get())) {
    read_pair(form, key, value, given, link);
  }
  if (!has_what_is_fixed(form, given, link)) return std::nullopt;
  std::sort(link.bindings.begin(), link.bindings.end());
  return link;
}

}  // namespace tagtrail
