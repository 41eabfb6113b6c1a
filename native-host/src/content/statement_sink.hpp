// Where the readers of all syntaxes put their statements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "content/statements.hpp"

namespace tagtrail::host {

namespace rdf {
inline constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr std::string_view kNil = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
}  // namespace rdf

/// Keeps the limits of statements.hpp, and leaves out what is noise.
class StatementSink {
 public:
  /// Of the statements that follow.
  void set_syntax(Syntax syntax) { syntax_ = syntax; }
  /// A limit was reached, and nothing more is taken: readers may end.
  bool full() const { return full_; }
  /// An empty subject, predicate or resource is no name, and the statement is left out.
  void link(std::string_view subject, std::string_view predicate, std::string_view resource);
  void say(std::string_view subject, std::string_view predicate, std::string_view text);
  /// The name of a node that has none.
  std::string blank_node() { return "_:b" + std::to_string(blank_nodes_++); }

  std::vector<Statement> take() { return std::move(statements_); }

 private:
  void add(std::string_view subject, std::string_view predicate, std::string_view object,
           bool literal);

  Syntax syntax_ = Syntax::microdata;
  std::vector<Statement> statements_;
  std::size_t blank_nodes_ = 0;
  std::size_t tried_ = 0;
  std::size_t bytes_ = 0;
  bool full_ = false;
};

}  // namespace tagtrail::host
