#include "studies/results_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <map>

namespace tagtrail::host {
namespace {

constexpr auto kSyncEvery = std::chrono::seconds(5);

/// Joins lines of one run.
class Joined {
 public:
  void add(RunRecord record) {
    const auto [found, is_new] = places_.try_emplace(record.key, results_.records.size());
    if (is_new) {
      results_.records.push_back(std::move(record));
    } else if (RunRecord& old = results_.records[found->second]; !old.error.empty()) {
      old = std::move(record);
    }
  }
  void add_bad() { ++results_.bad_lines; }
  Results take() { return std::move(results_); }

 private:
  Results results_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace

Expected<Results> load_results(const std::vector<std::filesystem::path>& files) {
  Joined joined;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return fail(ErrorCode::not_found, "can't read " + file.string());
    for (std::string line; std::getline(in, line);) {
      if (line.empty()) continue;
      auto record = parse_record(line);
      if (record) {
        joined.add(std::move(*record));
      } else {
        joined.add_bad();
      }
    }
    if (in.bad()) return fail(ErrorCode::io, "can't read all of " + file.string());
  }
  return joined.take();
}

Expected<ResultsFile> ResultsFile::open(const std::filesystem::path& file) {
  const int number = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (number < 0) return system_failure(errno, "can't write " + file.string());
  ResultsFile results(Descriptor(number), file);
  if (::flock(number, LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::busy, "another lab appends to " + file.string());
  }
  TRY(results.take_over());
  return results;
}

/// Notes the runs that were made and makes the file end with a whole line.
Expected<void> ResultsFile::take_over() {
  std::ifstream in(file_, std::ios::binary);
  std::string line;
  std::uint64_t whole = 0;
  std::uint64_t lines = 0;
  while (std::getline(in, line)) {
    const bool is_cut = in.eof();
    const auto record = parse_record(line);
    if (record && record->error.empty()) made_.insert(record->key);
    lines += record ? 1 : 0;
    if (is_cut && record) return append("");  // only its line feed was missing
    if (is_cut) break;
    whole += line.size() + 1;
  }
  if (in.bad()) return fail(ErrorCode::io, "can't read all of " + file_.string());
  const bool is_start_of_ours = whole == 0 && (line.empty() || line.starts_with(R"({"site":)"));
  if (lines == 0 && !is_start_of_ours) {
    return fail(ErrorCode::invalid_data, file_.string() + " holds no results of a lab");
  }
  if (::ftruncate(descriptor_.get(), static_cast<off_t>(whole)) != 0) {
    return system_failure(errno, "can't cut " + file_.string());
  }
  return {};
}

Expected<void> ResultsFile::append(const std::string& line) {
  TRY(write_all(descriptor_.get(), line + "\n", file_));
  if (std::chrono::steady_clock::now() - synced_ < kSyncEvery) return {};
  return sync();
}

Expected<void> ResultsFile::sync() {
  synced_ = std::chrono::steady_clock::now();
  if (::fdatasync(descriptor_.get()) != 0) {
    return system_failure(errno, "can't sync " + file_.string());
  }
  return {};
}

}  // namespace tagtrail::host
