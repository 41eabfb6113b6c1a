#include "feeds/xml_listing.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "feeds/described_links.hpp"
#include "feeds/texts.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Of a value that nothing but its form calls an address.
bool looks_like_address(std::string_view text) {
  if (text.empty() || text.find_first_of("\t\r\n<>\"{}|") != std::string_view::npos) return false;
  if (is_absolute_url(text)) return true;
  if (text.find(' ') != std::string_view::npos || text.find("://") != std::string_view::npos) {
    return false;
  }
  if (text.ends_with('/')) return true;
  const std::size_t dot = text.rfind('.');
  return dot != std::string_view::npos && dot > 0 &&
         is_known_extension(ascii_lower(text.substr(dot + 1)));
}

class XmlListing {
 public:
  explicit XmlListing(std::string_view url)
      : base_(url), parser_(XML_ParserCreate("UTF-8"), XML_ParserFree) {}

  Page read(std::string_view xml) {
    if (parser_ == nullptr) return {};
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
    XML_UseForeignDTD(parser_.get(), XML_TRUE);
    const auto size = std::min<std::size_t>(xml.size(), std::numeric_limits<int>::max());
    const auto status = XML_Parse(parser_.get(), xml.data(), static_cast<int>(size), XML_TRUE);
    page_.truncated = status != XML_STATUS_OK || size < xml.size();
    if (2 * with_link_ < leaves_) return {};
    return std::move(page_);
  }

 private:
  using Parser = std::unique_ptr<std::remove_pointer_t<XML_Parser>, void (*)(XML_Parser)>;

  static XmlListing& self(void* data) { return *static_cast<XmlListing*>(data); }
  static void on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    self(data).start(name, attributes);
  }
  static void on_end(void* data, const XML_Char* /*name*/) { self(data).end(); }
  static void on_text(void* data, const XML_Char* text, int size) {
    std::string& all = self(data).text_;
    if (all.size() <= limits::kWrittenBytes) all.append(text, static_cast<std::size_t>(size));
  }
  static void on_entity(void* data, const XML_Char* /*name*/, int is_parameter,
                        const XML_Char* value, int /*size*/, const XML_Char* /*base*/,
                        const XML_Char* /*system*/, const XML_Char* /*public_id*/,
                        const XML_Char* /*notation*/) {
    if (value != nullptr && is_parameter == 0) self(data).stop();
  }

  void stop() { XML_StopParser(parser_.get(), XML_FALSE); }

  void start(std::string_view name, const XML_Char** attributes) {
    if (ends_.size() >= limits::kPathDepth) return stop();
    ends_.push_back(path_.size());
    path_.append("/").append(ascii_lower(utf8_prefix(local_name(name), limits::kPathTokenBytes)));
    text_.clear();
    is_leaf_ = true;
    linked_ = false;
    for (; *attributes != nullptr; attributes += 2) take(local_name(attributes[0]), attributes[1]);
  }

  /// An attribute that is called an address is one; others, and text, by their looks.
  void take(std::string_view name, std::string_view value) {
    constexpr auto kNames = std::to_array<std::string_view>({"href", "src", "url"});
    const bool is_space = name.starts_with("xmlns") || name == "schemaLocation";
    value = trim(value);
    if (is_space || value.empty() || value.size() > limits::kWrittenBytes) return;
    if (is_one_of(ascii_lower(name), kNames) || looks_like_address(value)) add_link(value);
  }

  void end() {
    if (is_leaf_) {
      take({}, text_);
      ++leaves_;
      if (linked_) ++with_link_;
    }
    is_leaf_ = false;
    text_.clear();
    path_.resize(ends_.back());
    ends_.pop_back();
  }

  void add_link(std::string_view written) {
    if (page_.links.size() >= kSourceLinks || bytes_ > limits::kLinkBytes) return stop();
    auto key = base_.resolve(written);
    if (!key) return;
    linked_ = true;
    LinkObservation link;
    link.url = std::move(*key);
    link.written = utf8_prefix(written, limits::kWrittenBytes);
    link.tag_path = path_;
    link.element = LinkElement::link;
    link.position = static_cast<std::uint32_t>(page_.links.size());
    bytes_ += link.url.size() + link.written.size() + link.tag_path.size();
    page_.links.push_back(std::move(link));
  }

  UrlBase base_;
  Parser parser_;
  Page page_;
  std::string path_;
  std::vector<std::size_t> ends_;  ///< length of path_ before each open element
  std::string text_;
  bool is_leaf_ = false;  ///< the last element that was opened has no children so far
  bool linked_ = false;   ///< and holds a link
  std::size_t leaves_ = 0;
  std::size_t with_link_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

std::string_view xslt_stylesheet(std::string_view start) {
  for (std::size_t at = start.find("<?xml-stylesheet"); at != std::string_view::npos;
       at = start.find("<?xml-stylesheet", at + 1)) {
    const std::string_view said = start.substr(at, start.find("?>", at) - at);
    if (said.find("xsl") != said.npos || said.find("text/xml") != said.npos) return said;
  }
  return {};
}

Page read_xml_listing(std::string_view xml, std::string_view url) {
  return XmlListing(url).read(xml);
}

}  // namespace tagtrail::host
