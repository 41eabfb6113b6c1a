#include "content/document_base.hpp"

#include "html/elements.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {

void DocumentBase::see(const GumboElement& element) {
  const bool base = element.tag == GUMBO_TAG_BASE && element.tag_namespace == GUMBO_NAMESPACE_HTML;
  const char* href = base && !seen_ ? attribute_value(element, "href") : nullptr;
  if (href == nullptr) return;
  seen_ = true;
  if (auto resolved = canonical_url(href, page_url_)) url_ = std::move(*resolved);
}

}  // namespace tagtrail::host
