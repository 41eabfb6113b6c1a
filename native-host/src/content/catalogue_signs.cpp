#include "content/catalogue_signs.hpp"

#include <algorithm>

#include "content/document_base.hpp"
#include "content/walk_tree.hpp"
#include "html/elements.hpp"
#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kGeneratorBytes = 200;

class SignReader {
 public:
  explicit SignReader(std::string_view page_url) : base_(page_url) {}

  void enter(const GumboElement& element) {
    base_.see(element);
    if (signs_.size() >= limits::kCatalogueSigns) return;
    if (element.tag == GUMBO_TAG_META) {
      if (ascii_lower(attribute_view(element, "name")) != "generator") return;
      const std::string text = collapse_space(attribute_view(element, "content"));
      add(std::string(kGeneratorSign).append(utf8_prefix(text, kGeneratorBytes)));
    } else if (element.tag == GUMBO_TAG_SCRIPT || element.tag == GUMBO_TAG_IMG) {
      add_url(attribute_view(element, "src"));
    } else if (element.tag == GUMBO_TAG_LINK) {
      add_url(attribute_view(element, "href"));
    }
  }
  void leave(const GumboElement& /*element*/) {}
  void text(const char* /*text*/) {}

  std::vector<std::string> take() { return std::move(signs_); }

 private:
  void add_url(std::string_view written) {
    if (written.empty()) return;
    const auto key = canonical_url(trim(written), base_.url());
    if (key) add(std::string(kUrlSign).append(*key));
  }

  /// Of the signs of one kind at one place the first is enough.
  void add(std::string sign) {
    bool is_new = false;
    for (CatalogueSite& site : catalogues_by_sign(sign, base_.page_url())) {
      if (std::find(known_.begin(), known_.end(), site) != known_.end()) continue;
      known_.push_back(std::move(site));
      is_new = true;
    }
    if (is_new) signs_.push_back(std::move(sign));
  }

  DocumentBase base_;
  std::vector<CatalogueSite> known_;
  std::vector<std::string> signs_;
};

}  // namespace

std::vector<std::string> read_catalogue_signs(const GumboNode* document,
                                              std::string_view page_url) {
  SignReader reader(page_url);
  walk_tree(document, reader);
  return reader.take();
}

}  // namespace tagtrail::host
