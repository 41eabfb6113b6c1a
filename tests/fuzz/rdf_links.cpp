// Any bytes are RDF in text or none, within the limits of links.
#include "feeds/rdf_links.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>

#include "feeds/described_links.hpp"
#include "feeds/rdf_graph.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace {

using namespace tagtrail;

constexpr std::string_view kUrl = "http://example.org/a/catalog.ttl";

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const std::string& text, std::size_t limit) {
  require(text.size() <= limit && to_valid_utf8(text) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<std::string_view, 4> kTypes{"text/turtle", "application/trig",
                                                   "application/n-triples", "application/n-quads"};
  if (size == 0) return 0;
  const std::string text = to_valid_utf8({reinterpret_cast<const char*>(data + 1), size - 1});
  const host::JsonSource read = host::read_rdf_links(text, kTypes.at(*data % kTypes.size()), kUrl);
  require(read.page.links.size() <= host::kSourceLinks);
  for (const LinkObservation& link : read.page.links) {
    const auto key = canonical_url(link.url);
    require(key && *key == link.url);
    check(link.written, limits::kWrittenBytes);
    check(link.anchor, limits::kAnchorBytes);
    check(link.heading, limits::kHeadingBytes);
    check(link.around, limits::kAroundBytes);
    check(link.tag_path, limits::kPathBytes);
  }
  return 0;
}
