#include "job/runner.hpp"

#include "job/commit_pipeline.hpp"
#include "job/job_inputs.hpp"
#include "job/job_looks.hpp"
#include "job/job_loop.hpp"
#include "job/job_parts.hpp"
#include "job/job_record.hpp"
#include "store/job_folder.hpp"
#include "system/exit_code.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {
namespace {

tl::unexpected<Error> has_ended() {
  return fail(ErrorCode::not_found, "the job has ended; start it again first");
}

}  // namespace

Expected<std::unique_ptr<JobRunner>> JobRunner::open(JobSetup setup) {
  TRY(validate(setup.config));
  auto store = TRY(JobStore::open(setup.dir));
  const auto beginning = TRY(begin_job(*store, setup));
  return std::unique_ptr<JobRunner>(new JobRunner(std::move(setup), std::move(store), beginning));
}

JobRunner::JobRunner(JobSetup setup, std::unique_ptr<JobStore> store, const JobBeginning& beginning)
    : setup_(std::move(setup)),
      beginning_(beginning),
      store_(std::move(store)),
      clock_(beginning.elapsed_ms, beginning.round_began_ms),
      watch_(*store_, clock_, status_, setup_.interrupted, setup_.on_progress),
      engine_(*store_, watch_, status_, !beginning.snapshots_hold_other_settings),
      page_(setup_.dir) {
  status_.seed_url = setup_.config.seed_url;
  status_.target = objective_of(setup_.config).target;
  status_.dir = setup_.dir.string();
  status_.limits = setup_.config.budget;
  status_.delay_ms = static_cast<std::uint64_t>(setup_.options.delay.count());
}

RunEnd JobRunner::run(ExtensionLink* link) {
  clock_.start();
  page_.start();
  status_.state = {"running", ""};
  const auto end = run_whole(link);
  // What was sent for nothing is recorded too; how the run ended does not hang on it.
  (void)store_->commit({});
  const RunEnd result = end ? *end : fail_with(end.error());
  ended_ = true;
  status_.state = result.state;
  status_.message = result.message;
  status_.resuming.reset();
  (void)store_->set_state(result.state);
  // It says how the run ended.
  renew_page();
  watch_.tell(true);
  if (link_ != nullptr) link_->attend();
  return result;
}

Expected<RunEnd> JobRunner::run_whole(ExtensionLink* link) {
  TRY(CommitPipeline::read_shown(*store_, status_));
  const auto before = store_->state();
  const bool is_done = before && before->state == "finished" &&
                       !beginning_.snapshots_hold_other_settings && !beginning_.brings_news;
  link_ = is_done ? nullptr : link;
  watch_.listen_to(link_);
  auto archive = TRY(open_archive(*store_, setup_));
  loads_.emplace(TRY(make_parts({setup_, status_.job, *store_, archive.get(), link_, watch_})),
                 *store_);
  watch_.look_after(*loads_);
  engine_.connect(link_);
  if (is_done) return finished_before(*before);
  return JobLoop({setup_, status_, *store_, clock_, watch_, *loads_, engine_, page_},
                 std::move(archive), link_ != nullptr)
      .run();
}

Expected<RunEnd> JobRunner::finished_before(const JobState& state) {
  if (auto opened = engine_.open(setup_.config); !opened) {
    if (!watch_.is_told_to_stop()) return tl::unexpected(opened.error());
    return RunEnd{state, exit_code::kStopped, "stopped; this job was finished before"};
  }
  // By a program that says more than the one that wrote it.
  TRY(look_into_files(*store_, setup_, watch_, status_));
  TRY(write_manifest(*store_, setup_, engine_.kind(), status_));
  TRY(index_files(*store_, setup_, watch_, status_));
  // What its groups paid was told when it ended.
  engine_.close();
  return RunEnd{state, exit_code::kDone,
                "this job was finished before; --revisit looks for what is new"};
}

RunEnd JobRunner::fail_with(const Error& error) {
  (void)store_->add_event("error", error.message);
  status_.failure = error;
  // What was harvested before stays listed; a full disk may refuse even that.
  const bool has_begun = store_->response_count() > 0;
  if (engine_.is_open()) (void)engine_.settle(true);
  const auto told = engine_.is_connected() && has_begun
                        ? write_manifest(*store_, setup_, engine_.kind(), status_)
                        : keep_ending(*store_, status_);
  if (!told) (void)keep_ending(*store_, status_);
  return {{"failed", std::string(to_string(error.code))}, exit_code_of(error.code), error.message};
}

void JobRunner::renew_page() {
  std::string trouble = page_.write();
  status_.page = page_.is_there() ? (setup_.dir / folder::kPage).string() : std::string();
  if (trouble.empty()) return;
  (void)store_->add_event("limit", trouble);
  status_.warning = std::move(trouble);
}

Expected<void> JobRunner::teach(const Feedback& feedback) {
  return ended_ ? has_ended() : engine_.teach(feedback);
}

Expected<void> JobRunner::set_limits(const Budget& budget, std::chrono::milliseconds delay) {
  if (ended_) return has_ended();
  const auto inputs = TRY(record_budgets(*store_, setup_.config.budget, budget));
  const auto stored = TRY(store_->get(kEngineConfig));
  TRY(store_->set(kEngineConfig, TRY(with_budget(stored.value_or(""), budget))));
  setup_.config.budget = budget;
  setup_.options.delay = delay;
  if (loads_) loads_->set_delay(delay);
  status_.limits = budget;
  status_.delay_ms = static_cast<std::uint64_t>(delay.count());
  return engine_.tell(inputs);
}

Expected<Json> JobRunner::serve_fetch(std::string_view call, const Json& message) {
  if (!loads_) return fail(ErrorCode::not_found, "no such load is under way");
  return loads_->serve(call, message);
}

}  // namespace tagtrail::host
