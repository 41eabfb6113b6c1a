// What becomes of the bytes of a body: decoded, measured, and put where the plan says.
#include <fmt/format.h>

#include "fetch/curl_errors.hpp"
#include "fetch/transfer.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kRatioFrom = 10ULL << 20;

}  // namespace

bool Transfer::start_decoding() {
  if (head().content_encoding.empty()) return true;
  auto decoder = BodyDecoder::create(head().content_encoding);
  if (!decoder && result_.plan == BodyPlan::discard) return true;
  if (!decoder) {
    end(Ending::failed, FetchError::unsupported, std::move(decoder.error().message));
    return false;
  }
  decoder_ = std::move(*decoder);
  return true;
}

bool Transfer::on_received(std::string_view bytes) {
  last_byte_ = Clock::now();
  if (!decoder_) return on_body(bytes);
  const auto step =
      decoder_->feed(bytes, [this](std::string_view piece) { return on_body(piece); });
  if (step == BodyDecoder::Step::damaged && result_.plan == BodyPlan::discard) {
    end(Ending::enough, FetchError::none, {});
  } else if (step == BodyDecoder::Step::damaged) {
    end(Ending::failed, FetchError::truncated, "the coding of the body is damaged");
  }
  return step == BodyDecoder::Step::more;
}

bool Transfer::on_body(std::string_view bytes) {
  result_.body_bytes += bytes.size();
  if (bomb()) {
    end(Ending::failed, FetchError::too_large,
        fmt::format("the body expands more than {:.0f} times: a decompression bomb",
                    context_.options.max_ratio));
    return false;
  }
  if (result_.plan == BodyPlan::file) return write_file(bytes);
  if (result_.plan == BodyPlan::discard) {
    if (context_.options.keep_raw) result_.body.append(bytes);
    if (result_.body_bytes <= kDrainBytes) return true;
    end(Ending::enough, FetchError::none, {});
    return false;
  }
  const std::size_t room = static_cast<std::size_t>(limits::kPageBytes) - result_.body.size();
  result_.body.append(bytes.substr(0, room));
  if (bytes.size() <= room) return true;
  result_.cut = true;
  end(Ending::enough, FetchError::none, {});
  return false;
}

bool Transfer::write_file(std::string_view bytes) {
  if (request_.max_file_bytes != 0 && result_.body_bytes > request_.max_file_bytes) {
    end(Ending::failed, FetchError::too_large, too_large_text(request_.max_file_bytes));
    return false;
  }
  if (bytes_before() == 0 && result_.start.size() < kFileStartBytes) {
    result_.start.append(bytes.substr(0, kFileStartBytes - result_.start.size()));
  }
  auto written = sink_->write(bytes);
  if (written) return true;
  end(Ending::failed, FetchError::disk_full, std::move(written.error().message));
  return false;
}

bool Transfer::bomb() {
  const std::uint64_t decoded = result_.body_bytes - bytes_before();
  if (decoded < kRatioFrom) return false;
  curl_off_t received = 0;
  curl_easy_getinfo(handle_, CURLINFO_SIZE_DOWNLOAD_T, &received);
  // What is being decoded now is not counted yet; it is at most one buffer.
  const auto bytes = static_cast<double>(received + kReceiveBuffer);
  return static_cast<double>(decoded) > bytes * context_.options.max_ratio;
}

/// A body whose coding breaks off, though the connection did not. Asked again, a server may send
/// the rest: half a page would hide links for good.
void Transfer::settle_coding() {
  end(Ending::failed, FetchError::truncated, "the body ends in the middle of its content coding");
}

}  // namespace tagtrail::host
