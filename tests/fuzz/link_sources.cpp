// Any bytes are a sitemap, a feed, a robots.txt or none, within the limits of link.hpp.
#include <cstdint>
#include <cstdlib>

#include "feeds/link_source.hpp"
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

void read(std::string_view body, std::string_view mime, std::string_view url) {
  const auto source = host::read_link_source(body, {url, mime, "", false});
  if (!source) return;
  check(source->page.title, limits::kTitleBytes);
  require(source->page.links.size() <= limits::kLinksPerPage);
  for (const LinkObservation& link : source->page.links) {
    const auto key = canonical_url(link.url);
    require(key && *key == link.url);
    check(link.written, limits::kWrittenBytes);
    check(link.anchor, limits::kAnchorBytes);
    check(link.heading, limits::kHeadingBytes);
    check(link.tag_path, limits::kPathBytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  read(body, "application/xml", "http://example.org/a/sitemap.xml");
  read(body, "text/plain", "http://example.org/robots.txt");
  read(body, "text/plain", "http://example.org/sitemap.txt");
  return 0;
}
