#include "job/job_loop.hpp"

#include <fmt/format.h>

#include "fetch/claim_files.hpp"
#include "job/job_inputs.hpp"
#include "job/job_looks.hpp"
#include "job/job_record.hpp"
#include "job/patterns_file.hpp"
#include "job/recipe.hpp"
#include "system/exit_code.hpp"

namespace tagtrail::host {
namespace {

/// For each connection one request is under way and one waits, so that none is ever idle. Who
/// decides on more knows less of what the others brought.
constexpr std::size_t kDecidedForEach = 2;

/// One of them may have ended the session.
std::string before_that(const std::deque<std::string>& last) {
  if (last.empty()) return {};
  std::string text = "; asked for before that: ";
  for (auto url = last.rbegin(); url != last.rend(); ++url) {
    if (url != last.rbegin()) text += ", ";
    text += *url;
  }
  return text;
}

std::string remedy_of_lent(const JobAttention& attention, const JobOptions& options,
                           const std::deque<std::string>& last) {
  return fmt::format(
      "{}: the login is lost: pages show no more with it than to anyone{}. {}; the same command "
      "then continues from here, and asks again for what may have been read without it",
      attention.url, before_that(last),
      options.login ? "Give a login that works, or log out and in there"
                    : "Log in again in the browser and write its cookies to the file of --cookies");
}

std::string remedy(const JobAttention& attention, const std::string& seed,
                   const std::deque<std::string>& last) {
  if (attention.kind == "login_needed") {
    return fmt::format(
        "{} asks for a login, or does not take the one that was given: 'tagtrail login {} "
        "--profile "
        "DIR' makes a profile that is logged in, and this command with --profile DIR continues in "
        "it; where the browser itself asks (HTTP Basic), write USER:PASSWORD@ before the host",
        attention.url, seed);
  }
  return fmt::format(
      "{}: the login is lost{}. Log in again with 'tagtrail login {} --profile DIR', in the "
      "profile "
      "of this run; the same command then continues from here",
      attention.url, before_that(last), seed);
}

std::string remedy_of_trace(const JobAttention& acted) {
  return fmt::format(
      "{} has changed something in your name, it seems: {}. Look there whether that was meant; the "
      "same command continues from here and leaves links like it, and with --open-acting {} it "
      "opens them",
      acted.url, acted.what, acted.url);
}

RunEnd stopped_by_user() {
  return {
      {"stopped", "user"}, exit_code::kStopped, "stopped; the same command continues from here"};
}

}  // namespace

JobLoop::JobLoop(const Job& job, std::unique_ptr<JobArchive> archive, bool browser)
    : job_(job),
      browser_(browser),
      start_page_(job.store, job.setup.config,
                  browser && job.setup.options.browser != BrowserMode::never),
      commits_({job.store, job.loads, job.engine, start_page_, job.clock, job.status},
               std::move(archive), browser) {}

Expected<RunEnd> JobLoop::run() {
  auto end = go();
  give_up_loads();
  const auto closed = commits_.close(end.has_value());
  if (end) TRY(closed);
  return end;
}

Expected<RunEnd> JobLoop::go() {
  TRY(job_.store.set_state({"running", ""}));
  TRY(keep_facts(job_.store, job_.setup, job_.engine.kind()));
  for (;;) {
    auto went = round();
    if (went && went->has_value()) return std::move(**went);
    if (went) continue;
    give_up_loads();
    if (!job_.engine.is_open() && job_.watch.stopping()) return stopped_by_user();
    const bool lost = went.error().code == ErrorCode::disconnected && browser_;
    if (!lost || job_.watch.is_paused() || !job_.engine.lose()) return tl::unexpected(went.error());
  }
}

/// Asks for what may be in flight, waits until some of it has come, and commits that. A result ends
/// the run.
Expected<JobLoop::MaybeEnd> JobLoop::round() {
  if (!job_.engine.is_open()) {
    TRY(job_.engine.open(job_.setup.config));
  }
  TRY(job_.engine.still_there());
  TRY(job_.watch.heed_pause());
  if (job_.watch.stopping()) return stop();
  if (!commits_.under_way() && job_.loads.starved()) return come_back_later();
  if (const auto finished = TRY(ask())) {
    auto end = TRY(finish_unless_in_doubt(*finished));
    if (end) return end;
  }
  job_.status.current = job_.loads.oldest();
  job_.watch.tell(false);
  job_.loads.turn({job_.status.progress.frontier > 0, job_.watch.bytes_left()},
                  !commits_.under_way());
  TRY(commits_.take());
  TRY(commits_.keep_attempts());
  TRY(read_again());
  if (job_.page.is_due()) TRY(write_page());
  return heed_login();
}

Expected<void> JobLoop::read_again() {
  const auto due = job_.loads.take_due();
  if (due.empty()) return {};
  TRY(commits_.end());
  return job_.engine.read_again(due);
}

/// When all is done the session that was lent has to be there still; else the run ends otherwise,
/// or goes on when its pulse is known.
Expected<JobLoop::MaybeEnd> JobLoop::finish_unless_in_doubt(StopReason reason) {
  TRY(commits_.end());
  const bool all_done = reason == StopReason::frontier_empty ||
                        reason == StopReason::early_stopping || reason == StopReason::stop_advice;
  if (job_.loads.size() > 0 || (all_done && job_.loads.feel_pulse())) return std::nullopt;
  TRY(job_.engine.settle(true));
  return finish(reason);
}

/// Delivers what was committed, and starts what the engine asks for. Its reason when it is done.
Expected<std::optional<StopReason>> JobLoop::ask() {
  if (job_.watch.is_paused()) {
    TRY(job_.engine.deliver());
    return std::nullopt;
  }
  const Config& config = job_.setup.config;
  const std::size_t most =
      config.per_host > 0 ? config.in_flight : kDecidedForEach * job_.setup.options.connections;
  for (auto fetching = job_.loads.fetching();
       !job_.engine.waits() && fetching < most && job_.loads.size() < config.in_flight;) {
    const Decision decision = TRY(job_.engine.decide());
    if (!commits_.under_way() && job_.engine.snapshot_is_due()) job_.engine.take_snapshot();
    if (const auto* finished = std::get_if<Finished>(&decision)) return finished->reason;
    if (const auto* request = std::get_if<Request>(&decision)) {
      job_.loads.start(*request);
      ++fetching;
    } else if (job_.loads.size() == 0 && !commits_.under_way()) {
      return fail(ErrorCode::internal, "the engine waits for nothing");
    }
  }
  return std::nullopt;
}

/// With nobody there who could log in, the run ends.
Expected<JobLoop::MaybeEnd> JobLoop::heed_login() {
  const auto login = job_.loads.take_login();
  if (!login) return std::nullopt;
  if (login->kind == "acted") return heed_trace(*login);
  if (job_.setup.attended) {
    job_.watch.pause_for(*login);
    return std::nullopt;
  }
  job_.status.in_the_way = LeftOut{LeftOutCause::login, 1, 0, login->url, {}};
  TRY(job_.store.add_event("pause", login->kind + ": " + login->url));
  TRY(stop());
  const auto& last = job_.loads.last_answered();
  const JobOptions& options = job_.setup.options;
  const bool lent = options.lends_session && login->kind == "login_lost";
  return RunEnd{{"stopped", login->kind},
                exit_code::kRefused,
                lent ? remedy_of_lent(*login, options, last)
                     : remedy(*login, job_.setup.config.seed_url, last)};
}

/// Links like the one that has changed something are left from now on, until the person allows
/// them; and nothing more is asked for before he knows.
Expected<JobLoop::MaybeEnd> JobLoop::heed_trace(const JobAttention& acted) {
  if (TRY(allows_acting(job_.store, acted.url))) return std::nullopt;
  TRY(commits_.end());
  Feedback word;
  word.word = Word::forbid;
  word.url = acted.url;
  TRY(job_.engine.teach(word));
  job_.status.acted = acted;
  TRY(job_.store.add_event("pause", "acted: " + acted.url + ": " + acted.what));
  if (job_.setup.attended) {
    job_.watch.pause_for(acted);
    return std::nullopt;
  }
  TRY(stop());
  return RunEnd{{"stopped", acted.kind}, exit_code::kRefused, remedy_of_trace(acted)};
}

/// What has come is kept; what is in flight is asked for again by the next run.
Expected<RunEnd> JobLoop::stop() {
  const auto limit = job_.watch.limit_in_flight();
  TRY(commits_.drain());
  give_up_loads();
  TRY(job_.engine.settle(true));
  if (limit) return finish(*limit);
  TRY(write_lists());
  return stopped_by_user();
}

/// Other machines ask all hosts that are left: they get those that this job keeps.
Expected<RunEnd> JobLoop::come_back_later() {
  TRY(stop());
  return RunEnd{{"stopped", std::string(kHostsTaken)},
                exit_code::kStopped,
                "other machines ask the hosts that are left; the same command continues from here"};
}

Expected<RunEnd> JobLoop::finish(StopReason reason) {
  std::string advice;
  if (reason == StopReason::frontier_empty) {
    auto judged = start_page_.judge_end(job_.status.progress);
    if (!judged) {
      job_.status.in_the_way = start_page_.behind_login();
      job_.status.led_nowhere = true;
    }
    advice = TRY(std::move(judged));
  }
  // The same command tells of the end again, without another look at the start page.
  if (advice != TRY(job_.store.get(kAdvice)).value_or("")) TRY(job_.store.set(kAdvice, advice));
  TRY(write_lists());
  TRY(job_.loads.finish());
  const bool done = reason == StopReason::frontier_empty || reason == StopReason::early_stopping ||
                    reason == StopReason::stop_advice;
  return RunEnd{{done ? "finished" : "stopped", std::string(to_string(reason))},
                done ? exit_code::kDone : exit_code::kLimit,
                advice};
}

/// What others are to read in the job folder when it rests.
Expected<void> JobLoop::write_lists() {
  job_.loads.leave_hosts();
  TRY(job_.loads.keep_set_aside());
  TRY(look_into_files(job_.store, job_.setup, job_.watch, job_.status));
  TRY(write_manifest(job_.store, job_.setup, job_.engine.kind(), job_.status));
  TRY(index_files(job_.store, job_.setup, job_.watch, job_.status));
  return write_what_was_learnt();
}

/// For the next visit. What was harvested is whole without it.
Expected<void> JobLoop::write_what_was_learnt() {
  const JobSetup& setup = job_.setup;
  const auto known = job_.engine.groups(kRecipeGroups);
  if (!known) return job_.store.add_event("limit", "no recipe.json: " + known.error().message);
  TRY(write_recipe(setup.dir, setup.config, setup.options, *known));
  if (setup.config.policy != "acebot") return {};
  auto groups = job_.engine.policy_groups();
  if (!groups) return job_.store.add_event("limit", "no patterns.txt: " + groups.error().message);
  return write_patterns(setup.dir, setup.config, std::move(*groups));
}

Expected<void> JobLoop::write_page() {
  const std::string trouble = job_.page.write();
  if (trouble.empty()) return {};
  job_.status.warning = trouble;
  return job_.store.add_event("limit", trouble);
}

void JobLoop::give_up_loads() {
  job_.loads.give_up();
  job_.status.current.reset();
}

}  // namespace tagtrail::host
