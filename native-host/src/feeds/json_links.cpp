#include "feeds/json_links.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "feeds/described_links.hpp"
#include "feeds/mended_json.hpp"
#include "feeds/store_listing.hpp"
#include "feeds/texts.hpp"
#include "feeds/typed_links.hpp"
#include "html/page_reader.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kKeyBytes = 64;
constexpr std::size_t kMostPathBytes = 4096;  // of a place; deeper links have none of their own

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '-' || c == '@' || c == '$' ||
         c == ':';
}

bool names_file(std::string_view text) {
  const std::string_view path = text.substr(0, text.find_first_of("?#"));
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos && dot > 0 &&
         is_known_extension(ascii_lower(name.substr(dot + 1)));
}

/// What is no name of a member but of a thing: a file, a number, an identifier.
bool names_thing(std::string_view key) {
  constexpr std::ptrdiff_t kDigitsOfIds = 8;
  const auto digits = std::count_if(key.begin(), key.end(), is_digit);
  return digits == static_cast<std::ptrdiff_t>(key.size()) || digits >= kDigitsOfIds ||
         key.size() > kKeyBytes || names_file(key);
}

/// A key as a token of a tag path: things are all one.
std::string token_of(std::string_view key) {
  if (names_thing(key)) return "*";
  std::string token = ascii_lower(key);
  for (char& c : token) {
    if (!is_plain(c)) c = '_';
  }
  return token;
}

bool names_vocabulary(std::string_view key) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"@context", "$schema", "@type", "conformsto", "describedby", "schema", "help"});
  return is_one_of(key, kNames);
}

/// What stands there is a link, whatever it looks like.
bool means_link(std::string_view key) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"next", "self", "src", "download", "item"});
  for (const std::string_view end : {"url", "href", "link", "uri", "@id"}) {
    if (key.ends_with(end)) return true;
  }
  return is_one_of(key, kNames);
}

/// A set of links (RFC 9264) has them by relation, and says of what they are links.
bool is_other_relation(std::string_view place) {
  constexpr std::string_view kSet = "/json/linkset/";
  if (!place.starts_with(kSet)) return false;
  const std::string_view relation = place.substr(kSet.size());
  return !is_data_relation(relation.substr(0, relation.find('/')));
}

/// HAL (draft-kelly-json-hal): an answer names its relatives in `_links`, by relation. Most of them
/// are the interface itself: the same answer, lists that it is in, its author, its versions.
bool leads_to_interface(std::string_view place) {
  constexpr std::string_view kLinks = "/_links/";
  constexpr auto kOnwards = std::to_array<std::string_view>(
      {"next", "item", "items", "enclosure", "download", "content", "file", "data"});
  const std::size_t at = place.rfind(kLinks);
  if (at == std::string_view::npos) return false;
  const std::string_view relation = place.substr(at + kLinks.size());
  return !is_one_of(relation.substr(0, relation.find('/')), kOnwards);
}

/// What stands there is one if it looks like a file.
bool may_mean_file(std::string_view key) {
  constexpr auto kNames = std::to_array<std::string_view>({"file", "path", "resource", "location"});
  return is_one_of(key, kNames);
}

bool is_absolute(std::string_view text) {
  return starts_with_ignoring_case(text, "http://") || starts_with_ignoring_case(text, "https://");
}

bool is_relative(std::string_view text) {
  for (const std::string_view start : {"/", "./", "../", "?"}) {
    if (text.starts_with(start)) return true;
  }
  return false;
}

bool is_link(std::string_view key, std::string_view value) {
  if (value.empty() || value.size() > kMaxUrlBytes || names_vocabulary(key)) return false;
  value = trim(value);
  // Names of files may have blanks and braces in them; sentences and templates of addresses do,
  // too.
  if (value.find_first_of("\r\n<>\"") != std::string_view::npos) return false;
  const bool is_plain = value.find_first_of(" \t{}") == std::string_view::npos;
  const bool is_whole = is_absolute(value) || value.starts_with('/');
  if (!is_plain && !(means_link(key) && is_whole && names_file(value))) return false;
  if (is_absolute(value)) return true;
  if (value.find(':') < value.find('/')) return false;  // another scheme
  if (means_link(key)) return is_relative(value) || names_file(value);
  if (value.starts_with('/') && names_data_file(value)) return true;
  return may_mean_file(key) && names_file(value);
}

