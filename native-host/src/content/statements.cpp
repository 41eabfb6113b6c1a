#include "content/statements.hpp"

#include "content/flat_document.hpp"
#include "content/json_ld.hpp"
#include "content/microdata.hpp"
#include "content/microformats.hpp"
#include "content/rdfa.hpp"
#include "content/statement_sink.hpp"

namespace tagtrail::host {

std::string_view to_string(Syntax syntax) {
  switch (syntax) {
    case Syntax::microdata:
      return "microdata";
    case Syntax::rdfa:
      return "rdfa";
    case Syntax::microformats:
      return "microformats";
    default:
      return "json-ld";
  }
}

std::vector<Statement> read_statements(const GumboNode* document, std::string_view page_url) {
  const FlatDocument page(document, page_url);
  StatementSink sink;
  sink.set_syntax(Syntax::microdata);
  read_microdata(page, sink);
  sink.set_syntax(Syntax::rdfa);
  read_rdfa(page, sink);
  sink.set_syntax(Syntax::microformats);
  read_microformats(page, sink);
  read_link_relations(page, sink);
  sink.set_syntax(Syntax::json_ld);
  read_json_ld(page, sink);
  return sink.take();
}

MarkupCounts count_by_syntax(const std::vector<Statement>& statements) {
  MarkupCounts counts;
  for (const Statement& statement : statements) {
    switch (statement.syntax) {
      case Syntax::microdata:
        ++counts.microdata;
        break;
      case Syntax::rdfa:
        ++counts.rdfa;
        break;
      case Syntax::microformats:
        ++counts.microformats;
        break;
      case Syntax::json_ld:
        ++counts.json_ld;
        break;
    }
  }
  return counts;
}

}  // namespace tagtrail::host
