#include "feeds/xml_links.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "feeds/described_links.hpp"
#include "feeds/store_listing.hpp"
#include "feeds/texts.hpp"
#include "feeds/w3c_date.hpp"
#include "html/page_reader.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLanguageBytes = 64;
constexpr std::size_t kDateBytes = 64;
/// Text that is collapsed and cut later: white space around it may be long.
constexpr std::size_t kMaxText = 4 * kMaxUrlBytes;
/// What the text of an element is.
enum class Text {
  none,
  url,
  date,
  item_title,
  title,
  language,
  listed,  ///< in a store
  html,    ///< escaped: what people read of an item
};

struct TextPlace {
  std::string_view path;
  Text text;
};

constexpr auto kTexts = std::to_array<TextPlace>({{"/urlset/url/loc", Text::url},
                                                  {"/sitemapindex/sitemap/loc", Text::url},
                                                  {"/urlset/url/lastmod", Text::date},
                                                  {"/sitemapindex/sitemap/lastmod", Text::date},
                                                  {"/rss/channel/item/link", Text::url},
                                                  {"/rdf/item/link", Text::url},
                                                  {"/rss/channel/item/title", Text::item_title},
                                                  {"/rdf/item/title", Text::item_title},
                                                  {"/feed/entry/title", Text::item_title},
                                                  {"/rss/channel/title", Text::title},
                                                  {"/rdf/channel/title", Text::title},
                                                  {"/feed/title", Text::title},
                                                  {"/rss/channel/language", Text::language},
                                                  {"/rss/channel/item/encoded", Text::html},
                                                  {"/rss/channel/item/description", Text::html},
                                                  {"/rdf/item/encoded", Text::html},
                                                  {"/rdf/item/description", Text::html},
                                                  {"/feed/entry/content", Text::html},
                                                  {"/feed/entry/summary", Text::html}});

constexpr auto kItems = std::to_array<std::string_view>(
    {"/rss/channel/item", "/rdf/item", "/feed/entry", "/urlset/url", "/sitemapindex/sitemap"});
/// Where links of Atom stand, in feeds of RSS, too.
constexpr auto kEntryLinks = std::to_array<std::string_view>(
    {"/feed/entry/link", "/rss/channel/item/link", "/rdf/item/link"});
constexpr std::string_view kAlternate = "/urlset/url/link";
constexpr auto kFeedLinks = std::to_array<std::string_view>({"/feed/link", "/rss/channel/link"});

/// Their `url` is a file (RSS 2.0; Media RSS).
constexpr auto kEnclosures =
    std::to_array<std::string_view>({"/rss/channel/item/enclosure", "/rss/channel/item/content",
                                     "/rss/channel/item/group/content"});
constexpr std::string_view kContent = "/feed/entry/content";

std::string_view attribute(const XML_Char** attributes, std::string_view name) {
  for (; *attributes != nullptr; attributes += 2) {
    if (name == attributes[0]) return attributes[1];
  }
  return {};
}

using Parser = std::unique_ptr<std::remove_pointer_t<XML_Parser>, void (*)(XML_Parser)>;

class XmlLinks {
 public:
  explicit XmlLinks(std::string_view url)
      : url_(url), parser_(XML_ParserCreate("UTF-8"), XML_ParserFree), listing_(url) {}

  JsonSource read(std::string_view xml) {
    if (parser_ == nullptr) {
      page_.truncated = true;
      return {std::move(page_), {}};
    }
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
    // Entities of HTML (&nbsp;) are left out, instead of ending the document.
    XML_UseForeignDTD(parser_.get(), XML_TRUE);
    const auto size = std::min<std::size_t>(xml.size(), std::numeric_limits<int>::max());
    const auto status = XML_Parse(parser_.get(), xml.data(), static_cast<int>(size), XML_TRUE);
    if (status != XML_STATUS_OK || size < xml.size()) page_.truncated = true;
    end_item();  // one that was cut
    add_link(listing_.next(), path_of_root_ + "/next", "next");
    for (LinkObservation& link : page_.links) link.heading = heading_;
    page_.title = collapsed(title_, limits::kTitleBytes);
    return {std::move(page_), std::move(datasets_)};
  }

