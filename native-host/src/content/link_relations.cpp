#include <algorithm>
#include <array>

#include "content/iri.hpp"
#include "content/microformats.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Index = FlatDocument::Index;

constexpr std::string_view kXfn = "http://vocab.sindice.com/xfn#";
constexpr std::string_view kPerson = "http://xmlns.com/foaf/0.1/Person";
/// Any23 says it in the vocabulary of XHTML, as it says what is noise.
constexpr std::string_view kLicense = "http://purl.org/dc/terms/license";

constexpr auto kXfnWords = std::to_array<std::string_view>(
    {"contact", "acquaintance", "friend", "met", "co-worker", "colleague", "co-resident",
     "neighbor", "child", "parent", "sibling", "spouse", "kin", "muse", "crush", "date",
     "sweetheart"});

std::string xfn(std::string_view name) { return std::string(kXfn).append(name); }

class LinkRelations {
 public:
  LinkRelations(const FlatDocument& page, StatementSink& sink) : page_(page), sink_(sink) {}

  void read() {
    for (Index i = 0; i < page_.size() && !sink_.full(); ++i) {
      const bool link = page_.is(i, GUMBO_TAG_LINK);
      if (!link && !page_.is(i, GUMBO_TAG_A) && !page_.is(i, GUMBO_TAG_AREA)) continue;
      const char* rel = page_.attribute(i, "rel");
      const char* href = page_.attribute(i, "href");
      if (rel != nullptr && href != nullptr) read_link(rel, href, !link);
    }
  }

 private:
  void read_link(const char* rel, const char* href, bool may_know_people) {
    bool me = false;
    bool license = false;
    std::vector<std::string> known;
    for (const std::string_view written : words_of(rel)) {
      const std::string word = ascii_lower(written);
      license = license || word == "license";
      me = me || word == "me";
      const bool is_xfn = std::find(kXfnWords.begin(), kXfnWords.end(), word) != kXfnWords.end();
      if (is_xfn && std::find(known.begin(), known.end(), word) == known.end()) {
        known.push_back(word);
      }
    }
    if (!license && !me && known.empty()) return;
    const std::string url = resolve_iri(href, page_.base_url());
    if (url.empty()) return;
    if (license) sink_.link(page_.page_url(), kLicense, url);
    if (may_know_people && me && known.empty()) say_me(url);
    if (may_know_people && !me && !known.empty()) say_person(known, url);
  }

  /// The author, said once a page.
  const std::string& author() {
    if (author_.empty()) {
      author_ = sink_.blank_node();
      sink_.link(author_, rdf::kType, kPerson);
      sink_.link(author_, xfn("mePage"), page_.page_url());
    }
    return author_;
  }

  void say_me(const std::string& url) {
    sink_.link(author(), xfn("mePage"), url);
    sink_.link(page_.page_url(), xfn("me-hyperlink"), url);
  }

  void say_person(const std::vector<std::string>& words, const std::string& url) {
    const std::string person = sink_.blank_node();
    sink_.link(person, rdf::kType, kPerson);
    sink_.link(person, xfn("mePage"), url);
    for (const std::string& word : words) {
      sink_.link(author(), xfn(word), person);
      sink_.link(page_.page_url(), xfn(word + "-hyperlink"), url);
    }
  }

  const FlatDocument& page_;
  StatementSink& sink_;
  std::string author_;
};

}  // namespace

void read_link_relations(const FlatDocument& page, StatementSink& sink) {
  LinkRelations(page, sink).read();
}

}  // namespace tagtrail::host
