// The data sets that a page describes for machines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "content/statements.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kDatasets = 1'000;  ///< of a page

/// What a page says of a schema.org/Dataset or a dcat:Dataset (W3C "DCAT"), in whatever syntax.
/// Where it says several things, the first counts; where it says nothing, the text is empty.
struct DatasetFacts {
  std::string title;
  std::string description;
  std::string license;    ///< an IRI or a name; of a distribution, where the data set has none
  std::string publisher;  ///< its name, or else its IRI
  std::string issued;     ///< as written
  std::string modified;   ///< as written
  std::string cycle;      ///< how often it is renewed: as written, or an IRI
  std::vector<std::string> files;  ///< of its distributions: canonical keys, each once

  bool operator==(const DatasetFacts&) const = default;
};

/// In the order in which they are first called data sets. Relative URLs in text are relative to
/// `page_url`, a canonical key.
std::vector<DatasetFacts> dataset_facts(const std::vector<Statement>& statements,
                                        std::string_view page_url);

}  // namespace tagtrail::host
