// What has been loaded is committed in one transaction, and only then told to the engine.
#include <fmt/format.h>

#include "job/runner.hpp"
#include "job/start_page.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kCommitTogether = 256;
/// Of an answer's record: the database and the messages to the extension take more.
constexpr std::size_t kMostRecordBytes = std::size_t{256} << 20U;
constexpr std::chrono::seconds kKeepAttemptsEvery{5};
using Clock = std::chrono::steady_clock;

std::size_t size_of(const Page& page) {
  std::size_t size = page.title.size() + page.text.size();
  for (const LinkObservation& link : page.links) {
    size += link.url.size() + link.tag_path.size() + link.anchor.size() + link.heading.size() +
            link.around.size() + link.rel.size();
  }
  return size;
}

/// A page that nobody could take is lost, the job is not.
void leave_out_too_large(Response& response) {
  const std::size_t size = size_of(response.page);
  if (size <= kMostRecordBytes) return;
  response.error = FetchError::too_large;
  response.error_text =
      fmt::format("its {} links are {} MB long", response.page.links.size(), size / 1'000'000);
  response.page = {};
  response.is_page = false;
}

/// Host and port, less `www.`.
std::string bare_host(std::string_view url) {
  const std::string host = politeness_host(url);
  return host.starts_with("www.") ? host.substr(4) : host;
}

}  // namespace

/// The order in which they are committed is the order of record.
Expected<void> JobRunner::commit_loaded() {
  if (committing_ && !store_->ended()) return {};
  TRY(end_commit());
  if (snapshot_is_due()) {
    TRY(deliver());
    TRY(keep_acting());
    take_snapshot();
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
    TRY(note_login_page(load.request, *loaded));
  }
  if (response.error == FetchError::rate_limited && is_of_the_site(load.request.url)) {
    return fail(ErrorCode::refused, response.error_text + "; the same command goes on from here");
  }
  TRY(heed_full_disk(response, load.request.url));
  auto item = TRY(commit_of(load, std::move(*loaded)));
  batch.push_back(std::move(item));
  return {};
}

/// A file for which there is no room is set aside, and asked for again when all else is done. Then
/// the user has to make room, and the same command asks for it.
Expected<void> JobRunner::heed_full_disk(const Response& response, const std::string& url) {
  if (response.error != FetchError::disk_full || filled_the_disk_.insert(url).second) return {};
  return fail(ErrorCode::disk_full, url + ": " + response.error_text);
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
  TRY(compare_with_kept(item));
  Response& response = item.response;
  leave_out_too_large(response);
  const std::string& url = item.request.url;
  if (item.file) response.content = content_of_digest(item.file->sha256);
  response.issued = status_.progress.issued;
  response.at_ms = elapsed_ms();
  TRY(count_sub_requests(response.sub_requests));
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
    noted = store_->add_event(
        "limit", fmt::format("{}: a page too large or too deep, cut; {} links or more lost", url,
                             response.page.links_cut));
  }
  if (!noted) return tl::unexpected(noted.error());
  return item;
}

/// The next run counts on. Few pages need a tab, so that each may be written down.
Expected<void> JobRunner::count_sub_requests(std::uint32_t more) {
  if (more == 0) return {};
  status_.sub_requests += more;
  return store_->set(kSubRequests, std::to_string(status_.sub_requests));
}

/// A file that came again as it was is no news, and not kept twice.
Expected<void> JobRunner::compare_with_kept(ResponseCommit& item) const {
  if (!item.request.revisit || !item.file) return {};
  const auto kept = TRY(store_->digest_of(item.request.url));
  if (kept != item.file->sha256) return {};
  item.response.not_modified = true;
  TRY(store_->put_back(item.request.url, *item.file));
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
    const Response& response = item.response;
    next.skipped.push_back(skip_kind(response.error, response.status, response.mime));
  }
  TRY(keep_set_aside());
  TRY(prepare_archive(batch));
  store_->begin_commit(std::move(batch));
  committing_ = std::move(next);
  return {};
}

/// Waits for the commit that is under way, if any.
Expected<void> JobRunner::end_commit() {
  if (!committing_) return {};
  Committing batch = std::move(*std::exchange(committing_, std::nullopt));
  TRY(store_->end_commit());
  if (archive_) {
    TRY(archive_->committed());
  }
  for (const std::string& kind : batch.skipped) {
    if (!kind.empty()) ++status_.skips[kind];
  }
  for (const Bytes& record : batch.records) bytes_since_snapshot_ += record.size();
  std::move(batch.records.begin(), batch.records.end(), std::back_inserter(undelivered_));
  engine_waits_ = false;
  losses_ = 0;
  TRY(keep_sessions());
  return batch.new_file ? refresh_newest() : Expected<void>{};
}

/// Before the answers are: a URL that is asked for again must not be set aside once more.
Expected<void> JobRunner::keep_set_aside() {
  const Patience& patience = fetch_->patience();
  if (patience.size() == set_aside_kept_) return {};
  set_aside_kept_ = patience.size();
  return store_->set(kSetAside, patience.json());
}

/// Requests that have no answer yet, because a host asks for patience, are recorded meanwhile.
Expected<void> JobRunner::keep_attempts() {
  if (committing_ || Clock::now() - attempts_kept_at_ < kKeepAttemptsEvery) return {};
  attempts_kept_at_ = Clock::now();
  return store_->commit({});
}

}  // namespace tagtrail::host
