#include "export/verify_job.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <map>
#include <set>

#include "export/datapackage.hpp"
#include "export/page/job_page.hpp"
#include "export/verify_archive.hpp"
#include "store/crawl_log.hpp"
#include "store/job_folder.hpp"
#include "store/job_reader.hpp"
#include "system/posix_file.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFiles = "files";

/// Below files/, and nowhere else: the database may come from others.
bool is_inside(const fs::path& path) {
  if (path.is_absolute() || path.begin() == path.end() || *path.begin() != kFiles) return false;
  for (const fs::path& part : path) {
    if (part == "..") return false;
  }
  return true;
}

/// Everything below files/ that is no folder, by its path in the job folder.
Expected<std::set<std::string>> present_files(const fs::path& dir) {
  std::set<std::string> present;
  std::error_code error;
  fs::recursive_directory_iterator at(dir / kFiles, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (at->symlink_status(error).type() == fs::file_type::directory) continue;
    present.insert(at->path().lexically_relative(dir).string());
  }
  if (error == std::errc::no_such_file_or_directory) return present;
  if (error) return system_failure(error.value(), (dir / kFiles).string());
  return present;
}

class Verifier {
 public:
  Verifier(const fs::path& dir, std::set<std::string> unlisted)
      : dir_(dir), unlisted_(std::move(unlisted)) {}

  void add(JobFault::Kind kind, std::string path, std::string url, std::string detail) {
    ++verdict_.fault_count;
    if (verdict_.faults.size() >= kMaxFaults) return;
    verdict_.faults.push_back({kind, std::move(path), std::move(url), std::move(detail)});
  }

  Expected<void> check(const TargetRow& target) {
    ++verdict_.files;
    verdict_.bytes += target.bytes;
    unlisted_.erase(target.path);
    struct stat info {};
    if (!is_inside(target.path) || ::lstat((dir_ / target.path).c_str(), &info) != 0 ||
        !S_ISREG(info.st_mode)) {
      add(JobFault::Kind::missing, target.path, target.url, "is not there");
      return {};
    }
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size != target.bytes) {
      add(JobFault::Kind::size, target.path, target.url,
          fmt::format("has {} bytes instead of {}", size, target.bytes));
      return {};
    }
    // Equal contents share their bytes: each is read once.
    std::string& digest = digests_[{info.st_dev, info.st_ino}];
    if (digest.empty()) digest = TRY(sha256_of_file(dir_ / target.path));
    if (digest != target.sha256) {
      add(JobFault::Kind::digest, target.path, target.url, "has other contents: SHA-256 " + digest);
    }
    return {};
  }

  bool found_any() const { return verdict_.fault_count > 0; }
  JobVerdict give_up() { return std::move(verdict_); }
  JobVerdict finish(const std::set<std::string>& being_placed) {
    for (const std::string& path : unlisted_) {
      if (being_placed.contains(path)) continue;
      add(JobFault::Kind::unlisted, path, {}, "is not a file of this job");
    }
    return std::move(verdict_);
  }
  void records_were_checked(std::uint64_t records) { verdict_.records = records; }
  void rows_were_checked() { verdict_.rows_checked = true; }
  void manifest_was_checked() { verdict_.manifest_checked = true; }

 private:
  fs::path dir_;
  std::set<std::string> unlisted_;
  std::map<std::pair<dev_t, ino_t>, std::string> digests_;
  JobVerdict verdict_;
};

/// Takes what should be in a file piece by piece, and finds out whether it is.
class Comparison {
 public:
  static Expected<Comparison> with(const fs::path& file) {
    auto opened = TRY(open_file(file, O_RDONLY));
    return Comparison(std::move(opened));
  }

  void take(std::string_view expected) {
    while (same_ && !expected.empty()) {
      std::string piece(expected.size(), '\0');
      const ssize_t size = ::read(file_.get(), piece.data(), piece.size());
      same_ = size > 0 && expected.starts_with(
                              std::string_view(piece).substr(0, static_cast<std::size_t>(size)));
      if (same_) expected.remove_prefix(static_cast<std::size_t>(size));
    }
  }
  bool ends_here() const {
    char more = 0;
    return same_ && ::read(file_.get(), &more, 1) == 0;
  }

