#include "html/page_reader.hpp"

#include "html/charset.hpp"
#include "html/page_walker.hpp"
#include "tagtrail/link.hpp"

namespace tagtrail::host {

ParsedPage::ParsedPage(std::string_view html, const ReadOptions& options)
    : options_(options),
      over_(html.size() > limits::kPageBytes),
      encoding_(encoding_of_html(html.substr(0, limits::kPageBytes), options.content_type)),
      source_(html_as_utf8(html.substr(0, limits::kPageBytes), options.content_type, storage_)),
      tree_(source_) {}

Page ParsedPage::read() const {
  PageWalker walker;
  if (document() != nullptr) walker.walk(document());
  Page page = walker.take(options_.url);
  page.truncated = page.truncated || tree_.cut() || over_ || options_.cut;
  return page;
}

Page read_page(std::string_view html, const ReadOptions& options) {
  return ParsedPage(html, options).read();
}

}  // namespace tagtrail::host
