// What becomes of the bytes of a body: decoded, measured, and put where the plan says.
#include <fmt/format.h>

#include <utility>

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
  received_ += bytes.size();
  if (!decoder_ && !busy_) return on_body(bytes);
  backlog_.append(bytes);
  return busy_ || decode_some();
}

/// libcurl brings nothing more until what is there has been worked on.
void Transfer::be_busy() {
  busy_ = true;
  curl_easy_pause(handle_, CURLPAUSE_RECV);
}

bool Transfer::work() {
  last_byte_ = Clock::now();
  busy_ = false;
  if (!(taking_up_ ? take_up_some() : decode_some())) return false;
  // What libcurl holds back comes in at once, and may end the transfer.
  if (!busy_) curl_easy_pause(handle_, CURLPAUSE_CONT);
  return ending_ == Ending::none;
}

bool Transfer::decode_some() {
  std::string_view left = backlog_;
  auto step = BodyDecoder::Step::more;
  if (decoder_) {
    step = decoder_->feed(left, [this](std::string_view piece) { return on_body(piece); });
  } else if (!on_body(std::exchange(left, {}))) {
    step = BodyDecoder::Step::stopped;
  }
  backlog_.erase(0, backlog_.size() - left.size());
  const bool unwanted = result_.plan == BodyPlan::discard;
  const bool damaged = step == BodyDecoder::Step::damaged;
  const bool bomb = step != BodyDecoder::Step::stopped && expands_too_much();
  if (unwanted && (damaged || bomb)) {
    end(Ending::enough, FetchError::none, {});
  } else if (damaged) {
    end(Ending::failed, FetchError::truncated, "the coding of the body is damaged");
  } else if (bomb) {
    end(Ending::failed, FetchError::too_large,
        fmt::format("the body expands more than {:.0f} times: a decompression bomb",
                    context_.options.max_ratio));
  } else if (step == BodyDecoder::Step::slice) {
    be_busy();
  }
  return ending_ == Ending::none;
}

bool Transfer::on_body(std::string_view bytes) {
  result_.body_bytes += bytes.size();
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
  return fail_to_write(std::move(written.error()));
}

/// Whatever comes out of any coding counts, also what the next one throws away.
bool Transfer::expands_too_much() const {
  const std::uint64_t made = decoder_ ? decoder_->made() : 0;
  if (made < kRatioFrom) return false;
  const auto bytes = static_cast<double>(received_ + kReceiveBuffer);
  return static_cast<double>(made) > bytes * context_.options.max_ratio;
}

/// A body whose coding breaks off, though the connection did not. Asked again, a server may send
/// the rest: half a page would hide links for good.
void Transfer::settle_coding() {
  end(Ending::failed, FetchError::truncated, "the body ends in the middle of its content coding");
}

}  // namespace tagtrail::host
