#include "bench/fetch_contest.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "browser/process.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Kind = Contestant::Kind;

constexpr std::chrono::milliseconds kLook{2};
constexpr std::chrono::minutes kPatience{30};

/// What makes fsync() and its kin do nothing.
constexpr const char* kUnsynced = "eatmydata";

std::string found_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? std::string_view{} : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path file = fs::path(rest.substr(0, end)) / program;
    if (::access(file.c_str(), X_OK) == 0) return file.string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

/// One URL a line; for curl with the file's name.
void write_list(const fs::path& file, const ContestOptions& options, const FileServer& server,
                bool for_curl, const fs::path& output) {
  std::ofstream out(file);
  for (std::uint64_t n = 0; n < options.site.files; ++n) {
    const std::string url = server.file_url(n);
    if (for_curl) {
      out << fmt::format("url = \"{}\"\noutput = \"{}/{}.csv\"\n", url, output.string(), n);
    } else {
      out << url << '\n';
    }
  }
}

std::vector<std::string> command_of(const Contestant& contestant, const ContestOptions& options,
                                    const FileServer& server, const fs::path& folder) {
  const std::string files = (folder / "files").string();
  const std::string list = (folder / "list").string();
  const std::string connections = std::to_string(options.connections);
  const std::string program = found_in_path(contestant.program);
  std::vector<std::string> ours{options.program.string(),
                                "harvest",
                                server.seed_url(),
                                "--out",
                                folder.string(),
                                "--browser",
                                "never",
                                "--delay",
                                "0",
                                "--allow-private",
                                "--connections",
                                connections,
                                "--targets",
                                "csv",
                                "--quiet"};
  switch (contestant.kind) {
    case Kind::tagtrail:
      return ours;
    case Kind::unsynced_tagtrail:
      ours.insert(ours.begin(), program);
      return ours;
    case Kind::curl:
      return {program,     "--parallel", "--parallel-immediate", "--parallel-max",
              connections, "--silent",   "--show-error",         "--fail",
              "--config",  list};
    case Kind::wget2:
      return {program,     "--quiet",      "--no-robots", "--max-threads",
              connections, "--input-file", list,          "--directory-prefix",
              files};
    case Kind::aria2:
      return {program,
              "--quiet",
              "--no-conf",
              "--file-allocation=none",
              "--max-connection-per-server=1",
              "--max-concurrent-downloads",
              connections,
              "--input-file",
              list,
              "--dir",
              files};
  }
  return {};
}

double cpu_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Whole files below a folder.
std::uint64_t count_files(const fs::path& folder, std::uint64_t bytes) {
  std::uint64_t count = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_regular_file(ignored) && entry.file_size(ignored) == bytes) ++count;
  }
  return count;
}

}  // namespace

std::vector<Contestant> contestants() {
  return {{Kind::tagtrail, "tagtrail", ""},
          {Kind::unsynced_tagtrail, "tagtrail, not synced", kUnsynced},
          {Kind::curl, "curl --parallel", "curl"},
          {Kind::wget2, "wget2", "wget2"},
          {Kind::aria2, "aria2", "aria2c"}};
}

bool is_installed(const Contestant& contestant) {
  return contestant.program.empty() || !found_in_path(contestant.program).empty();
}

Expected<ContestTime> run_contestant(const Contestant& contestant, const ContestOptions& options,
                                     const FileServer& server, std::vector<TemporaryFolder>& used) {
  auto made = TRY(TemporaryFolder::create(options.place, "bench"));
  const fs::path folder = made.path();
  used.push_back(std::move(made));
  const fs::path files = folder / "files";
  const bool ours = contestant.kind == Kind::tagtrail || contestant.kind == Kind::unsynced_tagtrail;
  if (!ours) {
    std::error_code ignored;
    fs::create_directory(files, ignored);
    write_list(folder / "list", options, server, contestant.kind == Kind::curl, files);
  }
  // What others left to be written is not ours to wait for.
  ::sync();
  const double cpu_before = cpu_of_children();
  const auto start = Clock::now();
  ProcessOptions process;
  process.arguments = command_of(contestant, options, server, folder);
  process.environment = {{"no_proxy", "*"}};
  auto running = TRY(Process::start(process));
  while (running->running()) {
    if (Clock::now() - start > kPatience) return fail(ErrorCode::internal, "took over 30 minutes");
    std::this_thread::sleep_for(kLook);
  }
  ContestTime time;
  time.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const int code = running->exit_code().value_or(-1);
  const std::string said = running->tail();
  running.reset();  // only what was waited for is counted
  time.cpu_seconds = cpu_of_children() - cpu_before;
  const std::uint64_t count = count_files(files, options.site.bytes);
  if (code == 0 && count == options.site.files) return time;
  return fail(ErrorCode::internal, fmt::format("{}: exit {}, {} of {} files\n{}", contestant.name,
                                               code, count, options.site.files, said));
}

}  // namespace tagtrail::host
