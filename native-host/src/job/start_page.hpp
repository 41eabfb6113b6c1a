// What the answers to the seed URL say of the whole job: without it there is nothing to crawl.
#pragma once

#include <optional>
#include <string>

#include "load/loaded.hpp"
#include "store/job_store.hpp"
#include "store/left_out.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {

/// Whether the answer is elsewhere.
bool leads_on(const Response& response);

class StartPage {
 public:
  /// Both borrowed. Reads whether an earlier run had its answer. `by_browser`: pages may come with
  /// the user's session, so that a login page says nothing.
  StartPage(JobStore& store, const Config& config, bool by_browser);

  /// Judges an answer until the start page has been had. Errors, when a job can't begin so:
  /// `refused` for what asks to be left alone (robots.txt, 401, 403, 407, 429, 451), `network` for
  /// the rest; those of the store.
  Expected<void> judge(const Request& request, const Loaded& loaded);

  /// Whether the job has no other start page: without an answer to one of several it goes on.
  bool is_alone() const { return config_.more_seeds.empty(); }
  /// What a crawl that has no link left and ended at its start page may have been meant to be, in a
  /// sentence; empty when it got on. Errors: invalid_argument when no page and no wanted file was
  /// reached; refused when all is behind a login; of a job that keeps to a catalogue what says why
  /// there is none; those of the store.
  Expected<std::string> judge_end(const Progress& progress) const;
  /// The login page, where judge_end() failed for it.
  std::optional<LeftOut> behind_login() const;

 private:
  Expected<void> check_reached(const Progress& progress) const;
  Expected<void> check_catalogue() const;
  Expected<std::string> advice(const Progress& progress) const;

  JobStore& store_;
  const Config& config_;
  bool by_browser_;
  bool answered_ = false;
};

}  // namespace tagtrail::host
