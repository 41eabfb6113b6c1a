#include "objective/content.hpp"

#include "objective/hash_set.hpp"
#include "objective/page_finding.hpp"

namespace tagtrail {
namespace {

class Content final : public Objective {
 public:
  ContentNeeds needs() const override { return {.pairs = true}; }

  Finding judge(const Response& response, std::string_view /*url*/) const override {
    return page_finding(response, [](const PageContent& content) {
      return static_cast<double>(content.pairs.size());
    });
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
