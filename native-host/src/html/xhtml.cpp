#include "html/xhtml.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <type_traits>

#include "tagtrail/exchange.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

constexpr XML_Char kSeparator = '\n';
constexpr std::string_view kSvg = "http://www.w3.org/2000/svg";
constexpr std::string_view kXhtml = "http://www.w3.org/1999/xhtml";

template <std::size_t N>
bool is_among(std::string_view name, const std::array<std::string_view, N>& all) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

/// HTML standard, 13.1.2: these have no end tag.
constexpr auto kVoid =
    std::to_array<std::string_view>({"area", "base", "br", "col", "embed", "hr", "img", "input",
                                     "link", "meta", "param", "source", "track", "wbr"});
/// Their content is text up to their end tag, where HTML has it.
constexpr auto kRaw = std::to_array<std::string_view>({"script", "style"});
/// What HTML reads as text and XML as elements, which browsers do not show.
constexpr auto kHidden =
    std::to_array<std::string_view>({"iframe", "noembed", "noframes", "plaintext", "xmp"});

/// Entities that a page declares itself are replaced in pages of no more bytes than that, which
/// libexpat lets grow a hundredfold. The words of a page grow by their escapes; what grows by more
/// is a bomb.
constexpr std::size_t kEntitiesWithin = 256 << 10;
constexpr std::size_t kRoomFrom = 1 << 20;
constexpr std::size_t kMostGrowth = 10;

struct Name {
  std::string_view space;
  std::string_view local;
};

Name split(std::string_view name) {
  const std::size_t at = name.rfind(kSeparator);
  if (at == std::string_view::npos) return {{}, name};
  return {name.substr(0, at), name.substr(at + 1)};
}

class Writer {
 public:
  Writer() : parser_(XML_ParserCreateNS("UTF-8", kSeparator), XML_ParserFree) {}

  std::string write(std::string_view xml) {
    if (parser_ == nullptr || xml.size() > std::numeric_limits<int>::max()) return {};
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetSkippedEntityHandler(parser_.get(), on_skipped);
    if (xml.size() > kEntitiesWithin) XML_SetEntityDeclHandler(parser_.get(), on_entity);
    XML_UseForeignDTD(parser_.get(), XML_TRUE);
    room_ = std::min<std::size_t>(limits::kPageBytes, kRoomFrom + kMostGrowth * xml.size());
    const auto size = static_cast<int>(xml.size());
    const auto status = XML_Parse(parser_.get(), xml.data(), size, XML_TRUE);
    return status == XML_STATUS_OK ? std::move(html_) : std::string();
  }

 private:
  static Writer& self(void* data) { return *static_cast<Writer*>(data); }
  static void on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    self(data).start(split(name), attributes);
  }
  static void on_end(void* data, const XML_Char* name) { self(data).end(split(name)); }
  static void on_text(void* data, const XML_Char* text, int size) {
    self(data).text({text, static_cast<std::size_t>(size)});
  }
  /// `&nbsp;` and the like, which the DTD that nobody reads declares: HTML knows them.
  static void on_skipped(void* data, const XML_Char* name, int is_parameter) {
    if (is_parameter == 0) self(data).append("&" + std::string(name) + ";");
  }
  static void on_entity(void* data, const XML_Char* /*name*/, int is_parameter,
                        const XML_Char* value, int /*size*/, const XML_Char* /*base*/,
                        const XML_Char* /*system*/, const XML_Char* /*public_id*/,
                        const XML_Char* /*notation*/) {
    if (value != nullptr && is_parameter == 0) self(data).stop();
  }

  void stop() { XML_StopParser(parser_.get(), XML_FALSE); }

  void append(std::string_view more) {
    if (more.size() > room_) return stop();
    room_ -= more.size();
    if (hidden_ == 0) html_.append(more);
  }

  void escaped(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of("&<>\"", at), text.size());
      append(text.substr(at, end - at));
      if (end == text.size()) return;
      const char c = text[end];
      append(c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;");
      at = end + 1;
    }
  }

  /// An element of another language than HTML, SVG and MathML is none of HTML by its name.
  static std::string tag_of(const Name& name) {
    const bool known = name.space.empty() || name.space == kXhtml || name.space == kSvg ||
                       name.space == "http://www.w3.org/1998/Math/MathML";
    return (known ? "" : "x-") + std::string(name.local);
  }

  void start(const Name& name, const XML_Char** attributes) {
    if (html_.empty()) {
      const bool page = name.local == "html" && (name.space.empty() || name.space == kXhtml);
      const bool drawing = name.local == "svg" && (name.space.empty() || name.space == kSvg);
      if (!page && !drawing) return stop();
      append("<!DOCTYPE html>");
    }
    const std::string tag = tag_of(name);
    append("<" + tag);
    for (; *attributes != nullptr; attributes += 2) {
      const Name attribute = split(attributes[0]);
      const bool is_xlink = attribute.space == "http://www.w3.org/1999/xlink";
      append((is_xlink ? " xlink:" : " ") + std::string(attribute.local) + "=\"");
      escaped(attributes[1]);
      append("\"");
    }
    append(">");
    raw_ = is_among(tag, kRaw);
    if (hidden_ > 0 || is_among(tag, kHidden)) ++hidden_;
  }

  void end(const Name& name) {
    raw_ = false;
    if (hidden_ > 0) --hidden_;
    const std::string tag = tag_of(name);
    if (!is_among(tag, kVoid)) append("</" + tag + ">");
  }

  /// What would end a script in HTML means the same to it with its slash escaped.
  void text(std::string_view text) {
    if (!raw_) return escaped(text);
    for (std::size_t end = text.find("</"); end != std::string_view::npos; end = text.find("</")) {
      append(text.substr(0, end));
      append("<\\/");
      text.remove_prefix(end + 2);
    }
    append(text);
  }

  std::unique_ptr<std::remove_pointer_t<XML_Parser>, void (*)(XML_Parser)> parser_;
  std::string html_;
  std::size_t room_ = 0;  ///< for what is yet to be written
  bool raw_ = false;
  std::size_t hidden_ = 0;  ///< open elements in and with one that is not shown
};

}  // namespace

bool is_sent_as_xml(std::string_view content_type) {
  const std::string type = mime_essence(content_type);
  return type.ends_with("+xml") || type == "application/xml" || type == "text/xml";
}

std::string xhtml_as_html(std::string_view xml) {
  return Writer().write(xml.substr(std::min(xml.find_first_not_of(" \t\r\n"), xml.size())));
}

}  // namespace tagtrail::host
