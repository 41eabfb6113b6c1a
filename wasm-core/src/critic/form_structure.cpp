#include "critic/form_structure.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kTextbox = 10;
constexpr std::size_t kOptions = 11;
constexpr std::size_t kTextSize = 12;
constexpr std::size_t kMethod = 13;
constexpr std::size_t kSearch = 14;

struct KindPlace {
  std::string_view kind;
  std::size_t place;
};

constexpr KindPlace kPlaces[] = {
    {"hidden", 0},        {"checkbox", 1},    {"radio", 2},
    {"file", 3},          {"submit", 4},      {"select", 5},
    {"image", 6},         {"button", 7},      {"reset", 8},
    {"password", 9},      {"text", kTextbox}, {"search", kTextbox},
    {"email", kTextbox},  {"url", kTextbox},  {"tel", kTextbox},
    {"number", kTextbox}, {"date", kTextbox}, {"datetime-local", kTextbox},
    {"month", kTextbox},  {"week", kTextbox}, {"time", kTextbox},
};

bool says_search(std::string_view text) {
  return ascii_lower(text).find("search") != std::string::npos;
}

}  // namespace

FormStructure structure_of(const Form& form) {
  FormStructure structure{};
  bool search = says_search(form.action) || says_search(form.text);
  for (const FormField& field : form.fields) {
    const auto* known = std::find_if(std::begin(kPlaces), std::end(kPlaces),
                                     [&](const auto& entry) { return entry.kind == field.kind; });
    if (known != std::end(kPlaces)) ++structure[known->place];
    if (known != std::end(kPlaces) && known->place == kTextbox) structure[kTextSize] += field.size;
    structure[kOptions] += field.options;
    search = search || says_search(field.name) || says_search(field.label);
  }
  structure[kMethod] = form.post ? 1 : 0;
  structure[kSearch] = search ? 1 : 0;
  return structure;
}

}  // namespace tagtrail
