// Large files that broke off and go on: the request for the rest, and what the server makes of it.
#include <fmt/format.h>

#include "fetch/transfer.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

constexpr int kPart = 206;
constexpr int kNoSuchRange = 416;
constexpr int kWhole = 200;

/// Of what may come of the same request at another time.
bool may_go_on(FetchError error) {
  return error == FetchError::none || error == FetchError::truncated ||
         error == FetchError::network || error == FetchError::timeout ||
         error == FetchError::disk_full;
}

}  // namespace

void Transfer::find_kept() {
  const DownloaderOptions& options = context_.options;
  // An archive holds whole exchanges; a file of two would be neither.
  if (options.keep_raw || request_.method != Method::get || request_.directory.empty()) return;
  partial_ = find_partial(request_.directory, request_.url);
  if (!partial_) return;
  // One that is in use or can't be read is as good as none.
  if (auto kept = FileSink::reopen(*partial_, options.min_free_disk)) kept_ = std::move(*kept);
}

void Transfer::ask_for_rest() {
  add_field(fmt::format("Range: bytes={}-", partial_->bytes));
  add_field("If-Range: " + partial_->facts.validator);
}

/// Whether the answer may go its way. A part that was not asked for, or that does not fit, is none.
bool Transfer::heed_parts() {
  const AnswerHead& sent = reader_.head();
  if (kept_ && sent.status == kPart && continues(*partial_, sent)) {
    // The rest comes with few fields; those of the first answer count for the whole.
    whole_ = sent;
    whole_->status = kWhole;
    whole_->content_type = partial_->facts.content_type;
    whole_->mime = mime_essence(whole_->content_type);
    whole_->file_name = partial_->facts.file_name;
    whole_->content_length = partial_->facts.length;
    return true;
  }
  if (kept_ && (sent.status == kPart || sent.status == kNoSuchRange)) return refuse_rest();
  // Changed meanwhile, or a server without ranges: all of it comes anew.
  if (kept_ && sent.status == kWhole) kept_->abandon();
  kept_.reset();
  if (sent.status != kPart || request_.method == Method::head || is_whole(sent)) return true;
  end(Ending::failed, FetchError::truncated, "the server sent a part that was not asked for");
  return false;
}

/// The next request asks for all of it.
bool Transfer::refuse_rest() {
  kept_->abandon();
  end(Ending::failed, FetchError::truncated, "what the server sent does not go on where it ended");
  return false;
}

/// Its digest is of the whole file, so that all that is there is read first.
bool Transfer::take_rest() {
  sink_ = std::move(kept_);
  result_.body_bytes = sink_->bytes();
  taking_up_ = true;
  be_busy();
  return true;
}

bool Transfer::take_up_some() {
  const auto taken = sink_->take_up();
  if (!taken) {
    sink_->abandon();
    end(Ending::failed, FetchError::truncated, taken.error().message);
    return false;
  }
  taking_up_ = !*taken;
  if (taking_up_) {
    busy_ = true;
    return true;
  }
  return decode_some();
}

/// What is left of a file that did not come whole.
void Transfer::keep_or_abandon() {
  if (sink_) {
    const bool too_long = sink_->expected() && sink_->bytes() > *sink_->expected();
    if (too_long || !may_go_on(result_.error)) sink_->abandon();
    if (result_.error != FetchError::none && sink_->expected()) result_.kept_bytes = sink_->bytes();
  }
  sink_.reset();
  // An answer that was none of the file's says nothing against going on at another time.
  kept_.reset();
}

void forget_partial(const std::filesystem::path& directory, const std::string& url) {
  remove_partial(partial_path(directory, url));
}

}  // namespace tagtrail::host
