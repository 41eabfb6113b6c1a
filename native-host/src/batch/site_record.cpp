#include "batch/site_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "batch/site_folders.hpp"
#include "browser/small_files.hpp"
#include "system/atomic_file.hpp"
#include "system/terminal_text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFileName = "batch.jsonl";
constexpr int kDone = 0;
constexpr int kLimit = 4;
constexpr int kHighestExit = 255;

std::optional<std::string> text_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<std::uint64_t> count_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

/// Nothing when the member is no list of texts.
std::optional<std::vector<std::string>> texts_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const Json& item : *found) {
    if (!item.is_string()) return std::nullopt;
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

bool read_exit(const Json& json, std::optional<int>& exit) {
  const auto found = json.find("exit");
  if (found == json.end()) return false;
  if (found->is_null()) return true;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > kHighestExit) return false;
  exit = found->get<int>();
  return true;
}

}  // namespace

bool is_through(int exit) { return exit == kDone || exit == kLimit; }

bool needs_run(const SiteRecord& record, const std::vector<std::string>& options) {
  if (!record.exit || !is_through(*record.exit)) return true;
  return *record.exit == kLimit && record.options != options;
}

std::string to_line(const SiteRecord& record) {
  const Json json = {
      {"url", record.url},
      {"folder", record.folder},
      {"exit", record.exit ? Json(*record.exit) : Json(nullptr)},
      {"files", record.files},
      {"requests", record.requests},
      {"seconds", record.seconds},
      {"complete", record.how ? Json(*record.how == Ending::How::complete) : Json(nullptr)},
      {"how", record.how ? Json(to_string(*record.how)) : Json(nullptr)},
      {"reason", record.reason},
      {"options", record.options}};
  return terminal_text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Expected<SiteRecord> from_line(std::string_view line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  SiteRecord record;
  const auto url = json.is_object() ? text_of(json, "url") : std::nullopt;
  if (!url || canonical_url(*url) != *url) {
    return fail(ErrorCode::invalid_data, "no object with a canonical 'url'");
  }
  const auto folder = text_of(json, "folder");
  if (!folder || !is_site_folder(*folder)) {
    return fail(ErrorCode::invalid_data, "'folder' is not the name of a folder");
  }
  const auto files = count_of(json, "files");
  const auto requests = count_of(json, "requests");
  const auto reason = text_of(json, "reason");
  auto options = texts_of(json, "options");
  const auto seconds = json.find("seconds");
  if (!files || !requests || !reason || !options || !read_exit(json, record.exit) ||
      seconds == json.end() || !seconds->is_number()) {
    return fail(ErrorCode::invalid_data,
                "'exit', 'files', 'requests', 'seconds', 'reason' or 'options' is not what it "
                "should be");
  }
  record.url = *url;
  record.folder = *folder;
  record.options = std::move(*options);
  record.files = *files;
  record.requests = *requests;
  record.seconds = seconds->get<double>();
  // Lines of earlier versions have none.
  record.how = how_named(text_of(json, "how").value_or(""));
  record.reason = *reason;
  return record;
}

Expected<std::vector<SiteRecord>> read_records(const std::filesystem::path& dir) {
  const auto path = dir / kFileName;
  const auto text = read_small_file(path);
  if (!text && text.error().code == ErrorCode::not_found) return std::vector<SiteRecord>{};
  if (!text) return tl::unexpected(text.error());
  std::vector<SiteRecord> records;
  std::string_view rest = *text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty()) continue;
    auto record = from_line(line);
    if (!record) {
      return fail(record.error().code,
                  fmt::format("{}, line {}: {}", path.string(), number, record.error().message));
    }
    records.push_back(std::move(*record));
  }
  return records;
}

Expected<void> write_records(const std::filesystem::path& dir,
                             const std::vector<SiteRecord>& records) {
  auto file = TRY(AtomicFile::create(dir / kFileName, kPrivateFile));
  for (const SiteRecord& record : records) {
    TRY(file.write(to_line(record) + "\n"));
  }
  return file.publish();
}

}  // namespace tagtrail::host
