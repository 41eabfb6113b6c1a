#include "job/catalogue_options.hpp"

namespace tagtrail::host {

Expected<CatalogueLook::Options> catalogue_look_options(const JobOptions& options,
                                                        std::filesystem::path directory) {
  CatalogueLook::Options look;
  look.downloader.allow_private = options.allow_private;
  look.downloader.user_agent = options.user_agent;
  look.downloader.proxies =
      TRY(options.proxies ? Expected<Proxies>(*options.proxies) : Proxies::from_environment());
  look.downloader.ca_file = options.ca_file;
  look.politeness.delay = options.delay;
  look.politeness.max_crawl_delay = options.max_crawl_delay;
  look.politeness.max_wait = options.max_wait;
  look.directory = std::move(directory);
  look.robots = options.robots;
  look.robots_memory = options.robots_memory;
  return look;
}

}  // namespace tagtrail::host
