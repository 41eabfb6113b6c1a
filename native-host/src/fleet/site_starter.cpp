#include "fleet/site_starter.hpp"

#include <algorithm>
#include <string>

namespace tagtrail::host {
namespace {

/// Bytes of a command line that are shown to whoever lists processes.
constexpr std::size_t kShown = 256;

bool is_without_browser(const ProcessOptions& options) {
  const auto& words = options.arguments;
  return std::find(words.begin(), words.end(), "--browser=never") != words.end();
}

}  // namespace

Expected<std::unique_ptr<Process>> SiteStarter::start(const ProcessOptions& options) {
  if (is_without_browser(options)) {
    auto forked = fork(options);
    if (forked) return forked;
    server_.reset();
  }
  return Process::start(options);
}

Expected<std::unique_ptr<Process>> SiteStarter::fork(const ProcessOptions& options) {
  if (!server_) {
    server_ = TRY(ForkServer::start(
        {{program_.string(), std::string(kWord), std::string(kShown, ' ')}, {{"PGPASSWORD", ""}}}));
  }
  return server_->fork(options);
}

}  // namespace tagtrail::host
