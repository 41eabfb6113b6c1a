#include "feeds/text_links.hpp"

#include <algorithm>

#include "feeds/texts.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Lines that say something. What follows the last line end of a text that was `cut` is left out.
std::vector<std::string> lines_of(std::string_view text, bool cut) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos && cut) break;
    const std::string_view line = trim(text.substr(0, end));
    if (!line.empty()) lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// What people hand to downloaders: addresses, several lines of them, of any host. What is called
/// `.txt` is a file.
bool begins_as_list(const std::vector<std::string>& lines, const SourceFacts& facts) {
  constexpr std::size_t kSeveral = 2;
  if (facts.mime != "text/plain" || !url_extension(facts.url).empty()) return false;
  const auto is_address = [](const std::string& line) {
    return is_absolute_url(line) && canonical_url(line).has_value();
  };
  return lines.size() >= kSeveral && std::all_of(lines.begin(), lines.end(), is_address);
}

/// The addresses of a text in Markdown: `[a](b "c")`, `[a]: b`, `<http://b>`.
std::vector<std::string> addresses_in_markdown(std::string_view text) {
  std::vector<std::string> found;
  const auto take = [&](std::string_view rest, std::string_view ends) {
    rest = trim(rest.substr(0, kSourceStartBytes));
    const bool framed = rest.starts_with('<');
    if (framed) rest.remove_prefix(1);
    std::string address(rest.substr(0, rest.find_first_of(framed ? ">" : ends)));
    if (!address.empty() && !address.starts_with('#')) found.push_back(std::move(address));
  };
  for (std::size_t at = text.find_first_of("](<"); at != std::string_view::npos;
       at = text.find_first_of("](<", at + 1)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("](")) take(rest.substr(2), ") \t\r\n");
    if (rest.starts_with("]:")) take(rest.substr(2), " \t\r\n");
    if (rest.starts_with("<http")) take(rest, ">");
  }
  return found;
}

}  // namespace

void add_link_of_text(Page& page, std::string url, std::string_view written,
                      std::string_view tag_path, std::size_t most) {
  if (page.links.size() >= most) {
    page.truncated = ++page.links_cut > 0;
    return;
  }
  LinkObservation& link = page.links.emplace_back();
  link.url = std::move(url);
  link.written = utf8_prefix(to_valid_utf8(written), limits::kWrittenBytes);
  link.tag_path = tag_path;
  link.element = LinkElement::link;
  link.position = static_cast<std::uint32_t>(page.links.size() - 1);
}

Page page_of_lines(const std::vector<std::string>& lines, std::string_view url,
                   std::string_view tag_path) {
  Page page;
  for (const std::string& written : lines) {
    auto key = canonical_url(written, url);
    if (key) {
      add_link_of_text(page, std::move(*key), written, tag_path, limits::kLinksPerPage);
    } else if (key.error().code == ErrorCode::too_large) {
      page.truncated = ++page.links_cut > 0;
    }
  }
  return page;
}

bool begins_as_text_sitemap(std::string_view start, const SourceFacts& facts) {
  if (begins_as_list(lines_of(start, start.size() == kSourceStartBytes), facts)) return true;
  const bool is_named = facts.sitemap && !is_html(facts.mime);
  if (!is_named && !is_text_sitemap(facts.mime, facts.url)) return false;
  const auto lines = lines_of(start, start.size() == kSourceStartBytes);
  const auto is_of_the_site = [&](const std::string& line) {
    const auto key = canonical_url(line);
    return key && split_url(*key).host == split_url(facts.url).host;
  };
  return !lines.empty() && std::all_of(lines.begin(), lines.end(), is_of_the_site);
}

Page read_text_sitemap(std::string_view body, const SourceFacts& facts) {
  const bool cut = facts.cut || body.size() > limits::kPageBytes;
  Page page = page_of_lines(lines_of(body.substr(0, limits::kPageBytes), cut), facts.url,
                            "/sitemap.txt/url");
  page.truncated = page.truncated || cut;
  return page;
}

bool is_markdown(const SourceFacts& facts) {
  const std::string extension = url_extension(facts.url);
  return facts.mime == "text/markdown" || facts.mime == "text/x-markdown" ||
         (facts.mime == "text/plain" && (extension == "md" || extension == "markdown"));
}

Page read_markdown(std::string_view body, const SourceFacts& facts) {
  const std::string text = to_valid_utf8(body.substr(0, limits::kPageBytes));
  Page page = page_of_lines(addresses_in_markdown(text), facts.url, "/markdown/link");
  page.truncated = body.size() > limits::kPageBytes;
  return page;
}

}  // namespace tagtrail::host
