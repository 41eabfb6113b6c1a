#include "job/commit_pipeline.hpp"

#include <fmt/format.h>

#include <charconv>

#include "store/read_left_out.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kCommitTogether = 256;
/// Of an answer's record: the database and the messages to the extension take more.
constexpr std::size_t kMostRecordBytes = std::size_t{256} << 20U;
constexpr std::chrono::seconds kKeepAttemptsEvery{5};
constexpr std::size_t kNewestShown = 20;
/// What pages in tabs loaded besides, so far: a number in the job folder.
constexpr std::string_view kSubRequests = "sub_requests";

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

Expected<void> CommitPipeline::read_shown(const JobStore& store, JobStatus& status) {
  status.skips = TRY(store.skips());
  // Nothing that is no number can stand there; it would count as none.
  const std::string text = TRY(store.get(kSubRequests)).value_or("");
  std::from_chars(text.data(), text.data() + text.size(), status.sub_requests);
  status.newest = TRY(store.newest_targets(0, kNewestShown));
  return {};
}

Expected<void> CommitPipeline::take() {
  if (under_way() && !ends_.store.ended()) return {};
  TRY(end());
  TRY(ends_.engine.settle(false));
  std::vector<ResponseCommit> batch;
  const auto collected = collect(batch);
  TRY(begin(std::move(batch)));
  if (waits_ || !collected) TRY(end());
  return collected;
}

Expected<void> CommitPipeline::collect(std::vector<ResponseCommit>& batch) {
  while (batch.size() < kCommitTogether) {
    auto arrival = TRY(ends_.loads.next());
    if (!arrival) break;
    TRY(check(arrival->request, arrival->loaded));
    batch.push_back(TRY(item_of(std::move(*arrival))));
  }
  return {};
}

/// What the job can't go on after is not stored, so that the same command simply tries again.
Expected<void> CommitPipeline::check(const Request& request, const Loaded& loaded) {
  const Response& response = loaded.response;
  if (auto begun = ends_.start_page.judge(request, loaded); !begun) {
    ends_.status.in_the_way = left_by_answer(response, request.url);
    return begun;
  }
  // Without the host of the seed URL there is nothing left to crawl; without another there may be.
  const auto is_of_the_site = [&] {
    return ends_.start_page.is_alone() &&
           bare_host(request.url) == bare_host(ends_.status.seed_url);
  };
  if (response.error == FetchError::rate_limited && is_of_the_site()) {
    ends_.status.in_the_way = left_by_answer(response, request.url);
    return fail(ErrorCode::refused, response.error_text + "; the same command continues from here");
  }
  // A file for which there is no room is set aside, and asked for again when all else is done. Then
  // the user has to make room, and the same command asks for it.
  if (response.error == FetchError::disk_full && !filled_the_disk_.insert(request.url).second) {
    return fail(ErrorCode::disk_full, request.url + ": " + response.error_text);
  }
  return {};
}

Expected<ResponseCommit> CommitPipeline::item_of(Loads::Arrival arrival) {
  ResponseCommit item;
  item.response = std::move(arrival.loaded.response);
  item.file = std::move(arrival.loaded.file);
  item.request = std::move(arrival.request);
  item.redirect_chain = std::move(arrival.redirect_chain);
  item.validators = std::move(arrival.loaded.validators);
  item.datasets = std::move(arrival.loaded.datasets);
  held_.push_back(std::move(arrival.loaded.held));
  TRY(compare_with_kept(item));
  Response& response = item.response;
  leave_out_too_large(response);
  if (item.file) response.content = content_of_digest(item.file->sha256);
  response.issued = ends_.status.progress.issued;
  response.at_ms = ends_.clock.elapsed_ms();
  response.answered_unix = static_cast<std::uint32_t>(unix_ms_now() / 1000);
  for (const RedirectHop& hop : response.redirects) item.redirect_chain.push_back(hop.url);
  if (leads_on(response)) {
    auto onward = item.redirect_chain;
    onward.push_back(item.request.url);
    ends_.loads.led_to(response.location, std::move(onward));
  }
  if (!item.request.source_page.empty()) {
    item.page_via = ends_.store.via_of_page(item.request.source_page);
  }
  TRY(note(item));
  return item;
}

/// A file that came again as it was is no news, and not kept twice.
Expected<void> CommitPipeline::compare_with_kept(ResponseCommit& item) const {
  if (!item.request.revisit || !item.file) return {};
  if (TRY(ends_.store.digest_of(item.request.url)) != item.file->sha256) return {};
  item.response.not_modified = true;
  TRY(ends_.store.put_back(item.request.url, *item.file));
  std::error_code ignored;
  std::filesystem::remove(item.file->file, ignored);
  item.file.reset();
  return {};
}

