#include "load/catalogue_view.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

Json number_json(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

std::string_view name_of(Condition by) { return kConditionNames.at(static_cast<std::size_t>(by)); }

Json choices_json(const CatalogueChoices& choices) {
  Json values = Json::array();
  for (const CatalogueChoiceValue& value : choices.values) {
    values.push_back({{"value", value.value}, {"title", value.title}, {"count", value.count}});
  }
  return {{"by", name_of(choices.by)}, {"values", std::move(values)}, {"cut", choices.cut}};
}

}  // namespace

Json catalogue_view_json(const CatalogueView& view) {
  Json conditions = Json::array();
  for (const CatalogueCondition& condition : view.site.kind->conditions) {
    conditions.push_back(name_of(condition.by));
  }
  Json choices = Json::array();
  for (const CatalogueChoices& one : view.choices) choices.push_back(choices_json(one));
  return {{"kind", view.site.kind->id},
          {"name", view.site.kind->name},
          {"base", view.site.base},
          {"filter", to_text(view.filter)},
          {"sets", number_json(view.sets)},
          {"files", number_json(view.files)},
          {"conditions", std::move(conditions)},
          {"choices", std::move(choices)}};
}

}  // namespace tagtrail::host
