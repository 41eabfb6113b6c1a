#include "export/datapackage.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "export/equal_contents.hpp"
#include "export/resource_tables.hpp"
#include "export/said_of_sets.hpp"
#include "export/stored_facts.hpp"
#include "export/target_facts.hpp"
#include "store/file_names.hpp"
#include "store/job_folder.hpp"
#include "system/atomic_file.hpp"
#include "system/terminal_text.hpp"
#include "tagtrail/table_query.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// One line of JSON. What servers sent may be invalid UTF-8: it must cost a character, not the
/// file. What would act on a terminal is escaped.
std::string dump_for_terminals(const Json& json) {
  return terminal_text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json crawl_facts(const PackageFacts& facts) {
  constexpr double kMsPerSecond = 1000;
  Json json = {{"seedUrl", facts.seed_url}};
  if (facts.seed_count > 1) {
    json["seedCount"] = facts.seed_count;
    json["seeds"] = facts.seeds;
  }
  if (!facts.objective.empty()) json["objective"] = facts.objective;
  if (!facts.about.empty()) json["about"] = facts.about;
  json.update({{"policy", facts.policy},
               {"seed", facts.seed},
               {"engine", facts.engine},
               {"version", facts.version},
               {"robots", facts.robots},
               {"delay", static_cast<double>(facts.delay_ms) / kMsPerSecond},
               {"connections", facts.connections}});
  return json;
}

/// A licence has a path where it is an address, else a name, which must be one word.
Json licence(const std::string& said) {
  if (const auto url = canonical_url(said)) return {{"path", *url}};
  return {{"name", resource_name(said)}, {"title", said}};
}

/// What the package is called and where it is from, line by line.
std::string package_head(const PackageFacts& facts, const SiteWords& words) {
  const std::string host(split_url(facts.seed_url).host);
  Json head = {{"profile", "data-package"}, {"name", resource_name(host)}};
  head["title"] = facts.title.empty() ? host : facts.title;
  if (!facts.created.empty()) head["created"] = facts.created;
  head["homepage"] = facts.seed_url;
  for (const std::string& publisher : words.publishers) {
    head["contributors"].push_back({{"title", publisher}, {"role", "publisher"}});
  }
  if (!words.license.empty()) head["licenses"] = Json::array({licence(words.license)});
  std::string lines;
  for (const auto& [name, value] : head.items()) {
    lines += fmt::format("\"{}\": {},\n", name, dump_for_terminals(value));
  }
  return lines;
}

/// What the newest round found.
Json round_facts(const RevisitReport& report) {
  Json lists = {{"new", Json::array()}, {"changed", Json::array()}, {"vanished", Json::array()}};
  for (const Change& change : report.changes) {
    if (const auto list = lists.find(change.kind); list != lists.end()) list->push_back(change.url);
  }
  Json json = {{"round", report.round}, {"beganAt", report.began_at}};
  json.update(lists);
  json["unchanged"] = report.count(ChangeKind::unchanged);
  json["unclear"] = report.count(ChangeKind::unclear);
  return json;
}

/// What all rounds have told of one target.
void add_history(const std::string& url, const RevisitReport& report, Json& trail) {
  if (const auto since = report.vanished.find(url); since != report.vanished.end()) {
    trail["vanishedAt"] = since->second;
  }
  const auto versions = report.versions.find(url);
  if (versions == report.versions.end()) return;
  for (const TargetVersion& version : versions->second) {
    trail["earlier"].push_back({{"path", version.path},
                                {"bytes", version.bytes},
                                {"hash", "sha256:" + version.sha256},
                                {"fetchedAt", version.fetched_at}});
  }
}

/// The other addresses of the same contents, each with its own history.
void add_other_places(const TargetRow& target, const EqualContents& equal,
                      const RevisitReport& report, Json& trail) {
  const auto others = equal.others(target);
  for (const EqualContents::Place& place : others) {
    Json other = {{"url", place.url}, {"path", place.path}};
    add_history(place.url, report, other);
    trail["alsoAt"].push_back(std::move(other));
  }
  const std::uint64_t named = others.size() + 1;
  if (const std::uint64_t all = equal.count(target); all > named) trail["moreAt"] = all - named;
}

/// What the page of a file says of the data set that the file belongs to.
void add_dataset(const DatasetFacts& facts, Json& json, Json& trail) {
  if (!facts.title.empty()) json["title"] = facts.title;
  if (!facts.description.empty()) json["description"] = facts.description;
  if (!facts.license.empty()) json["licenses"] = Json::array({licence(facts.license)});
  Json more = Json::object();
  if (!facts.publisher.empty()) more["publisher"] = facts.publisher;
  if (!facts.issued.empty()) more["issued"] = facts.issued;
  if (!facts.modified.empty()) more["modified"] = facts.modified;
  if (!facts.cycle.empty()) more["cycle"] = facts.cycle;
  if (!more.empty()) trail["dataset"] = std::move(more);
}

Json resource(const TargetRow& target, const EqualContents& equal, const RevisitReport& report,
              const SaidOfSets& said) {
  Json json = {{"name", target.name}, {"path", target.path}};
  // The specification has no word for an unknown type; an empty one would be invalid.
  if (!target.mime.empty()) json["mediatype"] = target.mime;
  json["bytes"] = target.bytes;
  json["hash"] = "sha256:" + target.sha256;
  json["sources"] = Json::array({Json{{"title", target.url}, {"path", target.url}}});
  Json trail = trail_of(target);
  add_history(target.url, report, trail);
  add_other_places(target, equal, report, trail);
  if (const std::string title = title_of_link(target); !title.empty()) json["title"] = title;
  if (const DatasetFacts* facts = said.of(target)) add_dataset(*facts, json, trail);
  if (const auto query = table_query(target.url)) {
    trail["query"] = {{"method", "POST"}, {"url", query->table}, {"body", query_body(*query)}};
  }
  json["tagtrail"] = std::move(trail);
  return json;
}

}  // namespace

