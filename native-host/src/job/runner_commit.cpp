// What has been loaded is committed in one transaction, and only then told to the engine.
#include <fmt/format.h>

#include "job/runner.hpp"
#include "job/start_page.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kCommitTogether = 256;
// Answers to be replayed after a crash, unless they came so fast that replaying is no matter
// either.
constexpr std::uint64_t kSnapshotEvery = 500;
constexpr std::chrono::seconds kSnapshotApart{2};
constexpr std::chrono::seconds kSnapshotAfter{30};
constexpr std::chrono::seconds kKeepAttemptsEvery{5};
using Clock = std::chrono::steady_clock;

/// Host and port, less `www.`.
std::string bare_host(std::string_view url) {
  const std::string host = politeness_host(url);
  return host.starts_with("www.") ? host.substr(4) : host;
}

}  // namespace

/// The order in which they are committed is the order of record.
Expected<void> JobRunner::commit_loaded() {
  if (committing_ && !store_->ended()) return {};
  if (auto committed = end_commit(); !committed) return committed;
  if (snapshot_is_due()) {
    if (auto delivered = deliver(); !delivered) return delivered;
    if (auto kept = snapshot_if_due(false); !kept) return kept;
  }
  std::vector<ResponseCommit> batch;
  Expected<void> taken;
  for (auto at = loads_.begin(); at != loads_.end() && batch.size() < kCommitTogether;) {
    if (!at->task.done()) {
      ++at;
      continue;
    }
    auto loaded = at->task.take();
    if (loaded && loaded->attention) {
      ask_again(*at++, std::move(*loaded));
      continue;
    }
    taken = take_loaded(*at, std::move(loaded), batch);
    if (!taken) break;
    at = loads_.erase(at);
  }
  auto begun = begin_commit(std::move(batch));
  // The messages of a browser are heard with nothing half done. What came before trouble is kept.
  const bool at_once = link_ != nullptr || archive_ || !taken;
  if (begun && at_once) begun = end_commit();
  return begun ? taken : begun;
}

Expected<void> JobRunner::take_loaded(Load& load, Expected<Loaded> loaded,
                                      std::vector<ResponseCommit>& batch) {
  if (!loaded) return tl::unexpected(loaded.error());
  const Response& response = loaded->response;
  // Nothing is stored of a start page that can't be had, so that the same command simply tries
  // again.
  if (!seed_answered_) {
    if (auto failure = start_page_failure(load.request.url, response)) {
      return tl::unexpected(std::move(*failure));
    }
    seed_answered_ = !leads_on(response);
  }
  if (response.error == FetchError::rate_limited && is_of_the_site(load.request.url)) {
    return fail(ErrorCode::refused, response.error_text + "; the same command goes on from here");
  }
  auto item = commit_of(load, std::move(*loaded));
  if (!item) return tl::unexpected(item.error());
  batch.push_back(std::move(*item));
  return {};
}

/// Without the host of the seed URL there is nothing left to crawl; without another there may be.
bool JobRunner::is_of_the_site(std::string_view url) const {
  return bare_host(url) == bare_host(setup_.config.seed_url);
}

Expected<ResponseCommit> JobRunner::commit_of(Load& load, Loaded loaded) {
  ResponseCommit item;
  item.response = std::move(loaded.response);
  item.file = std::move(loaded.file);
  item.request = std::move(load.request);
  item.redirect_chain = std::move(load.redirect_chain);
  item.validators = std::move(loaded.validators);
  if (auto compared = compare_with_kept(item); !compared) return tl::unexpected(compared.error());
  Response& response = item.response;
  const std::string& url = item.request.url;
  response.issued = status_.progress.issued;
  response.at_ms = elapsed_ms();
  status_.sub_requests += response.sub_requests;
  for (const RedirectHop& hop : response.redirects) item.redirect_chain.push_back(hop.url);
  if (leads_on(response)) {
    auto onward = item.redirect_chain;
    onward.push_back(url);
    redirect_chains_.put(response.location, std::move(onward));
  }
  if (!item.request.source_page.empty()) {
    item.page_via = store_->via_of_page(item.request.source_page);
  }
  Expected<void> noted;
  if (!response.error_text.empty() && response.requests == 0) {
    noted = store_->add_event("skip", url + ": " + response.error_text);
  }
  if (noted && response.page.truncated) {
    noted = store_->add_event("limit", url + ": a page too large or too deep, cut");
  }
  if (!noted) return tl::unexpected(noted.error());
  return item;
}

