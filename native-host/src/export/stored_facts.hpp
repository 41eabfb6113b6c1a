// Facts that a run of a job keeps as JSON in the job folder. What is missing, or of another type
// than its field, is left as it is.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Errors: invalid_data.
inline Expected<nlohmann::ordered_json> stored_facts(std::string_view text) {
  auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return fail(ErrorCode::invalid_data, "the job's facts are damaged");
  return json;
}

/// `Field`: a text, bool or unsigned number.
template <typename Field>
void read_fact(const nlohmann::ordered_json& json, const char* name, Field& field) {
  const auto found = json.find(name);
  if (found == json.end()) return;
  const bool fits = std::is_same_v<Field, std::string> ? found->is_string()
                    : std::is_same_v<Field, bool>      ? found->is_boolean()
                                                       : found->is_number_unsigned();
  if (fits) field = found->template get<Field>();
}

}  // namespace tagtrail::host
