#include "feeds/link_source.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "feeds/arcgis_answers.hpp"
#include "feeds/json_links.hpp"
#include "feeds/listed_files.hpp"
#include "feeds/pxweb_answers.hpp"
#include "feeds/rdf_links.hpp"
#include "feeds/search_templates.hpp"
#include "feeds/store_listing.hpp"
#include "feeds/text_links.hpp"
#include "feeds/texts.hpp"
#include "feeds/typed_links.hpp"
#include "feeds/xml_links.hpp"
#include "feeds/xml_listing.hpp"
#include "feeds/xml_records.hpp"
#include "fetch/robots.hpp"
#include "html/charset.hpp"
#include "html/page_reader.hpp"
#include "html/type_sniffing.hpp"
#include "system/codecs/inflate.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// XML of a site's maps and feeds shrinks to a tenth or a fortieth; what grows more is a bomb.
constexpr std::size_t kMaxRatio = 200;
constexpr std::size_t kRatioFrom = 1 << 20;

constexpr std::string_view kRss1Namespace = "http://purl.org/rss/1.0/";

std::size_t unpacked_limit(std::size_t packed) {
  const auto most = static_cast<std::size_t>(limits::kPageBytes);
  return packed > most / kMaxRatio ? most : std::min(most, kRatioFrom + packed * kMaxRatio);
}

/// The root that makes `start` a sitemap or feed, as written; empty when it is none. An RDF
/// document is a feed when it speaks of RSS 1.0, and data when it does not.
std::string source_root(std::string_view start, bool catalogues) {
  std::string root = xml_root_name(start);
  const std::string name = ascii_lower(root);
  constexpr auto kRoots = std::to_array<std::string_view>(
      {"urlset", "sitemapindex", "rss", "feed", kBucketRoot, kVersionsRoot, kContainerRoot});
  const bool known = std::find(kRoots.begin(), kRoots.end(), name) != kRoots.end();
  const bool rss1 = name == "rdf" && start.find(kRss1Namespace) != std::string_view::npos;
  // Others call theirs so, too.
  const auto begins_with = [start](std::string_view element) {
    return start.find(element) != std::string_view::npos;
  };
  const bool listed = (name == kSwiftRoot && (begins_with("<object>") || begins_with("<subdir"))) ||
                      (name == kFolderRoot && begins_with(" mtime=\""));
  const bool records = catalogues && is_root_of_records(name);
  return known || rss1 || listed || records ? root : std::string();
}

std::string_view without_leading_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// Whether it begins as `&amp;` or `&#38;` do.
bool begins_reference(std::string_view text) {
  constexpr std::size_t kLongestName = 32;
  const std::size_t end = text.substr(0, kLongestName + 2).find(';');
  if (end == std::string_view::npos) return false;
  const std::string_view name = text.substr(1, end - 1);
  const auto is_part = [](char c) {
    return is_letter_or_digit(c) || c == '#' || c == '_' || c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_part);
}

/// Addresses are often written as they are, with a lone `&`, which would end the document there.
std::string with_escaped_ampersands(std::string xml) {
  constexpr std::string_view kData = "<![CDATA[";
  constexpr std::string_view kDataEnd = "]]>";
  std::string escaped;
  std::size_t copied = 0;
  const std::string_view all = xml;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t next = all.find('&', at);
    const std::size_t data = all.substr(0, next).find(kData, at);
    if (data != std::string_view::npos) {
      at = std::min(all.find(kDataEnd, data), all.size());
      continue;
    }
    if (next == std::string_view::npos) break;
    at = next + 1;
    if (begins_reference(all.substr(next))) continue;
    escaped.append(all.substr(copied, at - copied)).append("amp;");
    copied = at;
  }
  if (copied == 0) return xml;
  return escaped.append(all.substr(copied));
}

/// As for pages, except that the XML declaration says what a <meta> says there.
std::string xml_as_utf8(std::string_view xml, std::string_view content_type) {
  std::string type(content_type);
  if (charset_parameter(type).empty()) {
    const std::string_view label = xml_declared_charset(without_leading_space(xml));
    type = "text/xml; charset=" + std::string(label.empty() ? "utf-8" : label);
  }
  std::string storage;
  const std::string_view text = html_as_utf8(xml, type, storage).text;
  return with_escaped_ampersands(to_valid_utf8(without_leading_space(text)));
}

LinkSource read_xml(std::string_view xml, const SourceFacts& facts) {
  const std::string_view start = xml.substr(0, kSourceStartBytes);
  LinkSource source;
  source.xml_root = source_root(start, facts.catalogues);
  const std::string text = xml_as_utf8(xml, facts.content_type);
  JsonSource read = source_root(start, false).empty() ? read_xml_records(text, facts.url)
                                                      : read_xml_links(text, facts.url);
  source.page = std::move(read.page);
  source.datasets = std::move(read.datasets);
  if (ascii_lower(source.xml_root) == "opensearchdescription") {
    source.page.forms = read_search_templates(text, facts.url);
  }
  return source;
}

