#include "tagtrail/query_form.hpp"

#include <algorithm>

#include "read_number.hpp"

namespace tagtrail {
namespace {

constexpr unsigned kPost = 1;
constexpr unsigned kCut = 2;
constexpr unsigned kCharset = 4;
constexpr unsigned kRequired = 1;
constexpr unsigned kChosen = 1;

std::size_t bytes_of(const QueryValue& value) { return value.value.size() + value.label.size(); }

void keep_values(QueryInput& input) {
  std::erase_if(input.values, [](const QueryValue& value) {
    return value.value.size() > limits::kQueryValueBytes;
  });
  if (input.values.size() > limits::kQueryValues) input.values.resize(limits::kQueryValues);
}

/// Of the bytes that are left for the page.
void keep_inputs(QueryForm& form, std::size_t& left) {
  std::vector<QueryInput> kept;
  for (QueryInput& input : form.inputs) {
    const bool sends = !input.values.empty() && input.kind != "select";
    keep_values(input);
    std::size_t bytes = input.kind.size() + input.name.size();
    for (const QueryValue& value : input.values) bytes += bytes_of(value);
    const bool lost = sends && input.values.empty();
    if (lost || input.name.size() > limits::kQueryNameBytes || bytes > left ||
        kept.size() == limits::kQueryInputs) {
      form.cut = true;
      continue;
    }
    left -= bytes;
    kept.push_back(std::move(input));
  }
  form.inputs = std::move(kept);
}

/// Nothing to choose and nothing to write in: a link in other words.
bool is_button(const QueryForm& form) {
  return std::all_of(form.inputs.begin(), form.inputs.end(), [](const QueryInput& input) {
    return input.kind == "hidden" || input.kind == "submit" || input.kind == "image";
  });
}

/// That there is such a form, and what it would be, is known.
void keep_names(QueryForm& form) {
  form.cut = true;
  for (QueryInput& input : form.inputs) {
    for (QueryValue& value : input.values) value.value.clear();
    if (input.values.size() > 1) input.values.resize(1);
  }
}

bool read_input(ByteReader& in, QueryInput& input) {
  input.kind = in.text();
  input.name = in.text();
  const unsigned marks = in.u8();
  const std::size_t values = in.count(3);
  if (marks > kRequired || values > limits::kQueryValues) return false;
  input.required = marks != 0;
  input.values.resize(values);
  for (QueryValue& value : input.values) {
    value.value = in.text();
    value.label = in.text();
    const unsigned chosen = in.u8();
    if (chosen > kChosen) return false;
    value.chosen = chosen != 0;
  }
  return in.ok();
}

bool read_form(ByteReader& in, QueryForm& form) {
  form.action = in.text();
  form.tag_path = in.text();
  const unsigned marks = in.u8();
  const std::size_t inputs = in.count(4);
  if (marks > (kPost | kCut | kCharset) || inputs > limits::kQueryInputs) return false;
  form.post = (marks & kPost) != 0;
  form.cut = (marks & kCut) != 0;
  if ((marks & kCharset) != 0) form.charset = in.text();
  form.inputs.resize(inputs);
  return std::all_of(form.inputs.begin(), form.inputs.end(),
                     [&](QueryInput& input) { return read_input(in, input); });
}

}  // namespace

void keep_to_limits(std::vector<QueryForm>& forms) {
  if (forms.size() > limits::kQueryFormsSeen) forms.resize(limits::kQueryFormsSeen);
  for (std::size_t i = limits::kQueryForms; i < forms.size(); ++i) {
    if (!is_button(forms[i])) keep_names(forms[i]);
  }
  std::size_t left = limits::kQueryFormsBytes;
  for (QueryForm& form : forms) keep_inputs(form, left);
}

void write_query_forms(ByteWriter& out, const std::vector<QueryForm>& forms) {
  out.var(forms.size());
  for (const QueryForm& form : forms) {
    out.text(form.action);
    out.text(form.tag_path);
    out.u8(static_cast<std::uint8_t>((form.post ? kPost : 0U) | (form.cut ? kCut : 0U) |
                                     (form.charset.empty() ? 0U : kCharset)));
    out.var(form.inputs.size());
    if (!form.charset.empty()) out.text(form.charset);
    for (const QueryInput& input : form.inputs) {
      out.text(input.kind);
      out.text(input.name);
      out.u8(input.required ? kRequired : 0U);
      out.var(input.values.size());
      for (const QueryValue& value : input.values) {
        out.text(value.value);
        out.text(value.label);
        out.u8(value.chosen ? kChosen : 0U);
      }
    }
  }
}

bool read_query_forms(ByteReader& in, std::vector<QueryForm>& forms) {
  const std::size_t count = in.count(4);
  if (count > limits::kQueryFormsSeen) return false;
  forms.resize(count);
  return std::all_of(forms.begin(), forms.end(),
                     [&](QueryForm& form) { return read_form(in, form); }) &&
         in.ok();
}

void write_charsets(ByteWriter& out, const std::vector<CharsetCodes>& charsets) {
  out.var(charsets.size());
  for (const auto& [charset, codes] : charsets) {
    out.text(charset);
    out.var(codes.size());
    for (const auto& [character, bytes] : codes) {
      out.var(character);
      out.text(bytes);
    }
  }
}

bool read_charsets(ByteReader& in, std::vector<CharsetCodes>& charsets) {
  const std::size_t count = in.count(2);
  if (count > limits::kCharsets) return false;
  charsets.resize(count);
  for (auto& [charset, codes] : charsets) {
    charset = in.text();
    const std::size_t size = in.count(2);
    if (size > limits::kCharsetCodes) return false;
    codes.resize(size);
    for (auto& [character, bytes] : codes) {
      character = read_u32(in);
      bytes = in.text();
      if (character < 0x80 || character > 0x10FFFF || bytes.size() > limits::kCodeBytes)
        return false;
    }
  }
  return in.ok();
}

}  // namespace tagtrail
