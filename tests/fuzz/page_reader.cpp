// Any bytes are some page, within the limits of link.hpp.
#include "html/page_reader.hpp"

#include <cstdlib>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace {

using namespace tagtrail;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const std::string& text, std::size_t limit) {
  require(text.size() <= limit && to_valid_utf8(text) == text);
}

void check(const Page& page) {
  check(page.title, limits::kTitleBytes);
  check(page.text, limits::kPageTextBytes);
  require(page.links.size() <= limits::kLinksPerPage);
  for (const LinkObservation& link : page.links) {
    const auto key = canonical_url(link.url);
    require(key && *key == link.url);
    check(link.written, limits::kWrittenBytes);
    check(link.anchor, limits::kAnchorBytes);
    check(link.heading, limits::kHeadingBytes);
    check(link.around, limits::kAroundBytes);
    check(link.rel, limits::kRelBytes);
    check(link.tag_path, limits::kPathBytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  for (const char* type : {"text/html", "application/xhtml+xml"}) {
    check(host::read_page(html, {"http://example.org/a/b", type, false}));
  }
  host::xml_root_name(html);
  return 0;
}
