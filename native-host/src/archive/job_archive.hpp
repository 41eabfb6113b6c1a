// The WARC files that a job writes while it runs (docs/archives.md): which records an answer makes,
// and when they count.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/capture.hpp"
#include "archive/warc_file.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// Records are appended as answers come, and count once their places are committed with the job's
/// responses. Not thread-safe.
class JobArchive final : public CaptureSink {
 public:
  struct Options {
    std::filesystem::path directory;
    std::uint64_t max_file_bytes = 0;  ///< a file that has so many is closed after the commit
    std::vector<std::pair<std::string, std::string>> about;  ///< fields of warcinfo
  };

  /// What the index says of a record besides its place; see ArchiveRecord.
  struct Facts {
    std::uint64_t n = 0;
    std::string method{};
    std::string mime{};
    int status = 0;
    std::string digest{};
  };

  /// `store` is borrowed: it knows what was archived before. Errors: io, disk_full.
  static Expected<std::unique_ptr<JobArchive>> open(Options options, JobStore& store);

  /// Appends the records of an answer. Errors: io, disk_full.
  Expected<void> take(const Capture& capture) override;
  /// Appends a metadata record for each answer that this response was made of; `n` is its number.
  Expected<void> describe(const Request& request, std::uint64_t n);

  /// Before a commit: what was appended is on the disk, and its places are handed to the store.
  Expected<void> prepare_commit();
  /// After it. A full file is closed.
  Expected<void> committed();
  /// Ends the files; what was not committed is cut off.
  Expected<void> close();

 private:
  /// An answer that no response was seen for yet.
  struct Undescribed {
    std::string id;  ///< of its record
    std::string url;
    std::string date;
    std::uint64_t duration_ms = 0;
    Via via = Via::host;
    bool dom = false;
    bool rebuilt = false;
  };

  JobArchive(Options options, JobStore& store) : options_(std::move(options)), store_(store) {}
  Expected<void> open_file(std::int64_t unix_ms);
  Expected<void> append(const NewRecord& record, Facts facts);
  Expected<void> append_request(const Capture& capture, const std::string& date,
                                const std::string& id);
  Expected<void> append_exchange(const Capture& capture, NewRecord record);
  Expected<void> append_document(const Capture& capture, NewRecord record);
  Expected<void> append_metadata(const Undescribed& of, std::string fields, std::uint64_t n);
  Expected<std::optional<ArchiveRecord>> earlier(const std::string& digest) const;

  Options options_;
  JobStore& store_;
  std::unique_ptr<WarcFile> file_;
  std::uint64_t prepared_bytes_ = 0;                     ///< of file_, handed to the store
  std::uint64_t committed_bytes_ = 0;                    ///< of file_
  std::vector<ArchiveRecord> appended_;                  ///< not yet handed to the store
  std::map<std::string, ArchiveRecord> new_digests_;     ///< of records that are not committed
  std::multimap<std::string, Undescribed> undescribed_;  ///< by the URL that was asked for
};

}  // namespace tagtrail::host