/// A file that came again as it was is no news, and not kept twice.
Expected<void> JobRunner::compare_with_kept(ResponseCommit& item) const {
  if (!item.request.revisit || !item.file) return {};
  const auto kept = store_->digest_of(item.request.url);
  if (!kept) return tl::unexpected(kept.error());
  if (*kept != item.file->sha256) return {};
  item.response.not_modified = true;
  if (auto back = store_->put_back(item.request.url, *item.file); !back) {
    return tl::unexpected(back.error());
  }
  std::error_code ignored;
  std::filesystem::remove(item.file->file, ignored);
  item.file.reset();
  return {};
}

Expected<void> JobRunner::begin_commit(std::vector<ResponseCommit> batch) {
  if (batch.empty()) return {};
  Committing next;
  for (const ResponseCommit& item : batch) {
    next.records.push_back(encode_response(item.response));
    next.new_file = next.new_file || item.file.has_value();
    next.skipped.push_back(skip_kind(item.response.error, item.response.status));
  }
  if (auto prepared = prepare_archive(batch); !prepared) return prepared;
  store_->begin_commit(std::move(batch));
  committing_ = std::move(next);
  return {};
}

/// Waits for the commit that is under way, if any.
Expected<void> JobRunner::end_commit() {
  if (!committing_) return {};
  Committing batch = std::move(*std::exchange(committing_, std::nullopt));
  if (auto committed = store_->end_commit(); !committed) return committed;
  if (archive_) {
    if (auto archived = archive_->committed(); !archived) return archived;
  }
  for (const std::string& kind : batch.skipped) {
    if (!kind.empty()) ++status_.skips[kind];
  }
  std::move(batch.records.begin(), batch.records.end(), std::back_inserter(undelivered_));
  engine_waits_ = false;
  losses_ = 0;
  if (auto kept = keep_sessions(); !kept) return kept;
  return batch.new_file ? refresh_newest() : Expected<void>{};
}

/// Requests that have no answer yet, because a host asks for patience, are recorded meanwhile.
Expected<void> JobRunner::keep_attempts() {
  if (committing_ || Clock::now() - attempts_kept_at_ < kKeepAttemptsEvery) return {};
  attempts_kept_at_ = Clock::now();
  return store_->commit({});
}

/// Not while more is being committed: how much is not known then.
bool JobRunner::snapshot_is_due() const {
  const auto since = Clock::now() - snapshot_at_;
  if (committing_ || since < kSnapshotApart) return false;
  const std::uint64_t responses = store_->response_count() - responses_at_snapshot_;
  const bool any = responses > 0 || store_->input_count() > inputs_at_snapshot_;
  return responses >= kSnapshotEvery || (any && since >= kSnapshotAfter);
}

Expected<void> JobRunner::snapshot_if_due(bool now) {
  if (!undelivered_.empty() || (!now && !snapshot_is_due())) return {};
  const std::uint64_t responses = store_->response_count();
  const std::uint64_t inputs = store_->input_count();
  if (responses == responses_at_snapshot_ && inputs == inputs_at_snapshot_) return {};
  auto snapshot = engine_->snapshot();
  if (!snapshot) {
    // The engine's next step finds out that it is gone.
    if (snapshot.error().code == ErrorCode::disconnected) return {};
    return tl::unexpected(snapshot.error());
  }
  responses_at_snapshot_ = responses;
  inputs_at_snapshot_ = inputs;
  snapshot_at_ = Clock::now();
  return store_->save_snapshot({responses, inputs, std::move(*snapshot)});
}

}  // namespace tagtrail::host
