#include "content/json_ld.hpp"

#include <unordered_map>

#include "content/json_ld_context.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;
using Context = JsonLdContext::Ptr;

/// Judged on the text, before a parser builds anything of it.
bool within_limits(std::string_view text) {
  if (text.size() > kJsonLdBytes) return false;
  std::size_t depth = 0;
  std::size_t values = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      continue;
    } else if (c == '[' || c == '{') {
      if (++depth > kJsonLdDepth || ++values > kJsonLdValues) return false;
    } else if (c == ']' || c == '}') {
      if (depth > 0) --depth;
    } else if (c == ',' && ++values > kJsonLdValues) {
      return false;
    }
  }
  return true;
}

std::string scalar_text(const Json& value) {
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Recursion is as deep as the JSON, which is limited.
class JsonLdReader {
 public:
  explicit JsonLdReader(StatementSink& sink) : sink_(sink) {}

  /// A node or several.
  void read_nodes(const Json& value, const Context& context);

 private:
  std::string read_node(const Json& node, Context context);
  void read_member(const std::string& subject, const std::string& name, const Json& value,
                   const Context& context);
  void read_types(const std::string& subject, const Json& value, const Context& context);
  void read_reverse(const std::string& subject, const Json& properties, const Context& context);
  void read_values(const std::string& subject, const std::string& predicate, const Json& value,
                   const JsonLdContext::Term& term, const Context& context);
  void read_object(const std::string& subject, const std::string& predicate, const Json& value,
                   const JsonLdContext::Term& term, const Context& context);
  std::string name_of(const Json& node, const Context& context);
  std::string resource(const std::string& name, const Context& context);

  StatementSink& sink_;
  std::unordered_map<std::string, std::string> blank_nodes_;  ///< by the script's names of them
};

void JsonLdReader::read_nodes(const Json& value, const Context& context) {
  if (value.is_array()) {
    for (const Json& each : value) read_nodes(each, context);
  } else if (value.is_object()) {
    read_node(value, context);
  }
}

/// Returns what the node is called.
std::string JsonLdReader::read_node(const Json& node, Context context) {
  if (const auto own = node.find("@context"); own != node.end()) context = context->with(*own);
  const std::string subject = name_of(node, context);
  for (const auto& [name, value] : node.items()) {
    if (sink_.full()) break;
    read_member(subject, name, value, context);
  }
  return subject;
}

std::string JsonLdReader::name_of(const Json& node, const Context& context) {
  for (const char* name : {"@id", "id"}) {
    const auto id = node.find(name);
    if (id == node.end() || !id->is_string() || context->expand(name) != "@id") continue;
    std::string iri = resource(id->get<std::string>(), context);
    if (!iri.empty()) return iri;
  }
  return sink_.blank_node();
}

std::string JsonLdReader::resource(const std::string& name, const Context& context) {
  if (!name.starts_with("_:")) return context->resolve(name);
  std::string& node = blank_nodes_[name];
  if (node.empty()) node = sink_.blank_node();
  return node;
}

void JsonLdReader::read_member(const std::string& subject, const std::string& name,
                               const Json& value, const Context& context) {
  const std::string predicate = context->expand(name);
  if (predicate == "@type") {
    read_types(subject, value, context);
  } else if (predicate == "@graph" || predicate == "@included") {
    read_nodes(value, context);
  } else if (predicate == "@reverse" && value.is_object()) {
    read_reverse(subject, value, context);
  } else if (predicate == "@nest" && value.is_object()) {
    for (const auto& [inner, inner_value] : value.items()) {
      read_member(subject, inner, inner_value, context);
    }
  } else if (!predicate.empty() && predicate.front() != '@') {
    const JsonLdContext::Term* term = context->term(name);
    read_values(subject, predicate, value, term == nullptr ? JsonLdContext::Term{} : *term,
                context);
  }
}

void JsonLdReader::read_types(const std::string& subject, const Json& value,
                              const Context& context) {
  if (value.is_array()) {
    for (const Json& each : value) {
      if (each.is_string()) read_types(subject, each, context);
    }
  } else if (value.is_string()) {
    const auto name = value.get<std::string>();
    std::string type = name.starts_with("_:") ? resource(name, context) : context->expand(name);
    if (!type.starts_with('@')) sink_.link(subject, rdf::kType, type);
  }
}

void JsonLdReader::read_reverse(const std::string& subject, const Json& properties,
                                const Context& context) {
  for (const auto& [name, value] : properties.items()) {
    const std::string predicate = context->expand(name);
    if (predicate.empty() || predicate.front() == '@') continue;
    const JsonLdContext::Term* known = context->term(name);
    JsonLdContext::Term term = known == nullptr ? JsonLdContext::Term{} : *known;
    term.reverse = !term.reverse;
    read_values(subject, predicate, value, term, context);
  }
}

void JsonLdReader::read_values(const std::string& subject, const std::string& predicate,
                               const Json& value, const JsonLdContext::Term& term,
                               const Context& context) {
  if (sink_.full() || value.is_null()) return;
  if (value.is_array()) {
    for (const Json& each : value) read_values(subject, predicate, each, term, context);
  } else if (value.is_object() && term.map) {
    JsonLdContext::Term plain = term;
    plain.map = false;
    for (const Json& each : value) read_values(subject, predicate, each, plain, context);
  } else if (value.is_object()) {
    read_object(subject, predicate, value, term, context);
  } else if (term.reverse || (term.link && value.is_string())) {
    if (!value.is_string()) return;
    const std::string other = resource(value.get<std::string>(), context);
    sink_.link(term.reverse ? other : subject, predicate, term.reverse ? subject : other);
  } else {
    sink_.say(subject, predicate, scalar_text(value));
  }
}

void JsonLdReader::read_object(const std::string& subject, const std::string& predicate,
                               const Json& value, const JsonLdContext::Term& term,
                               const Context& context) {
  if (const auto literal = value.find("@value"); literal != value.end()) {
    if (!literal->is_null() && !term.reverse) sink_.say(subject, predicate, scalar_text(*literal));
    return;
  }
  for (const char* several : {"@list", "@set"}) {
    const auto list = value.find(several);
    if (list == value.end()) continue;
    read_values(subject, predicate, *list, term, context);
    return;
  }
  const std::string other = read_node(value, context);
  sink_.link(term.reverse ? other : subject, predicate, term.reverse ? subject : other);
}

bool is_json_ld(const FlatDocument& page, FlatDocument::Index element) {
  if (!page.is(element, GUMBO_TAG_SCRIPT)) return false;
  const char* type = page.attribute(element, "type");
  return type != nullptr && mime_essence(type) == "application/ld+json";
}

}  // namespace

void read_json_ld(const FlatDocument& page, StatementSink& sink) {
  const Context nothing = JsonLdContext::initial(page.base_url());
  for (FlatDocument::Index i = 0; i < page.size() && !sink.full(); ++i) {
    if (!is_json_ld(page, i) || !within_limits(page.text_of(i))) continue;
    const Json document = Json::parse(page.text_of(i), nullptr, false);
    if (!document.is_discarded()) JsonLdReader(sink).read_nodes(document, nothing);
  }
}

}  // namespace tagtrail::host
