#include "job/hosted_job.hpp"

#include <poll.h>

#include "job/commands/commands.hpp"
#include "job/job_begin.hpp"
#include "job/runner.hpp"
#include "job/status_json.hpp"
#include "job/targets_check.hpp"
#include "system/private_modes.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

/// Folders of one host that are tried.
constexpr unsigned kMostNumbers = 1000;

/// Between the calls of the extension and the one job that runs at a time.
class HostedSession {
 public:
  HostedSession(std::filesystem::path root, std::string version)
      : root_(std::move(root)), version_(std::move(version)) {
    serve(jobless_calls());
    link_ = make_stdio_link({.job_info = [this] { return info(); },
                             .root = root_.string(),
                             .proxy_login = {},
                             .site_login = {},
                             .calls = [this]() -> const JobCalls& { return calls_; }});
  }

  int run() {
    while (link_->channel() != nullptr) {
      if (runner_ && waiting_to_run_) {
        waiting_to_run_ = false;
        runner_->run(link_.get());
        serve(ended_calls(*runner_));
        runner_.reset();
        continue;
      }
      for (pollfd waiting{link_->descriptors().front(), POLLIN, 0};
           ::poll(&waiting, 1, 1000) == 0;) {
      }
      link_->attend();
    }
    return 0;
  }

 private:
  Json info() const {
    return runner_ ? job_info_json(runner_->status(), runner_->config()) : Json(nullptr);
  }

  void serve(JobCalls calls) {
    calls_ = std::move(calls);
    calls_.emplace(protocol::call::kJobStart,
                   [this](const Json& message) { return start(message); });
    calls_.emplace(protocol::call::kCatalogueLook,
                   [this](const Json& message) { return look_at_catalogue(message); });
  }

  /// A job has its own pauses, and would have to stand still meanwhile.
  Expected<Json> look_at_catalogue(const Json& message) {
    if (runner_) return fail(ErrorCode::busy, "a job is running here: another process looks");
    return catalogues_.look(message);
  }

  Expected<Json> start(const Json& message) {
    if (runner_) return fail(ErrorCode::busy, "a job is running already; stop it first");
    const auto job = TRY(read_job_start(message, root_));
    TRY(make_private_folders(root_));
    runner_ = TRY(open_runner(job));
    serve(running_calls(*runner_));
    waiting_to_run_ = true;
    return Json{{"job", info()}};
  }

  /// In the first folder that will do, when none was named.
  Expected<std::unique_ptr<JobRunner>> open_runner(const HostedJob& job) const {
    Expected<std::unique_ptr<JobRunner>> runner;
    std::error_code ignored;
    const unsigned choices = job.dir_named ? 1 : kMostNumbers;
    for (unsigned number = 1; number <= choices; ++number) {
      const auto dir = numbered(job.dir, number);
      // The folder is inside the root, and stays so: the root itself may be anywhere.
      if (std::filesystem::is_symlink(dir, ignored)) {
        runner = fail(ErrorCode::invalid_argument, dir.string() + " is a link to another place");
        continue;
      }
      const auto fits = [&] { return job.dir_named || could_go_on_in(dir, job.config, job.named); };
      if (!fits()) continue;
      TRY(check_targets_of_new(dir, job.config.targets));
      runner = JobRunner::open({.dir = dir,
                                .config = job.config,
                                .named = job.named,
                                .options = job.options,
                                .version = version_,
                                .feedback = job.feedback,
                                .interrupted = nullptr,
                                .attended = true,
                                .revisit = job.revisit,
                                .on_progress = {}});
      // Another process may have begun a job there meanwhile; and other things may lie there.
      const bool foreign = !runner && runner.error().code == ErrorCode::invalid_data;
      if (runner || (fits() && !foreign)) return runner;
    }
    if (runner) return fail(ErrorCode::busy, "too many jobs of this site: name a folder");
    return runner;
  }

  std::filesystem::path root_;
  std::string version_;
  std::unique_ptr<ExtensionLink> link_;
  std::unique_ptr<JobRunner> runner_;
  JobCalls calls_;
  CatalogueCalls catalogues_;
  bool waiting_to_run_ = false;
};

}  // namespace

int serve_browser(const std::filesystem::path& root, const std::string& version) {
  return HostedSession(root, version).run();
}

}  // namespace tagtrail::host
