#include "content/rdfa_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "content/iri.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Prefix = std::pair<std::string_view, std::string_view>;

/// W3C "RDFa Core Initial Context".
constexpr auto kInitialContext = std::to_array<Prefix>({
    {"as", "https://www.w3.org/ns/activitystreams#"},
    {"cc", "http://creativecommons.org/ns#"},
    {"csvw", "http://www.w3.org/ns/csvw#"},
    {"ctag", "http://commontag.org/ns#"},
    {"dc", "http://purl.org/dc/terms/"},
    {"dc11", "http://purl.org/dc/elements/1.1/"},
    {"dcat", "http://www.w3.org/ns/dcat#"},
    {"dcterms", "http://purl.org/dc/terms/"},
    {"dqv", "http://www.w3.org/ns/dqv#"},
    {"duv", "https://www.w3.org/ns/duv#"},
    {"foaf", "http://xmlns.com/foaf/0.1/"},
    {"gr", "http://purl.org/goodrelations/v1#"},
    {"grddl", "http://www.w3.org/2003/g/data-view#"},
    {"ical", "http://www.w3.org/2002/12/cal/icaltzd#"},
    {"jsonld", "http://www.w3.org/ns/json-ld#"},
    {"ldp", "http://www.w3.org/ns/ldp#"},
    {"ma", "http://www.w3.org/ns/ma-ont#"},
    {"oa", "http://www.w3.org/ns/oa#"},
    {"odrl", "http://www.w3.org/ns/odrl/2/"},
    {"og", "http://ogp.me/ns#"},
    {"org", "http://www.w3.org/ns/org#"},
    {"owl", "http://www.w3.org/2002/07/owl#"},
    {"prov", "http://www.w3.org/ns/prov#"},
    {"qb", "http://purl.org/linked-data/cube#"},
    {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
    {"rdfa", "http://www.w3.org/ns/rdfa#"},
    {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
    {"rev", "http://purl.org/stuff/rev#"},
    {"rif", "http://www.w3.org/2007/rif#"},
    {"rr", "http://www.w3.org/ns/r2rml#"},
    {"schema", "http://schema.org/"},
    {"sd", "http://www.w3.org/ns/sparql-service-description#"},
    {"sioc", "http://rdfs.org/sioc/ns#"},
    {"skos", "http://www.w3.org/2004/02/skos/core#"},
    {"skosxl", "http://www.w3.org/2008/05/skos-xl#"},
    {"sosa", "http://www.w3.org/ns/sosa/"},
    {"ssn", "http://www.w3.org/ns/ssn/"},
    {"time", "http://www.w3.org/2006/time#"},
    {"v", "http://rdf.data-vocabulary.org/#"},
    {"vcard", "http://www.w3.org/2006/vcard/ns#"},
    {"void", "http://rdfs.org/ns/void#"},
    {"wdr", "http://www.w3.org/2007/05/powder#"},
    {"wdrs", "http://www.w3.org/2007/05/powder-s#"},
    {"xhv", "http://www.w3.org/1999/xhtml/vocab#"},
    {"xml", "http://www.w3.org/XML/1998/namespace"},
    {"xsd", "http://www.w3.org/2001/XMLSchema#"},
});

constexpr auto kInitialTerms = std::to_array<Prefix>({
    {"describedby", "http://www.w3.org/2007/05/powder-s#describedby"},
    {"license", "http://www.w3.org/1999/xhtml/vocab#license"},
    {"role", "http://www.w3.org/1999/xhtml/vocab#role"},
});

std::string_view find(const auto& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Prefix& entry) { return entry.first == name; });
  return found == table.end() ? std::string_view{} : found->second;
}

bool is_term(std::string_view text) {
  const auto is_start = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return !text.empty() && is_start(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_start(c) || is_digit(c) || c == '-' || c == '.' || c == '/';
         });
}

std::string short_enough(std::string iri) {
  return iri.size() > kIriBytes ? std::string{} : std::move(iri);
}

}  // namespace

void RdfaNames::enter(FlatDocument::Index element) {
  ++depth_;
  const GumboVector& attributes = page_[element].node->attributes;
  const char* prefixes = nullptr;
  for (unsigned i = 0; i < attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(attributes.data[i]);
    if (attribute->attr_namespace != GUMBO_ATTR_NAMESPACE_NONE) continue;
    const std::string_view name = attribute->name;
    if (name == "vocab") {
      vocabularies_.push_back({depth_, short_enough(std::string(trim(attribute->value)))});
    } else if (name == "prefix") {
      prefixes = attribute->value;
    } else if (name.starts_with("xmlns:")) {
      declare(name.substr(6), trim(attribute->value));
    }
  }
  const auto words = words_of(prefixes);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!words[i].ends_with(':')) continue;
    declare(words[i].substr(0, words[i].size() - 1), words[i + 1]);
    ++i;
  }
}

void RdfaNames::leave() {
  while (!declared_.empty() && declared_.back().depth == depth_) {
    prefixes_[declared_.back().prefix].pop_back();
    declared_.pop_back();
  }
  while (!vocabularies_.empty() && vocabularies_.back().depth == depth_) vocabularies_.pop_back();
  --depth_;
}

void RdfaNames::declare(std::string_view prefix, std::string_view iri) {
  if (prefix.empty() || prefix == "_" || iri.size() > kIriBytes) return;
  std::string name = ascii_lower(prefix);
  prefixes_[name].emplace_back(iri);
  declared_.push_back({depth_, std::move(name)});
}

std::string RdfaNames::curie(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string prefix = ascii_lower(text.substr(0, colon));
  const std::string_view reference = text.substr(colon + 1);
  if (prefix == "_") {
    std::string& node = blank_nodes_[std::string(reference)];
    if (node.empty()) node = sink_.blank_node();
    return node;
  }
  if (reference.starts_with("//")) return {};
  if (prefix.empty())
    return short_enough(std::string(find(kInitialContext, "xhv")).append(reference));
  const auto declared = prefixes_.find(prefix);
  std::string_view iri = find(kInitialContext, prefix);
  if (declared != prefixes_.end() && !declared->second.empty()) iri = declared->second.back();
  return iri.empty() ? std::string{} : short_enough(std::string(iri).append(reference));
}

std::string RdfaNames::resource(std::string_view text) {
  text = trim(text);
  if (text.starts_with('[') && text.ends_with(']')) {
    return curie(text.substr(1, text.size() - 2));
  }
  std::string name = curie(text);
  return name.empty() ? resolve_iri(text, page_.base_url()) : name;
}

std::string RdfaNames::term(std::string_view text) {
  if (text.find(':') == std::string_view::npos) {
    if (!is_term(text)) return {};
    if (!vocabularies_.empty() && !vocabularies_.back().iri.empty()) {
      return short_enough(vocabularies_.back().iri + std::string(text));
    }
    return std::string(find(kInitialTerms, ascii_lower(text)));
  }
  std::string name = curie(text);
  if (!name.empty() || !has_scheme(text)) return name;
  return short_enough(std::string(text));
}

std::string RdfaNames::predicate(std::string_view text) {
  std::string name = term(text);
  return name.starts_with("_:") ? std::string{} : name;
}

}  // namespace tagtrail::host
