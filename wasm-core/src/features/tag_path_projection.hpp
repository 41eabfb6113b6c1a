// Tag paths as vectors: n-grams of path elements, counted, hashed to 2^m dimensions
// (docs/policies.md, "sb-classifier"). The vocabulary of n-grams grows over the crawl, so the
// vector of one and the same path changes slowly with it, as in the published method.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "learn/example.hpp"
#include "tables/string_table.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class TagPathProjection {
 public:
  explicit TagPathProjection(const SbParameters& parameters);

  /// The projected vector of a path under the vocabulary after adding the path's new n-grams:
  /// v[j] = (sum of term frequencies in bucket j) / (n-grams of the vocabulary in bucket j).
  /// Sorted by bucket, non-zero entries only.
  SparseVector project(std::string_view path);
  /// What project() would give, the vocabulary staying as it is.
  SparseVector projected(std::string_view path) const;

  /// h(x) = ((x * 766245317) mod 2^w) / 2^(w-m).
  std::uint32_t bucket(std::uint32_t ngram) const;
  std::uint32_t vocabulary_size() const { return vocabulary_.size(); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  std::uint32_t add_ngram(std::string_view ngram);

  SbParameters parameters_;
  StringTable vocabulary_;
  std::vector<std::uint32_t> ngrams_in_bucket_;
};

}  // namespace tagtrail
