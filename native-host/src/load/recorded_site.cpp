#include "load/recorded_site.hpp"

#include "fetch/file_sink.hpp"
#include "replica/reachable.hpp"
#include "replica/replica_loader.hpp"
#include "system/whole_file.hpp"

namespace tagtrail::host {
namespace {

/// Larger files are known by their size only.
constexpr std::uint64_t kMaxFileBytes = 256ULL << 20;

}  // namespace

Expected<std::unique_ptr<RecordedSite>> RecordedSite::open(Options options,
                                                           const Objective& objective) {
  auto site = std::unique_ptr<RecordedSite>(new RecordedSite(std::move(options), objective));
  const Options& kept = site->options_;
  auto replica = TRY(kept.mode == ReplicaMode::only
                         ? Replica::open(kept.replica)
                         : Replica::open_for_recording(kept.replica, kept.start_url));
  site->replica_ = std::move(replica);
  return site;
}

Expected<std::optional<Loaded>> RecordedSite::answer(const Request& request) {
  if (options_.mode == ReplicaMode::record) return std::optional<Loaded>{};
  if (options_.mode == ReplicaMode::prefer) {
    const auto known = TRY(replica_->knows(request.url));
    if (!known) return std::optional<Loaded>{};
  }
  ContentNeeds needs = objective_.needs();
  needs.files = false;  // what is kept is looked into like any other
  auto response = TRY(load_from_replica(*replica_, request, options_.sitemaps, needs));
  Loaded loaded;
  loaded.response = std::move(response);
  const bool success = loaded.response.status >= 200 && loaded.response.status < 300;
  if (loaded.response.is_page && objective_.needs().any()) {
    loaded.html = TRY(replica_->body(request.url)).value_or("");
    return std::optional(std::move(loaded));
  }
  const bool wanted = success && request.method == Method::get &&
                      objective_.judge(loaded.response, request.url).keep;
  if (!wanted) return std::optional(std::move(loaded));
  TRY(give_file(loaded));
  // Only its size was recorded: the network has the file.
  const bool missing = loaded.response.error != FetchError::none;
  if (missing && options_.mode == ReplicaMode::prefer) return std::optional<Loaded>{};
  return std::optional(std::move(loaded));
}

Expected<void> RecordedSite::give_file(Loaded& loaded) {
  Response& response = loaded.response;
  const auto bytes = TRY(replica_->body(response.final_url));
  if (!bytes.has_value()) {
    response.error = FetchError::network;
    response.error_text = "the replica knows this file, but holds no bytes of it";
    return {};
  }
  const auto kept = TRY(write_whole_file(options_.directory, ++files_, *bytes));
  loaded.file = FetchedFile{kept.path, kept.sha256, bytes->size()};
  return {};
}

Expected<void> RecordedSite::keep(const Request& request, const Loaded& loaded) {
  const Response& response = loaded.response;
  if (options_.mode == ReplicaMode::only || request.method != Method::get ||
      response.via != Via::host || response.error != FetchError::none) {
    return {};
  }
  ReplicaAnswer answer = answer_of(response);
  answer.content_type = loaded.content_type;
  if (response.is_page) answer.body = loaded.html;
  if (loaded.file && loaded.file->bytes <= kMaxFileBytes) {
    auto bytes = TRY(read_whole_file(loaded.file->file));
    answer.body = std::move(bytes);
  }
  if (!added_) {
    // What a full crawl meets is no longer what was stored, even if this process is killed now.
    TRY(replica_->forget_reachable());
    added_ = true;
  }
  return replica_->add_answer(request.url, answer);
}

Expected<void> RecordedSite::finish() {
  if (options_.mode == ReplicaMode::only) return {};
  const auto crawled_before = TRY(replica_->has_reachable());
  // A recording that was killed may have nothing left to add, only this to do.
  if (added_ || !crawled_before) {
    TRY(store_reachable(*replica_, [](std::string_view, std::size_t) {}));
  }
  // One file again, which can be read where nothing may be written.
  return replica_->database().execute("PRAGMA journal_mode = DELETE");
}

}  // namespace tagtrail::host