/// What is written down of an answer besides it.
Expected<void> CommitPipeline::note(const ResponseCommit& item) {
  const Response& response = item.response;
  // The next run counts on. Few pages need a tab, so that each may be written down.
  if (response.sub_requests > 0) {
    ends_.status.sub_requests += response.sub_requests;
    TRY(ends_.store.set(kSubRequests, std::to_string(ends_.status.sub_requests)));
  }
  const bool later = response.error == FetchError::host_taken;
  if (!response.error_text.empty() && response.requests == 0 && !later) {
    TRY(ends_.store.add_event("skip", item.request.url + ": " + response.error_text));
  }
  if (response.page.truncated) {
    TRY(ends_.store.add_event(
        "limit", fmt::format("{}: a page too large or too deep, cut; {} links or more lost",
                             item.request.url, response.page.links_cut)));
  }
  return {};
}

/// An answer is encoded here, once: for the store, and for an engine in another process. One in
/// this process gets the page itself.
Answer CommitPipeline::answer_of(ResponseCommit& item) const {
  Answer answer{std::make_shared<const Bytes>(encode_response(item.response)), std::nullopt};
  item.record = answer.record;
  Page page = std::move(item.response.page);
  item.response.page = Page{};
  item.response.page.truncated = page.truncated;
  item.response.page.links_cut = page.links_cut;
  if (!ends_.engine.is_here()) return answer;
  answer.response = item.response;
  // As a record has it: only of a page; of what is none, what it leaves.
  if (!item.response.is_page) std::exchange(page, {}).left.swap(page.left);
  answer.response->page = std::move(page);
  return answer;
}

Expected<void> CommitPipeline::begin(std::vector<ResponseCommit> batch) {
  if (batch.empty()) return {};
  Committing next;
  for (ResponseCommit& item : batch) {
    const Response& response = item.response;
    next.answers.push_back(answer_of(item));
    next.new_file = next.new_file || item.file.has_value();
    next.skipped.push_back(skip_kind(response.error, response.status, response.mime));
  }
  for (std::size_t i = 0; i < held_.size() && i < next.answers.size(); ++i) {
    next.answers[i].held = std::move(held_[i]);
  }
  held_.clear();
  TRY(ends_.loads.keep_set_aside());
  if (archive_) {
    // Synced and handed to the store, so that its commit has the places of the records.
    std::uint64_t n = ends_.store.response_count();
    for (const ResponseCommit& item : batch) TRY(archive_->describe(item.request, ++n));
    TRY(archive_->prepare_commit());
  }
  ends_.store.begin_commit(std::move(batch));
  committing_ = std::move(next);
  return {};
}

Expected<void> CommitPipeline::end() {
  if (!committing_) return {};
  Committing batch = std::move(*std::exchange(committing_, std::nullopt));
  TRY(ends_.store.end_commit());
  if (archive_) TRY(archive_->committed());
  for (const std::string& kind : batch.skipped) {
    if (!kind.empty()) ++ends_.status.skips[kind];
  }
  ends_.engine.add(std::move(batch.answers));
  TRY(ends_.loads.keep_sessions());
  TRY(ends_.loads.keep_stopped());
  if (batch.new_file) ends_.status.newest = TRY(ends_.store.newest_targets(0, kNewestShown));
  return {};
}

Expected<void> CommitPipeline::drain() {
  for (std::size_t before = ends_.loads.size() + 1; ends_.loads.size() < before;) {
    before = ends_.loads.size();
    TRY(end());
    TRY(take());
    TRY(end());
  }
  return {};
}

Expected<void> CommitPipeline::keep_attempts() {
  const auto now = std::chrono::steady_clock::now();
  if (under_way() || now - attempts_kept_at_ < kKeepAttemptsEvery) return {};
  attempts_kept_at_ = now;
  return ends_.store.commit({});
}

Expected<void> CommitPipeline::close(bool whole) {
  if (whole) TRY(ends_.loads.keep_cookies());
  if (!archive_) return {};
  const auto last = [&]() -> Expected<void> {
    TRY(archive_->prepare_commit());
    TRY(ends_.store.commit({}));
    return archive_->committed();
  };
  const auto done = whole ? last() : Expected<void>{};
  const auto closed = archive_->close();
  archive_.reset();
  return done ? closed : done;
}

}  // namespace tagtrail::host
