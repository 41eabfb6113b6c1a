#include "features/link_features.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "features/url_languages.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMaxUrlWords = 8;
constexpr std::size_t kMaxAnchorWords = 6;
constexpr std::size_t kMaxQueryKeys = 8;
constexpr std::size_t kMaxSegments = 64;
constexpr std::uint32_t kMaxDepth = 20;

/// Seeds that keep kinds of features apart; the values are arbitrary.
enum class Seed : std::uint64_t {
  host = 1,
  url_template,
  directory,
  normed_directory,
  first_segment,
  two_segments,
  three_segments,
  extension,
  shape,
  name_word,
  directory_word,
  query_key,
  anchor,
  anchor_word,
  anchor_length,
  heading,
  place,
  list,
  source_template,
  directory_pair,
  relation,
  depth,
  page,
  bias,
  section,
  path,
  normed_path,
  tags,
  extension_path,
  extension_anchor,
  extension_directory,
  topic,
};

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

std::uint64_t combine(Seed seed, std::uint64_t a, std::uint64_t b = 0) {
  return mix(mix(a + 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(seed)) ^ (b + 0x7F4A7C15U));
}

/// FNV-1a over the text, seeded.
std::uint64_t hash(Seed seed, std::string_view text) {
  std::uint64_t h = 0xCBF29CE484222325ULL ^ (static_cast<std::uint64_t>(seed) << 32U);
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return mix(h);
}

FeatureSlot slot(std::uint64_t feature) {
  return static_cast<FeatureSlot>(mix(feature) >> (64U - 20U));
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 128;
}

/// Digit runs become one 0.
std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) {
      out += text[i];
    } else if (i == 0 || !is_digit(text[i - 1])) {
      out += '0';
    }
  }
  return out;
}

/// A segment of at least 8 hexadecimal characters, `-` and `_`, two of them digits: an identifier.
bool is_identifier(std::string_view segment) {
  if (segment.size() < 8) return false;
  std::size_t digits = 0;
  for (const char c : segment) {
    if (is_digit(c)) {
      ++digits;
    } else if (!((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '-' || c == '_')) {
      return false;
    }
  }
  return digits >= 2;
}

std::string normed(std::string_view segment) {
  return is_identifier(segment) ? "H" : without_numbers(segment);
}

/// Words of at least two letters, lower-case, and `0` for each number; each once, in order of
/// first appearance, at most `most`.
template <typename Use>
void each_word(std::string_view text, std::size_t most, Use use) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    const bool counts = word.size() >= 2 || word == "0";
    if (counts && words.size() < most &&
        std::find(words.begin(), words.end(), word) == words.end()) {
      words.push_back(word);
    }
    word.clear();
  };
  for (const char c : text) {
    if (is_letter(c)) {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (is_digit(c)) {
      if (word.empty() || word.back() != '0') word += '0';
    } else {
      finish();
    }
  }
  finish();
  for (const std::string& each : words) use(each);
}

/// A URL taken apart as the features need it.
struct UrlShape {
  std::uint64_t host = 0;
  std::vector<std::string_view> segments;  ///< of the path, without a trailing empty one
  bool is_directory = false;               ///< ends with a slash
  std::vector<std::string_view> query_keys;

  std::size_t directories() const { return is_directory ? segments.size() : segments.size() - 1; }
};

UrlShape shape_of(std::string_view key) {
  const UrlParts parts = split_url(key);
  UrlShape shape;
  shape.host = hash(Seed::host, parts.host);
  std::size_t begin = 1;
  while (begin <= parts.path.size() && shape.segments.size() < kMaxSegments) {
    const std::size_t end = std::min(parts.path.find('/', begin), parts.path.size());
    if (end == parts.path.size() && end == begin) break;
    shape.segments.push_back(parts.path.substr(begin, end - begin));
    begin = end + 1;
  }
  shape.is_directory = parts.path.empty() || parts.path.back() == '/' || shape.segments.empty();
  begin = 0;
  while (begin < parts.query.size() && shape.query_keys.size() < kMaxQueryKeys) {
    const std::size_t end = std::min(parts.query.find('&', begin), parts.query.size());
    const std::string_view pair = parts.query.substr(begin, end - begin);
    shape.query_keys.push_back(pair.substr(0, pair.find('=')));
    begin = end + 1;
  }
  return shape;
}

