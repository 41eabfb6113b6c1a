#include "fetch/body_receiver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tagtrail::host {
namespace {

/// An unwanted body this small is read, because a transfer that is broken off costs the connection.
constexpr std::uint64_t kDrainBytes = 64 * 1024;
constexpr std::uint64_t kRatioFrom = 10ULL << 20;
/// What may come before it is seen how much is made of it.
constexpr std::uint64_t kAtOnce = 64 * 1024;
constexpr std::uint64_t kSlowestBytesPerSecond = 1024;
constexpr std::uint64_t kSlowestWithoutLength = 4096;

/// Of what may come of the same request at another time.
bool may_go_on(FetchError error) {
  return error == FetchError::none || error == FetchError::truncated ||
         error == FetchError::network || error == FetchError::timeout ||
         error == FetchError::disk_full;
}

}  // namespace

std::string too_large_text(std::uint64_t limit) {
  return fmt::format("the file is over the limit of {} bytes (--max-file-size)", limit);
}

bool BodyReceiver::be_content() {
  enough_ = true;
  return false;
}

/// No value of FetchError says that a disk can't be written; a full one needs the same of the user.
bool BodyReceiver::fail_to_write(Error error) {
  result_.set_aside = error.code == ErrorCode::disk_full;
  return result_.give_up(FetchError::disk_full, std::move(error.message));
}

bool BodyReceiver::open(const AnswerHead& head, std::unique_ptr<FileSink> kept,
                        std::uint64_t resume_from) {
  if (!head.content_encoding.empty()) {
    auto decoder = BodyDecoder::create(head.content_encoding);
    if (decoder) {
      decoder_ = std::move(*decoder);
    } else if (result_.plan != BodyPlan::discard) {
      return result_.give_up(FetchError::unsupported, std::move(decoder.error().message));
    }
  }
  if (result_.plan == BodyPlan::discard) {
    return head.content_length.value_or(0) <= kDrainBytes || be_content();
  }
  return result_.plan != BodyPlan::file || open_file(head, std::move(kept), resume_from);
}

bool BodyReceiver::open_file(const AnswerHead& head, std::unique_ptr<FileSink> kept,
                             std::uint64_t resume_from) {
  const std::uint64_t expected = decoder_ ? 0 : head.content_length.value_or(0);
  if (request_.max_file_bytes != 0 && expected > request_.max_file_bytes) {
    return result_.give_up(FetchError::too_large, too_large_text(request_.max_file_bytes));
  }
  if (kept) {
    sink_ = std::move(kept);
    result_.body_bytes = before_ = sink_->bytes();
    // Its digest is of the whole file, so that all that is there is read first.
    taking_up_ = busy_ = true;
    return true;
  }
  auto facts = resume_from == 0 ? std::nullopt : resumable(request_.url, head, resume_from);
  auto sink = facts ? FileSink::create_resumable(request_.directory, request_.ticket,
                                                 std::move(*facts), limits_.min_free_disk)
                    : FileSink::create(request_.directory, request_.ticket, expected,
                                       limits_.min_free_disk);
  if (!sink) return fail_to_write(std::move(sink.error()));
  sink_ = std::move(*sink);
  return true;
}

bool BodyReceiver::take(std::string_view bytes) {
  received_ += bytes.size();
  if (!decoder_ && !busy_) return put(bytes);
  backlog_.append(bytes);
  return busy_ || decode_some();
}

bool BodyReceiver::work() {
  busy_ = false;
  return taking_up_ ? take_up_some() : decode_some();
}

bool BodyReceiver::take_up_some() {
  const auto taken = sink_->take_up();
  if (!taken) {
    sink_->abandon();
    return result_.give_up(FetchError::truncated, taken.error().message);
  }
  busy_ = taking_up_ = !*taken;
  return busy_ || decode_some();
}

