#include "tagtrail/mime.hpp"

#include <algorithm>
#include <map>

#include "media_types.hpp"
#include "tagtrail/checksum_names.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

using Words = std::vector<std::string>;

bool has(const Words& sorted, std::string_view word) {
  return std::binary_search(sorted.begin(), sorted.end(), word, std::less<>());
}

/// Sorted entries may end in '*', which stands for any rest.
bool has_mime(const Words& sorted, std::string_view mime) {
  if (has(sorted, mime)) return true;
  return std::any_of(sorted.begin(), sorted.end(), [&](const std::string& entry) {
    return entry.ends_with('*') &&
           mime.starts_with(std::string_view(entry).substr(0, entry.size() - 1));
  });
}

void add_sorted(Words& into, const Words& more) {
  into.insert(into.end(), more.begin(), more.end());
  std::sort(into.begin(), into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

/// Whether the URL or the name in Content-Disposition has one of these extensions. Either counts:
/// `download.php` may well deliver `table.csv`.
bool named_as(const TypeFacts& facts, const Words& extensions) {
  if (has(extensions, url_extension(facts.url))) return true;
  const std::size_t dot = facts.file_name.rfind('.');
  return dot != std::string_view::npos &&
         has(extensions, ascii_lower(facts.file_name.substr(dot + 1)));
}

/// What the file would be saved as: the name in Content-Disposition, else the URL's last segment.
std::string name_of(const TypeFacts& facts) {
  std::string name = facts.file_name.empty() ? percent_decode(split_url(facts.url).path)
                                             : std::string(facts.file_name);
  name.erase(0, name.find_last_of("/\\") + 1);
  return name;
}

/// The types of the paper stand as they were published, and take what is sent with them.
bool names_paper(std::string_view spec) {
  while (!spec.empty()) {
    const std::size_t comma = std::min(spec.find(','), spec.size());
    if (ascii_lower(trim(spec.substr(0, comma))) == "paper") return true;
    spec.remove_prefix(std::min(comma + 1, spec.size()));
  }
  return false;
}

/// All that files of an extension are sent as.
Words types_of_extension(std::string_view extension) {
  const std::string_view usual = mime_of_extension(extension);
  if (usual.empty()) return {};
  Words types{std::string(usual)};
  for (const auto& [name, type] : media_types::other_names()) {
    if (type == usual) types.push_back(name);
  }
  return types;
}

bool is_token(std::string_view text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyz0123456789"
                              "!#$%&'*+-.^_`|~") == std::string_view::npos;
}

bool is_xml(std::string_view mime) { return mime == "application/xml" || mime == "text/xml"; }

}  // namespace

std::string mime_essence(std::string_view content_type) {
  std::string essence = ascii_lower(trim(content_type.substr(0, content_type.find(';'))));
  const std::size_t slash = essence.find('/');
  if (slash == std::string::npos) return {};
  const std::string_view whole = essence;
  const bool valid = is_token(whole.substr(0, slash)) && is_token(whole.substr(slash + 1));
  return valid ? essence : std::string();
}

std::string_view mime_of_extension(std::string_view extension) {
  const auto& types = media_types::types_by_extension();
  const auto found = types.find(extension);
  return found == types.end() ? std::string_view{} : found->second;
}

bool is_known_extension(std::string_view extension) {
  return !mime_of_extension(extension).empty() ||
         has(media_types::section("targets.data.extensions"), extension);
}

