#include "export/datapackage.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "export/atomic_file.hpp"
#include "export/equal_contents.hpp"
#include "store/file_names.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// One line of JSON. What servers sent may be invalid UTF-8: it must cost a character, not the
/// file.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json crawl_facts(const PackageFacts& facts) {
  constexpr double kMsPerSecond = 1000;
  return {{"seedUrl", facts.seed_url},
          {"policy", facts.policy},
          {"seed", facts.seed},
          {"engine", facts.engine},
          {"version", facts.version},
          {"robots", facts.robots},
          {"delay", static_cast<double>(facts.delay_ms) / kMsPerSecond},
          {"connections", facts.connections}};
}

Json resource(const TargetRow& target, const EqualContents& equal) {
  Json json = {{"name", target.name}, {"path", target.path}};
  // The specification has no word for an unknown type; an empty one would be invalid.
  if (!target.mime.empty()) json["mediatype"] = target.mime;
  json["bytes"] = target.bytes;
  json["hash"] = "sha256:" + target.sha256;
  json["sources"] = Json::array({Json{{"title", target.url}, {"path", target.url}}});
  Json trail = {{"page", target.page},
                {"tagPath", target.tag_path},
                {"anchor", target.anchor},
                {"redirects", target.redirects},
                {"fetchedAt", target.fetched_at},
                {"status", target.status},
                {"via", target.via},
                {"pageVia", target.page_via}};
  if (const auto others = equal.others(target); !others.empty()) trail["alsoAt"] = others;
  json["tagtrail"] = std::move(trail);
  return json;
}

}  // namespace

Expected<void> write_datapackage(const JobStore& store, const PackageFacts& facts) {
  using Failure = tl::unexpected<Error>;
  const auto equal = EqualContents::find(store);
  if (!equal) return Failure(equal.error());
  auto file = AtomicFile::create(store.dir() / "datapackage.json");
  if (!file) return Failure(file.error());

  const std::string name = resource_name(split_url(facts.seed_url).host);
  auto written = file->write(
      fmt::format("{{\n\"profile\": \"data-package\",\n\"name\": {},\n\"tagtrail\": {},\n"
                  "\"resources\": [",
                  dump(name), dump(crawl_facts(facts))));
  if (!written) return written;
  // A resource a line: grep and diff work, and only one is in memory.
  std::string_view separator = "\n";
  written = store.each_target([&](const TargetRow& target) -> Expected<void> {
    auto line = file->write(fmt::format("{}{}", separator, dump(resource(target, *equal))));
    separator = ",\n";
    return line;
  });
  if (written) written = file->write("\n]\n}\n");
  return written ? file->publish() : written;
}

}  // namespace tagtrail::host
