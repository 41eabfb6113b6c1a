#include "fetch/partial_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "fetch/http_date.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"
#include "system/system_failure.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxFacts = 64 * 1024;
constexpr std::size_t kNameDigits = 32;
/// RFC 9110, 8.8.2.2: a date that is younger may stand for two versions of a file.
constexpr std::int64_t kDateIsStrongAfter = 1;

fs::path facts_path(const fs::path& file) { return file.string() + ".json"; }

/// Changes with every start of the machine; empty where the system does not tell.
std::string boot_id() {
  std::string id;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
  return id;
}

bool is_strong(const std::string& etag) {
  return etag.size() > 2 && etag.starts_with('"') && etag.ends_with('"');
}

bool is_strong_date(const AnswerHead& head) {
  // Years of two digits are read as of 1970, both alike.
  const auto modified = parse_http_date(head.last_modified, 0);
  const auto sent = parse_http_date(head.date, 0);
  return modified && sent && *sent - *modified >= kDateIsStrongAfter;
}

std::string small_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(kMaxFacts, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string text_at(const Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::uint64_t number_at(const Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t length = 0;
};

/// `bytes 5-9/10`.
std::optional<Range> parse_range(std::string_view value) {
  Range range;
  if (!ascii_lower(value.substr(0, 6)).starts_with("bytes ")) return std::nullopt;
  const std::string_view rest = trim(value.substr(6));
  const char* at = rest.data();
  const char* const end = at + rest.size();
  const auto number = [&](std::uint64_t& into, char after) {
    const auto [next, error] = std::from_chars(at, end, into);
    at = next;
    if (error != std::errc{}) return false;
    if (after == '\0') return at == end;
    return at != end && *at++ == after;
  };
  if (!number(range.first, '-') || !number(range.last, '/') || !number(range.length, '\0')) {
    return std::nullopt;
  }
  return range;
}

}  // namespace

std::optional<PartialFacts> resumable(const std::string& url, const AnswerHead& head,
                                      std::uint64_t from) {
  if (head.status != 200 || !head.content_encoding.empty() || !head.content_length ||
      *head.content_length < std::max<std::uint64_t>(from, 2) || head.refuses_ranges) {
    return std::nullopt;
  }
  PartialFacts facts;
  if (is_strong(head.etag)) {
    facts.validator = head.etag;
  } else if (head.etag.empty() && is_strong_date(head)) {
    facts.validator = head.last_modified;
  } else {
    return std::nullopt;
  }
  facts.url = url;
  facts.length = *head.content_length;
  facts.content_type = head.content_type;
  facts.file_name = head.file_name;
  return facts;
}

fs::path partial_path(const fs::path& directory, std::string_view url) {
  return directory / (sha256_of(url).substr(0, kNameDigits) + ".part");
}

std::optional<Partial> find_partial(const fs::path& directory, const std::string& url) {
  Partial partial;
  partial.file = partial_path(directory, url);
  struct stat info {};
  if (::lstat(partial.file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  const Json json = Json::parse(small_text(facts_path(partial.file)), nullptr, false);
  if (!json.is_object() || text_at(json, "url") != url) return std::nullopt;
  PartialFacts& facts = partial.facts;
  facts.url = url;
  facts.validator = text_at(json, "validator");
  facts.length = number_at(json, "length");
  facts.content_type = text_at(json, "contentType");
  facts.file_name = text_at(json, "fileName");
  facts.synced = number_at(json, "synced");
  const bool usable = facts.length > 1 && !facts.validator.empty() &&
                      facts.validator.find_first_of("\r\n") == std::string::npos;
  if (!usable) return std::nullopt;
  const std::string boot = boot_id();
  partial.bytes = static_cast<std::uint64_t>(info.st_size);
  if (boot.empty() || text_at(json, "boot") != boot) {
    partial.bytes = std::min(partial.bytes, facts.synced);
  }
  // A file that is complete but for its commit: its last byte shows that it is still the same.
  partial.bytes = std::min(partial.bytes, facts.length - 1);
  if (partial.bytes == 0) return std::nullopt;
  return partial;
}

Expected<void> write_facts(const fs::path& file, const PartialFacts& facts) {
  const Json json = {{"url", facts.url},
                     {"validator", facts.validator},
                     {"length", facts.length},
                     {"contentType", facts.content_type},
                     {"fileName", facts.file_name},
                     {"synced", facts.synced},
                     {"boot", boot_id()}};
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const fs::path path = facts_path(file);
  const fs::path fresh = path.string() + ".new";
  const int fd =
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, kPrivateFile);
  if (fd < 0) return system_failure(errno, "cannot write " + fresh.string());
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (::close(fd) != 0 || !written || ::rename(fresh.c_str(), path.c_str()) != 0) {
    auto failure = system_failure(errno, "cannot write " + fresh.string());
    ::unlink(fresh.c_str());
    return failure;
  }
  return {};
}

void remove_partial(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
  fs::remove(facts_path(file), ignored);
}

bool continues(const Partial& partial, const AnswerHead& head) {
  const auto range = parse_range(head.content_range);
  const PartialFacts& facts = partial.facts;
  if (!range || !head.content_encoding.empty() || range->first != partial.bytes ||
      range->length != facts.length || range->last + 1 != facts.length) {
    return false;
  }
  const std::uint64_t missing = facts.length - partial.bytes;
  if (head.content_length && *head.content_length != missing) return false;
  // A part has the ETag that the whole has; a date it need not repeat (RFC 9110, 15.3.7).
  if (is_strong(facts.validator)) return head.etag == facts.validator;
  return head.last_modified.empty() || head.last_modified == facts.validator;
}

bool is_whole(const AnswerHead& head) {
  const auto range = parse_range(head.content_range);
  return range && range->first == 0 && range->length > 0 && range->last + 1 == range->length;
}

}  // namespace tagtrail::host
