#include "tagtrail/exchange.hpp"

#include <charconv>

#include "read_number.hpp"

namespace tagtrail {
namespace {

constexpr std::uint8_t kRecordVersion = 10;
constexpr std::uint8_t kWithoutContent = 1;  // the version that had no digest of the content
constexpr std::uint8_t kWithoutTimes = 3;
constexpr std::uint8_t kWithoutLeft = 4;
constexpr std::uint8_t kWithoutEntries = 7;  // of a catalogue's answer
constexpr std::uint8_t kWithoutHolds = 8;    // what was found in a file
constexpr std::uint8_t kWithoutTables = 9;   // and the words of its tables
/// Bits of a link's byte: its element below, its hints above (none in version 1), and whether the
/// time of its change follows (never before version 4).
constexpr unsigned kHintShift = 4;
constexpr unsigned kElementBits = 0x07;
constexpr unsigned kHintBits = 0x70;
/// Where link_hint::kSign is (never before version 7).
constexpr unsigned kSignBit = 0x08;
constexpr unsigned kChangeTold = 0x80;
/// A bit of the byte that says who loaded it (never before version 6).
constexpr unsigned kNewCookie = 0x80;
constexpr std::uint8_t kWithoutCookies = 5;
/// Bits of a record's last fixed byte.
constexpr unsigned kIsPage = 1;
constexpr unsigned kNotModified = 2;
constexpr unsigned kLinksCut = 4;    ///< the page says how many
constexpr unsigned kContent = 8;     ///< of the page, at the end
constexpr unsigned kForms = 16;      ///< of the page, behind its content
constexpr unsigned kCatalogue = 32;  ///< of the page, behind its forms
constexpr unsigned kCharsets = 64;   ///< of the page, behind that
constexpr unsigned kLeft = 128;      ///< of the page, at the very end (never before version 5)

void write_links(ByteWriter& out, const std::vector<LinkObservation>& links) {
  out.var(links.size());
  for (const LinkObservation& link : links) write_link(out, link);
}

bool read_links(ByteReader& in, std::vector<LinkObservation>& links) {
  const std::size_t count = in.count(9);
  if (count > limits::kLinksPerPage) return false;
  links.resize(count);
  for (LinkObservation& link : links) {
    if (!read_link(in, link)) return false;
  }
  return in.ok();
}

void write_page(ByteWriter& out, const Page& page) {
  out.text(page.title);
  out.text(page.language);
  out.text(page.text);
  out.boolean(page.truncated);
  write_links(out, page.links);
}

bool read_page(ByteReader& in, Page& page) {
  page.title = in.text();
  page.language = in.text();
  page.text = in.text();
  page.truncated = in.boolean();
  return read_links(in, page.links);
}

void write_catalogue(ByteWriter& out, const CatalogueFacts& catalogue) {
  out.var(catalogue.signs.size());
  for (const std::string& sign : catalogue.signs) out.text(sign);
  out.text(catalogue.kind);
  out.var(catalogue.total);
  out.var(catalogue.items);
  out.var(catalogue.entries.size());
  for (const std::uint64_t entry : catalogue.entries) out.u64(entry);
}

bool read_catalogue(ByteReader& in, std::uint8_t version, CatalogueFacts& catalogue) {
  const std::size_t signs = in.count(1);
  if (signs > limits::kCatalogueSigns) return false;
  for (std::size_t i = 0; i < signs; ++i) catalogue.signs.push_back(in.text());
  catalogue.kind = in.text();
  catalogue.total = in.var();
  catalogue.items = in.var();
  if (version <= kWithoutEntries) return in.ok();
  for (std::size_t count = in.count(sizeof(std::uint64_t)); count > 0; --count) {
    catalogue.entries.push_back(in.u64());
  }
  return in.ok();
}

void write_left(ByteWriter& out, const std::vector<LeftOnPage>& left) {
  out.var(left.size());
  for (const LeftOnPage& one : left) {
    out.text(to_string(one.cause));
    out.text(one.what);
    out.var(one.count);
  }
}

bool read_left(ByteReader& in, std::vector<LeftOnPage>& left) {
  const std::size_t count = in.count(3);
  if (count > limits::kLeftOnPage) return false;
  left.resize(count);
  for (LeftOnPage& one : left) {
    const auto cause = left_out_cause_named(in.text());
    if (!cause) return false;
    one.cause = *cause;
    one.what = in.text();
    one.count = read_u32(in);
  }
  return in.ok();
}

}  // namespace

std::string_view to_string(Method method) { return method == Method::get ? "GET" : "HEAD"; }

std::string_view to_string(Purpose purpose) {
  switch (purpose) {
    case Purpose::page:
      return "page";
    case Purpose::target:
      return "target";
    case Purpose::type_check:
      return "type_check";
  }
  return "page";
}

std::string_view to_string(FetchError error) {
  switch (error) {
    case FetchError::none:
      return "none";
    case FetchError::network:
      return "network";
    case FetchError::timeout:
      return "timeout";
    case FetchError::tls:
      return "tls";
    case FetchError::robots:
      return "robots";
    case FetchError::refused_address:
      return "refused_address";
    case FetchError::out_of_scope:
      return "out_of_scope";
    case FetchError::too_large:
      return "too_large";
    case FetchError::unsupported:
      return "unsupported";
    case FetchError::browser:
      return "browser";
    case FetchError::disk_full:
      return "disk_full";
    case FetchError::truncated:
      return "truncated";
    case FetchError::robots_unreachable:
      return "robots_unreachable";
    case FetchError::rate_limited:
      return "rate_limited";
    case FetchError::host_taken:
      return "host_taken";
  }
  return "network";
}

std::string_view to_string(Via via) {
  switch (via) {
    case Via::host:
      return "host";
    case Via::browser:
      return "browser";
    case Via::tab:
      return "tab";
    case Via::replica:
      return "replica";
  }
  return "host";
}

std::uint64_t content_of_digest(std::string_view sha256) {
  constexpr std::size_t kDigits = 16;
  std::uint64_t content = 0;
  const std::string_view digits = sha256.substr(0, kDigits);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), content, 16);
  const bool whole =
      error == std::errc{} && digits.size() == kDigits && end == digits.data() + kDigits;
  return whole ? content : 0;
}

