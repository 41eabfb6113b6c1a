// How RDFa 1.1 writes names: prefixes, terms, safe CURIEs, and where in a page they are valid.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "content/flat_document.hpp"
#include "content/statement_sink.hpp"

namespace tagtrail::host {

/// The names that are valid inside the elements entered and not left. All that resolve are empty
/// when the text is no name.
class RdfaNames {
 public:
  RdfaNames(const FlatDocument& page, StatementSink& sink) : page_(page), sink_(sink) {}

  /// Applies vocab, xmlns: and prefix of the element.
  void enter(FlatDocument::Index element);
  /// Takes back what the element entered last applied.
  void leave();

  /// "SafeCURIEorCURIEorIRI" of @about and @resource.
  std::string resource(std::string_view text);
  /// "TERMorCURIEorAbsIRI" of @typeof and @datatype.
  std::string term(std::string_view text);
  /// As term(), but no blank node.
  std::string predicate(std::string_view text);

 private:
  struct Declared {
    std::size_t depth;
    std::string prefix;
  };
  struct Vocabulary {
    std::size_t depth;
    std::string iri;
  };

  void declare(std::string_view prefix, std::string_view iri);
  std::string curie(std::string_view text);

  const FlatDocument& page_;
  StatementSink& sink_;
  std::size_t depth_ = 0;
  /// By prefix, the innermost last.
  std::unordered_map<std::string, std::vector<std::string>> prefixes_;
  std::vector<Declared> declared_;
  std::vector<Vocabulary> vocabularies_;
  std::unordered_map<std::string, std::string> blank_nodes_;  ///< by the page's names of them
};

}  // namespace tagtrail::host
