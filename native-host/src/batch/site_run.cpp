#include "batch/site_run.hpp"

#include <csignal>
#include <utility>
#include <vector>

#include "batch/profile_copy.hpp"
#include "fetch/proxies.hpp"
#include "fetch/site_login.hpp"

namespace tagtrail::host {
namespace {

constexpr int kInterrupted = 128 + SIGINT;

}  // namespace

void SiteRun::stop() {
  // It is not reaped before it is destroyed, so the id is still its own.
  ::kill(process_->id(), SIGINT);
  stopping_ = true;
}

void SiteRun::kill() { ::kill(-process_->id(), SIGKILL); }

std::optional<SiteEnd> SiteRun::end() {
  const auto code = process_->exit_code();
  // Its last words may still be in the pipe.
  if (!code || !process_->output_ended()) return std::nullopt;
  // Asked to stop before it could do so in good order.
  if (stopping_ && *code == kInterrupted) return stopped_before_it_began();
  return read_site_end(*code, process_->tail());
}

Expected<std::unique_ptr<SiteRun>> SiteRun::start(
    const std::filesystem::path& program, const BatchSite& site, const std::filesystem::path& dir,
    bool copy_profile, std::map<std::string, std::string> environment, const Start& start) {
  std::vector<std::string> words{program.string(), "harvest", site.url};
  words.insert(words.end(), site.options.begin(), site.options.end());
  if (copy_profile && !site.profile.empty()) environment[kProfileCopyVariable] = "1";
  words.insert(words.end(), {"--out=" + dir.string(), "--json", "--quiet"});
  // Others can read command lines, and only this user the environment.
  if (!site.proxy_login.empty()) environment[kProxyLoginVariable] = site.proxy_login;
  // One that the batch was started with is for none of its sites.
  environment[kSiteLoginVariable] = site.login;
  auto process = TRY(start({words, std::move(environment)}));
  return std::make_unique<SiteRun>(std::move(process));
}

}  // namespace tagtrail::host
