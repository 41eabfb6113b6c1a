#include "importers/content_coding.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "system/codecs/decoder.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxCodings = 3;

bool starts_as_zlib(std::string_view body) {
  if (body.size() < 2) return false;
  const auto first = static_cast<unsigned char>(body[0]);
  const auto second = static_cast<unsigned char>(body[1]);
  return (first & 0x0FU) == 8 && (first * 256U + second) % 31 == 0;
}

/// A body that does not have the coding it claims is as it is.
Decoded or_as_it_is(Decoded out, std::string_view body) {
  return out.bytes.empty() ? Decoded{std::string(body)} : std::move(out);
}

Expected<Decoded> undo_one(std::string_view coding, std::string_view body, std::size_t max_bytes) {
  if (coding == "gzip" || coding == "x-gzip") {
    if (!starts_as_gzip(body)) return Decoded{std::string(body)};
    return inflate_all(body, Container::gzip, max_bytes);
  }
  if (coding == "deflate") {
    // The standard says zlib's container; many servers send none.
    const Container container = starts_as_zlib(body) ? Container::zlib : Container::none;
    return or_as_it_is(inflate_all(body, container, max_bytes), body);
  }
  if (coding == "br") return or_as_it_is(decode_all(*decoder_named(coding), body, max_bytes), body);
  if (coding == "zstd") {
    if (!body.starts_with("\x28\xB5\x2F\xFD")) return Decoded{std::string(body)};
    return decode_all(*decoder_named(coding), body, max_bytes);
  }
  return fail(ErrorCode::invalid_data,
              "unknown content coding '" + std::string(utf8_prefix(coding, 30)) + "'");
}

}  // namespace

Decoded join_chunks(std::string_view body) {
  Decoded out;
  std::string_view rest = body;
  for (;;) {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size, 16);
    const std::size_t line = rest.find('\n');
    if (error != std::errc{} || line == std::string_view::npos || line > 1024 ||
        end > rest.data() + line) {
      if (out.bytes.empty()) return {std::string(body), false};
      out.cut = true;
      return out;
    }
    if (size == 0) return out;
    rest.remove_prefix(line + 1);
    out.bytes.append(rest.substr(0, size));
    out.cut = rest.size() < size;
    if (out.cut) return out;
    rest.remove_prefix(size);
    while (rest.starts_with('\r') || rest.starts_with('\n')) rest.remove_prefix(1);
  }
}

Expected<Decoded> undo_codings(std::string_view content_encoding, std::string_view body,
                               std::size_t max_bytes) {
  std::vector<std::string> codings;
  for (std::string_view rest = content_encoding; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string coding = ascii_lower(trim(rest.substr(0, comma)));
    if (!coding.empty() && coding != "identity") codings.push_back(coding);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (codings.size() > kMaxCodings) return fail(ErrorCode::invalid_data, "too many codings");
  }
  Decoded out{std::string(body.substr(0, max_bytes)), body.size() > max_bytes};
  if (!codings.empty()) out = {std::string(body), false};
  for (auto coding = codings.rbegin(); coding != codings.rend(); ++coding) {
    auto next = TRY(undo_one(*coding, out.bytes, max_bytes));
    next.cut = next.cut || out.cut;
    out = std::move(next);
  }
  return out;
}

}  // namespace tagtrail::host