std::vector<std::string> known_extensions() {
  std::vector<std::string> known = media_types::section("targets.data.extensions");
  for (const auto& [extension, mime] : media_types::types_by_extension()) {
    known.push_back(extension);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return known;
}

bool is_program_extension(std::string_view extension) {
  return has(media_types::section("programs.extensions"), extension);
}

std::string_view extension_of_mime(std::string_view mime) {
  const auto& extensions = media_types::extensions_by_type();
  const auto found = extensions.find(usual_type(mime));
  return found == extensions.end() ? std::string_view{} : found->second;
}

bool is_html(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

bool is_feed(std::string_view mime) {
  return mime == "application/rss+xml" || mime == "application/atom+xml";
}

bool is_json(std::string_view mime) {
  return mime == "application/json" || mime == "text/json" || mime.ends_with("+json");
}

bool is_json_lines(std::string_view mime) {
  return mime.ends_with("ndjson") || mime.ends_with("jsonl") || mime.ends_with("jsonlines") ||
         mime.ends_with("json-lines");
}

bool is_rdf_text(std::string_view mime) {
  return mime == "text/turtle" || mime == "application/x-turtle" || mime == "text/n3" ||
         mime == "application/trig" || mime == "application/n-triples" ||
         mime == "application/n-quads";
}

Expected<TargetSet> TargetSet::parse(std::string_view spec) {
  TargetSet set;
  set.spec_ = std::string(spec);
  while (!spec.empty()) {
    const std::size_t comma = spec.find(',');
    std::string word = ascii_lower(trim(spec.substr(0, comma)));
    spec = comma == std::string_view::npos ? std::string_view{} : spec.substr(comma + 1);
    if (word.starts_with('.')) word.erase(0, 1);
    if (word.empty()) continue;
    if (word == "paper") {
      add_sorted(set.mimes_, media_types::section("targets.paper.mime"));
      for (const auto& [extension, mime] : media_types::types_by_extension()) {
        if (has(set.mimes_, mime)) add_sorted(set.promising_, {extension});
      }
    } else if (word == "data") {
      set.data_rules_ = true;
      add_sorted(set.promising_, media_types::section("targets.data.extensions"));
    } else if (mime_essence(word) == word && std::count(word.begin(), word.end(), '/') == 1) {
      add_sorted(set.mimes_, {word});
      if (!extension_of_mime(word).empty()) {
        add_sorted(set.extensions_, {std::string(extension_of_mime(word))});
      }
    } else if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") ==
               std::string::npos) {
      add_sorted(set.extensions_, {word});
      add_sorted(set.mimes_, types_of_extension(word));
    } else {
      return fail(ErrorCode::invalid_argument,
                  "'" + word +
                      "' is not a target: give MIME types (application/pdf), extensions "
                      "(csv), or the names data and paper, separated by commas");
    }
  }
  if (!set.data_rules_ && set.mimes_.empty() && set.extensions_.empty()) {
    return fail(ErrorCode::invalid_argument, "no target types given: for example csv,xlsx or data");
  }
  return set;
}

bool is_nondescript(std::string_view mime) {
  if (mime.empty() || has(media_types::section("nondescript"), mime)) return true;
  // Of several parts are streams of pictures and answers to ranges, which are no files, either.
  for (const std::string_view kind :
       {"image/", "audio/", "video/", "font/", "multipart/", "message/"}) {
    if (mime.starts_with(kind)) return false;
  }
  const bool of_a_family = mime.ends_with("+json") || mime.ends_with("+xml") || is_html(mime) ||
                           is_rdf_text(mime) || mime == kLinksetMime ||
                           has_mime(media_types::section("targets.data.mime"), mime);
  return !of_a_family && !media_types::is_known_type(mime);
}

std::string_view usual_type(std::string_view mime) {
  const auto found = media_types::other_names().find(mime);
  return found == media_types::other_names().end() ? mime : std::string_view(found->second);
}

bool TargetSet::matches(const TypeFacts& facts) const {
  const std::string name = name_of(facts);
  if (is_checksum_name(name) && !(names_paper(spec_) && has_mime(mimes_, facts.mime))) {
    const std::string extension = ascii_lower(std::string_view(name).substr(name.rfind('.') + 1));
    return !is_html(facts.mime) && has(extensions_, extension);
  }
  if (has_mime(mimes_, facts.mime)) return true;
  const bool says_nothing = is_nondescript(facts.mime);
  const bool plain_text = facts.mime == "text/plain";
  if ((says_nothing || plain_text) && named_as(facts, extensions_)) return true;
  if (!data_rules_) return false;
  if (says_nothing) return named_as(facts, media_types::section("targets.data.extensions"));
  // Servers of raw files call everything plain text; what stands under a name like this is a file.
  if (plain_text) {
    return named_as(facts, media_types::section("targets.data.extensions")) ||
           named_as(facts, media_types::section("targets.data.text_extensions"));
  }
  if (!has_mime(media_types::section("targets.data.mime"), usual_type(facts.mime))) {
    // A type that nobody collects, and a name that says what it is: tables of types are old.
    return !is_html(facts.mime) && !is_feed(facts.mime) &&
           !has_mime(media_types::section("blocked.data.mime"), facts.mime) &&
           named_as(facts, media_types::section("targets.data.extensions"));
  }
  return !is_xml(facts.mime) ||
         !has(media_types::section("targets.data.not_xml_roots"), ascii_lower(facts.xml_root));
}

bool TargetSet::names(std::string_view mime) const { return has_mime(mimes_, mime); }

bool TargetSet::matches_extension(std::string_view extension) const {
  return has(extensions_, extension) || has(promising_, extension);
}

bool TargetSet::is_same_as(const TargetSet& other) const {
  return data_rules_ == other.data_rules_ && mimes_ == other.mimes_ &&
         extensions_ == other.extensions_ && promising_ == other.promising_ &&
         names_paper(spec_) == names_paper(other.spec_);
}

Expected<Blocklist> parse_blocklist(std::string_view name) {
  if (name == "none") return Blocklist::none;
  if (name == "paper") return Blocklist::paper;
  if (name == "data") return Blocklist::data;
  return fail(ErrorCode::invalid_argument,
              "unknown blocklist '" + std::string(name) + "': none, paper or data");
}

bool blocked_url(Blocklist list, std::string_view url, const TargetSet& wanted) {
  if (list == Blocklist::none) return false;
  if (list == Blocklist::paper) {
    const std::size_t dot = url.rfind('.');
    return dot != std::string_view::npos &&
           has(media_types::section("blocked.paper.extensions"), url.substr(dot + 1));
  }
  const std::string extension = url_extension(url);
  return has(media_types::section("blocked.data.extensions"), extension) &&
         !wanted.matches_extension(extension);
}

bool blocked_mime(Blocklist list, std::string_view mime, const TargetSet& wanted) {
  if (list == Blocklist::none) return false;
  const auto& section =
      media_types::section(list == Blocklist::paper ? "blocked.paper.mime" : "blocked.data.mime");
  return has_mime(section, mime) && !wanted.matches({mime, {}, {}, {}});
}

}  // namespace tagtrail
