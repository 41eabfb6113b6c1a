#include "fleet/s3_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <functional>

#include "fetch/http_date.hpp"
#include "system/times.hpp"
#include "tables/xml_stream.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kLongestQuote = 200;
/// Servers take no request that is further off.
constexpr std::int64_t kMostSkewSeconds = 15 * 60;

/// Tells of each element that has only text, when it ends.
class Leaves final : public XmlListener {
 public:
  using OnLeaf = std::function<void(std::string_view name, const std::string& text)>;
  using OnEnd = std::function<void(std::string_view name)>;
  Leaves(OnLeaf on_leaf, OnEnd on_end) : on_leaf_(std::move(on_leaf)), on_end_(std::move(on_end)) {}

  void on_start(std::string_view, const XmlAttributes&) override {
    text_.clear();
    is_leaf_ = true;
  }
  void on_end(std::string_view name) override {
    if (is_leaf_) on_leaf_(name, text_);
    is_leaf_ = false;
    on_end_(name);
  }
  void on_text(std::string_view text) override {
    text_.append(text.substr(0, kLongestText - std::min(kLongestText, text_.size())));
  }

 private:
  OnLeaf on_leaf_;
  OnEnd on_end_;
  std::string text_;
  bool is_leaf_ = false;
};

bool read_leaves(
    std::string_view xml, const Leaves::OnLeaf& on_leaf,
    const Leaves::OnEnd& on_end = [](std::string_view) {}) {
  Leaves leaves(on_leaf, on_end);
  XmlStream stream(leaves);
  return stream.feed(xml) && stream.finish();
}

/// Of a server: on one line, and not long.
std::string plain_words(std::string_view text) {
  std::string line = collapse_space(to_valid_utf8(text));
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
  return std::string(utf8_prefix(line, kLongestQuote));
}

bool is_one_of(std::string_view code, std::initializer_list<std::string_view> codes) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

bool keys_have_expired(const S3Fault& fault) {
  return is_one_of(fault.code, {"ExpiredToken", "TokenRefreshRequired", "InvalidToken"});
}

bool is_full(const S3Answer& answer, const S3Fault& fault) {
  return answer.status == 507 ||
         is_one_of(fault.code, {"QuotaExceeded", "XMinioStorageFull", "InsufficientCapacity",
                                "StorageFull", "TooManyObjects", "EntityTooLarge"});
}

bool may_go_away(const S3Answer& answer, const S3Fault& fault) {
  constexpr std::array kStatuses{408, 429, 500, 502, 503, 504};
  return std::find(kStatuses.begin(), kStatuses.end(), answer.status) != kStatuses.end() ||
         is_one_of(fault.code, {"SlowDown", "RequestTimeout", "InternalError", "OperationAborted",
                                "IncompleteBody", "ServiceUnavailable", "BadDigest",
                                "XAmzContentSHA256Mismatch", "Throttling"});
}

std::string words_of_403(const S3Answer& answer, const S3Fault& fault, const S3Place& place,
                         std::int64_t now_unix) {
  const std::int64_t skew = now_unix - date_of(answer, now_unix);
  if (fault.code == "RequestTimeTooSkewed" || std::abs(skew) > kMostSkewSeconds) {
    return fmt::format(
        "the store refuses requests of this time: this machine's clock is {} seconds {} the "
        "store's; set it (NTP)",
        std::abs(skew), skew < 0 ? "behind" : "ahead of");
  }
  if (fault.code == "SignatureDoesNotMatch") {
    return fmt::format(
        "the store refuses the signature: the secret key is wrong, or its region is not {}",
        place.region);
  }
  if (fault.code == "InvalidAccessKeyId") return "the store does not know the access key";
  return fmt::format(
      "the store lets these keys not do that ({}): they need to read, write, remove and list "
      "what is in {}/{}",
      fault.code.empty() ? "403" : plain_words(fault.code), place.bucket, place.prefix);
}

bool is_elsewhere(const S3Answer& answer, const S3Fault& fault) {
  return answer.status == 301 || answer.status == 307 ||
         is_one_of(fault.code, {"PermanentRedirect", "AuthorizationHeaderMalformed",
                                "IllegalLocationConstraintException", "TemporaryRedirect"});
}