std::optional<LinkSource> read_listing(std::string_view body, const SourceFacts& facts) {
  const std::string text = xml_as_utf8(body.substr(0, limits::kPageBytes), facts.content_type);
  LinkSource source;
  source.page = read_xml_listing(text, facts.url);
  if (source.page.links.empty()) return std::nullopt;
  source.xml_root = xml_root_name(text);
  return source;
}

/// By its type; where that is one that servers send for anything, by its name or what asked for it,
/// and what has no name by how it begins.
bool may_be_json(std::string_view start, const SourceFacts& facts) {
  if (is_json(facts.mime) || is_json_lines(facts.mime)) return true;
  const bool for_anything =
      is_nondescript(facts.mime) || facts.mime == "text/plain" || is_html(facts.mime);
  const std::string extension = url_extension(facts.url);
  const bool nameless = is_nameless(extension) && begins_as_object(start);
  const std::string_view named = mime_of_extension(extension);
  return for_anything &&
         (!facts.asked_kind.empty() || nameless || is_json(named) || is_json_lines(named));
}

std::string type_of_json(const SourceFacts& facts) {
  const std::string_view named = mime_of_extension(url_extension(facts.url));
  return is_json_lines(named) ? std::string(named) : "application/json";
}

bool begins_as_json(std::string_view start, const SourceFacts& facts) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (!facts.catalogues) return false;
  if (start.starts_with(kByteOrderMark)) start.remove_prefix(kByteOrderMark.size());
  start = without_leading_space(start);
  return (start.starts_with('{') || start.starts_with('[')) && may_be_json(start, facts);
}

/// Of CoRE (RFC 6690) and Memento (RFC 7089), in the same form.
bool is_linkset(const SourceFacts& facts) {
  return facts.catalogues &&
         (facts.mime == kLinksetMime || facts.mime == "application/link-format");
}

bool is_rdf(const SourceFacts& facts) { return facts.catalogues && is_rdf_text(facts.mime); }

/// What some interfaces give behind the last page.
bool is_empty_list(std::string_view text) {
  text = trim(text);
  return text.starts_with('[') && trim(text.substr(1)) == "]";
}

JsonSource read_json(const std::string& text, const SourceFacts& facts) {
  if (auto answer = read_pxweb(text, facts.url)) return std::move(*answer);
  if (auto answer = read_arcgis(text, facts.url)) return std::move(*answer);
  if (!facts.asked_kind.empty() && is_empty_list(text)) {
    JsonSource last;
    last.page.catalogue.kind = facts.asked_kind;
    return last;
  }
  return read_json_links(text, facts.url, facts.format, facts.list);
}

/// Of JSON and RDF only the whole tells.
std::optional<LinkSource> read_records(std::string_view body, const SourceFacts& facts) {
  const std::string text = to_valid_utf8(body.substr(0, limits::kPageBytes));
  JsonSource read =
      is_rdf(facts) ? read_rdf_links(text, facts.mime, facts.url) : read_json(text, facts);
  const bool says_nothing =
      read.page.links.empty() && read.page.catalogue.empty() && read.page.left.empty();
  if (says_nothing) return std::nullopt;
  LinkSource source;
  source.page = std::move(read.page);
  source.datasets = std::move(read.datasets);
  return source;
}

/// XML of which nothing is known by its root: data, that may name other files.
bool is_other_xml(std::string_view start, const SourceFacts& facts) {
  const std::string_view mime = facts.mime;
  const bool begins = without_leading_space(start).starts_with("<?xml");
  if (!is_xml_of_any_kind(mime) && (!begins || !(is_nondescript(mime) || mime == "text/plain")))
    return false;
  const std::string root = ascii_lower(xml_root_name(start));
  return facts.catalogues && !root.empty() && root != "html" && root != "svg" &&
         source_root(start, true).empty();
}

/// What is a source by its form, and no file that names others.
bool begins_as_source(std::string_view start, const SourceFacts& facts) {
  if (is_robots_txt(facts.mime, facts.url) || is_markdown(facts)) return true;
  if (begins_as_text_sitemap(start, facts) || begins_as_json(start, facts)) return true;
  if (is_rdf(facts) || is_linkset(facts)) return true;
  if (!starts_as_gzip(start)) return !source_root(start, facts.catalogues).empty();
  const Unpacked inside = inflate_all(start, Container::gzip, kSourceStartBytes);
  return !source_root(inside.bytes, facts.catalogues).empty() ||
         begins_as_text_sitemap(inside.bytes, facts);
}