void write_link(ByteWriter& out, const LinkObservation& link) {
  out.text(link.url);
  out.text(link.written);
  out.text(link.tag_path);
  out.text(link.anchor);
  out.text(link.heading);
  out.text(link.around);
  out.text(link.rel);
  out.u8(static_cast<std::uint8_t>(static_cast<unsigned>(link.element) |
                                   (static_cast<unsigned>(link.hints) << kHintShift & kHintBits) |
                                   ((link.hints & link_hint::kSign) != 0 ? kSignBit : 0U) |
                                   (link.changed.is_told() ? kChangeTold : 0U)));
  out.var(link.position);
  if (!link.changed.is_told()) return;
  out.var(link.changed.from);
  out.var(link.changed.until);
}

bool read_link(ByteReader& in, LinkObservation& link) {
  link.url = in.text();
  link.written = in.text();
  link.tag_path = in.text();
  link.anchor = in.text();
  link.heading = in.text();
  link.around = in.text();
  link.rel = in.text();
  const unsigned marks = in.u8();
  const unsigned element = marks & kElementBits;
  const unsigned hints = (marks & kHintBits) >> kHintShift |
                         ((marks & kSignBit) != 0 ? unsigned{link_hint::kSign} : 0U);
  if (element > static_cast<unsigned>(LinkElement::link)) return false;
  link.element = static_cast<LinkElement>(element);
  link.hints = static_cast<std::uint8_t>(hints);
  link.position = read_u32(in);
  if ((marks & kChangeTold) == 0) return in.ok();
  link.changed.from = read_u32(in);
  link.changed.until = read_u32(in);
  return in.ok() && link.changed.from < link.changed.until;
}

Bytes encode_response(const Response& response) {
  ByteWriter out;
  out.u8(kRecordVersion);
  out.var(response.request_id);
  out.var(response.issued);
  out.var(response.at_ms);
  out.u8(static_cast<std::uint8_t>(response.error));
  out.text(response.error_text);
  out.u16(response.status);
  out.var(response.requests);
  out.var(response.sub_requests);
  out.text(response.final_url);
  out.var(response.redirects.size());
  for (const RedirectHop& hop : response.redirects) {
    out.text(hop.url);
    out.u16(hop.status);
  }
  out.text(response.location);
  out.text(response.mime);
  out.text(response.file_name);
  out.text(response.xml_root);
  out.var(response.body_bytes);
  out.var(response.header_bytes);
  out.u64(response.content);
  out.u8(static_cast<std::uint8_t>(response.holds));
  out.text(response.table_words);
  out.var(response.answered_unix);
  out.u8(static_cast<std::uint8_t>(static_cast<unsigned>(response.via) |
                                   (response.new_cookie ? kNewCookie : 0U)));
  const bool links_cut = response.is_page && response.page.links_cut > 0;
  const bool content = response.is_page && !response.page.content.empty();
  const bool forms = response.is_page && !response.page.forms.empty();
  const bool catalogue = response.is_page && !response.page.catalogue.empty();
  const bool charsets = response.is_page && !response.page.charsets.empty();
  const bool left = !response.page.left.empty();
  out.u8(static_cast<std::uint8_t>(
      (response.is_page ? kIsPage : 0U) | (response.not_modified ? kNotModified : 0U) |
      (links_cut ? kLinksCut : 0U) | (content ? kContent : 0U) | (forms ? kForms : 0U) |
      (catalogue ? kCatalogue : 0U) | (charsets ? kCharsets : 0U) | (left ? kLeft : 0U)));
  if (response.is_page) write_page(out, response.page);
  if (links_cut) out.var(response.page.links_cut);
  if (content) write_content(out, response.page.content);
  if (forms) write_query_forms(out, response.page.forms);
  if (catalogue) write_catalogue(out, response.page.catalogue);
  if (charsets) write_charsets(out, response.page.charsets);
  if (left) write_left(out, response.page.left);
  return out.take();
}

