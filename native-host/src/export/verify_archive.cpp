#include "export/verify_archive.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>

#include "archive/read_member.hpp"
#include "export/job_warcs.hpp"
#include "store/job_folder.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Type and number are the first fields of a record.
constexpr std::size_t kHeadBytes = 1024;

struct Committed {
  std::uint64_t bytes = 0;  ///< up to the end of the last record
  std::string last_url;
};

Expected<std::map<std::string, Committed>> committed_files(const JobReader& job) {
  std::map<std::string, Committed> files;
  TRY(job.each_archived([&files](const ArchiveRecord& record) -> Expected<void> {
    Committed& file = files[record.file];
    if (const std::uint64_t end = record.offset + record.length; end > file.bytes) {
      file = {end, record.url};
    }
    return {};
  }));
  return files;
}

class ArchiveVerifier {
 public:
  ArchiveVerifier(const JobReader& job, const TakeArchiveFault& fault)
      : directory_(job.dir() / folder::kArchive), fault_(fault) {}

  /// Whether records can be looked for in that file.
  Expected<bool> check_file(const std::string& name, const Committed& committed) {
    const auto file = open_job_warc(directory_, name);
    if (!file) {
      tell(name, {}, "is not there, or can't be read: " + file.error().message);
      return false;
    }
    struct stat info {};
    if (::fstat(file->get(), &info) != 0) return system_failure(errno, name);
    if (const auto size = static_cast<std::uint64_t>(info.st_size); size < committed.bytes) {
      tell(name, committed.last_url,
           fmt::format("has {} bytes instead of {}: records are cut off", size, committed.bytes));
      return false;
    }
    return true;
  }

  Expected<void> check_record(const ArchiveRecord& record) {
    if (!file_ || name_ != record.file) {
      file_ = TRY(open_job_warc(directory_, record.file));
      name_ = record.file;
    }
    const auto head =
        read_member(*file_, directory_ / name_, record.offset, record.length, kHeadBytes);
    if (!head && head.error().code != ErrorCode::invalid_data) {
      return tl::unexpected<Error>(head.error());
    }
    if (!head) {
      tell(record.file, record.url,
           fmt::format("is damaged at byte {}: {}", record.offset, head.error().message));
    } else if (!head->starts_with("WARC/") ||
               head->find(fmt::format("<{}>\r\n", record.id)) == std::string::npos) {
      tell(record.file, record.url, fmt::format("has another record at byte {}", record.offset));
    }
    return {};
  }

 private:
  void tell(const std::string& name, std::string url, std::string detail) {
    fault_((fs::path(folder::kArchive) / name).string(), std::move(url), std::move(detail));
  }

  fs::path directory_;
  const TakeArchiveFault& fault_;
  std::optional<Descriptor> file_;  ///< of name_: records come file by file
  std::string name_;
};

}  // namespace

Expected<std::uint64_t> verify_archive(const JobReader& job, const TakeArchiveFault& fault) {
  auto files = TRY(committed_files(job));
  ArchiveVerifier verifier(job, fault);
  for (auto file = files.begin(); file != files.end();) {
    const auto readable = TRY(verifier.check_file(file->first, file->second));
    file = readable ? std::next(file) : files.erase(file);
  }
  std::uint64_t records = 0;
  TRY(job.each_archived([&](const ArchiveRecord& record) -> Expected<void> {
    ++records;
    return files.contains(record.file) ? verifier.check_record(record) : Expected<void>{};
  }));
  return records;
}

}  // namespace tagtrail::host
