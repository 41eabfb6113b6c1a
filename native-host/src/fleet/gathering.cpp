#include "fleet/gathering.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <deque>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "fleet/catalogue_package.hpp"
#include "fleet/gather_folder.hpp"
#include "fleet/task_pool.hpp"
#include "fleet/verified_copy.hpp"
#include "store/file_names.hpp"
#include "store/job_folder.hpp"
#include "system/atomic_file.hpp"
#include "system/private_modes.hpp"
#include "system/terminal_text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A store is slow for each, and quick for many.
constexpr unsigned kGatherThreads = 8;
constexpr std::size_t kMostWaiting = 64;

enum class Fate { there, fetched, missing, damaged };

std::string word_at(const Json& row, const char* name) {
  const auto found = row.find(name);
  return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t bytes_in(const Json& row) {
  const auto found = row.find("bytes");
  return found != row.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

struct WantedFile {
  std::string path;  ///< in the folder
  std::uint64_t bytes = 0;
  std::string sha256;
  std::uint64_t number = 0;
};

bool is_other(const Error& error) {
  return error.code == ErrorCode::invalid_data || error.code == ErrorCode::too_large;
}

/// What of it a worker's folder has; nothing when it has no such file.
Expected<std::optional<Fate>> copy_from(const fs::path& source, const WantedFile& wanted,
                                        const fs::path& partial) {
  struct stat facts {};
  if (::lstat(source.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::optional<Fate>{};
  if (static_cast<std::uint64_t>(facts.st_size) != wanted.bytes)
    return std::optional(Fate::damaged);
  const auto copied = copy_verified(source, wanted.sha256, partial, wanted.bytes);
  if (copied) return std::optional(Fate::fetched);
  if (is_other(copied.error())) return std::optional(Fate::damaged);
  return tl::unexpected(copied.error());
}

Expected<Fate> take_from(Store& store, const WantedFile& wanted, const fs::path& partial) {
  const auto got = store.get_file(wanted.sha256, partial, wanted.bytes);
  if (got) return Fate::fetched;
  if (got.error().code == ErrorCode::not_found) return Fate::missing;
  if (is_other(got.error())) return Fate::damaged;
  return tl::unexpected(got.error());
}

/// Runs beside others.
Expected<Fate> gather(const GatherFolder& folder, const GatherSources& sources,
                      const WantedFile& wanted) {
  if (!is_digest(wanted.sha256)) return Fate::damaged;
  if (TRY(folder.has(wanted.path, wanted.bytes, wanted.sha256))) return Fate::there;
  const fs::path partial = folder.partial(wanted.number);
  Fate fate = Fate::missing;
  for (const fs::path& from : sources.folders) {
    const auto copied = TRY(copy_from(from / wanted.path, wanted, partial));
    fate = copied.value_or(fate);
    if (fate == Fate::fetched) break;
  }
  if (fate != Fate::fetched && sources.store != nullptr) {
    const Fate taken = TRY(take_from(*sources.store, wanted, partial));
    if (taken != Fate::missing) fate = taken;
  }
  if (fate == Fate::fetched) TRY(folder.place(partial, wanted.path));
  return fate;
}

class Gathering {
 public:
  Gathering(const GatherFolder& folder, const GatherSources& sources, ExportSink out,
            const std::function<void(const Gathered&)>& progress)
      : folder_(folder),
        sources_(sources),
        package_(std::move(out)),
        progress_(progress),
        pool_(kGatherThreads) {}

  Expected<void> begin() { return package_.begin(); }

  Expected<void> add(const Json& row) {
    const WantedFile wanted{TRY(catalogued_path(row)), bytes_in(row), word_at(row, "sha256"),
                            ++numbered_};
    TRY(must_be_only_one(row, wanted.path));
    waiting_.push_back(
        {row, pool_.start([this, wanted] { return gather(folder_, sources_, wanted); })});
    if (waiting_.size() > kMostWaiting) TRY(settle_one());
    return {};
  }

  Expected<Gathered> end(postgres::Connection& connection, const CatalogueFilter& filter) {
    while (!waiting_.empty()) TRY(settle_one());
    gathered_.account = TRY(package_.end(connection, filter, gathered_.missing));
    return std::move(gathered_);
  }

 private:
  struct Waiting {
    Json row;
    std::future<Expected<Fate>> fate;
  };

  /// The rows of a site come together. No job has two, but others can write the table.
  Expected<void> must_be_only_one(const Json& row, const std::string& path) {
    if (std::string site_folder = word_at(row, "folder"); site_folder != site_folder_) {
      site_folder_ = std::move(site_folder);
      keys_.clear();
    }
    if (keys_.insert(name_key(path)).second) return {};
    return fail(ErrorCode::invalid_data,
                fmt::format("the catalogue names two files {}", terminal_text(path)));
  }

  Expected<void> settle_one() {
    Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    const Fate fate = TRY(first.fate.get());
    if (fate == Fate::missing || fate == Fate::damaged) {
      note_lacking(first.row, fate);
    } else {
      TRY(package_.add(first.row));
      const std::uint64_t bytes = bytes_in(first.row);
      ++gathered_.files;
      gathered_.bytes += bytes;
      if (fate == Fate::fetched) ++gathered_.fetched, gathered_.fetched_bytes += bytes;
    }
    progress_(gathered_);
    return {};
  }

  void note_lacking(const Json& row, Fate fate) {
    ++gathered_.missing;
    auto& lacking = gathered_.lacking;
    const std::string site_folder = word_at(row, "folder");
    if (lacking.empty() || lacking.back().folder != site_folder) {
      lacking.push_back(
          {word_at(row, "site"), word_at(row, "worker"), word_at(row, "machine"), site_folder});
    }
    ++(fate == Fate::damaged ? lacking.back().damaged : lacking.back().missing);
  }

  const GatherFolder& folder_;
  const GatherSources& sources_;
  CataloguePackage package_;
  const std::function<void(const Gathered&)>& progress_;
  std::string site_folder_;
  std::unordered_set<std::string> keys_;
  std::uint64_t numbered_ = 0;
  std::deque<Waiting> waiting_;
  Gathered gathered_;
  TaskPool pool_;  ///< last: its threads use the others
};

/// Whole paths, as the workers told them.
Expected<void> find_folders(postgres::Connection& connection, std::vector<LackingSite>& lacking) {
  std::unordered_map<std::string, std::string> folders;
  for (LackingSite& site : lacking) {
    const auto [known, is_new] = folders.try_emplace(site.worker);
    if (is_new) {
      const auto found =
          TRY(connection.run("SELECT folder FROM tagtrail_worker WHERE id = $1", {site.worker}));
      if (found.rows() > 0) known->second = found.string(0, 0);
    }
    site.folder = (fs::path(known->second) / site.folder).string();
  }
  return {};
}

}  // namespace

Expected<Gathered> gather_files(postgres::Connection& connection, const CatalogueFilter& filter,
                                const GatherSources& sources, const fs::path& folder,
                                const std::function<void(const Gathered&)>& progress) {
  const auto opened = TRY(GatherFolder::open(folder));
  auto package = TRY(AtomicFile::create(folder / folder::kManifest, kPrivateFile));
  Gathering gathering(
      opened, sources, [&package](std::string_view text) { return package.write(text); }, progress);
  TRY(gathering.begin());
  TRY(each_catalogued(connection, filter, [&](const Json& row) { return gathering.add(row); }));
  auto gathered = TRY(gathering.end(connection, filter));
  TRY(package.publish());
  TRY(find_folders(connection, gathered.lacking));
  return gathered;
}

}  // namespace tagtrail::host