Expected<Response> decode_response(const std::uint8_t* data, std::size_t size) {
  ByteReader in(data, size);
  const std::uint8_t version = in.u8();
  if (in.ok() && (version < kWithoutContent || version > kRecordVersion)) {
    return fail(ErrorCode::wrong_version, "response record of version " + std::to_string(version) +
                                              "; this program reads " +
                                              std::to_string(kRecordVersion));
  }
  Response response;
  response.request_id = in.var();
  response.issued = in.var();
  response.at_ms = in.var();
  const std::uint8_t error = in.u8();
  response.error_text = in.text();
  response.status = in.u16();
  response.requests = read_u32(in);
  response.sub_requests = read_u32(in);
  response.final_url = in.text();
  const std::size_t hops = in.count(3);
  for (std::size_t i = 0; i < hops && in.ok(); ++i) {
    RedirectHop hop;
    hop.url = in.text();
    hop.status = in.u16();
    response.redirects.push_back(std::move(hop));
  }
  response.location = in.text();
  response.mime = in.text();
  response.file_name = in.text();
  response.xml_root = in.text();
  response.body_bytes = in.var();
  response.header_bytes = in.var();
  if (version > kWithoutContent) response.content = in.u64();
  const std::uint8_t holds = version > kWithoutHolds ? in.u8() : std::uint8_t{0};
  if (version > kWithoutTables) response.table_words = in.text();
  if (version > kWithoutTimes) response.answered_unix = read_u32(in);
  const unsigned marks = in.u8();
  response.new_cookie = (marks & kNewCookie) != 0;
  const unsigned via = marks & ~kNewCookie;
  const unsigned flags = in.u8();
  response.is_page = (flags & kIsPage) != 0;
  response.not_modified = (flags & kNotModified) != 0;
  const bool links_cut = (flags & kLinksCut) != 0;
  const bool content = (flags & kContent) != 0;
  const bool forms = (flags & kForms) != 0;
  const bool catalogue = (flags & kCatalogue) != 0;
  const bool charsets = (flags & kCharsets) != 0;
  const bool left = (flags & kLeft) != 0;
  const bool of_page = links_cut || content || forms || catalogue || charsets;
  if (response.new_cookie && version <= kWithoutCookies) in.mark_bad();
  if ((left && version <= kWithoutLeft) || (of_page && !response.is_page)) {
    in.mark_bad();
  }
  bool page_ok = !response.is_page || read_page(in, response.page);
  if (links_cut && page_ok) response.page.links_cut = read_u32(in);
  if (content && page_ok) page_ok = read_content(in, response.page.content);
  if (forms && page_ok) page_ok = read_query_forms(in, response.page.forms);
  if (catalogue && page_ok) page_ok = read_catalogue(in, version, response.page.catalogue);
  if (charsets && page_ok) page_ok = read_charsets(in, response.page.charsets);
  if (left && page_ok) page_ok = read_left(in, response.page.left);
  if (!in.ok() || !page_ok || !in.at_end() ||
      error > static_cast<std::uint8_t>(FetchError::host_taken) ||
      holds > static_cast<std::uint8_t>(FileHolds::statistics) ||
      via > static_cast<std::uint8_t>(Via::replica)) {
    return fail(ErrorCode::invalid_data, "damaged response record");
  }
  response.error = static_cast<FetchError>(error);
  response.holds = static_cast<FileHolds>(holds);
  response.via = static_cast<Via>(via);
  return response;
}

}  // namespace tagtrail
