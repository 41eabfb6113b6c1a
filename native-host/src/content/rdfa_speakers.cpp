#include "content/rdfa_speakers.hpp"

#include <cstring>

#include "content/rdfa_attributes.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// `nofollow` and the like mean something in a vocabulary only. Of the words that always do, all
/// but one are of the vocabulary of XHTML, which is noise.
bool speaks(const char* relations, bool in_vocabulary) {
  return relations != nullptr && (in_vocabulary || std::strchr(relations, ':') != nullptr ||
                                  ascii_lower(relations).find("describedby") != std::string::npos);
}

}  // namespace

RdfaSpeakers::RdfaSpeakers(const FlatDocument& page) {
  bool vocabulary = false;
  for (FlatDocument::Index i = 0; i < page.size(); ++i) {
    const RdfaAttributes has(page, i);
    vocabulary = vocabulary || has.vocabulary != nullptr;
    if (has.property != nullptr || has.type != nullptr || speaks(has.rel, vocabulary) ||
        speaks(has.rev, vocabulary)) {
      all_.push_back(i);
    }
  }
}

bool RdfaSpeakers::any_in(FlatDocument::Index begin, FlatDocument::Index end) {
  while (next_ < all_.size() && all_[next_] < begin) ++next_;
  return next_ < all_.size() && all_[next_] < end;
}

}  // namespace tagtrail::host
