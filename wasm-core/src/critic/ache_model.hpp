// What ACHE was trained with before a crawl, as it stands in a model file (docs/policies.md,
// "ache"): the page classifier, the two form classifiers in sequence, and the link classifier.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "learn/decision_tree.hpp"
#include "learn/word_bayes.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

struct AcheModel {
  static constexpr std::size_t kMostBytes = 256UL * 1024;  ///< of a file

  std::optional<WordBayes> pages;       ///< other pages, pages on topic
  std::optional<DecisionTree> forms;    ///< by FormStructure
  std::optional<WordBayes> form_texts;  ///< other forms, wanted ones
  std::optional<WordBayes> links;       ///< by the steps to a result; words: LinkWords

  /// How likely a page is on topic; 1 where there is no page classifier.
  double relevance(const Page& page) const;
  bool is_on_topic(const Page& page) const { return relevance(page) > 0.5; }
  /// Whether both form classifiers want a form; where there is no first one, a rule of thumb
  /// stands for it (is_searchable).
  bool wants(const Form& form) const;
};

/// Whether a form asks for words or choices and sends them to be looked up: at least a text box or
/// a select that offers something, no password and no file, and by GET or with the word "search".
bool is_searchable(const Form& form);

/// The words of a page for a page classifier.
WordSet page_words(const Page& page);
/// The words of a form for a form text classifier.
WordSet form_words(const Form& form);

/// Of the text of a model file; an empty text is a model without anything. Errors:
/// invalid_argument, too_large.
Expected<AcheModel> parse_ache_model(std::string_view json);
/// One line of JSON, which parse_ache_model() reads.
std::string ache_model_to_json(const AcheModel& model);

}  // namespace tagtrail
