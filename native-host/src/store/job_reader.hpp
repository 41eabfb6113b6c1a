// A job's folder, read while its owner may be at work: nothing is locked or changed.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "store/archive_index.hpp"
#include "store/check_rows.hpp"
#include "store/crawl_log.hpp"
#include "store/job_config.hpp"
#include "store/job_folder.hpp"
#include "store/politeness_log.hpp"
#include "store/responses.hpp"
#include "store/sqlite.hpp"
#include "store/targets.hpp"
#include "tagtrail/acting_link.hpp"

namespace tagtrail::host {

/// All is read as of the moment of opening. Not thread-safe.
class JobReader final : public TargetList {
 public:
  /// Errors: not_found (no job there), invalid_data, wrong_version, io.
  static Expected<JobReader> open(const std::filesystem::path& dir);

  const std::filesystem::path& dir() const { return dir_; }
  /// A text value of the job.
  Expected<std::optional<std::string>> get(std::string_view name) const {
    return config_value(database_, name);
  }
  Expected<void> each_target(const TakeTarget& take) const override {
    return host::each_target(database_, take);
  }
  Expected<RevisitReport> revisits() const override;
  Expected<std::string> datasets_of(const std::string& page) const override;
  Expected<std::unordered_map<std::string, std::string>> describing_pages() const override;
  /// Whether an earlier Tagtrail wrote it last, which knew less.
  bool is_of_earlier_version() const;
  Expected<std::optional<LookRow>> look_of(const std::string& sha256) const override;
  Expected<std::vector<std::string>> same_table(const LookRow& look,
                                                std::size_t limit) const override;
  Expected<std::vector<LeftOut>> left_out() const override;
  /// All WARC records, in their order.
  Expected<void> each_archived(
      const std::function<Expected<void>(const ArchiveRecord&)>& take) const;

  /// What SQLite finds wrong with the database; empty: nothing.
  Expected<std::vector<std::string>> faults() const;
  /// What is wrong with the rows of a database that SQLite finds whole. Returns the number of the
  /// last answer.
  Expected<std::uint64_t> each_row_fault(const TakeRowFault& fault) const {
    return check_rows(database_, fault);
  }
  /// Whether there are sums of its rows (row_sums.hpp): not where an earlier version wrote it.
  Expected<bool> has_sums() const;
  /// In which tables rows are not those that were written, by these sums, in words; empty: nowhere.
  Expected<std::string> changed_rows() const;
  /// As host::log_fault().
  Expected<std::string> log_fault() const {
    return host::log_fault(database_, dir_ / folder::kLog);
  }
  /// Paths of files whose commit was under way, like those of targets.
  Expected<std::set<std::string>> being_placed() const;

  /// An archived page; `record` is the encoded response.
  struct PageRow {
    std::string url;
    std::string at;  ///< WARC-Date of its newest capture
    Bytes record;
  };
  /// What one answer came to.
  struct Outcome {
    std::string url;   ///< that was asked for
    std::string skip;  ///< by skip_kind(); empty: it brought something
    std::uint64_t bytes = 0;
    bool file = false;  ///< a target of the manifest
    std::string page;   ///< with the link that led there; empty: none
    std::string mime;
    int status = 0;
  };
  /// All answers, in their order.
  Expected<void> each_outcome(const std::function<Expected<void>(const Outcome&)>& take) const;
  /// What is inside contents, as far as they were looked into.
  Expected<void> each_look(const std::function<Expected<void>(const LookRow&)>& take) const;
  /// All text values of the job, by name.
  Expected<std::map<std::string, std::string>> settings() const;
  /// The groups of links that brought most files, at most `limit`.
  struct Group {
    std::string tag_path;  ///< of one of its links
    std::uint64_t requests = 0;
    std::uint64_t files = 0;
  };
  Expected<std::vector<Group>> best_groups(std::uint64_t limit) const;
  /// Another text after every change of what lists and pages say of the job.
  Expected<std::string> mark() const;
  /// All requests that were recorded, those of a host together, in the order of their start.
  Expected<void> each_attempt(const std::function<Expected<void>(const Attempt&)>& take) const;
  /// The newest robots.txt of each origin, by name.
  Expected<void> each_robots(const std::function<Expected<void>(const RobotsRow&)>& take) const;

  /// Links that were left out because they act and have not been opened since, in the order in
  /// which they were met.
  Expected<void> each_acting(const std::function<Expected<void>(const ActingLink&)>& take) const;

  Expected<void> each_archived_page(
      const std::function<Expected<void>(const PageRow&)>& take) const;

  /// The numbers of the answers that may be pages of these URLs, newest first. Reads through all
  /// answers once.
  Expected<std::unordered_map<std::string, std::vector<std::uint64_t>>> answers_of(
      const std::unordered_set<std::string>& urls) const;
  /// The encoded response `n`; empty: there is none.
  Expected<Bytes> record(std::uint64_t n) const;
  /// Another text after every change of which files the job has and what is in them.
  Expected<std::string> mark_of_files() const;

 private:
  JobReader(std::filesystem::path dir, sqlite::Database database, std::int64_t version)
      : dir_(std::move(dir)), database_(std::move(database)), version_(version) {}

  std::filesystem::path dir_;
  // Statements are prepared and kept by queries of const members too.
  mutable sqlite::Database database_;
  std::int64_t version_;  ///< of the tables: earlier ones lack some
};

}  // namespace tagtrail::host