 private:
  explicit Comparison(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
  bool same_ = true;
};

/// Contents that targets had before (docs/revisits.md).
Expected<void> check_versions(const JobReader& job, Verifier& verifier) {
  const auto report = TRY(job.revisits());
  for (const auto& [url, versions] : report.versions) {
    for (const TargetVersion& version : versions) {
      TargetRow row;
      row.url = url;
      row.path = version.path;
      row.bytes = version.bytes;
      row.sha256 = version.sha256;
      TRY(verifier.check(row));
    }
  }
  return {};
}

Expected<void> check_archive(const JobReader& job, Verifier& verifier) {
  const auto records =
      TRY(verify_archive(job, [&](std::string path, std::string url, std::string detail) {
        verifier.add(JobFault::Kind::archive, std::move(path), std::move(url), std::move(detail));
      }));
  verifier.records_were_checked(records);
  return {};
}

/// A job that was killed has the manifest of an earlier run, or none; that of an earlier version
/// has what this version knew to say. The next run writes it.
Expected<void> check_manifest(const JobReader& job, Verifier& verifier) {
  const auto state = TRY(job.get("state"));
  const auto stored = TRY(job.get(kPackageFacts));
  const bool ended = state == "finished" || state == "stopped";
  if (!ended || !stored.has_value() || job.is_of_earlier_version()) return {};
  const auto facts = TRY(facts_from_json(*stored));
  verifier.manifest_was_checked();
  auto comparison = Comparison::with(job.dir() / folder::kManifest);
  if (!comparison) {
    verifier.add(JobFault::Kind::manifest, std::string(folder::kManifest), {},
                 comparison.error().message);
    return {};
  }
  auto written = write_package(job, facts, [&](std::string_view text) -> Expected<void> {
    comparison->take(text);
    return {};
  });
  if (written && !comparison->ends_here()) {
    verifier.add(JobFault::Kind::manifest, std::string(folder::kManifest), {},
                 "is not what job.db says; tagtrail export --format datapackage writes it anew");
  }
  return written;
}

/// Of what an earlier version wrote nothing is known but what check_rows() finds.
Expected<void> check_sums(const JobReader& job, Verifier& verifier) {
  if (!TRY(job.has_sums())) return {};
  verifier.rows_were_checked();
  if (auto what = TRY(job.changed_rows()); !what.empty()) {
    verifier.add(JobFault::Kind::database, "job.db", {}, std::move(what));
  }
  if (auto what = TRY(job.log_fault()); !what.empty()) {
    verifier.add(JobFault::Kind::log, std::string(folder::kLog), {}, std::move(what));
  }
  return {};
}

/// What it says may be older than the database; but it is written whole or not at all.
Expected<void> check_page(const JobReader& job, Verifier& verifier) {
  if (TRY(is_page_whole(job.dir()))) return {};
  verifier.add(JobFault::Kind::page, std::string(folder::kPage), {},
               "is cut short or changed; tagtrail open writes it anew");
  return {};
}

/// `logged`: the last answer that crawl.log lists, which is written after the database.
Expected<void> check_all(const JobReader& job, std::uint64_t logged, Verifier& verifier) {
  const auto fault = [&](std::string url, std::string detail) {
    verifier.add(JobFault::Kind::database, "job.db", std::move(url), std::move(detail));
  };
  TRY(check_sums(job, verifier));
  if (logged > TRY(job.each_row_fault(fault))) {
    fault({}, fmt::format("crawl.log lists answer {}, which is missing", logged));
  }
  TRY(job.each_target([&](const TargetRow& target) { return verifier.check(target); }));
  TRY(check_versions(job, verifier));
  TRY(check_archive(job, verifier));
  TRY(check_page(job, verifier));
  return check_manifest(job, verifier);
}

}  // namespace

std::string_view to_string(JobFault::Kind kind) {
  constexpr std::array<std::string_view, 9> kNames = {
      "missing", "size", "digest", "unlisted", "database", "archive", "manifest", "page", "log"};
  return kNames.at(static_cast<std::size_t>(kind));
}

Expected<JobVerdict> verify_job(const fs::path& dir) {
  // Before the database is read: whatever is there by now is listed in it, or being placed.
  auto present = TRY(present_files(dir));
  const auto logged = TRY(last_logged(dir / folder::kLog));
  const auto job = TRY(JobReader::open(dir));
  Verifier verifier(dir, std::move(present));
  const auto damage = TRY(job.faults());
  for (const std::string& what : damage) {
    verifier.add(JobFault::Kind::database, "job.db", {}, what);
  }
  // What a damaged database says of files would be no news.
  if (!damage.empty()) return verifier.give_up();
  auto checked = check_all(job, logged, verifier);
  // Rows that can't be read have been told of.
  const bool told =
      !checked && checked.error().code == ErrorCode::invalid_data && verifier.found_any();
  if (told) return verifier.give_up();
  TRY(std::move(checked));
  const auto placed = TRY(job.being_placed());
  return verifier.finish(placed);
}

}  // namespace tagtrail::host
