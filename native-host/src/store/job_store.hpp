// The job folder on disk (docs/job-folder.md): one SQLite database, the harvested files, the log.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fetch/validators.hpp"
#include "store/archive_record.hpp"
#include "store/politeness_log.hpp"
#include "store/target_list.hpp"
#include "tagtrail/acting_link.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// Name of the engine's configuration among a job's values.
inline constexpr std::string_view kEngineConfig = "engine-config";
/// And of the mask of its files' names.
inline constexpr std::string_view kNameMask = "name-mask";

/// A file that was harvested with a response, still under its temporary name.
struct FetchedFile {
  std::filesystem::path file;  ///< complete, closed, inside the job's partial_dir()
  std::string sha256;          ///< lower-case hex
  std::uint64_t bytes = 0;
};

/// One answered request, to be committed before the engine hears of it.
struct ResponseCommit {
  Request request;
  Response response;                        ///< stored as its encoded record (zstd)
  std::optional<FetchedFile> file;          ///< present when this response is a target
  std::vector<std::string> redirect_chain;  ///< URLs that led to final_url, oldest first
  std::string page_via;   ///< host, browser or tab: how request.source_page was loaded
  Validators validators;  ///< that the server gave with the answer
};

/// One manifest resource.
struct TargetRow {
  std::string url;
  std::string name;  ///< unique in the job, [a-z0-9._-], for datapackage.json
  std::string path;  ///< relative to the job folder: files/...
  std::string mime;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::string page;
  std::string tag_path;
  std::string anchor;
  std::vector<std::string> redirects;
  std::string fetched_at;  ///< RFC 3339 UTC
  int status = 200;
  std::string via;
  std::string page_via;
};

/// What the engine was told besides responses, in its order among them.
struct JobInput {
  enum class Kind { feedback, budget, revisit };
  Kind kind = Kind::feedback;
  std::uint64_t responses = 0;  ///< committed before it
  bool at_start = false;        ///< feedback that a start of the job came with
  std::string json;             ///< of a Feedback or a Budget; of a revisit, too
};

/// How a run of a job ended or stands: `running`, `finished`, `stopped`, `failed`, with a reason.
struct JobState {
  std::string state = "running";
  std::string reason;
};

/// The type of an answer whose body has no byte, whatever the server calls it.
inline constexpr std::string_view kEmptyMime = "application/x-empty";

/// Why a request brought nothing: the name of the error, `status_404` and the like, or `empty`;
/// nothing when it brought something.
std::string skip_kind(FetchError error, int status, std::string_view mime);
/// The same, by the name of the error.
std::string skip_kind(std::string_view error, std::int64_t status, std::string_view mime);

/// The store of one job. Exclusive: holds the folder's lock until destroyed. Not thread-safe.
/// Every error leaves what was committed before whole.
/// Requests and robots.txt that it is told of are written by the next commit(), in its transaction.
class JobStore : public TargetList, public PolitenessLog {
 public:
  /// Creates `dir` (and the database) or opens the job in it. Errors: busy (another process owns
  /// it), wrong_version (a newer database), io, disk_full, invalid_data (not a job folder, or
  /// damaged).
  static Expected<std::unique_ptr<JobStore>> open(const std::filesystem::path& dir);

  virtual const std::filesystem::path& dir() const = 0;
  /// For downloads in progress; emptied by open().
  virtual std::filesystem::path partial_dir() const = 0;

  /// Text values by name: the configuration, options, versions.
  virtual Expected<void> set(std::string_view name, std::string_view value) = 0;
  virtual Expected<std::optional<std::string>> get(std::string_view name) const = 0;

  /// A NameMask for the files from here on, kept with the job. Errors: invalid_argument.
  virtual Expected<void> name_files_by(std::string_view mask) = 0;

  /// One transaction, synced (WAL, synchronous=FULL): responses with their links, decisions and
  /// targets; the files are synced and moved to their final names first (safe, unique, equal
  /// contents hard linked), so that a crash in between leaves at most a file that open() removes
  /// again. A URL already committed as a target is not committed again; but a revisit that brought
  /// other contents becomes the target, and what was there before stays as a version of it. What
  /// each request of a round says of a target is recorded (revisits.hpp). An empty batch writes
  /// what else there is for it.
  virtual Expected<void> commit(std::vector<ResponseCommit> batch) = 0;

