// The store of a fleet: contents by their SHA-256, which all its machines reach.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Where the store is, and how it is reached.
struct StoreSetup {
  std::string url;       ///< file:///FOLDER, or s3://BUCKET[/PREFIX]
  std::string endpoint;  ///< of S3: URL of the server; empty: AWS_ENDPOINT_URL_S3 or as AWS has it
  std::string encryption;  ///< asked of S3: AES256, aws:kms or aws:kms:KEY; empty: its default
};

/// What the store says of contents that it has.
struct Stored {
  std::uint64_t bytes = 0;
  std::int64_t age_seconds = 0;  ///< since they were written, by the store's clock where it has one
};

/// May be used by many threads at once. Contents are there whole or not at all. All calls end in
/// bounded time. Errors of all, beside those that are named: disk_full (the store, or the disk that
/// is written to), network and disconnected (it is not reached; it was given up), refused (it lets
/// nobody in with these keys), missing_dependency (no such bucket), io.
class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  /// Nothing when it has no such.
  virtual Expected<std::optional<Stored>> look(const std::string& sha256) = 0;
  /// As if written now. False when they are gone.
  virtual Expected<bool> renew(const std::string& sha256) = 0;
  /// Errors: invalid_data (the file has other contents).
  virtual Expected<void> put_file(const std::filesystem::path& file, const std::string& sha256) = 0;
  virtual Expected<void> put_bytes(std::string_view bytes, const std::string& sha256) = 0;
  /// Writes contents to `file`, also whole or not at all. Errors: invalid_data (what the store has
  /// is damaged, or `sha256` is none), not_found (it has no such), too_large (it sends more than
  /// `most` bytes: a store must not fill the disk).
  virtual Expected<void> get_file(const std::string& sha256, const std::filesystem::path& file,
                                  std::uint64_t most) = 0;
  /// At most `most` bytes. Errors: as above.
  virtual Expected<std::string> get_bytes(const std::string& sha256, std::uint64_t most) = 0;
  /// What is not there is no error.
  virtual Expected<void> remove(const std::string& sha256) = 0;
  /// The same, unless it was written or renewed in the last `seconds`. Returns whether it is gone.
  Expected<bool> remove_older(const std::string& sha256, std::int64_t seconds);
  /// From now on a store that lacks these contents counts as away, where that can be seen without
  /// asking for more: a folder where nothing is mounted must not be filled. To be called before
  /// others use it.
  virtual void expect(const std::string& /*sha256*/) {}
  /// All that it has, in no order; what has other names is passed over. An error of `take` ends it.
  using Take = std::function<Expected<void>(const std::string& sha256, const Stored& stored)>;
  virtual Expected<void> list(const Take& take) = 0;
  /// What runs, and all that comes, ends soon with `disconnected`.
  virtual void give_up() {}
};

/// Errors: invalid_argument (with the remedy), not_found, missing_dependency (no keys).
Expected<std::unique_ptr<Store>> open_store(const StoreSetup& setup);

/// Contents that are older than this are renewed before a new checkpoint names them: `tidy` leaves
/// alone what is younger than a time that is at least twice as long.
inline constexpr std::int64_t kRenewSeconds = 30 * 60;

/// Sees to it that the store has the file and keeps it for a while. Returns whether anything was
/// sent. Errors: those of put_file().
Expected<bool> keep_in_store(Store& store, const std::filesystem::path& file,
                             const std::string& sha256);

/// Writes something, reads it and removes it again. Errors: those of these.
Expected<void> try_store(Store& store);

bool is_digest(std::string_view text);
/// `ab/abcd...`: under what contents lie.
std::string digest_path(const std::string& sha256);

}  // namespace tagtrail::host
