#include "objective/forms.hpp"

#include <algorithm>
#include <set>

#include "objective/form_structure.hpp"
#include "objective/page_finding.hpp"
#include "tables/string_table.hpp"

namespace tagtrail {
namespace {

double attribute(const FormStructure& structure, std::string_view name) {
  std::size_t at = 0;
  while (kFormAttributes.at(at) != name) ++at;
  return structure.at(at);
}

/// The same form on another page: where it is sent, and what it asks.
std::uint64_t identity_of(const Form& form) {
  std::string text = form.action.substr(0, form.action.find_first_of("?#"));
  for (const FormField& field : form.fields) {
    if (field.kind == "hidden") continue;
    text.append("\n").append(field.kind).append(" ").append(field.name);
  }
  return hash_bytes(text.data(), text.size());
}

class Forms final : public Objective {
 public:
  ContentNeeds needs() const override { return {.forms = true}; }

  Finding judge(const Response& response, std::string_view /*url*/) const override {
    return page_finding(response, [](const PageContent& content) {
      return static_cast<double>(
          std::count_if(content.forms.begin(), content.forms.end(), is_searchable));
    });
  }

  double take(const Finding& /*finding*/, const Response& response) override {
    double fresh = 0;
    for (const Form& form : response.page.content.forms) {
      if (is_searchable(form) && met_.insert(identity_of(form)).second) fresh += 1;
    }
    return fresh;
  }

  void save(ByteWriter& out) const override {
    out.var(met_.size());
    for (const std::uint64_t form : met_) out.u64(form);
  }
  bool load(ByteReader& in) override {
    met_.clear();
    for (std::size_t left = in.count(8); left > 0; --left) met_.insert(in.u64());
    return in.ok();
  }

 private:
  std::set<std::uint64_t> met_;
};

Expected<std::unique_ptr<Objective>> make_forms(const Config& /*config*/) {
  return std::make_unique<Forms>();
}

}  // namespace

bool is_searchable(const Form& form) {
  const FormStructure structure = structure_of(form);
  const bool asks = attribute(structure, "textbox") > 0 || attribute(structure, "elem_select") > 1;
  const bool takes_in =
      attribute(structure, "password") > 0 || attribute(structure, "file_input") > 0;
  const bool looks_up =
      attribute(structure, "method") == 0 || attribute(structure, "search_string") > 0;
  return asks && !takes_in && looks_up;
}

const ObjectiveInfo kForms{.name = "forms",
                           .summary = "pages with a form that searches something",
                           .of_pages = true,
                           .target = "page",
                           .gain = "forms",
                           .make = make_forms};

}  // namespace tagtrail
