#include "store/left_elsewhere.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "store/job_config.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

/// 0 when it is none.
std::uint64_t number_in(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_number_unsigned() ? member->get<std::uint64_t>() : 0;
}

bool is_set(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && *member == true;
}

/// The folder may come from anyone: what is of another shape is not there.
ElsewhereReport from_json(const Json& json) {
  ElsewhereReport elsewhere;
  if (!json.is_object() || !json.contains("hosts") || !json["hosts"].is_array()) return elsewhere;
  elsewhere.hosts = number_in(json, "hostCount");
  elsewhere.more = is_set(json, "atLeast");
  elsewhere.taken = is_set(json, "taken");
  for (const Json& host : json["hosts"]) {
    if (elsewhere.most.size() == kMostHostsElsewhere || !host.is_object()) break;
    const auto name = host.find("host");
    if (name == host.end() || !name->is_string()) break;
    elsewhere.most.push_back({name->get<std::string>(), number_in(host, "files")});
  }
  return elsewhere;
}

}  // namespace

nlohmann::ordered_json hosts_to_json(const ElsewhereReport& elsewhere) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (elsewhere.most.empty()) return json;
  if (elsewhere.more) json["atLeast"] = true;
  if (elsewhere.taken) json["taken"] = true;
  json["hostCount"] = elsewhere.hosts;
  auto& hosts = json["hosts"] = nlohmann::ordered_json::array();
  for (const HostFiles& host : elsewhere.most) {
    hosts.push_back({{"host", host.host}, {"files", host.files}});
  }
  return json;
}

std::string words_for(const ElsewhereReport& elsewhere, std::uint64_t files) {
  std::string text = files == 1 ? "file on " : "files on ";
  text +=
      elsewhere.hosts == 1 ? "another host: " : fmt::format("{} other hosts: ", elsewhere.hosts);
  for (const HostFiles& host : elsewhere.most) {
    if (&host != &elsewhere.most.front()) text += ", ";
    text += fmt::format("{} {}", host.host, host.files);
  }
  if (elsewhere.hosts > elsewhere.most.size()) text += ", ...";
  return text + (elsewhere.taken ? "; pages came instead of files" : "");
}

Expected<void> keep_hosts_elsewhere(sqlite::Database& database, const ElsewhereReport& elsewhere) {
  if (elsewhere.most.empty()) {
    return database.run("DELETE FROM config WHERE name = ?", kHostsElsewhere);
  }
  return set_config_value(database, kHostsElsewhere, hosts_to_json(elsewhere).dump());
}

Expected<ElsewhereReport> read_hosts_elsewhere(sqlite::Database& database) {
  const auto kept = TRY(config_value(database, kHostsElsewhere));
  return from_json(Json::parse(kept.value_or("{}"), nullptr, false));
}

}  // namespace tagtrail::host
