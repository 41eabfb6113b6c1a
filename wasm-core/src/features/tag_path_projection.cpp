#include "features/tag_path_projection.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace tagtrail {
namespace {

constexpr std::uint64_t kMultiplier = 766245317;

/// `[SOS]`, the pieces between slashes (the leading slash gives an empty one), `[EOS]`.
std::vector<std::string_view> tokens_of(std::string_view path) {
  std::vector<std::string_view> tokens{"[SOS]"};
  std::size_t begin = 0;
  for (;;) {
    const std::size_t slash = path.find('/', begin);
    tokens.push_back(path.substr(begin, slash - begin));
    if (slash == std::string_view::npos) break;
    begin = slash + 1;
  }
  tokens.emplace_back("[EOS]");
  return tokens;
}

/// Adds up entries of the same bucket; sorts by bucket.
void merge_buckets(SparseVector& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Feature& a, const Feature& b) { return a.index < b.index; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (kept > 0 && entries[kept - 1].index == entries[i].index) {
      entries[kept - 1].value += entries[i].value;
    } else {
      entries[kept++] = entries[i];
    }
  }
  entries.resize(kept);
}

/// Term frequency by bucket, which is constant for a path, unlike the division by
/// ngrams_in_bucket_. Kept for each path it would cost more memory than all URLs where ids make
/// millions of paths; to count again takes microseconds.
template <typename BucketOf>
SparseVector bucket_frequencies(std::string_view path, std::uint32_t order, BucketOf bucket_of) {
  SparseVector frequencies;
  const auto tokens = tokens_of(path);
  const std::size_t n = std::min<std::size_t>(order, tokens.size());
  const std::size_t count = tokens.size() - n + 1;
  std::string ngram;
  for (std::size_t i = 0; i < count; ++i) {
    ngram.assign(tokens[i]);
    for (std::size_t k = 1; k < n; ++k) ngram.append("/").append(tokens[i + k]);
    frequencies.push_back({bucket_of(ngram), 1.0 / static_cast<double>(count)});
  }
  merge_buckets(frequencies);
  return frequencies;
}

}  // namespace

TagPathProjection::TagPathProjection(const SbParameters& parameters)
    : parameters_(parameters), ngrams_in_bucket_(std::size_t{1} << parameters.m, 0) {}

std::uint32_t TagPathProjection::bucket(std::uint32_t ngram) const {
  const std::uint64_t word_mask = (std::uint64_t{1} << parameters_.w) - 1;
  return static_cast<std::uint32_t>(((ngram * kMultiplier) & word_mask) >>
                                    (parameters_.w - parameters_.m));
}

std::uint32_t TagPathProjection::add_ngram(std::string_view ngram) {
  const std::uint32_t before = vocabulary_.size();
  const std::uint32_t index = vocabulary_.intern(ngram);
  if (vocabulary_.size() > before) ++ngrams_in_bucket_[bucket(index)];
  return index;
}

SparseVector TagPathProjection::project(std::string_view path) {
  SparseVector vector = bucket_frequencies(
      path, parameters_.n, [this](const std::string& ngram) { return bucket(add_ngram(ngram)); });
  for (Feature& entry : vector) entry.value /= ngrams_in_bucket_[entry.index];
  return vector;
}

SparseVector TagPathProjection::projected(std::string_view path) const {
  std::map<std::string, std::uint32_t> added;
  std::map<std::uint32_t, std::uint32_t> added_in_bucket;
  SparseVector vector = bucket_frequencies(path, parameters_.n, [&](const std::string& ngram) {
    const std::uint32_t known = vocabulary_.find(ngram);
    if (known != StringTable::kNone) return bucket(known);
    const auto next = vocabulary_.size() + static_cast<std::uint32_t>(added.size());
    const auto [at, is_new] = added.try_emplace(ngram, next);
    const std::uint32_t in = bucket(at->second);
    if (is_new) ++added_in_bucket[in];
    return in;
  });
  for (Feature& entry : vector) {
    const auto more = added_in_bucket.find(entry.index);
    entry.value /=
        ngrams_in_bucket_[entry.index] + (more == added_in_bucket.end() ? 0U : more->second);
  }
  return vector;
}

void TagPathProjection::save(ByteWriter& out) const { vocabulary_.save(out); }

bool TagPathProjection::load(ByteReader& in) {
  if (!vocabulary_.load(in)) return false;
  for (std::uint32_t i = 0; i < vocabulary_.size(); ++i) ++ngrams_in_bucket_[bucket(i)];
  return in.ok();
}

}  // namespace tagtrail
