#include "content/dataset_facts.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "content/statement_sink.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

enum class Fact {
  none,
  title,
  description,
  license,
  publisher,
  issued,
  modified,
  cycle,
  part,
  file
};

struct Meaning {
  std::string_view name;  ///< of the predicate, in short
  Fact fact;
};

constexpr auto kMeanings = std::to_array<Meaning>({
    {"schema:name", Fact::title},
    {"dct:title", Fact::title},
    {"dc:title", Fact::title},
    {"schema:description", Fact::description},
    {"dct:description", Fact::description},
    {"dc:description", Fact::description},
    {"schema:license", Fact::license},
    {"dct:license", Fact::license},
    {"schema:publisher", Fact::publisher},
    {"dct:publisher", Fact::publisher},
    {"dc:publisher", Fact::publisher},
    {"schema:datePublished", Fact::issued},
    {"dct:issued", Fact::issued},
    {"schema:dateModified", Fact::modified},
    {"dct:modified", Fact::modified},
    {"dct:accrualPeriodicity", Fact::cycle},
    {"schema:distribution", Fact::part},
    {"dcat:distribution", Fact::part},
    {"schema:contentUrl", Fact::file},
    {"dcat:downloadURL", Fact::file},
    {"dcat:accessURL", Fact::file},
});

/// `prefix:name` in the vocabularies above; of schema.org both schemes are one. Others are empty.
std::string short_name(std::string_view iri) {
  constexpr std::array<std::array<std::string_view, 2>, 6> kSpaces{{
      {"http://schema.org/", "schema:"},
      {"https://schema.org/", "schema:"},
      {"http://purl.org/dc/terms/", "dct:"},
      {"http://purl.org/dc/elements/1.1/", "dc:"},
      {"http://www.w3.org/ns/dcat#", "dcat:"},
      {"http://xmlns.com/foaf/0.1/", "foaf:"},
  }};
  for (const auto& [space, prefix] : kSpaces) {
    if (iri.starts_with(space)) return std::string(prefix).append(iri.substr(space.size()));
  }
  return {};
}

Fact fact_of(std::string_view predicate) {
  const std::string name = short_name(predicate);
  const auto found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                  [&](const Meaning& meaning) { return meaning.name == name; });
  return name.empty() || found == kMeanings.end() ? Fact::none : found->fact;
}

bool is_dataset(const Statement& statement) {
  if (statement.literal || statement.predicate != rdf::kType) return false;
  const std::string type = short_name(statement.object);
  return type == "schema:Dataset" || type == "dcat:Dataset";
}

class DatasetReader {
 public:
  DatasetReader(const std::vector<Statement>& statements, std::string_view page_url)
      : page_url_(page_url) {
    for (const Statement& statement : statements) {
      by_subject_[statement.subject].push_back(&statement);
    }
  }

  DatasetFacts read(std::string_view subject) {
    DatasetFacts facts;
    files_.clear();
    std::vector<std::string_view> parts;
    for (const Statement* statement : about(subject)) {
      const Fact fact = fact_of(statement->predicate);
      if (fact == Fact::part && !statement->literal) parts.push_back(statement->object);
      note(facts, fact, *statement);
    }
    for (const std::string_view part : parts) read_part(facts, part);
    return facts;
  }

 private:
  const std::vector<const Statement*>& about(std::string_view subject) const {
    static const std::vector<const Statement*> kNothing;
    const auto found = by_subject_.find(subject);
    return found == by_subject_.end() ? kNothing : found->second;
  }

  void note(DatasetFacts& facts, Fact fact, const Statement& statement) {
    std::string* place = place_of(facts, fact);
    if (place != nullptr && place->empty()) *place = words(statement);
    if (fact == Fact::file) add_file(facts, statement.object);
  }

  static std::string* place_of(DatasetFacts& facts, Fact fact) {
    switch (fact) {
      case Fact::title:
        return &facts.title;
      case Fact::description:
        return &facts.description;
      case Fact::license:
        return &facts.license;
      case Fact::publisher:
        return &facts.publisher;
      case Fact::issued:
        return &facts.issued;
      case Fact::modified:
        return &facts.modified;
      case Fact::cycle:
        return &facts.cycle;
      default:
        return nullptr;
    }
  }

  void read_part(DatasetFacts& facts, std::string_view part) {
    for (const Statement* statement : about(part)) {
      // Data sets may all have the same parts.
      if (++looked_at_ > 10 * kStatements) return;
      const Fact fact = fact_of(statement->predicate);
      if (fact == Fact::file || fact == Fact::license) note(facts, fact, *statement);
    }
  }

  void add_file(DatasetFacts& facts, std::string_view url) {
    auto key = canonical_url(trim(url), page_url_);
    if (key && files_.insert(*key).second) facts.files.push_back(std::move(*key));
  }

  /// Of a node its name, or else its IRI.
  std::string words(const Statement& statement) const {
    if (statement.literal) return collapse_space(statement.object);
    for (const Statement* inner : about(statement.object)) {
      const std::string name = short_name(inner->predicate);
      if (!inner->literal) continue;
      if (name == "schema:name" || name == "foaf:name" || name == "dct:title") {
        return collapse_space(inner->object);
      }
    }
    return statement.object.starts_with("_:") ? std::string{} : statement.object;
  }

  std::string_view page_url_;
  std::unordered_map<std::string_view, std::vector<const Statement*>> by_subject_;
  std::unordered_set<std::string> files_;  ///< of the data set that is read
  std::size_t looked_at_ = 0;
};

}  // namespace

std::vector<DatasetFacts> dataset_facts(const std::vector<Statement>& statements,
                                        std::string_view page_url) {
  std::vector<DatasetFacts> all;
  std::unordered_set<std::string_view> seen;
  DatasetReader reader(statements, page_url);
  for (const Statement& statement : statements) {
    if (all.size() == kDatasets) break;
    if (is_dataset(statement) && seen.insert(statement.subject).second) {
      all.push_back(reader.read(statement.subject));
    }
  }
  return all;
}

}  // namespace tagtrail::host
