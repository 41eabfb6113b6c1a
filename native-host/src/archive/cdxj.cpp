#include "archive/cdxj.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "archive/surt.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

bool is_indexed(const ArchiveRecord& record) {
  const bool kind =
      record.type == "response" || record.type == "revisit" || record.type == "resource";
  // Who looks for an address wants what a GET of it gave.
  return kind && record.method != "HEAD" && record.method != "POST";
}

std::string cdxj_line(const ArchiveRecord& record) {
  Json json{{"url", record.url}};
  const bool revisit = record.type == "revisit";
  if (revisit || !record.mime.empty()) json["mime"] = revisit ? "warc/revisit" : record.mime;
  if (record.status != 0) json["status"] = std::to_string(record.status);
  if (!record.digest.empty()) json["digest"] = record.digest;
  json["length"] = std::to_string(record.length);
  json["offset"] = std::to_string(record.offset);
  json["filename"] = record.file;
  return fmt::format("{} {} {}\n", surt_of(record.url), time_digits(record.at),
                     json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string cdxj_index(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  std::string index;
  for (const std::string& line : lines) index += line;
  return index;
}

}  // namespace tagtrail::host
