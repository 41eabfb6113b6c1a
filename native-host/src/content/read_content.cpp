#include "content/read_content.hpp"

#include "content/forms.hpp"
#include "content/query_forms.hpp"
#include "content/statements.hpp"
#include "content/word_pairs.hpp"

namespace tagtrail::host {

PageContent read_content(const GumboNode* document, std::string_view page_url,
                         const ContentNeeds& needs) {
  PageContent content;
  if (needs.markup) content.markup = count_by_syntax(read_statements(document, page_url));
  if (needs.forms) content.forms = read_forms(document, page_url);
  if (needs.pairs) content.pairs = read_word_pairs(document);
  return content;
}

Page read_page_with_content(std::string_view html, const ReadOptions& options,
                            const ContentNeeds& needs) {
  const ParsedPage parsed(html, options);
  Page page = parsed.read();
  if (needs.queries) page.forms = read_query_forms(parsed, options.url);
  page.content = read_content(parsed.document(), options.url, needs);
  return page;
}

}  // namespace tagtrail::host
