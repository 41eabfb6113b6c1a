#include "fetch/resumption.hpp"

#include <fmt/format.h>

#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

constexpr int kWhole = 200;
constexpr int kPart = 206;
constexpr int kNoSuchRange = 416;

}  // namespace

void Resumption::find(const FetchRequest& request, const DownloaderOptions& options) {
  // An archive holds whole exchanges; a file of two would be neither.
  const bool whole = options.keep_raw || !request.query.empty();
  if (whole || request.method != Method::get || request.directory.empty()) return;
  partial_ = find_partial(request.directory, request.url);
  if (!partial_) return;
  if (auto kept = FileSink::reopen(*partial_, options.min_free_disk)) {
    kept_ = std::move(*kept);
  }
}

std::vector<std::string> Resumption::fields() const {
  return {fmt::format("Range: bytes={}-", partial_->bytes),
          "If-Range: " + partial_->facts.validator};
}

const char* Resumption::heed(const AnswerHead& sent, Method method) {
  if (kept_ && sent.status == kPart && continues(*partial_, sent)) {
    // The rest comes with few fields; those of the first answer count for the whole.
    whole_ = sent;
    whole_->status = kWhole;
    whole_->content_type = partial_->facts.content_type;
    whole_->mime = mime_essence(whole_->content_type);
    whole_->file_name = partial_->facts.file_name;
    whole_->content_length = partial_->facts.length;
    return nullptr;
  }
  if (kept_ && (sent.status == kPart || sent.status == kNoSuchRange)) return refuse();
  // Changed meanwhile, or a server without ranges: all of it comes anew.
  if (kept_ && sent.status == kWhole) kept_->abandon();
  kept_.reset();
  if (sent.status != kPart || method == Method::head || is_whole(sent)) return nullptr;
  return "the server sent a part that was not asked for";
}

const char* Resumption::refuse() {
  kept_->abandon();
  return "what the server sent does not continue where it ended";
}

}  // namespace tagtrail::host
