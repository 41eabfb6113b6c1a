// Any bytes are some page, and what it says keeps the limits of page_content.hpp and
// statements.hpp.
#include <algorithm>
#include <cstdlib>

#include "content/dataset_facts.hpp"
#include "content/iri.hpp"
#include "content/json_lines.hpp"
#include "content/read_content.hpp"
#include "content/statements.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace {

using namespace tagtrail;
using namespace tagtrail::host;

constexpr std::string_view kUrl = "http://example.org/a/b";

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const std::string& text, std::size_t limit) {
  require(text.size() <= limit && to_valid_utf8(text) == text);
}

void check_form(const Form& form) {
  const auto key = canonical_url(form.action);
  require(key && *key == form.action);
  check(form.text, limits::kFormTextBytes);
  require(form.fields.size() <= limits::kFormFields);
  for (const FormField& field : form.fields) {
    check(field.name, limits::kFieldTextBytes);
    check(field.label, limits::kFieldTextBytes);
  }
}

void check_statements(const std::vector<Statement>& statements) {
  require(statements.size() <= kStatements);
  for (const Statement& statement : statements) {
    require(!statement.subject.empty() && !statement.predicate.empty());
    check(statement.subject, kMaxUrlBytes);
    check(statement.predicate, kIriBytes);
    check(statement.object, kLiteralBytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  const ReadOptions options{kUrl, "text/html", false};
  const PageContent content = read_page_with_content(html, options, {true, true, true}).content;
  for (const Form& form : content.forms) check_form(form);
  require(std::is_sorted(content.pairs.begin(), content.pairs.end()));
  const ParsedPage page(html, options);
  const auto statements = read_statements(page.document(), kUrl);
  require(count_by_syntax(statements) == content.markup);
  check_statements(statements);
  dataset_facts(statements, kUrl);
  statements_as_json_lines(statements, kUrl);
  forms_as_json_lines(content.forms, kUrl);
  return 0;
}
