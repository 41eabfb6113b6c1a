// What a job's store is made of, and what takes several of its parts at once: a commit.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/archive_index.hpp"
#include "store/crawl_log.hpp"
#include "store/file_placer.hpp"
#include "store/file_syncer.hpp"
#include "store/folder_lock.hpp"
#include "store/inputs.hpp"
#include "store/politeness_log.hpp"
#include "store/responses.hpp"
#include "store/sqlite.hpp"
#include "store/target_names.hpp"
#include "store/targets.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Of an opened folder, locked and recovered (job_folder.hpp). For one thread at a time.
class StoreParts {
 public:
  StoreParts(std::filesystem::path job_dir, FolderLock job_lock, sqlite::Database opened,
             CrawlLog job_log);
  StoreParts(const StoreParts&) = delete;
  StoreParts& operator=(const StoreParts&) = delete;

  /// Reads the counters and writes the log lines that a crash lost.
  Expected<void> start();
  /// As JobStore::commit().
  Expected<void> commit(const std::vector<ResponseCommit>& batch);
  Expected<void> use_mask(std::string_view mask);
  /// Where the target of a URL belongs in files/, when nothing is there.
  Expected<std::optional<std::string>> missing_file(const std::string& url) const;
  /// As JobStore::put_back().
  Expected<bool> put_back(const std::string& url, const FetchedFile& file);
  std::filesystem::path partial_dir() const;

  const std::filesystem::path dir;
  const FolderLock lock;
  sqlite::Database database;
  CrawlLog log;
  Responses responses{database};
  Targets targets{database};
  Inputs inputs{database};
  ArchiveIndex archive{database};
  PolitenessFacts politeness;  ///< for the next commit

 private:
  Expected<void> check(const FetchedFile& file) const;
  Expected<std::vector<NewTarget>> plan(const std::vector<ResponseCommit>& batch);
  Expected<TargetNames> names_of_newer(const ResponseCommit& item, const std::string& url);
  Expected<void> place_all(std::vector<NewTarget>& targets);
  Expected<void> bring_to_disk(const std::vector<NewTarget>& targets);
  Expected<void> write(const std::vector<ResponseCommit>& batch,
                       const std::vector<NewTarget>& targets);

  FileSyncer syncer_;
  FilePlacer placer_;
  TargetNamer namer_;
};

}  // namespace tagtrail::host
