// The links of sources in plain text: sitemaps and lists, an address a line, and Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "feeds/link_source.hpp"

namespace tagtrail::host {

/// Adds a link to `url` (a canonical key) that was `written` so. From `most` links on it is
/// counted in `links_cut` instead, and the page is truncated.
void add_link_of_text(Page& page, std::string url, std::string_view written,
                      std::string_view tag_path, std::size_t most);

/// The page that a list of addresses is, which are relative to `url`. What is no address is left
/// out.
Page page_of_lines(const std::vector<std::string>& lines, std::string_view url,
                   std::string_view tag_path);

/// Whether it begins as a sitemap in plain text, whose lines are addresses of its host, or as
/// several addresses of any host in what has no extension: what people hand to downloaders.
bool begins_as_text_sitemap(std::string_view start, const SourceFacts& facts);
Page read_text_sitemap(std::string_view body, const SourceFacts& facts);

bool is_markdown(const SourceFacts& facts);
/// `[a](b "c")`, `[a]: b`, `<http://b>`.
Page read_markdown(std::string_view body, const SourceFacts& facts);

}  // namespace tagtrail::host
