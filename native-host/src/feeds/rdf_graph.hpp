// What RDF in text says (Turtle, TriG, N-Triples, N-Quads), as a graph in memory.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

inline constexpr std::size_t kGraphStatements = 2'000'000;
inline constexpr std::size_t kGraphBytes = 64ULL << 20;   ///< of all terms, each kept once
inline constexpr std::size_t kGraphLiteralBytes = 4'000;  ///< of a text; longer ones are cut
inline constexpr std::size_t kGraphPrefixes = 10'000;

struct RdfGraph {
  using Term = std::uint32_t;  ///< an index into `terms`
  enum class TermKind : std::uint8_t { iri = 0, blank = 1, text = 2 };
  struct Word {
    TermKind kind;
    std::string text;  ///< of a blank node a name of its own
  };
  struct Statement {
    Term subject;
    Term predicate;
    Term object;
  };

  std::vector<Statement> statements;  ///< in the order of the text
  std::deque<Word> terms;             ///< each once
  bool cut = false;                   ///< something is missing
};

/// Reads `text` (UTF-8). `mime` tells the syntax (is_rdf_text() in mime.hpp); what says nothing of
/// it is read as Turtle. `url`: canonical key that relative IRIs are relative to. Never fails: what
/// stands in the lines of a mistake is missing, and the graph marked as cut. Bounded by the limits
/// above, memory in proportion to the text, no deep recursion. Named graphs are all one.
RdfGraph read_rdf(std::string_view text, std::string_view mime, std::string_view url);

}  // namespace tagtrail::host
