// What the engine asks for and what comes back: the same answers in the same order, the same crawl.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/left_out.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/page_content.hpp"
#include "tagtrail/query_form.hpp"

namespace tagtrail {

enum class Method : std::uint8_t { get = 0, head = 1 };

/// Why a request is made: to read a page's links, to have a file, or to learn a URL's type (HEAD).
enum class Purpose : std::uint8_t { page = 0, target = 1, type_check = 2 };

std::string_view to_string(Method method);
std::string_view to_string(Purpose purpose);

/// One summand of a score, with a name people can read.
struct ReasonTerm {
  std::string name;
  double value = 0;
};

/// Why this link: shown by the UI as "why this link", written to the log and the job database.
struct Reason {
  std::string words;         ///< one sentence
  std::int64_t action = -1;  ///< cluster of tag paths, or -1
  double score = 0;
  double target_probability = -1;  ///< the classifier's word, or -1 when it has none
  std::vector<ReasonTerm> terms;
};

struct Request {
  std::uint64_t id = 0;  ///< 1, 2, ... in the order of decision
  std::string url;       ///< canonical key
  Method method = Method::get;
  Purpose purpose = Purpose::page;
  std::string source_page;  ///< URL of the page whose link this is; empty for the seed URL
  std::string tag_path;     ///< of that link
  std::string anchor;       ///< of that link
  std::uint32_t depth = 0;  ///< links from the seed URL
  bool revisit = false;     ///< it was answered before: has it changed?
  /// It is on a host out of scope: a file is wanted, no page but one in a frame of the site, and
  /// nobody's session is for it.
  bool only_file = false;
  Reason reason;
};

/// Why there is no usable answer. `none` with any status, 404 included, is an answer.
enum class FetchError : std::uint8_t {
  none = 0,
  network = 1,  ///< DNS, connection, no answer
  timeout = 2,
  tls = 3,
  robots = 4,           ///< robots exclusion; nothing was sent
  refused_address = 5,  ///< private or special address without --allow-private; nothing was sent
  out_of_scope = 6,     ///< a redirect left the scope; the answer was discarded
  too_large = 7,        ///< over --max-file-size or a decompression limit
  unsupported = 8,      ///< scheme or protocol that is not fetched
  browser = 9,          ///< the tab crashed, was closed or never became quiet
  disk_full = 10,
  truncated = 11,           ///< the body came in part, or its coding is damaged; it was discarded
  robots_unreachable = 12,  ///< robots.txt can't be read, so nothing was sent
  rate_limited = 13,        ///< the host wants to be left alone for too long; nothing more is sent
  host_taken = 14,          ///< another machine of a fleet asks the host now; nothing was sent
};

std::string_view to_string(FetchError error);

/// Who loaded it.
enum class Via : std::uint8_t { host = 0, browser = 1, tab = 2, replica = 3 };
std::string_view to_string(Via via);

/// One hop that a loader followed by itself (browsers do; the host never does).
struct RedirectHop {
  std::string url;  ///< canonical key of the URL that redirected
  std::uint16_t status = 0;
};

/// What an answer says of catalogues of data (catalogue_table.hpp).
struct CatalogueFacts {
  std::vector<std::string> signs;  ///< of a page: what it shows of its site, if the table has it
  std::string kind;                ///< an answer of such a catalogue: its id in the table
  std::uint64_t total = 0;         ///< items that the catalogue says it has; 0: it does not say
  std::uint64_t items = 0;         ///< of them in this answer
  /// What tells each of these from the others of the list, wherever it stands in it: a hash of its
  /// identifier or, where it has none, of all that is said of it. Empty: nobody knows.
  std::vector<std::uint64_t> entries;

