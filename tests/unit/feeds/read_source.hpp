// How tests of link sources read one, and what they look at.
#pragma once

#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "feeds/link_source.hpp"
#include "tagtrail/link.hpp"

namespace tagtrail::host {

inline constexpr std::string_view kUrl = "https://example.org/maps/sitemap.xml";

/// Without SourceFacts::catalogues.
inline std::optional<LinkSource> read(std::string_view body,
                                      std::string_view mime = "application/xml",
                                      std::string_view url = kUrl) {
  return read_link_source(body, {url, mime, "", false});
}

inline LinkSource must_read(std::string_view body, std::string_view mime = "application/xml",
                            std::string_view url = kUrl) {
  auto source = read(body, mime, url);
  BOOST_REQUIRE(source.has_value());
  return std::move(*source);
}

/// Place and address of each link, one a line.
inline std::string places_of(const Page& page) {
  std::string all;
  for (const LinkObservation& link : page.links) all += link.tag_path + " " + link.url + "\n";
  return all;
}

inline std::string times(std::string_view text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out.append(text);
  return out;
}

}  // namespace tagtrail::host