Expected<void> write_package(const TargetList& targets, const PackageFacts& facts,
                             const ExportSink& out) {
  const auto equal = TRY(EqualContents::find(targets));
  const auto report = TRY(targets.revisits());
  Json crawl = crawl_facts(facts);
  if (report.round > 0) crawl["revisit"] = round_facts(report);
  const auto left_out = TRY(targets.left_out());
  if (facts.ending) {
    crawl["complete"] = facts.ending->is_complete();
    crawl["ending"] = ending_to_json(*facts.ending);
  }
  Json account = Json::parse(facts.account, nullptr, false);
  if (account.is_object()) crawl["account"] = std::move(account);
  Json stopped = Json::parse(facts.stopped, nullptr, false);
  if (stopped.is_object()) crawl["stopped"] = std::move(stopped);
  if (!left_out.empty()) crawl["leftOut"] = left_out_to_json(left_out);
  SaidOfSets said(targets);
  const SiteWords words = TRY(said.of_site());
  TRY(out(fmt::format("{{\n{}\"tagtrail\": {},\n\"resources\": [", package_head(facts, words),
                      dump_for_terminals(crawl))));
  // A resource a line: grep and diff work, and only one is in memory.
  std::string_view separator = "\n";
  TRY(targets.each_target([&](const TargetRow& target) -> Expected<void> {
    if (!equal.is_first(target)) return {};
    TRY(said.turn_to(target));
    Json json = resource(target, equal, report, said);
    TRY(add_look(targets, target, json));
    auto line = out(fmt::format("{}{}", separator, dump_for_terminals(json)));
    separator = ",\n";
    return line;
  }));
  if (separator == "\n") TRY(out(fmt::format("\n{}", kNoFiles)));
  return out("\n]\n}\n");
}

Expected<void> write_datapackage(const JobStore& store, const PackageFacts& facts) {
  auto file = TRY(AtomicFile::create(store.dir() / folder::kManifest, kPrivateFile));
  TRY(write_package(store, facts, [&file](std::string_view text) { return file.write(text); }));
  return file.publish();
}

std::string facts_to_json(const PackageFacts& facts) {
  Json json = crawl_facts(facts);
  json["delay"] = facts.delay_ms;
  json["title"] = facts.title;
  json["created"] = facts.created;
  if (facts.ending) json["ending"] = ending_to_json(*facts.ending);
  if (!facts.account.empty()) json["account"] = facts.account;
  if (!facts.stopped.empty()) json["stopped"] = facts.stopped;
  return dump_for_terminals(json);
}

Expected<PackageFacts> facts_from_json(std::string_view text) {
  const auto json = TRY(stored_facts(text));
  PackageFacts facts;
  const auto read = [&json](const char* name, auto& field) { read_fact(json, name, field); };
  read("seedUrl", facts.seed_url);
  read("seedCount", facts.seed_count);
  if (const auto seeds = json.find("seeds"); seeds != json.end() && seeds->is_array()) {
    for (const Json& seed : *seeds) {
      if (seed.is_string()) facts.seeds.push_back(seed.get<std::string>());
    }
  }
  read("title", facts.title);
  read("created", facts.created);
  read("objective", facts.objective);
  read("about", facts.about);
  read("policy", facts.policy);
  read("seed", facts.seed);
  read("engine", facts.engine);
  read("version", facts.version);
  read("robots", facts.robots);
  read("delay", facts.delay_ms);
  read("connections", facts.connections);
  if (const auto ending = json.find("ending"); ending != json.end()) {
    facts.ending = ending_from_json(ending->dump());
  }
  read("account", facts.account);
  read("stopped", facts.stopped);
  return facts;
}

}  // namespace tagtrail::host
