#include "said.hpp"

#include <algorithm>
#include <utility>

#include "html/html_tree.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::pair<std::string_view, std::string_view> kPrefixes[] = {
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:"},
    {"http://www.w3.org/1999/xhtml/microdata#", "md:"},
    {"http://schema.org/", "schema:"},
    {"http://purl.org/dc/terms/", "dc:"},
    {"http://purl.org/dc/elements/1.1/", "dc11:"},
    {"http://xmlns.com/foaf/0.1/", "foaf:"},
    {"http://ogp.me/ns#", "og:"},
    {"http://www.w3.org/2006/vcard/ns#", "vcard:"},
    {"http://www.w3.org/ns/dcat#", "dcat:"},
    {"http://creativecommons.org/ns#", "cc:"},
    {"http://microformats.org/profile/", "mf:"},
    {"http://microformats.org/wiki/", "mf2:"},
};

std::string shorter(const std::string& iri) {
  if (iri == kPage) return "<>";
  if (iri.starts_with("_:")) return iri;
  for (const auto& [space, prefix] : kPrefixes) {
    if (iri.starts_with(space)) return std::string(prefix) + iri.substr(space.size());
  }
  if (iri.starts_with(kPage)) return "<" + iri.substr(kPage.size()) + ">";
  constexpr std::string_view kFolder = "https://example.org/dir/";
  return "<" + (iri.starts_with(kFolder) ? iri.substr(kFolder.size()) : iri) + ">";
}

std::string joined(std::vector<std::string> all) {
  std::sort(all.begin(), all.end());
  std::string text;
  for (const std::string& line : all) text += line + "\n";
  return text;
}

}  // namespace

std::vector<Statement> statements_of(std::string_view html) {
  const HtmlTree tree(html);
  return read_statements(tree.document(), kPage);
}

std::string said(std::string_view html, Syntax syntax) {
  std::vector<std::string> all;
  for (const Statement& statement : statements_of(html)) {
    if (statement.syntax != syntax) continue;
    const std::string object = statement.literal ? "\"" + collapse_space(statement.object) + "\""
                                                 : shorter(statement.object);
    all.push_back(shorter(statement.subject) + " " + shorter(statement.predicate) + " " + object);
  }
  return joined(std::move(all));
}

std::string lines(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!trim(line).empty()) all.emplace_back(trim(line));
  }
  return joined(std::move(all));
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out.append(text);
  return out;
}

}  // namespace tagtrail::host
