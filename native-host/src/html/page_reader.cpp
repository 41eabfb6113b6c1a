#include "html/page_reader.hpp"

#include "html/charset.hpp"
#include "html/html_tree.hpp"
#include "html/page_walker.hpp"
#include "tagtrail/link.hpp"

namespace tagtrail::host {

Page read_page(std::string_view html, const ReadOptions& options) {
  const bool over = html.size() > limits::kPageBytes;
  if (over) html = html.substr(0, limits::kPageBytes);
  std::string storage;
  const HtmlTree tree(html_as_utf8(html, options.content_type, storage));
  PageWalker walker;
  if (tree.document() != nullptr) walker.walk(tree.document());
  Page page = walker.take(options.url);
  page.truncated = page.truncated || tree.cut() || over || options.cut;
  return page;
}

}  // namespace tagtrail::host
