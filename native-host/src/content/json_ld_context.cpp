#include "content/json_ld_context.hpp"

#include "content/iri.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

/// Terms may be defined by terms; in a circle, too.
constexpr int kTermDepth = 8;

bool is_schema_org(std::string_view url) {
  for (const std::string_view start : {"http://schema.org", "https://schema.org",
                                       "http://www.schema.org", "https://www.schema.org"}) {
    if (url.starts_with(start)) return url.size() == start.size() || url[start.size()] == '/';
  }
  return false;
}

std::string text_member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

JsonLdContext::Ptr JsonLdContext::initial(std::string_view base) {
  auto context = std::make_shared<JsonLdContext>();
  context->base_ = std::string(base);
  return context;
}

JsonLdContext::Ptr JsonLdContext::with(const Json& definitions) const {
  auto context = std::make_shared<JsonLdContext>();
  context->around_ = shared_from_this();
  if (definitions.is_array()) {
    for (const Json& each : definitions) context->define(each);
  } else {
    context->define(definitions);
  }
  return context;
}

void JsonLdContext::define(const Json& definitions) {
  if (definitions.is_null()) {
    base_ = base();
    vocabulary_ = std::string{};
    terms_.clear();
    around_ = nullptr;
  } else if (definitions.is_string()) {
    define_elsewhere(definitions.get<std::string>());
  } else if (definitions.is_object()) {
    for (const auto& [name, definition] : definitions.items()) {
      if (name == "@vocab") {
        vocabulary_ = definition.is_string() ? expand_compact(definition.get<std::string>(), 0)
                                             : std::string{};
        if (vocabulary_->size() > kIriBytes) vocabulary_->clear();
      } else if (name == "@base" && definition.is_string()) {
        base_ = resolve_iri(definition.get<std::string>(), base());
      } else if (!name.starts_with('@')) {
        define_term(name, definition);
      }
    }
  }
}

void JsonLdContext::define_elsewhere(const std::string& url) {
  if (is_schema_org(trim(url))) {
    vocabulary_ = "http://schema.org/";
    terms_["schema"] = {"http://schema.org/"};
    terms_["id"] = {"@id"};
    terms_["type"] = {"@type"};
    return;
  }
  std::string vocabulary = resolve_iri(url, base());
  if (vocabulary.empty()) return;
  if (vocabulary.back() != '/' && vocabulary.back() != '#') vocabulary += '#';
  vocabulary_ = std::move(vocabulary);
}

void JsonLdContext::define_term(const std::string& name, const Json& definition) {
  Term term;
  if (definition.is_string()) {
    term.iri = definition.get<std::string>();
  } else if (definition.is_object()) {
    term.iri = text_member(definition, "@reverse");
    term.reverse = !term.iri.empty();
    if (!term.reverse)
      term.iri = definition.contains("@id") ? text_member(definition, "@id") : name;
    const std::string type = text_member(definition, "@type");
    term.link = type == "@id" || type == "@vocab";
    const std::string container = text_member(definition, "@container");
    term.map = container == "@language" || container == "@index";
  }
  if (term.iri.size() > kIriBytes) term.iri.clear();
  terms_[name] = std::move(term);
}

const JsonLdContext::Term* JsonLdContext::term(const std::string& name) const {
  for (const JsonLdContext* at = this; at != nullptr; at = at->around_.get()) {
    const auto found = at->terms_.find(name);
    if (found != at->terms_.end()) return &found->second;
  }
  return nullptr;
}

std::string JsonLdContext::vocabulary() const {
  for (const JsonLdContext* at = this; at != nullptr; at = at->around_.get()) {
    if (at->vocabulary_) return *at->vocabulary_;
  }
  return {};
}

std::string JsonLdContext::base() const {
  for (const JsonLdContext* at = this; at != nullptr; at = at->around_.get()) {
    if (at->base_) return *at->base_;
  }
  return {};
}

std::string JsonLdContext::expand(const std::string& name) const {
  std::string iri = name.size() > kIriBytes ? std::string{} : expand_within(name, 0);
  return iri.size() > kIriBytes || iri.starts_with("_:") ? std::string{} : iri;
}

std::string JsonLdContext::expand_within(const std::string& name, int depth) const {
  if (depth > kTermDepth || name.empty()) return {};
  if (name.front() == '@') return name;
  const Term* known = term(name);
  if (known != nullptr && known->iri != name) return expand_within(known->iri, depth + 1);
  if (name.find(':') != std::string::npos) return expand_compact(name, depth);
  const std::string all = vocabulary();
  return all.empty() ? std::string{} : all + name;
}

/// `prefix:name`, where the prefix is a term; anything else as it is.
std::string JsonLdContext::expand_compact(const std::string& name, int depth) const {
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos || name.compare(colon, 3, "://") == 0) return name;
  const std::string prefix = name.substr(0, colon);
  if (prefix == "_" || term(prefix) == nullptr) return name;
  const std::string iri = expand_within(prefix, depth + 1);
  return iri.empty() ? name : iri + name.substr(colon + 1);
}

std::string JsonLdContext::resolve(const std::string& name) const {
  if (name.size() > kIriBytes) return {};
  return resolve_iri(expand_compact(name, 0), base());
}

}  // namespace tagtrail::host
