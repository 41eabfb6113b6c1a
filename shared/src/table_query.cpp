#include "tagtrail/table_query.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::string_view kMark = "#query:";
/// The address ends as the name of a file does, so that it is taken for one everywhere.
constexpr std::string_view kFormat = ".csv";

/// A dot or a comma of a code is none of the address.
std::string written(std::string_view code) {
  std::string text = percent_encoded(code);
  for (std::size_t dot = text.find('.'); dot != std::string::npos; dot = text.find('.', dot)) {
    text.replace(dot, 1, "%2E");
  }
  return text;
}

/// Calls `take` with each part of `text` between separators.
template <typename Take>
void each_part(std::string_view text, char separator, const Take& take) {
  for (;;) {
    const std::size_t end = text.find(separator);
    take(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

TableQuery::Variable variable_of(std::string_view text) {
  const std::size_t equals = text.find('=');
  TableQuery::Variable variable{percent_decode(text.substr(0, equals)), {}};
  if (equals == std::string_view::npos) return variable;
  each_part(text.substr(equals + 1), ',', [&variable](std::string_view value) {
    variable.values.push_back(percent_decode(value));
  });
  return variable;
}

}  // namespace

std::string address_of(const TableQuery& query) {
  if (query.variables.empty() || query.table.find_first_of("?#") != std::string::npos) return {};
  std::string address = query.table;
  std::string_view before = kMark;
  for (const TableQuery::Variable& variable : query.variables) {
    if (variable.code.empty()) return {};
    address.append(before).append(written(variable.code));
    before = ";";
    std::string_view between = "=";
    for (const std::string& value : variable.values) {
      address.append(between).append(written(value));
      between = ",";
    }
  }
  address.append(kFormat);
  return address.size() <= kMaxUrlBytes ? address : std::string();
}

std::optional<TableQuery> table_query(std::string_view address) {
  const std::size_t mark = address.find(kMark);
  if (mark == std::string_view::npos || !address.ends_with(kFormat)) return std::nullopt;
  TableQuery query;
  query.table = address.substr(0, mark);
  std::string_view asked = address.substr(mark + kMark.size());
  if (asked.size() < kFormat.size()) return std::nullopt;
  asked.remove_suffix(kFormat.size());
  each_part(asked, ';', [&query](std::string_view variable) {
    query.variables.push_back(variable_of(variable));
  });
  const auto key = canonical_url(query.table);
  if (!key || *key != query.table || address_of(query) != address) return std::nullopt;
  return query;
}

std::string query_body(const TableQuery& query) {
  using Json = nlohmann::ordered_json;
  Json body = {{"query", Json::array()}, {"response", {{"format", "csv"}}}};
  for (const auto& [code, values] : query.variables) {
    const Json selection = values.empty() ? Json{{"filter", "all"}, {"values", Json::array({"*"})}}
                                          : Json{{"filter", "item"}, {"values", values}};
    body["query"].push_back({{"code", code}, {"selection", selection}});
  }
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> halves_of(std::string_view address) {
  const auto query = table_query(address);
  if (!query) return {};
  const auto most = std::max_element(
      query->variables.begin(), query->variables.end(),
      [](const auto& a, const auto& b) { return a.values.size() < b.values.size(); });
  if (most->values.size() < 2) return {};
  const auto middle =
      most->values.begin() + static_cast<std::ptrdiff_t>((most->values.size() + 1) / 2);
  std::vector<std::string> halves;
  for (const auto& [begin, end] :
       {std::pair(most->values.begin(), middle), std::pair(middle, most->values.end())}) {
    TableQuery half = *query;
    half.variables[static_cast<std::size_t>(most - query->variables.begin())].values.assign(begin,
                                                                                            end);
    halves.push_back(address_of(half));
  }
  return halves;
}

}  // namespace tagtrail