/// One of a folder as nginx lists it (ngx_http_autoindex_module, `autoindex_format json`): a list
/// of objects with `name`, `type`, `mtime` and, of files, `size`; names stand as they are. Or one
/// of a container of OpenStack Swift (Object Storage API, Show container details): `name`, `hash`,
/// `content_type` and `last_modified`, or `subdir` alone.
struct ListedEntry {
  std::string name;
  std::string type;
  std::string subdir;
  unsigned swift = 0;  ///< how many there are of what Swift says besides
  unsigned others = 0;
  bool dated = false;

  void take(std::string_view place, std::string_view value) {
    constexpr auto kSwift = std::to_array<std::string_view>(
        {"/json/hash", "/json/content_type", "/json/last_modified"});
    ++others;
    if (place == "/json/name") name = value;
    if (place == "/json/type") type = value;
    if (place == "/json/subdir") subdir = value;
    if (place == "/json/mtime") dated = true;
    if (is_one_of(place, kSwift)) ++swift;
  }
  /// The address of what Swift lists; empty: it is no such entry.
  std::string stored(StoreListing& listing) const {
    constexpr unsigned kAll = 3;
    if (swift == kAll && !name.empty()) return listing.take("/container/object/name", name);
    const bool folder = others == 1 && !subdir.empty();
    return folder ? listing.take("/container/subdir/name", subdir) : std::string();
  }
  /// As it would be written in a page; empty: it is no such entry.
  std::string written() const {
    const bool folder = type == "directory";
    if (name.empty() || name.size() > kMaxUrlBytes || !dated || (type != "file" && !folder)) {
      return {};
    }
    return "./" + percent_encoded(name) + (folder ? "/" : "");
  }
};

/// What nlohmann's parser finds, event by event.
class JsonLinks : public nlohmann::json_sax<Json> {
 public:
  JsonLinks(std::string_view url, std::string_view format, ListHead head = {})
      : url_(url), links_(url, format, head), listing_(url) {}

  bool null() override { return true; }
  bool boolean(bool value) override {
    links_.truth(place(), value);
    return true;
  }
  bool number_integer(number_integer_t value) override {
    links_.number(place(), static_cast<double>(value));
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    links_.number(place(), static_cast<double>(value));
    return true;
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    links_.number(place(), value);
    return true;
  }
  bool binary(binary_t& /*value*/) override { return true; }

  bool string(string_t& value) override {
    links_.text(place(), key_, value);
    if (ends_.size() == kListed) entry_.take(place(), value);
    if (place() == "/json/kind") store_ = value.starts_with("storage#");
    if (StoreListing::reads(place())) listing_.take(place(), value);
    if (holds_markup(value) && !link_files_in(value)) return false;
    if (!is_link(key_, value)) return true;
    // Google Cloud Storage: what it knows of an object or bucket, beside the object itself.
    if (store_ && key_ == "selflink") return true;
    if (leads_to_interface(place()) || is_other_relation(place())) return true;
    return links_.link(value, place());
  }

  bool start_object(std::size_t /*size*/) override {
    ends_.push_back(place().size());
    if (ends_.size() == kListed) entry_ = {};
    return go_in();
  }
  bool key(string_t& key) override {
    key_ = token_of(key);
    path_.resize(ends_.back());
    const bool fits = path_.size() + key_.size() < kMostPathBytes;
    path_.append("/").append(fits ? key_ : "*");
    return fits || stop();
  }
  bool end_object() override { return go_out(); }
  bool start_array(std::size_t /*size*/) override {
    links_.list(place());
    of_list_ = of_list_ || ends_.empty();
    ends_.push_back(place().size());
    return ends_.size() <= kDepth || stop();
  }
  bool end_array() override {
    path_.resize(ends_.back());
    ends_.pop_back();
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    mistake_ = position;
    return stop();
  }

  /// Bytes up to a mistake; 0: none was met.
  std::size_t mistake() const { return mistake_; }

