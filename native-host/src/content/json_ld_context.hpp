// What the names of a JSON-LD document mean.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tagtrail::host {

/// The definitions of one `@context`, and those around it. Contexts elsewhere on the web are not
/// fetched: that of schema.org is known in outline, any other stands for a vocabulary of its name.
class JsonLdContext : public std::enable_shared_from_this<JsonLdContext> {
 public:
  using Ptr = std::shared_ptr<const JsonLdContext>;

  struct Term {
    std::string iri;    ///< as written: compact, or a keyword; empty where the term means nothing
    bool link = false;  ///< its text is the name of a resource
    bool reverse = false;  ///< `iri` leads from the value to the node
    bool map = false;      ///< its value is a map by language or index
  };

  /// Where nothing is defined; `base` is a canonical key.
  static Ptr initial(std::string_view base);
  /// With what `definitions`, a value of `@context`, adds.
  Ptr with(const nlohmann::json& definitions) const;

  /// The definition of a name; null when it has none.
  const Term* term(const std::string& name) const;
  /// The IRI of a property or type, or the keyword that it is another name of. Empty where it has
  /// none.
  std::string expand(const std::string& name) const;
  /// The IRI of a resource; relative ones are relative to the base.
  std::string resolve(const std::string& name) const;

 private:
  void define(const nlohmann::json& definitions);
  void define_elsewhere(const std::string& url);
  void define_term(const std::string& name, const nlohmann::json& definition);
  std::string vocabulary() const;
  std::string base() const;
  std::string expand_within(const std::string& name, int depth) const;
  std::string expand_compact(const std::string& name, int depth) const;

  Ptr around_;
  std::unordered_map<std::string, Term> terms_;
  std::optional<std::string> vocabulary_;
  std::optional<std::string> base_;
};

}  // namespace tagtrail::host
