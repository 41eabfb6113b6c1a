#include "export/resource_tables.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kSameTables = 100;

void copy(const Json& from, const char* name, Json& to) {
  if (const auto found = from.find(name); found != from.end()) to[name] = *found;
}

bool is_true(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_boolean() && found->get<bool>();
}

/// Frictionless Table Schema, version 1. `unit` is ours: the specification allows more members.
Json schema_of(const Json& table) {
  Json schema = {{"fields", table.at("fields")}};
  Json missing = Json::array({""});
  if (const auto words = table.find("missingValues"); words != table.end()) {
    missing.insert(missing.end(), words->begin(), words->end());
  }
  schema["missingValues"] = std::move(missing);
  return schema;
}

/// Without its beginning, and without what the resource says already.
Json summary_of(const Json& table, bool has_schema) {
  Json summary = table;
  for (const char* name : {"preview", "plain"}) summary.erase(name);
  if (has_schema) {
    for (const char* name : {"fields", "missingValues", "dialect", "encoding"}) summary.erase(name);
  }
  return summary;
}

/// Whether what stands there is of the shape that looks have: the folder may be anybody's.
bool is_table(const Json& table) {
  return table.is_object() && table.contains("fields") && table["fields"].is_array() &&
         (!table.contains("missingValues") || table["missingValues"].is_array());
}

/// The first table stands for the resource where readers find it without more: the only one of a
/// text, the first sheet of a workbook.
bool describe_first(const Json& tables, Json& resource) {
  const Json& first = tables.front();
  const bool text = first.contains("dialect");
  const Json& format = resource["format"];
  const bool workbook = format == "xlsx" || format == "xls" || format == "ods";
  if (!text && !workbook) return false;
  if (!is_true(first, "plain") || is_true(first, "rowsAtLeast")) return false;
  if (text) resource["profile"] = "tabular-data-resource";
  resource["schema"] = schema_of(first);
  copy(first, "dialect", resource);
  return true;
}

}  // namespace

Expected<void> add_look(const TargetList& targets, const TargetRow& target, Json& resource) {
  const auto kept = TRY(targets.look_of(target.sha256));
  if (!kept) return {};
  const Json look = Json::parse(kept->json, nullptr, false);
  if (!look.is_object()) return {};
  // Taken out, because references into an ordered object don't outlive a new member.
  Json trail = std::move(resource["tagtrail"]);
  resource.erase("tagtrail");
  copy(look, "format", resource);
  const auto tables = look.find("tables");
  if (tables != look.end() && tables->is_array() && !tables->empty() &&
      std::all_of(tables->begin(), tables->end(), is_table)) {
    copy(tables->front(), "encoding", resource);
    const bool described = describe_first(*tables, resource);
    for (std::size_t at = 0; at < tables->size(); ++at) {
      trail["tables"].push_back(summary_of((*tables)[at], described && at == 0));
    }
  }
  for (const char* name : {"tablesMore", "members", "membersMore", "statistics", "note"}) {
    copy(look, name, trail);
  }
  const auto same = TRY(targets.same_table(*kept, kSameTables));
  if (!same.empty()) trail["sameTable"] = same;
  resource["tagtrail"] = std::move(trail);
  return {};
}

}  // namespace tagtrail::host