std::uint64_t template_hash(const UrlShape& shape) {
  std::string text;
  for (const std::string_view segment : shape.segments) text.append("/").append(normed(segment));
  if (shape.is_directory) text += '/';
  for (const std::string_view key : shape.query_keys) text.append("?").append(key);
  return hash(Seed::url_template, text) ^ shape.host;
}

std::string directory_text(const UrlShape& shape) {
  std::string text;
  for (std::size_t i = 0; i < shape.directories(); ++i) {
    text.append("/").append(shape.segments[i]);
  }
  return text;
}

ExtensionClass classify_extension(const TargetSet& wanted, std::string_view extension) {
  static constexpr std::array kPages{
      std::string_view(""),      std::string_view("html"),  std::string_view("htm"),
      std::string_view("xhtml"), std::string_view("shtml"), std::string_view("php"),
      std::string_view("asp"),   std::string_view("aspx"),  std::string_view("jsp"),
      std::string_view("cgi"),   std::string_view("cfm")};
  if (wanted.matches_extension(extension)) return ExtensionClass::target;
  if (std::find(kPages.begin(), kPages.end(), extension) != kPages.end()) {
    return ExtensionClass::page;
  }
  const std::string_view mime = mime_of_extension(extension);
  for (const std::string_view media : {"image/", "audio/", "video/", "font/", "text/css",
                                       "text/javascript", "application/javascript"}) {
    if (mime.starts_with(media)) return ExtensionClass::media;
  }
  return ExtensionClass::unknown;
}

/// Adds features of one kind after another.
class Collector {
 public:
  Collector(LinkFeatureSet& out, FeatureKind kind)
      : out_(out), count_(out.of_kind[static_cast<std::size_t>(kind)]) {}
  void add(std::uint64_t feature) {
    out_.slots.push_back(slot(feature));
    ++count_;
  }

 private:
  LinkFeatureSet& out_;
  std::uint8_t& count_;
};

void add_url(const UrlShape& shape, std::string_view extension, const std::string& directory,
             Collector add) {
  const auto& segments = shape.segments;
  add.add(template_hash(shape));
  add.add(hash(Seed::directory, directory) ^ shape.host);
  add.add(hash(Seed::normed_directory, without_numbers(directory).append("|").append(extension)) ^
          shape.host);
  std::string prefix;
  const std::array seeds{Seed::first_segment, Seed::two_segments, Seed::three_segments};
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const bool follows = segments.size() >= i + 2 || (i == 0 && shape.is_directory);
    if (!follows || i >= segments.size()) break;
    prefix.append(i == 0 ? "" : "/").append(segments[i]);
    add.add(hash(seeds[i], prefix) ^ shape.host);
  }
  add.add(hash(Seed::extension, extension));
  add.add(hash(
      Seed::shape,
      std::to_string(segments.size()).append(shape.is_directory ? "/" : "").append(extension)));
  if (!shape.is_directory) {
    const std::string_view name = segments.back();
    each_word(name.substr(0, name.rfind('.')), kMaxUrlWords,
              [&](const std::string& word) { add.add(hash(Seed::name_word, word)); });
  }
  each_word(directory, kMaxUrlWords,
            [&](const std::string& word) { add.add(hash(Seed::directory_word, word)); });
  for (const std::string_view key : shape.query_keys) add.add(hash(Seed::query_key, key));
}

std::uint64_t anchor_hash(std::string_view anchor) {
  return hash(Seed::anchor, without_numbers(ascii_lower(anchor)));
}

void add_anchor(std::string_view anchor, std::uint64_t whole, Collector add) {
  add.add(whole);
  each_word(anchor, kMaxAnchorWords,
            [&](const std::string& word) { add.add(hash(Seed::anchor_word, word)); });
  add.add(combine(Seed::anchor_length, std::min<std::size_t>(anchor.size() / 12, 4)));
}

}  // namespace

std::span<const FeatureSlot> LinkSlots::of(FeatureKind kind) const {
  const auto at = static_cast<std::size_t>(kind);
  const auto begin = std::accumulate(of_kind.begin(), of_kind.begin() + at, std::size_t{0});
  return all.subspan(begin, of_kind[at]);
}

void LinkFeatureSet::clear() {
  slots.clear();
  of_kind.fill(0);
}

