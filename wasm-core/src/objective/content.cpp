#include "objective/content.hpp"

#include "objective/hash_set.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail {
namespace {

class Content final : public Objective {
 public:
  ContentNeeds needs() const override { return {.pairs = true}; }

  Finding judge(const Response& response, std::string_view /*url*/) const override {
    Finding finding;
    finding.follow = response.is_page || is_html(response.mime);
    finding.url_class = finding.follow ? UrlClass::html : UrlClass::neither;
    if (!is_html(response.mime)) return finding;  // a sitemap, perhaps
    finding.gain = static_cast<double>(response.page.content.pairs.size());
    finding.keep = finding.is_target();
    return finding;
  }

  double take(const Finding& /*finding*/, const Response& response) override {
    return static_cast<double>(met_.add(response.page.content.pairs));
  }

  void save(ByteWriter& out) const override { met_.save(out); }
  bool load(ByteReader& in) override { return met_.load(in); }

 private:
  HashSet met_;  ///< pairs of words
};

Expected<std::unique_ptr<Objective>> make_content(const Config& /*config*/) {
  return std::make_unique<Content>();
}

}  // namespace

const ObjectiveInfo kContent{.name = "content",
                             .summary = "pages with new text, by pairs of consecutive words",
                             .of_pages = true,
                             .target = "page",
                             .gain = "new pairs of words",
                             .make = make_content};

}  // namespace tagtrail
