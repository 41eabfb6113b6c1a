#include "feeds/pxweb_answers.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "feeds/answers_in_json.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kStartBytes = 4096;
constexpr int kDeepest = 4;  // a table, its variables, one of them, its values
/// A tenth of what the software gives at once where nobody has set another limit.
constexpr double kSurelyGiven = 10'000;
/// Of the values that are named in an address.
constexpr std::size_t kNamedBytes = 4'000;

/// Without the whole being parsed.
bool may_be_pxweb(std::string_view json) {
  const std::string_view start = json.substr(0, kStartBytes);
  const auto says = [start](std::string_view key) {
    return start.find(key) != std::string_view::npos;
  };
  return says("\"dbid\"") || (says("\"id\"") && says("\"type\"") && says("\"text\"")) ||
         (says("\"title\"") && says("\"variables\""));
}

/// One of a list: where it leads, behind the list's address, and as what.
struct Listed {
  std::string id;
  std::string_view place;  ///< empty: a headline
};

/// Nothing: it is no list of PxWeb.
std::optional<Listed> listed(const Json& entry) {
  if (std::string id = text_at(entry, "dbid"); !id.empty())
    return Listed{std::move(id), kPxwebList};
  std::string id = text_at(entry, "id");
  const std::string type = text_at(entry, "type");
  if (!entry.is_object() || !entry.contains("text")) return std::nullopt;
  if (type == "h") return Listed{};
  if (id.empty() || (type != "l" && type != "t")) return std::nullopt;
  return Listed{std::move(id), type == "l" ? kPxwebList : kPxwebTable};
}

bool read_list(const Json& list, std::string_view url, Page& page) {
  const std::string base = bare_address(url);
  for (const Json& entry : list) {
    const auto one = listed(entry);
    if (!one) return false;
    if (one->place.empty()) continue;
    auto key = canonical_url(base + "/" + encoded_path(one->id));
    if (key) add_answer_link(page, std::move(*key), text_at(entry, "text"), one->place);
  }
  return !list.empty();
}

struct Variable {
  std::string code;
  std::vector<std::string> values;  ///< none: there are more than it says
  bool time = false;
};

/// Nothing: it is no table of PxWeb.
std::optional<Variable> variable_of(const Json& said) {
  Variable variable{text_at(said, "code"), {}, false};
  if (variable.code.empty() || !said.contains("text")) return std::nullopt;
  variable.time = true_at(said, "time");
  const auto values = said.find("values");
  if (values == said.end() || !values->is_array()) return variable;
  for (const Json& value : *values) {
    if (!value.is_string()) return std::nullopt;
    variable.values.push_back(value.get<std::string>());
  }
  return variable;
}

std::size_t bytes_of(const Variable& variable) {
  std::size_t bytes = 0;
  for (const std::string& value : variable.values) bytes += percent_encoded(value).size() + 1;
  return bytes;
}

/// Of those whose values an address has room for, the one with most; times come and go, and the
/// address with them. Null: there is none.
const Variable* halved_by(const std::vector<Variable>& variables) {
  const Variable* best = nullptr;
  for (const Variable& one : variables) {
    if (one.values.size() < 2 || bytes_of(one) > kNamedBytes) continue;
    const bool more = best != nullptr && one.time == best->time
                          ? one.values.size() > best->values.size()
                          : best == nullptr || best->time;
    if (more) best = &one;
  }
  return best;
}

std::string address_of_all(std::string_view url, const std::vector<Variable>& variables) {
  double cells = 1;
  bool all_said = true;
  for (const Variable& one : variables) {
    all_said = all_said && !one.values.empty();
    cells *= static_cast<double>(std::max<std::size_t>(one.values.size(), 1));
  }
  const Variable* halved = all_said && cells <= kSurelyGiven ? nullptr : halved_by(variables);
  TableQuery query{std::string(url), {}};
  for (const Variable& one : variables) {
    query.variables.push_back({one.code, &one == halved ? one.values : std::vector<std::string>{}});
  }
  std::string address = address_of(query);
  if (!address.empty() || halved == nullptr) return address;
  for (TableQuery::Variable& one : query.variables) one.values.clear();
  return address_of(query);
}

bool read_table(const Json& table, std::string_view url, JsonSource& source) {
  const auto said = table.find("variables");
  if (!table.contains("title") || said == table.end() || !said->is_array() || said->empty()) {
    return false;
  }
  std::vector<Variable> variables;
  for (const Json& one : *said) {
    auto variable = variable_of(one);
    if (!variable) return false;
    variables.push_back(std::move(*variable));
  }
  std::string address = address_of_all(url, variables);
  if (address.empty()) return false;
  DatasetFacts facts;
  facts.title = collapsed(text_at(table, "title"), kFactBytes);
  facts.files.push_back(address);
  add_answer_link(source.page, std::move(address), facts.title, kPxwebData);
  source.datasets.push_back(std::move(facts));
  return true;
}

}  // namespace

std::optional<JsonSource> read_pxweb(std::string_view json, std::string_view url) {
  if (!may_be_pxweb(json)) return std::nullopt;
  const Json answer = json_within(json, kDeepest);
  JsonSource source;
  const bool known = answer.is_array()    ? read_list(answer, url, source.page)
                     : answer.is_object() ? read_table(answer, url, source)
                                          : false;
  if (!known) return std::nullopt;
  source.page.catalogue.kind = kPxweb;
  return source;
}

}  // namespace tagtrail::host
