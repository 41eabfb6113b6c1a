// Any bytes are an answer in JSON, XML of a catalogue, a Link field or none, within their limits.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "feeds/described_links.hpp"
#include "feeds/link_source.hpp"
#include "feeds/typed_links.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace {

using namespace tagtrail;

constexpr std::string_view kUrl = "http://example.org/oai?verb=ListRecords&metadataPrefix=oai_dc";

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const std::string& text, std::size_t limit) {
  require(text.size() <= limit && to_valid_utf8(text) == text);
}

void check(const Page& page) {
  require(page.links.size() <= host::kSourceLinks);
  for (const LinkObservation& link : page.links) {
    const auto key = canonical_url(link.url);
    require(key && *key == link.url);
    check(link.written, limits::kWrittenBytes);
    check(link.anchor, limits::kAnchorBytes);
    check(link.heading, limits::kHeadingBytes);
    check(link.around, limits::kAroundBytes);
    check(link.tag_path, limits::kPathDepth * (limits::kPathTokenBytes + 1));
  }
}

void read(std::string_view body, std::string_view mime, std::string_view url = kUrl) {
  const auto source = host::read_link_source(body, {url, mime, "", false, true});
  if (source) check(source->page);
}

/// Some answers are read by what was asked for.
void read_of_services(std::string_view body) {
  for (const char* path : {"", "/W/FeatureServer", "/W/FeatureServer/0",
                           "/W/FeatureServer/0/query?resultOffset=1&resultRecordCount=1"}) {
    read(body, "text/plain", std::string("http://example.org/a/rest/services") + path);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  read(body, "application/json");
  read(body, "application/xml");
  read(body, "application/linkset");
  read_of_services(body);
  Page page;
  host::add_header_links(page, body, kUrl);
  check(page);
  return 0;
}