bool BodyReceiver::decode_some() {
  std::string_view left = backlog_;
  auto step = BodyDecoder::Step::more;
  if (decoder_) {
    step = decoder_->feed(left, [this](std::string_view piece) { return put(piece); });
  } else if (!put(std::exchange(left, {}))) {
    step = BodyDecoder::Step::stopped;
  }
  backlog_.erase(0, backlog_.size() - left.size());
  if (step == BodyDecoder::Step::stopped) return false;
  const bool damaged = step == BodyDecoder::Step::damaged;
  const bool bomb = expands_too_much();
  if ((damaged || bomb) && result_.plan == BodyPlan::discard) return be_content();
  if (damaged) {
    return result_.give_up(FetchError::truncated, "the coding of the body is damaged");
  }
  if (bomb) {
    return result_.give_up(
        FetchError::too_large,
        fmt::format("the body expands more than {:.0f} times: a decompression bomb",
                    limits_.max_ratio));
  }
  busy_ = step == BodyDecoder::Step::slice;
  return true;
}

bool BodyReceiver::put(std::string_view bytes) {
  result_.body_bytes += bytes.size();
  if (result_.plan == BodyPlan::file) return write_file(bytes);
  if (result_.plan == BodyPlan::discard) {
    result_.body.append(bytes);
    return result_.body_bytes <= kDrainBytes || be_content();
  }
  return keep(bytes);
}

/// In memory, as far as there is room. A string that doubles would take what it does not use.
bool BodyReceiver::keep(std::string_view bytes) {
  constexpr std::size_t kDoublesUpTo = 1 << 20;
  std::string& body = result_.body;
  if (!result_.held) result_.held = limits_.answers->part();
  const std::uint64_t most = std::min<std::uint64_t>(limits_.page_bytes, result_.held->most());
  const auto room = static_cast<std::size_t>(most - std::min<std::uint64_t>(most, body.size()));
  const std::size_t size = body.size() + std::min(room, bytes.size());
  if (size > body.capacity() && size > kDoublesUpTo) body.reserve(size + size / 4);
  body.append(bytes.substr(0, room));
  result_.held->hold(body.capacity());
  if (bytes.size() <= room) return true;
  result_.cut = true;
  return be_content();
}

bool BodyReceiver::write_file(std::string_view bytes) {
  if (request_.max_file_bytes != 0 && result_.body_bytes > request_.max_file_bytes) {
    return result_.give_up(FetchError::too_large, too_large_text(request_.max_file_bytes));
  }
  if (before_ == 0 && result_.start.size() < kFileStartBytes) {
    result_.start.append(bytes.substr(0, kFileStartBytes - result_.start.size()));
  }
  auto written = sink_->write(bytes);
  return written.has_value() || fail_to_write(std::move(written.error()));
}

/// Whatever comes out of any coding counts, also what the next one throws away.
bool BodyReceiver::expands_too_much() const {
  const std::uint64_t made = decoder_ ? decoder_->made() : 0;
  const auto bytes = static_cast<double>(received_ + kAtOnce);
  return made >= kRatioFrom && static_cast<double>(made) > bytes * limits_.max_ratio;
}

/// A body whose coding breaks off, though the connection did not. Asked again, a server may send
/// the rest: half a page would hide links for good.
void BodyReceiver::settle() {
  if (result_.plan == BodyPlan::discard || !decoder_ || decoder_->complete()) return;
  result_.give_up(FetchError::truncated, "the body ends in the middle of its content coding");
}

void BodyReceiver::close() {
  if (!sink_) return;
  const auto expected = sink_->expected();
  if (result_.error == FetchError::none) {
    if (expected && *expected != sink_->bytes()) {
      result_.give_up(FetchError::truncated, "the file does not have the length it should");
    } else if (auto done = sink_->finish(); !done) {
      fail_to_write(std::move(done.error()));
    } else {
      result_.file = sink_->path();
      result_.sha256 = sink_->sha256();
    }
  }
  const bool too_long = expected && sink_->bytes() > *expected;
  if (too_long || !may_go_on(result_.error)) sink_->abandon();
  if (result_.error != FetchError::none && sink_->expected()) result_.kept_bytes = sink_->bytes();
  sink_.reset();
}

std::uint64_t BodyReceiver::came() const {
  return std::max(received_, decoder_ ? decoder_->made() : 0);
}

std::chrono::seconds BodyReceiver::more_time(bool ends) const {
  if (result_.plan != BodyPlan::file) return std::chrono::seconds{0};
  return std::chrono::seconds(received_ / (ends ? kSlowestBytesPerSecond : kSlowestWithoutLength));
}

}  // namespace tagtrail::host