 private:
  static XmlLinks& self(void* data) { return *static_cast<XmlLinks*>(data); }
  static void on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    self(data).start(name, attributes);
  }
  static void on_end(void* data, const XML_Char* /*name*/) { self(data).end(); }
  static void on_text(void* data, const XML_Char* text, int size) {
    self(data).add_text({text, static_cast<std::size_t>(size)});
  }
  static void on_entity(void* data, const XML_Char* /*name*/, int is_parameter,
                        const XML_Char* value, int /*size*/, const XML_Char* /*base*/,
                        const XML_Char* /*system*/, const XML_Char* /*public_id*/,
                        const XML_Char* /*notation*/) {
    // No feed needs entities of its own; who declares some may mean to multiply them.
    if (value != nullptr && is_parameter == 0) self(data).stop();
  }

  void stop() {
    page_.truncated = true;
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  void start(std::string_view name, const XML_Char** attributes) {
    if (ends_.size() >= limits::kPathDepth) return stop();
    path_.append("/").append(ascii_lower(utf8_prefix(local_name(name), limits::kPathTokenBytes)));
    ends_.push_back(path_.size());
    if (ends_.size() == 1) path_of_root_ = path_;
    if (const auto base = attribute(attributes, "xml:base"); !base.empty()) enter_base(base);
    if (is_one_of(path_, kItems)) begin_item();
    if (is_one_of(path_, kEnclosures)) add_link(attribute(attributes, "url"), path_, "enclosure");
    if (path_ == kContent) add_link(attribute(attributes, "src"), path_, "enclosure");
    if (path_.starts_with("/feed/entry/content/")) add_file(attribute(attributes, "href"), path_);
    if (is_one_of(path_, kEntryLinks) || is_one_of(path_, kFeedLinks)) atom_link(attributes);
    // The same page in another language (Google's sitemaps, hreflang).
    const bool is_alternate = path_ == kAlternate && attribute(attributes, "rel") == "alternate";
    if (is_alternate) add_link(attribute(attributes, "href"), path_, "alternate");
    const auto place = std::find_if(kTexts.begin(), kTexts.end(),
                                    [&](const TextPlace& at) { return at.path == path_; });
    if (place == kTexts.end() && !StoreListing::reads(path_)) return;
    reading_ = place == kTexts.end() ? Text::listed : place->text;
    text_depth_ = ends_.size();
    text_.clear();
  }

  void end() {
    if (reading_ != Text::none && ends_.size() == text_depth_) take_text();
    if (is_one_of(path_, kItems)) end_item();
    if (!bases_.empty() && bases_.back().depth == ends_.size()) bases_.pop_back();
    ends_.pop_back();
    path_.resize(ends_.empty() ? 0 : ends_.back());
  }

  /// What links within the element are relative to (XML Base; RFC 4287, 2). One that is no URL
  /// changes nothing.
  void enter_base(std::string_view written) {
    if (auto base = canonical_url(trim(written), base_url())) {
      bases_.push_back({ends_.size(), std::move(*base)});
    }
  }

  std::string_view base_url() const { return bases_.empty() ? url_ : bases_.back().url; }

  void add_text(std::string_view text) {
    if (reading_ == Text::none || text_.size() >= kMaxText) return;
    text_.append(text.substr(0, kMaxText - text_.size()));
  }

  void take_text() {
    switch (std::exchange(reading_, Text::none)) {
      case Text::url:
        add_link(text_, path_, "");
        break;
      case Text::date:
        date_ = collapsed(text_, kDateBytes);
        break;
      case Text::item_title:
        if (anchor_.empty()) anchor_ = collapsed(text_, limits::kAnchorBytes);
        break;
      case Text::title:
        if (title_.empty()) title_ = collapsed(text_, limits::kTitleBytes);
        heading_ = utf8_prefix(title_, limits::kHeadingBytes);
        break;
      case Text::language:
        page_.language = collapsed(text_, kLanguageBytes);
        break;
      case Text::listed:
        add_link(listing_.take(path_, text_), path_, "");
        break;
      case Text::html:
        add_files_of(text_);
        break;
      case Text::none:
        break;
    }
  }

  void begin_item() {
    anchor_.clear();
    date_.clear();
    first_of_item_ = page_.links.size();
  }

  /// A title may stand behind the links that it names.
  void end_item() {
    for (std::size_t i = first_of_item_; i < page_.links.size() && !anchor_.empty(); ++i) {
      page_.links[i].anchor = anchor_;
      bytes_ += anchor_.size();
    }
    if (const TimeSpan changed = read_w3c_date(date_); changed.is_told()) date_links(changed);
    begin_item();
  }

  /// Of pages the date tells a crawl when to ask again; of files people want to know it.
  void date_links(TimeSpan changed) {
    for (std::size_t i = first_of_item_; i < page_.links.size(); ++i) {
      LinkObservation& link = page_.links[i];
      link.changed = changed;
      const std::string_view mime = mime_of_extension(url_extension(link.url));
      if (mime.empty() || is_html(mime) || datasets_.size() >= kSourceLinks) continue;
      DatasetFacts& said = datasets_.emplace_back();
      said.modified = date_;
      said.files = {link.url};
    }
  }

  /// `alternate` is the entry's page, `enclosure` its file; `self`, `edit` and the like say nothing
  /// new. Of the feed's own links only those to its older parts count.
  void atom_link(const XML_Char** attributes) {
    const std::string_view href = attribute(attributes, "href");
    if (href.empty()) return;
    const std::string rel = ascii_lower(trim(attribute(attributes, "rel")));
    const bool older = rel == "next" || rel == "prev-archive";
    const bool alternate = rel.empty() || rel == "alternate";
    const bool entry = is_one_of(path_, kEntryLinks);
    // OPDS 1.2, 5.2; INSPIRE Download Services, 5.1: `section` is a part of the data set.
    const bool data = rel == "enclosure" || rel == "related" || rel == "section" ||
                      rel.starts_with("http://opds-spec.org/acquisition");
    const bool wanted = entry ? alternate || data : older;
    if (!wanted) return;
    const std::string place = relation_token(rel);
    add_link(href, alternate ? path_ : path_ + "." + place, alternate ? "alternate" : place);
  }

  /// Of a text in a feed its links to files alone: its others lead through the site.
  void add_file(std::string_view written, std::string_view tag_path) {
    const std::string_view mime = mime_of_extension(
        url_extension(canonical_url(trim(written), base_url()).value_or(std::string())));
    const bool shown = mime.starts_with("image/") || mime.starts_with("text/css");
    if (!mime.empty() && !is_html(mime) && !shown) add_link(written, tag_path, "");
  }

  void add_files_of(std::string_view html) {
    if (html.find('<') == std::string_view::npos) return;
    const std::string base(base_url());
    for (const LinkObservation& link :
         read_page(html, {base, "text/html; charset=utf-8", false}).links) {
      add_file(link.url, path_);
    }
  }

  void add_link(std::string_view written, std::string_view tag_path, std::string_view rel) {
    written = trim(written);
    if (written.empty()) return;
    if (page_.links.size() >= limits::kLinksPerPage || bytes_ > limits::kLinkBytes) return stop();
    auto key = canonical_url(written, base_url());
    if (!key) return;
    LinkObservation link;
    link.url = std::move(*key);
    link.written = utf8_prefix(written, limits::kWrittenBytes);
    link.tag_path = tag_path;
    link.rel = rel;
    link.element = LinkElement::link;
    link.position = static_cast<std::uint32_t>(page_.links.size());
    bytes_ += link.url.size() + link.written.size() + link.tag_path.size();
    page_.links.push_back(std::move(link));
  }

  struct Base {
    std::size_t depth = 0;  ///< of the element that names it
    std::string url;
  };

  std::string_view url_;
  Parser parser_;
  Page page_;
  std::vector<DatasetFacts> datasets_;
  std::string path_;
  std::string path_of_root_;
  std::vector<std::size_t> ends_;  ///< length of path_ after each open element
  std::vector<Base> bases_;        ///< of open elements
  Text reading_ = Text::none;
  std::size_t text_depth_ = 0;
  std::string text_;
  std::string anchor_;
  std::string date_;  ///< of the item, as written
  std::string title_;
  std::string heading_;
  StoreListing listing_;
  std::size_t first_of_item_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

JsonSource read_xml_links(std::string_view xml, std::string_view url) {
  return XmlLinks(url).read(xml);
}

}  // namespace tagtrail::host