std::string words_of_region(const S3Answer& answer, const S3Fault& fault, const S3Place& place) {
  const std::string named =
      plain_words(fault.region.empty() ? answer.field("x-amz-bucket-region") : fault.region);
  return fmt::format("the bucket {} is not in the region {}: set AWS_REGION{}", place.bucket,
                     place.region, named.empty() ? std::string() : " to " + named);
}

}  // namespace

S3Fault fault_in(std::string_view xml) {
  S3Fault fault;
  bool is_error = false;
  (void)read_leaves(
      xml,
      [&](std::string_view name, const std::string& text) {
        if (name == "Code" && fault.code.empty()) fault.code = text;
        if (name == "Message" && fault.message.empty()) fault.message = text;
        if (name == "Region" && fault.region.empty()) fault.region = text;
      },
      [&](std::string_view name) { is_error = is_error || name == "Error"; });
  return is_error ? fault : S3Fault{};
}

bool may_be_of_keys(const S3Answer& answer, const S3Fault& fault) {
  if (fault.code.empty())
    return answer.status == 400 || answer.status == 401 || answer.status == 403;
  return keys_have_expired(fault) ||
         is_one_of(fault.code, {"InvalidAccessKeyId", "SignatureDoesNotMatch"});
}

std::int64_t unix_now() { return static_cast<std::int64_t>(std::time(nullptr)); }

std::int64_t date_of(const S3Answer& answer, std::int64_t now_unix) {
  return parse_http_date(answer.field("date"), now_unix).value_or(now_unix);
}

S3Failure failure_of_answer(const S3Answer& answer, const S3Fault& fault, const S3Place& place,
                            std::int64_t now_unix) {
  if (is_full(answer, fault)) return {{ErrorCode::disk_full, "the store is full"}, false};
  if (may_go_away(answer, fault)) {
    return {{ErrorCode::network,
             fmt::format("the store answers {} {}", answer.status, plain_words(fault.code))},
            true};
  }
  // S3 says it with 400. Waited for: what renews them may be late.
  if (keys_have_expired(fault)) {
    return {{ErrorCode::network,
             "the store's keys were for a session, which has ended: others are taken from their "
             "file as soon as it has them; keys of variables need a new start"},
            false};
  }
  if (is_elsewhere(answer, fault)) {
    return {{ErrorCode::invalid_argument, words_of_region(answer, fault, place)}, false};
  }
  if (answer.status == 401 || answer.status == 403) {
    return {{ErrorCode::refused, words_of_403(answer, fault, place, now_unix)}, false};
  }
  if (fault.code == "NoSuchBucket") {
    return {{ErrorCode::missing_dependency,
             fmt::format("the store has no bucket {}: make it first", place.bucket)},
            false};
  }
  if (answer.status == 404)
    return {{ErrorCode::not_found, "the store has no such contents"}, false};
  return {{ErrorCode::io, fmt::format("the store answers {} {}: {}", answer.status,
                                      plain_words(fault.code), plain_words(fault.message))},
          false};
}

Expected<S3ListPage> list_page(std::string_view xml) {
  S3ListPage page;
  S3ListPage::Item item;
  bool more = false;
  bool is_list = false;
  const bool whole = read_leaves(
      xml,
      [&](std::string_view name, const std::string& text) {
        if (name == "Key") item.name = text;
        if (name == "LastModified") item.changed_unix = unix_seconds(text);
        if (name == "Size") std::from_chars(text.data(), text.data() + text.size(), item.bytes);
        if (name == "IsTruncated") more = text == "true";
        if (name == "NextContinuationToken") page.next = text;
      },
      [&](std::string_view name) {
        if (name == "Contents") page.items.push_back(std::exchange(item, {}));
        if (name == "ListBucketResult") is_list = true;
      });
  if (!whole || !is_list || (more && page.next.empty())) {
    return fail(ErrorCode::invalid_data, "the store's list is damaged");
  }
  if (!more) page.next.clear();
  return page;
}

Expected<std::string> text_in(std::string_view xml, std::string_view element) {
  std::string found;
  const bool whole = read_leaves(xml, [&](std::string_view name, const std::string& text) {
    if (name == element && found.empty()) found = text;
  });
  if (whole && !found.empty()) return found;
  return fail(ErrorCode::invalid_data,
              fmt::format("the store's answer has no {}", std::string(element)));
}

}  // namespace tagtrail::host
