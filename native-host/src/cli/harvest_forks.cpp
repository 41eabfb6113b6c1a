#include "cli/harvest_forks.hpp"

#include <string_view>

#include "browser/fork_server.hpp"
#include "cli/commands.hpp"
#include "fleet/site_starter.hpp"

namespace tagtrail::host {

bool is_for_forks(int count, char** words) {
  return count > 1 && std::string_view(words[1]) == SiteStarter::kWord;
}

int run_forks(int count, char** words) {
  // Each fork makes itself the options of all commands that it knows.
  const Program program{"tagtrail", "", "", {add_harvest}, ""};
  return serve_forks([&program](int of, char** line) { return run_program(program, of, line); },
                     {words, static_cast<std::size_t>(count)});
}

}  // namespace tagtrail::host
