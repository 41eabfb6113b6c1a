#include "tagtrail/page_content.hpp"

#include <algorithm>

#include "read_number.hpp"

namespace tagtrail {
namespace {

void write_form(ByteWriter& out, const Form& form) {
  out.text(form.action);
  out.boolean(form.post);
  out.text(form.text);
  out.var(form.fields.size());
  for (const FormField& field : form.fields) {
    out.text(field.kind);
    out.text(field.name);
    out.text(field.label);
    out.var(field.options);
    out.var(field.size);
  }
}

bool read_form(ByteReader& in, Form& form) {
  form.action = in.text();
  form.post = in.boolean();
  form.text = in.text();
  const std::size_t fields = in.count(5);
  if (fields > limits::kFormFields) return false;
  form.fields.resize(fields);
  for (FormField& field : form.fields) {
    field.kind = in.text();
    field.name = in.text();
    field.label = in.text();
    field.options = read_u32(in);
    field.size = read_u32(in);
  }
  return in.ok();
}

/// Ascending, so each is written as what it is above the one before.
bool read_pairs(ByteReader& in, std::vector<std::uint32_t>& pairs) {
  const std::size_t count = in.count();
  if (count > limits::kWordPairs) return false;
  pairs.reserve(count);
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    const std::uint64_t step = in.var();
    at += std::min<std::uint64_t>(step, 1ULL << 32U);
    if (at > 0xFFFFFFFFU || (step == 0 && i > 0)) return false;
    pairs.push_back(static_cast<std::uint32_t>(at));
  }
  return in.ok();
}

}  // namespace

void write_content(ByteWriter& out, const PageContent& content) {
  out.var(content.markup.microdata);
  out.var(content.markup.rdfa);
  out.var(content.markup.microformats);
  out.var(content.markup.json_ld);
  out.var(content.forms.size());
  for (const Form& form : content.forms) write_form(out, form);
  out.var(content.pairs.size());
  std::uint32_t before = 0;
  for (const std::uint32_t pair : content.pairs) {
    out.var(pair - before);
    before = pair;
  }
}

bool read_content(ByteReader& in, PageContent& content) {
  content.markup.microdata = read_u32(in);
  content.markup.rdfa = read_u32(in);
  content.markup.microformats = read_u32(in);
  content.markup.json_ld = read_u32(in);
  const std::size_t forms = in.count(4);
  if (forms > limits::kForms) return false;
  content.forms.resize(forms);
  for (Form& form : content.forms) {
    if (!read_form(in, form)) return false;
  }
  return read_pairs(in, content.pairs) && in.ok();
}

}  // namespace tagtrail