/// A file that stays one and names others; nothing where it names none.
std::optional<LinkSource> read_file_with_names(std::string_view body, const SourceFacts& facts) {
  LinkSource source;
  const std::string_view most = body.substr(0, limits::kPageBytes);
  if (is_other_xml(body.substr(0, kSourceStartBytes), facts)) {
    source.xml_root = xml_root_name(body.substr(0, kSourceStartBytes));
    source.page = read_names_in_xml(xml_as_utf8(most, facts.content_type), facts.url);
  } else if (auto listed = read_listed_files(most, facts)) {
    source.page = std::move(*listed);
  }
  if (source.page.links.empty()) return std::nullopt;
  source.page.truncated = source.page.truncated || facts.cut || most.size() < body.size();
  return source;
}

}  // namespace

std::string_view stylesheet_of_listing(std::string_view start, const SourceFacts& facts) {
  const bool known =
      !source_root(start, facts.catalogues).empty() || ascii_lower(xml_root_name(start)) == "html";
  return known ? std::string_view{} : xslt_stylesheet(start);
}

std::string_view kind_asked(std::string_view tag_path) {
  constexpr std::string_view kPlace = "/catalogue/";
  if (!tag_path.starts_with(kPlace)) return {};
  tag_path.remove_prefix(kPlace.size());
  return tag_path.substr(0, tag_path.find('/'));
}

bool asks_for_link_source(std::string_view tag_path) {
  constexpr auto kPlaces = std::to_array<std::string_view>(
      {kUsualPlaces, "/robots.txt/", "/sitemapindex/", "/catalogue/"});
  for (const std::string_view start : kPlaces) {
    if (tag_path.starts_with(start)) return true;
  }
  const std::string_view last = tag_path.substr(std::min(tag_path.rfind('/'), tag_path.size()));
  const bool element = last == "/link" || last.starts_with("/link.") || last.starts_with("/link#");
  return element && !tag_path.starts_with("/json/") && !tag_path.starts_with("/feed/entry/") &&
         !tag_path.starts_with("/rdf/item/") && !tag_path.starts_with("/rss/channel/item/");
}

bool begins_as_link_source(std::string_view start, const SourceFacts& facts) {
  start = start.substr(0, kSourceStartBytes);
  return begins_as_source(start, facts) || !stylesheet_of_listing(start, facts).empty() ||
         is_other_xml(start, facts) || begins_as_listed_files(start, facts);
}

std::optional<LinkSource> read_link_source(std::string_view body, const SourceFacts& facts) {
  if (!begins_as_link_source(body, facts)) return std::nullopt;
  LinkSource source;
  if (is_robots_txt(facts.mime, facts.url)) {
    source.page =
        page_of_lines(Robots::parse(body, "").sitemaps(), facts.url, "/robots.txt/sitemap");
  } else if (is_markdown(facts)) {
    source.page = read_markdown(body, facts);
  } else if (begins_as_text_sitemap(body.substr(0, kSourceStartBytes), facts)) {
    source.page = read_text_sitemap(body, facts);
  } else if (begins_as_json(body, facts) || is_rdf(facts)) {
    auto records = read_records(body, facts);
    if (!records) return std::nullopt;
    source = std::move(*records);
    const bool called = is_rdf(facts) || is_json(facts.mime) || is_json_lines(facts.mime);
    if (!called) source.mime = type_of_json(facts);
  } else if (is_linkset(facts)) {
    source.page = read_linkset(to_valid_utf8(body.substr(0, limits::kPageBytes)), facts.url);
  } else if (!stylesheet_of_listing(body.substr(0, kSourceStartBytes), facts).empty()) {
    auto listing = read_listing(body, facts);
    if (!listing) return read_file_with_names(body, facts);
    source = std::move(*listing);
  } else if (!begins_as_source(body.substr(0, kSourceStartBytes), facts)) {
    return read_file_with_names(body, facts);
  } else if (starts_as_gzip(body)) {
    const Unpacked inside = inflate_all(body, Container::gzip, unpacked_limit(body.size()));
    const bool is_text = begins_as_text_sitemap(inside.bytes.substr(0, kSourceStartBytes), facts);
    if (is_text) source.page = read_text_sitemap(inside.bytes, facts);
    if (!is_text) source = read_xml(inside.bytes, facts);
    source.page.truncated = source.page.truncated || inside.cut;
  } else {
    source = read_xml(body.substr(0, limits::kPageBytes), facts);
    source.page.truncated = source.page.truncated || body.size() > limits::kPageBytes;
  }
  source.page.truncated = source.page.truncated || facts.cut;
  const std::string root = ascii_lower(source.xml_root);
  // News have a title, of their channel, also where there are none.
  const bool leads_nowhere =
      root == "rdf" && source.page.links.empty() && source.page.title.empty();
  const bool other = root == kStructureRoot || leads_nowhere;
  if (other && source.page.catalogue.kind.empty()) return std::nullopt;
  return source;
}

}  // namespace tagtrail::host
