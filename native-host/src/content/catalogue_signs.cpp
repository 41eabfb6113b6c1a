#include "content/catalogue_signs.hpp"

#include "content/document_base.hpp"
#include "html/elements.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

class SignReader {
 public:
  explicit SignReader(std::string_view page_url) : base_(page_url), signs_(std::string(page_url)) {}

  void enter(const GumboElement& element) {
    base_.see(element);
    if (element.tag == GUMBO_TAG_META) {
      if (ascii_lower(attribute_view(element, "name")) != "generator") return;
      signs_.add_generator(attribute_view(element, "content"));
    } else if (element.tag == GUMBO_TAG_SCRIPT || element.tag == GUMBO_TAG_IMG) {
      signs_.add_url(attribute_view(element, "src"), base_.url());
    } else if (element.tag == GUMBO_TAG_LINK) {
      signs_.add_url(attribute_view(element, "href"), base_.url());
    }
  }
  void leave(const GumboElement& /*element*/) {}
  void text(const char* /*text*/) {}

  std::vector<std::string> take() { return signs_.take(); }

 private:
  DocumentBase base_;
  CatalogueSigns signs_;
};

}  // namespace

std::vector<std::string> read_catalogue_signs(const GumboNode* document,
                                              std::string_view page_url) {
  SignReader reader(page_url);
  walk_tree(document, reader);
  return reader.take();
}

}  // namespace tagtrail::host
