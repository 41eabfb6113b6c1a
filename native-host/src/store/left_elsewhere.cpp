#include "store/left_elsewhere.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "store/job_config.hpp"
#include "tagtrail/json_fields.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxHost = 300;  // bytes, with its port

ElsewhereReport from_json(const Json& json) {
  ElsewhereReport elsewhere;
  if (!json.is_object()) return elsewhere;
  elsewhere.hosts = number_of(json, "hostCount");
  elsewhere.more = flag_of(json, "atLeast");
  elsewhere.taken = flag_of(json, "taken");
  for (const Json& host : array_of(json, "hosts")) {
    if (elsewhere.most.size() == kMostHostsElsewhere || !host.is_object()) break;
    elsewhere.most.push_back({text_of(host, "host", kMaxHost), number_of(host, "files")});
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
  return text + (elsewhere.taken ? "; pages came instead of files" : "; --files linked takes them");
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