  JsonSource take() {
    if (const std::string next = listing_.next(); !next.empty()) links_.link(next, "/json/next");
    JsonSource source;
    source.page = links_.take();
    source.datasets = links_.take_datasets();
    return source;
  }

 private:
  static bool holds_markup(std::string_view text) {
    return text.find('<') != std::string_view::npos &&
           find_ignoring_case(text, "href") != std::string_view::npos;
  }
  /// Of a text in HTML, as systems of articles give them: the files. False: the limit is met.
  bool link_files_in(std::string_view html) {
    constexpr std::size_t kMostMarkup = 4 << 20;
    markup_ += html.size();
    if (markup_ > kMostMarkup) {
      links_.cut();
      return true;
    }
    const Page page = read_page(html, {url_, "text/html; charset=utf-8", false});
    for (const LinkObservation& link : page.links) {
      if (names_data_file(link.url) && !links_.link(link.url, place())) return false;
    }
    return true;
  }

  static constexpr std::size_t kDepth = 2 * kSourceDepth;
  static constexpr std::size_t kListed = 2;  ///< an object in the outermost list

  /// Of the value that comes next or has just begun.
  std::string_view place() const { return path_; }

  bool go_in() {
    if (ends_.size() > kDepth || !links_.enter(place())) return stop();
    return true;
  }
  bool go_out() {
    path_.resize(ends_.back());
    if (ends_.size() == kListed && of_list_) {
      std::string entry = entry_.written();
      if (entry.empty()) entry = entry_.stored(listing_);
      if (!entry.empty() && !links_.link(entry, "/json/name")) return stop();
    }
    ends_.pop_back();
    links_.leave();
    return true;
  }
  bool stop() {
    links_.cut();
    return false;
  }

  std::string_view url_;
  DescribedLinks links_;
  std::size_t markup_ = 0;  ///< bytes of HTML that were read
  std::string path_ = "/json";
  std::string key_;
  std::vector<std::size_t> ends_;  ///< lengths of path_ at the begin of each open object and list
  ListedEntry entry_;
  StoreListing listing_;
  bool store_ = false;    ///< a listing of Google Cloud Storage
  bool of_list_ = false;  ///< the answer is a list
  std::size_t mistake_ = 0;
};

/// The answer of a catalogue, read past its mistakes; else nothing.
std::optional<JsonSource> read_mended(std::string_view json, std::string_view url,
                                      std::string_view format) {
  JsonLinks links(url, format);
  const std::string mended = mended_json(json);
  Json::sax_parse(mended.begin(), mended.end(), &links, Json::input_format_t::json, false);
  JsonSource source = links.take();
  if (source.page.catalogue.kind.empty()) return std::nullopt;
  add_left(source.page.left, {LeftOutCause::mended, std::string(url)});
  return source;
}

/// An object a line (JSON Lines): behind the first line another object begins.
bool has_a_document_a_line(std::string_view json) {
  const std::size_t end = json.find('\n');
  if (end == std::string_view::npos || !trim(json.substr(0, end)).ends_with('}')) return false;
  return json.starts_with('{') && trim(json.substr(end, 64)).starts_with('{') &&
         Json::accept(json.substr(0, end));
}

void read_json_lines(std::string_view json, JsonLinks& links) {
  while (!json.empty()) {
    const std::string_view line = json.substr(0, json.find('\n'));
    json.remove_prefix(std::min(line.size() + 1, json.size()));
    if (trim(line).empty()) continue;
    const auto mode = Json::input_format_t::json;
    if (!Json::sax_parse(line.begin(), line.end(), &links, mode, false)) return;
  }
}

}  // namespace

JsonSource read_json_links(std::string_view json, std::string_view url, std::string_view format,
                           ListHead head) {
  JsonLinks links(url, format, head);
  if (has_a_document_a_line(json)) {
    read_json_lines(json, links);
    return links.take();
  }
  Json::sax_parse(json.begin(), json.end(), &links, Json::input_format_t::json, false);
  // What ends too early was cut, and has no mistakes.
  const bool wrong = links.mistake() > 0 && links.mistake() <= json.size();
  if (auto mended = wrong ? read_mended(json, url, format) : std::nullopt) return *mended;
  return links.take();
}

}  // namespace tagtrail::host
