#include "export/page/file_columns.hpp"

#include <array>

#include "system/times.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// What a link says; more is for nobody to read in a list.
constexpr std::size_t kMostAnchor = 200;
/// Numbers and punctuation of a row.
constexpr std::size_t kRowBytes = 48;
constexpr std::size_t kMostVersions = 50;
constexpr std::string_view kBelow = "files/";

/// As a link from the folder `files` has it.
std::string below_files(std::string_view path) {
  return std::string(path.starts_with(kBelow) ? path.substr(kBelow.size()) : path);
}

class Columns {
 public:
  Columns(const SiteSections& sections, const RevisitReport& report)
      : sections_(sections), report_(report) {
    for (const char* name : kNames) files_[name] = Json::array();
  }

  void add(const TargetRow& target) {
    const std::string name = below_files(target.path);
    const std::string anchor(utf8_prefix(target.anchor, kMostAnchor));
    const std::size_t leaf = target.url.rfind('/') + 1;  // 0 when there is none
    const std::string_view url = target.url;
    bytes_ += name.size() + anchor.size() + url.size() - leaf + kRowBytes;
    files_["name"].push_back(name);
    files_["anchor"].push_back(anchor);
    files_["folder"].push_back(folders_.place_of(url.substr(0, leaf)));
    files_["leaf"].push_back(url.substr(leaf));
    files_["page"].push_back(pages_.place_of(target.page));
    files_["section"].push_back(sections_.place_of(target.page.empty() ? url : target.page));
    files_["type"].push_back(types_.place_of(target.mime));
    files_["bytes"].push_back(target.bytes);
    const std::int64_t at = unix_seconds(target.fetched_at);
    files_["at"].push_back(at - last_);
    last_ = at;
    files_["content"].push_back(
        contents_.try_emplace(target.sha256, contents_.size()).first->second);
    add_history(target);
    ++listed_;
  }

  std::size_t bytes() const { return bytes_ + folders_.bytes() + pages_.bytes(); }

  FileColumns take() {
    FileColumns columns;
    columns.text_bytes = bytes();
    columns.json = {{"files", std::move(files_)},       {"versions", std::move(versions_)},
                    {"vanished", std::move(vanished_)}, {"pages", pages_.texts()},
                    {"folders", folders_.texts()},      {"types", types_.texts()}};
    columns.contents = std::move(contents_);
    return columns;
  }

 private:
  static constexpr std::array<const char*, 10> kNames = {
      "name", "anchor", "folder", "leaf", "page", "section", "type", "bytes", "at", "content"};

  void add_history(const TargetRow& target) {
    const std::string place = std::to_string(listed_);
    const auto vanished = report_.vanished.find(target.url);
    if (vanished != report_.vanished.end()) vanished_[place] = unix_seconds(vanished->second);
    const auto versions = report_.versions.find(target.url);
    if (versions == report_.versions.end()) return;
    for (const TargetVersion& version : versions->second) {
      if (versions_[place].size() == kMostVersions) break;
      std::string name = below_files(version.path);
      bytes_ += name.size() + kRowBytes;
      versions_[place].push_back(
          {std::move(name), version.bytes, unix_seconds(version.fetched_at)});
    }
  }

  const SiteSections& sections_;
  const RevisitReport& report_;
  Json files_ = Json::object();
  Json versions_ = Json::object();
  Json vanished_ = Json::object();
  TextTable pages_;
  TextTable folders_;
  TextTable types_;
  std::map<std::string, std::size_t, std::less<>> contents_;
  std::int64_t last_ = 0;
  std::size_t listed_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

std::size_t TextTable::place_of(std::string_view text) {
  const auto found = places_.find(text);
  if (found != places_.end()) return found->second;
  const std::size_t place = places_.size();
  places_.emplace(text, place);
  texts_.push_back(text);
  bytes_ += text.size() + 3;
  return place;
}

Expected<FileColumns> file_columns(const JobReader& job, const SiteSections& sections,
                                   std::size_t budget) {
  const auto report = TRY(job.revisits());
  Columns columns(sections, report);
  std::uint64_t total = 0;
  std::uint64_t bytes = 0;
  TRY(job.each_target([&](const TargetRow& target) -> Expected<void> {
    ++total;
    bytes += target.bytes;
    if (columns.bytes() < budget) columns.add(target);
    return {};
  }));
  FileColumns all = columns.take();
  all.total = total;
  all.bytes = bytes;
  return all;
}

}  // namespace tagtrail::host