  bool empty() const { return *this == CatalogueFacts{}; }
  bool operator==(const CatalogueFacts&) const = default;
};

/// What a page says, beyond its links.
struct Page {
  std::string title;
  std::string language;                ///< html lang attribute
  std::string text;                    ///< first kPageTextWords words of visible text
  bool truncated = false;              ///< a limit was met: what it says is not all that is there
  std::uint32_t links_cut = 0;         ///< about how many were lost by that, as far as known
  std::vector<LinkObservation> links;  ///< document order
  std::vector<QueryForm> forms;        ///< document order; only where they are to be asked
  std::vector<CharsetCodes> charsets;  ///< that its forms are sent in, or it is in; but for UTF-8
  PageContent content;                 ///< what the objective needs to know of it
  CatalogueFacts catalogue;
  /// What it holds besides and what leads to no request, each thing once. `login`: the page asks
  /// for a password, which counts for what led to it.
  std::vector<LeftOnPage> left;
};

/// What a look into a file found (native-host/src/tables/statistics.hpp).
enum class FileHolds : std::uint8_t {
  unknown = 0,     ///< nobody looked, or too little of it could be read
  nothing = 1,     ///< no data: a template, a form, prose, a picture
  data = 2,        ///< rows of something, but no statistics
  statistics = 3,  ///< at least one statistics table
};

/// The answer to one request. One structure for every loader; `encode_response` gives its one byte
/// form, which is at once what job.db stores, what travels to the WebAssembly engine, and what a
/// replay after a crash delivers again.
struct Response {
  std::uint64_t request_id = 0;
  std::uint64_t issued = 0;  ///< requests the engine had handed out when this was delivered
  std::uint64_t at_ms = 0;   ///< since the start of the crawl, on the owner's clock
  /// Seconds since 1970 on the owner's clock; 0: not known.
  std::uint32_t answered_unix = 0;
  FetchError error = FetchError::none;
  std::string error_text;
  std::uint16_t status = 0;            ///< 0 when there was no answer
  std::uint32_t requests = 1;          ///< requests made for it: 0 (nothing sent), 1, or 1 + hops
  std::uint32_t sub_requests = 0;      ///< sub-resources that a tab loaded
  std::string final_url;               ///< canonical key of the URL that answered
  std::vector<RedirectHop> redirects;  ///< hops already followed by the loader
  std::string location;  ///< canonical key a 3xx points to, not followed; may be empty
  /// It set a new cookie, which the next request to the site brings.
  bool new_cookie = false;
  std::string mime;       ///< lower-case type/subtype without parameters; may be empty
  std::string file_name;  ///< from Content-Disposition, or as what it was unpacked to; may be empty
  std::string xml_root;   ///< local name of the root element when the body is XML
  std::uint64_t body_bytes = 0;
  std::uint64_t header_bytes = 0;
  /// Of a file: the first 64 bits of the SHA-256 of its bytes, so that the engine knows equal files
  /// under many URLs; 0 where it is not known.
  std::uint64_t content = 0;
  /// Of a file, where the objective weighs files by what is in them (ContentNeeds::files).
  FileHolds holds = FileHolds::unknown;
  /// Of a file, where the crawl is about something (Config::about): titles of its tables, names of
  /// their columns, and what their first rows say.
  std::string table_words;
  Via via = Via::host;
  bool is_page = false;  ///< HTML that was read: `page` is filled; else of it only `left`
  /// Of a revisit: the content is that of the answer before, by 304 or by its digest.
  bool not_modified = false;
  Page page;
};

/// Response::content of a file, from its SHA-256 in hexadecimal; 0 when that is no digest.
std::uint64_t content_of_digest(std::string_view sha256);

namespace limits {
inline constexpr std::size_t kCatalogueSigns = 32;  ///< of a page
}

/// One link in the encoding of records and snapshots; read_link() is false on malformed input.
void write_link(ByteWriter& out, const LinkObservation& link);
bool read_link(ByteReader& in, LinkObservation& link);

Bytes encode_response(const Response& response);
/// Errors: invalid_data (cut, malformed), wrong_version.
Expected<Response> decode_response(const std::uint8_t* data, std::size_t size);

}  // namespace tagtrail