  /// Places of synced WARC records, written by the next commit() in its transaction. Records of a
  /// committed URL that had no response become the response's.
  virtual void add_archived(std::vector<ArchiveRecord> records) = 0;
  /// The oldest committed `response` record with that payload digest; only its id, url and at.
  virtual Expected<std::optional<ArchiveRecord>> archived_with(const std::string& digest) const = 0;
  /// The newest of a URL that was answered with 200; as above.
  virtual Expected<std::optional<ArchiveRecord>> archived_at(const std::string& url) const = 0;

  virtual std::uint64_t response_count() const = 0;
  /// Calls `take` with the encoded records `first` (0-based), `first`+1, ... in order of commit.
  virtual Expected<void> replay(std::uint64_t first,
                                const std::function<Expected<void>(const Bytes&)>& take) const = 0;

  /// One synced transaction, to be made before the engine hears of them. Feedback of a start that
  /// an earlier start brought too is left out. Returns how many were added.
  virtual Expected<std::uint64_t> add_inputs(const std::vector<JobInput>& inputs) = 0;
  /// Of a start that came to nothing.
  virtual Expected<void> forget_inputs() = 0;
  virtual std::uint64_t input_count() const = 0;
  /// The inputs `first` (0-based), `first`+1, ... in their order.
  virtual Expected<std::vector<JobInput>> inputs(std::uint64_t first) const = 0;

  /// The engine's snapshot after so many responses and inputs. Keeps the newest two.
  struct Snapshot {
    std::uint64_t responses = 0;
    std::uint64_t inputs = 0;
    Bytes bytes;
  };
  virtual Expected<void> save_snapshot(const Snapshot& snapshot) = 0;
  /// The newest whose checksum holds; nothing when there is none.
  virtual Expected<std::optional<Snapshot>> latest_snapshot() const = 0;

  virtual Expected<void> set_state(const JobState& state) = 0;
  virtual Expected<JobState> state() const = 0;
  /// Notes for people: `kind` from a closed vocabulary (skip, pause, resume, robots, limit, error).
  virtual Expected<void> add_event(std::string_view kind, std::string_view text) = 0;

  /// Links that were left out because they act, by the engine's list from `from` on; those that
  /// are there already are left.
  virtual Expected<void> add_acting(std::uint64_t from, const std::vector<ActingLink>& links) = 0;
  virtual Expected<std::uint64_t> acting_count() const = 0;
  /// What only the caller knows of, in the place of what was kept for the same cause; a count of 0
  /// takes it away.
  virtual Expected<void> keep_left_out(const LeftOut& left_out) = 0;

  virtual std::uint64_t target_count() const = 0;
  /// How many of the committed responses brought nothing, by skip_kind().
  virtual Expected<std::map<std::string, std::uint64_t>> skips() const = 0;
  /// All, in order of commit.
  virtual Expected<std::vector<TargetRow>> targets() const = 0;
  /// At most `limit`, newest first, without the `offset` newest.
  virtual Expected<std::vector<TargetRow>> newest_targets(std::uint64_t offset,
                                                          std::uint64_t limit) const = 0;
  /// Those of the newest answer of a URL that was kept; empty when it gave none, or when the file
  /// that came with them is no longer there.
  virtual Expected<Validators> validators(const std::string& url) const = 0;
  /// SHA-256 of the target that is kept of a URL; nothing when there is none.
  virtual Expected<std::optional<std::string>> digest_of(const std::string& url) const = 0;
  /// Gives `file`, which came again as the job has it, the place that the list names, should there
  /// be nothing any more. Whether it did.
  virtual Expected<bool> put_back(const std::string& url, const FetchedFile& file) = 0;
  /// Via of a page already committed (`host`, `browser`, `tab`), empty when unknown.
  virtual std::string via_of_page(std::string_view url) const = 0;
};

}  // namespace tagtrail::host