SourceFacts LinkFeatures::source_facts(std::string_view page_key, std::uint32_t id,
                                       std::uint32_t depth) {
  const UrlShape shape = shape_of(page_key);
  SourceFacts facts;
  facts.url_template = template_hash(shape);
  facts.directory = hash(Seed::directory, directory_text(shape)) ^ shape.host;
  facts.segments = static_cast<std::uint32_t>(shape.segments.size());
  facts.id = id;
  facts.depth = depth;
  return facts;
}

PathFacts LinkFeatures::path_facts(std::string_view tag_path) {
  PathFacts facts;
  facts.exact = hash(Seed::path, tag_path);
  facts.normed = hash(Seed::normed_path, without_numbers(tag_path));
  std::string tags;
  bool in_name = true;
  for (const char c : tag_path) {
    if (c == '/') in_name = true;
    if (c == '.' || c == '#') in_name = false;
    if (in_name) tags += c;
  }
  facts.tags = hash(Seed::tags, tags);
  return facts;
}

FeatureSlot LinkFeatures::page_slot(double targets) {
  const std::uint64_t bucket = targets <= 0 ? 0 : targets < 4 ? 1 : 2;
  return slot(combine(Seed::page, bucket));
}

FeatureSlot LinkFeatures::topic_slot(std::size_t step) { return slot(combine(Seed::topic, step)); }

void LinkFeatures::describe(std::string_view key, const LinkObservation& link,
                            const PathFacts& path, const SourceFacts& source,
                            LinkFeatureSet& out) const {
  out.clear();
  const UrlShape shape = shape_of(key);
  const std::string directory = directory_text(shape);
  const std::uint64_t directory_hash = hash(Seed::directory, directory) ^ shape.host;
  const std::string extension = url_extension(key);
  const std::size_t size = shape.segments.size();
  const bool in_section = size >= 2 || (size == 1 && shape.is_directory);
  out.section = hash(Seed::section, in_section ? normed(shape.segments[0]) : ".") ^ shape.host;
  out.sisters = hash_without_languages(key);
  out.extension = classify_extension(wanted_, extension);
  const std::uint64_t anchor = anchor_hash(link.anchor);
  const auto into = [&](FeatureKind kind) { return Collector(out, kind); };
  if (wants(FeatureKind::url)) {
    add_url(shape, extension, directory, into(FeatureKind::url));
    if (many_hosts_) into(FeatureKind::url).add(shape.host);
  }
  if (wants(FeatureKind::anchor)) add_anchor(link.anchor, anchor, into(FeatureKind::anchor));
  if (wants(FeatureKind::heading)) {
    into(FeatureKind::heading).add(hash(Seed::heading, without_numbers(link.heading)));
  }
  if (wants(FeatureKind::place)) {
    into(FeatureKind::place).add(combine(Seed::place, source.url_template, path.normed));
  }
  if (wants(FeatureKind::cross)) {
    const std::uint64_t own = hash(Seed::extension, extension);
    Collector add = into(FeatureKind::cross);
    add.add(combine(Seed::extension_path, own, path.normed));
    add.add(combine(Seed::extension_anchor, own, anchor));
    add.add(combine(Seed::extension_directory, own, directory_hash));
  }
  if (wants(FeatureKind::list)) {
    into(FeatureKind::list).add(combine(Seed::list, source.id, path.exact));
  }
  if (wants(FeatureKind::source)) {
    Collector add = into(FeatureKind::source);
    add.add(combine(Seed::source_template, source.url_template));
    add.add(combine(Seed::directory_pair, source.directory, directory_hash));
    const auto deeper =
        std::clamp(static_cast<int>(size) - static_cast<int>(source.segments), -2, 2);
    const bool same = source.directory == directory_hash;
    add.add(combine(Seed::relation, static_cast<std::uint64_t>(deeper) + 2U, same ? 1 : 0));
  }
  if (wants(FeatureKind::depth)) {
    into(FeatureKind::depth).add(combine(Seed::depth, std::min(source.depth + 1, kMaxDepth)));
  }
  if (wants(FeatureKind::page)) {
    out.slots.push_back(page_slot(0));
    out.of_kind[static_cast<std::size_t>(FeatureKind::page)] = 1;
  }
  into(FeatureKind::bias).add(combine(Seed::bias, 0));
}

}  // namespace tagtrail
