#include "cli/catalogue_options.hpp"

namespace tagtrail::host {

void add_catalogue_options(CLI::App& command, CatalogueFilter& filter) {
  command.add_option("--host", filter.host, "only files of this host (without www.)");
  command.add_option("--type", filter.type,
                     "only files of this type: text/csv, or an extension such as xlsx");
  command.add_option("--since", filter.since,
                     "only files fetched since: 2026-01-31, or a time in UTC");
  command.add_option("--until", filter.until, "only files fetched before: likewise");
  command.add_option("--site", filter.site, "only files of this site: its URL");
  command.add_option("--state", filter.state, "only of sites that are in this state")
      ->check(CLI::IsMember({"waiting", "held", "done", "limit", "aside"}));
}

}  // namespace tagtrail::host
