#include "features/context_bigrams.hpp"

namespace tagtrail {

SparseVector context_bigrams(const LinkTexts& texts) {
  SparseVector features;
  std::size_t offset = 0;
  for (const std::string_view text : {texts.url, texts.anchor, texts.tag_path, texts.around}) {
    append_bigrams(features, text, offset);
    offset += kUrlBigrams;
  }
  return features;
}

}  // namespace tagtrail
