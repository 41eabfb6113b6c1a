// What is known of MIME types and file extensions, and which of them a crawl wants. The tables are
// data: shared/data/media_types.txt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail {

/// `text/html` of ` Text/HTML; charset=utf-8`: lower-case essence, empty if it is not type/subtype.
std::string mime_essence(std::string_view content_type);

/// MIME type by file extension (Debian's media-types plus csv, yaml, yml, xml, xsd, json as the
/// recorded sites need), empty when unknown.
std::string_view mime_of_extension(std::string_view extension);

/// Whether a file extension (lower case, no dot) is in any of the tables.
bool is_known_extension(std::string_view extension);
/// All of them, sorted.
std::vector<std::string> known_extensions();

/// Whether the extension is that of a program which answers, not of what it answers with.
bool is_program_extension(std::string_view extension);

/// The extension a file of this type, or of its usual_type(), should have; empty when unknown.
std::string_view extension_of_mime(std::string_view mime);

/// text/html or application/xhtml+xml.
bool is_html(std::string_view mime);
/// application/rss+xml or application/atom+xml: feeds that are sent as what they are.
bool is_feed(std::string_view mime);

/// JSON in one document: application/json, text/json, or with the suffix +json (RFC 6839).
bool is_json(std::string_view mime);
/// One document a line (JSON Lines), by any of the types that are in use.
bool is_json_lines(std::string_view mime);
/// RDF in text: Turtle, N3, TriG, N-Triples, N-Quads.
bool is_rdf_text(std::string_view mime);

/// A set of links as text, in the form of a Link header field (RFC 9264).
inline constexpr std::string_view kLinksetMime = "application/linkset";

/// Of an answer without a byte: nothing is no file, whatever its type is said to be.
inline constexpr std::string_view kEmptyMime = "application/x-empty";

/// Whether a server that sends this type says nothing of what the file is: empty, octet-stream and
/// the like, or a type that nobody knows (application/unknown, or one that was cut). The file's
/// name tells then. Never images, sound, films and fonts, nor what is JSON or XML by its suffix.
bool is_nondescript(std::string_view mime);

/// What a type is that servers send for another: application/pdf of application/x-pdf. Others are
/// what they are.
std::string_view usual_type(std::string_view mime);

/// What must be known of an answer to say whether it is a target.
struct TypeFacts {
  std::string_view mime;       ///< essence
  std::string_view url;        ///< canonical key
  std::string_view file_name;  ///< Content-Disposition name, may be empty
  std::string_view xml_root;   ///< local root name of an XML body, may be empty (unknown)
};

/// The wanted types of a crawl (`--targets`).
class TargetSet {
 public:
  /// `spec`: a comma-separated list of `paper` (the paper's 38 MIME types, exactly), `data` (our
  /// default; tables in shared/data/media_types.txt), MIME types, or extensions.
  /// Errors: invalid_argument, naming the word that is none of these.
  static Expected<TargetSet> parse(std::string_view spec);

  bool matches(const TypeFacts& facts) const;  ///< checksums: see checksum_names.hpp
  /// Whether the type is named in it, by itself or by its extension, and not only meant by `data`.
  bool names(std::string_view mime) const;
  /// Whether a URL extension promises a wanted file: the prior and `naming` use it.
  bool matches_extension(std::string_view extension) const;
  /// Whether both want the same, however it was written: `.CSV, pdf` and `pdf,csv`.
  bool is_same_as(const TargetSet& other) const;
  /// MIME types and extensions in readable form, for logs and manifests.
  const std::string& spec() const { return spec_; }

 private:
  std::string spec_;
  bool data_rules_ = false;              ///< the qualified rules: text/plain, octet-stream, feeds
  std::vector<std::string> mimes_;       ///< sorted; may end in '*'
  std::vector<std::string> extensions_;  ///< sorted; named by the user
  std::vector<std::string> promising_;   ///< sorted; usual for the files of `paper` and `data`
};

/// Which links are never followed (`--blocklist`).
enum class Blocklist : std::uint8_t { none = 0, paper = 1, data = 2 };
Expected<Blocklist> parse_blocklist(std::string_view name);

/// `paper`: the published list of extensions (text after the last '.' of the whole URL, case-
/// sensitive). `data`: media, fonts, style sheets and scripts by url_extension(), unless wanted.
bool blocked_url(Blocklist list, std::string_view url, const TargetSet& wanted);
/// audio/, video/, image/ for both lists, fonts, css and scripts for `data`.
bool blocked_mime(Blocklist list, std::string_view mime, const TargetSet& wanted);

}  // namespace tagtrail
