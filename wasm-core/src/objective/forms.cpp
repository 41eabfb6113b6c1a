#include "objective/forms.hpp"

#include <algorithm>
#include <set>

#include "critic/ache_model.hpp"
#include "objective/page_finding.hpp"
#include "tables/string_table.hpp"

namespace tagtrail {
namespace {

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
  explicit Forms(AcheModel model) : model_(std::move(model)) {}

  ContentNeeds needs() const override { return {.forms = true}; }

  Finding judge(const Response& response, std::string_view /*url*/) const override {
    return page_finding(response, [&](const PageContent& content) {
      const auto wanted = std::count_if(content.forms.begin(), content.forms.end(),
                                        [this](const Form& form) { return model_.wants(form); });
      return wanted > 0 && model_.is_on_topic(response.page) ? static_cast<double>(wanted) : 0.0;
    });
  }

  double take(const Finding& /*finding*/, const Response& response) override {
    double fresh = 0;
    for (const Form& form : response.page.content.forms) {
      if (model_.wants(form) && met_.insert(identity_of(form)).second) fresh += 1;
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
  AcheModel model_;
  std::set<std::uint64_t> met_;
};

Expected<std::unique_ptr<Objective>> make_forms(const Config& config) {
  return std::make_unique<Forms>(TRY(parse_ache_model(config.ache.model)));
}

}  // namespace

const ObjectiveInfo kForms{.name = "forms",
                           .summary = "pages with a form that searches something (--ache-model)",
                           .of_pages = true,
                           .target = "page",
                           .gain = "forms",
                           .make = make_forms};

}  // namespace tagtrail
