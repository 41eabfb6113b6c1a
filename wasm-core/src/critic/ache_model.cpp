#include "critic/ache_model.hpp"

#include <algorithm>

#include "critic/form_structure.hpp"
#include "words/text_stems.hpp"

namespace tagtrail {
namespace {

double attribute(const FormStructure& structure, std::string_view name) {
  std::size_t at = 0;
  while (kFormAttributes.at(at) != name) ++at;
  return structure.at(at);
}

}  // namespace

double AcheModel::relevance(const Page& page) const {
  return pages ? pages->probabilities(page_words(page))[1] : 1;
}

bool AcheModel::wants(const Form& form) const {
  if (forms ? !forms->wants(structure_of(form)) : !is_searchable(form)) return false;
  return !form_texts || form_texts->probabilities(form_words(form))[1] > 0.5;
}

bool is_searchable(const Form& form) {
  const FormStructure structure = structure_of(form);
  const bool asks = attribute(structure, "textbox") > 0 || attribute(structure, "elem_select") > 1;
  const bool takes_in =
      attribute(structure, "password") > 0 || attribute(structure, "file_input") > 0;
  const bool looks_up =
      attribute(structure, "method") == 0 || attribute(structure, "search_string") > 0;
  return asks && !takes_in && looks_up;
}

WordSet page_words(const Page& page) { return text_stems(page.title + "\n" + page.text); }

WordSet form_words(const Form& form) {
  std::string text = form.text;
  for (const FormField& field : form.fields) text.append("\n").append(field.label);
  return text_stems(text);
}

}  // namespace tagtrail
