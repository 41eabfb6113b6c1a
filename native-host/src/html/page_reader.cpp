#include "html/page_reader.hpp"

#include <algorithm>
#include <utility>

#include "html/page_walker.hpp"
#include "html/xhtml.hpp"
#include "tagtrail/link.hpp"

namespace tagtrail::host {
namespace {

/// A tenth is for the tree, whatever the text takes.
std::size_t room_for_tree(std::size_t memory, std::size_t taken) {
  const std::size_t least = memory / 10;
  return memory - std::min(memory - least, taken);
}

/// Servers that break off say so only by that: `<a href="/tab`.
bool ends_in_tag(std::string_view html) {
  constexpr std::size_t kLongest = 4096;
  const std::string_view end = html.substr(html.size() - std::min(html.size(), kLongest));
  const std::size_t open = end.rfind('<');
  if (open == std::string_view::npos || end.find('>', open) != std::string_view::npos) return false;
  const std::string_view tag = end.substr(open + 1);
  if (tag.empty()) return false;
  const char first = tag.front();
  return first == '/' || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
}

/// XHTML is made HTML, in `storage`.
HtmlText as_html(HtmlText source, std::string_view content_type, std::string& storage) {
  if (!is_sent_as_xml(content_type)) return source;
  std::string html = xhtml_as_html(source.text);
  if (html.empty()) return source;
  storage = std::move(html);
  source.text = storage;
  return source;
}

}  // namespace

PageLimits PageLimits::within(std::uint64_t bytes) {
  PageLimits most;
  const std::uint64_t all = most.tree + most.links;
  if (bytes >= all) return most;
  for (std::size_t* limit : {&most.body, &most.tree, &most.links}) {
    *limit = static_cast<std::size_t>(bytes * (*limit >> 20U) / (all >> 20U));
  }
  return most;
}

ParsedPage::ParsedPage(std::string_view html, const ReadOptions& options)
    : options_(options),
      over_(html.size() > options.most.body),
      source_(
          as_html(html_as_utf8(html.substr(0, options.most.body), options.content_type, storage_),
                  options.content_type, storage_)),
      tree_(source_.text, room_for_tree(options.most.tree, html.size() + storage_.size())) {}

Page ParsedPage::read() const {
  PageWalker walker(options_.most.links);
  if (document() != nullptr) walker.walk(document());
  Page page = walker.take(options_.url, source_.encoding);
  page.truncated =
      page.truncated || tree_.cut() || over_ || options_.cut || ends_in_tag(source_.text);
  return page;
}

Page read_page(std::string_view html, const ReadOptions& options) {
  return ParsedPage(html, options).read();
}

}  // namespace tagtrail::host
