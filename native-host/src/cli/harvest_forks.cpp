#include "cli/harvest_forks.hpp"

#include <malloc.h>

#include <string_view>

#include "browser/fork_server.hpp"
#include "cli/commands.hpp"
#include "cli/harvest_run.hpp"
#include "fetch/downloader.hpp"
#include "fleet/site_starter.hpp"
#include "store/sqlite_memory.hpp"

namespace tagtrail::host {
namespace {

/// The pages of a job that are wanted again are in the system's cache, too, once for all.
constexpr std::int64_t kDatabaseMemory = 1 << 20;

/// What every harvest makes when it is first needed, and never changes: all forks share it.
void make_what_all_need() {
  HarvestArguments example;
  example.url = "http://localhost/";
  (void)resolve(example);
  (void)Downloader::create({}, {});
}

}  // namespace

bool is_for_forks(int count, char** words) {
  return count > 1 && std::string_view(words[1]) == SiteStarter::kWord;
}

int run_forks(int count, char** words) {
  // A harvest's threads seldom allocate at once, and a heap for each costs half a megabyte.
  ::mallopt(M_ARENA_MAX, 1);
  sqlite::prefer_memory_below(kDatabaseMemory);
  make_what_all_need();
  // Each fork makes itself the options of all commands that it knows.
  const Program program{"tagtrail", "", "", {add_harvest}, ""};
  return serve_forks([&program](int of, char** line) { return run_program(program, of, line); },
                     {words, static_cast<std::size_t>(count)});
}

}  // namespace tagtrail::host
