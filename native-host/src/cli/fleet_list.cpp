#include "cli/fleet_list.hpp"

#include <fmt/format.h>

#include <iostream>
#include <iterator>

#include "cli/job_words.hpp"
#include "cli/list_progress.hpp"
#include "system/say.hpp"
#include "system/whole_file.hpp"

namespace tagtrail::host {
namespace {

/// Of one list; several can be given one after another.
constexpr std::size_t kMostListed = 1'000'000;

Expected<std::string> read_text(const std::string& file) {
  if (file != "-") return read_whole_file(file);
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

}  // namespace

void add_list_options(CLI::App& command, FleetList& list) {
  add_site_options(command, list.defaults);
  for (const char* name : {"--out", "--json", "--quiet", "--stats", "--metrics"}) {
    command.remove_option(command.get_option(name));
  }
}

Expected<std::vector<BatchSite>> read_fleet_list(const FleetList& list,
                                                 const OptionWords& defaults) {
  if (list.defaults.fault) return tl::unexpected(*list.defaults.fault);
  TRY(permit_options(defaults, list.writer));
  const std::string text = TRY(read_text(list.file));
  const SiteList lines = parse_site_list(text, kMostListed);
  BatchSites listed = read_batch_sites(lines, defaults, list.writer,
                                       ListProgress(lines.sites.size(), "lines read"));
  if (listed.faults.empty()) return std::move(listed.sites);
  for (const ListFault& fault : listed.faults) {
    say(stderr, "tagtrail: {}, line {}: {}\n", list.file, fault.line, fault.message);
  }
  return fail(ErrorCode::invalid_argument,
              fmt::format("{} of the list can't be read; nothing was changed",
                          counted(listed.faults.size(), "line")));
}

}  // namespace tagtrail::host
