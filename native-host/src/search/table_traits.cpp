#include "search/table_traits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "tagtrail/bytes.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kTextColumns = 8;     ///< whose values are compared
constexpr std::size_t kSampledValues = 20;  ///< of each, in an index
constexpr std::size_t kKinDigits = 32;      ///< tell enough apart

/// What each field is worth in a vector.
constexpr int kNamesWorth = 6;
constexpr int kValuesWorth = 4;
constexpr int kTitleWorth = 3;
constexpr int kKindsWorth = 1;

std::uint64_t hash_of(std::string_view text) { return hash_bytes(text.data(), text.size()); }

/// Calls `take` with each word of plain_words().
template <typename Take>
void each_word(std::string_view plain, Take take) {
  while (!plain.empty()) {
    const std::size_t end = std::min(plain.find(' '), plain.size());
    if (end > 0) take(plain.substr(0, end));
    plain.remove_prefix(std::min(end + 1, plain.size()));
  }
}

char kind_of(std::string_view type) {
  if (type == "integer" || type == "number") return 'n';
  if (type.starts_with("date") || type.starts_with("year") || type == "time") return 'd';
  if (type == "boolean") return 'b';
  return type == "string" ? 't' : 'x';
}

using Sums = std::array<std::int64_t, TableVector::kSize>;

/// What a field of a table adds to its vector: each feature, however often it comes, a place and a
/// sign by its hash.
class FieldFeatures {
 public:
  void add(std::string_view feature, int weight) {
    features_.emplace_back(hash_of(feature), weight);
  }

  /// A text of plain_words(): itself, its words, and the letters these are made of but for their
  /// ends, so that other endings and spellings are near.
  void add_text(std::string_view plain) {
    constexpr std::size_t kLetters = 3;
    add(plain, 3);
    each_word(plain, [&](std::string_view word) {
      word_ = '<';
      word_ += word;
      word_ += '>';
      add(word_, 3);
      for (std::size_t at = 0; at + kLetters < word_.size(); ++at) {
        add(std::string_view(word_).substr(at, kLetters), 1);
      }
    });
  }

  /// As long as `worth`, whatever it is made of. In integers: sums of fractions may differ by the
  /// machine.
  void add_to(Sums& all, int worth) {
    constexpr std::int64_t kScale = 1 << 16;
    std::sort(features_.begin(), features_.end());
    const auto same = [](const auto& one, const auto& other) { return one.first == other.first; };
    features_.erase(std::unique(features_.begin(), features_.end(), same), features_.end());
    Sums sums{};
    for (const auto& [hash, weight] : features_) {
      sums.at(hash % TableVector::kSize) += (hash >> 63U) != 0 ? weight : -weight;
    }
    std::int64_t squares = 0;
    for (const std::int64_t sum : sums) squares += sum * sum;
    if (squares == 0) return;
    const double length = std::sqrt(static_cast<double>(squares));
    for (std::size_t at = 0; at < all.size(); ++at) {
      all.at(at) += std::llround(static_cast<double>(sums.at(at) * worth * kScale) / length);
    }
  }

 private:
  std::vector<std::pair<std::uint64_t, int>> features_;
  std::string word_;
};

/// Different texts of a column, by their hashes.
std::map<std::uint32_t, std::string> values_of(const ColumnTexts& column) {
  std::map<std::uint32_t, std::string> values;
  for (const std::string& text : column.texts) {
    std::string plain = plain_words(text);
    if (plain.empty()) continue;
    const auto hash = static_cast<std::uint32_t>(hash_of(plain));
    values.emplace(hash, std::move(plain));
  }
  return values;
}

/// Calls `take` with the number of each of the first columns of texts.
template <typename Take>
void each_text_column(const TableLook& look, const TableWords& words, Take take) {
  std::size_t taken = 0;
  for (std::size_t at = 0; at < std::min(look.fields.size(), words.columns.size()); ++at) {
    if (kind_of(look.fields[at].type) != 't' || words.columns[at].texts.empty()) continue;
    if (taken++ == kTextColumns) return;
    take(at);
  }
}

}  // namespace

std::string without_years(std::string_view plain) {
  std::string text;
  each_word(plain, [&](std::string_view word) {
    text += text.empty() ? "" : " ";
    text += years_in(word).empty() ? word : std::string_view("#");
  });
  return text;
}

std::string key_of(std::string_view name, std::size_t at) {
  if (name == fmt::format("field{}", at + 1)) return {};
  std::string words = words_of_name(name);
  return words.empty() ? std::string(trim(name)) : words;
}

std::size_t text_columns(const std::vector<ColumnTraits>& columns) {
  return static_cast<std::size_t>(std::count_if(
      columns.begin(), columns.end(), [](const auto& column) { return !column.values.empty(); }));
}

TableVector TableVector::along(const Sums& sums) {
  std::int64_t longest = 1;
  for (const std::int64_t sum : sums) longest = std::max(longest, std::abs(sum));
  TableVector vector;
  for (std::size_t at = 0; at < kSize; ++at) {
    vector.at_.at(at) = static_cast<std::int8_t>(sums.at(at) * 127 / longest);
  }
  vector.squares_ = vector.times(vector);
  return vector;
}

Expected<TableVector> TableVector::from(std::string_view stored) {
  if (stored.size() != kSize) {
    return fail(ErrorCode::invalid_data, "the index has a vector of another length");
  }
  TableVector vector;
  std::memcpy(vector.at_.data(), stored.data(), kSize);
  vector.squares_ = vector.times(vector);
  return vector;
}

std::string_view TableVector::stored() const {
  return {reinterpret_cast<const char*>(at_.data()), at_.size()};
}

std::int32_t TableVector::times(const TableVector& other) const {
  std::int32_t product = 0;
  for (std::size_t at = 0; at < kSize; ++at) product += at_[at] * other.at_[at];
  return product;
}

double TableVector::nearness(const TableVector& other) const {
  const double squares = static_cast<double>(squares_) * static_cast<double>(other.squares_);
  return squares > 0 ? static_cast<double>(times(other)) / std::sqrt(squares) : 0;
}

DescribedTable describe(const TableLook& look, const TableWords& words, std::string_view title) {
  DescribedTable table;
  table.traits.kin = look.kin.substr(0, kKinDigits);
  FieldFeatures names;
  FieldFeatures values;
  FieldFeatures titles;
  FieldFeatures kinds;
  std::map<char, unsigned> counts;
  for (std::size_t at = 0; at < look.fields.size(); ++at) {
    const FieldLook& field = look.fields[at];
    const char kind = kind_of(field.type);
    table.traits.columns.push_back({field.name, kind});
    names.add_text(without_years(key_of(field.name, at)));
    if (!field.unit.empty()) names.add("unit " + field.unit, 2);
    kinds.add(fmt::format("{} {}", kind, ++counts[kind]), 1);
  }
  each_text_column(look, words, [&](std::size_t at) {
    ColumnTraits& column = table.traits.columns[at];
    column.more = words.columns[at].left > 0;
    for (const auto& [hash, plain] : values_of(words.columns[at])) {
      if (column.values.size() < kSampledValues) values.add_text(without_years(plain));
      column.values.push_back(hash);
    }
  });
  titles.add_text(without_years(plain_words(title)));
  Sums sums{};
  names.add_to(sums, kNamesWorth);
  values.add_to(sums, kValuesWorth);
  titles.add_to(sums, kTitleWorth);
  kinds.add_to(sums, kKindsWorth);
  table.vector = TableVector::along(sums);
  return table;
}

IndexedTraits stored_traits(const DescribedTable& table) {
  const TableTraits& traits = table.traits;
  const std::string_view vector = table.vector.stored();
  IndexedTraits stored{Bytes(vector.begin(), vector.end()), traits.kin, {}, {}};
  ByteWriter values;
  values.var(text_columns(traits.columns));
  for (std::size_t at = 0; at < traits.columns.size(); ++at) {
    const ColumnTraits& column = traits.columns[at];
    stored.kinds += column.kind;
    if (column.values.empty()) continue;
    const std::size_t kept = std::min(column.values.size(), kSampledValues);
    values.var(at);
    values.boolean(column.more || kept < column.values.size());
    values.var(kept);
    for (std::size_t value = 0; value < kept; ++value) values.u32(column.values[value]);
  }
  stored.values = values.take();
  return stored;
}

Expected<TableTraits> traits_from(const IndexedTraits& stored, std::string_view names) {
  TableTraits traits{stored.kin, {}};
  const auto json = nlohmann::json::parse(names, nullptr, false);
  for (std::size_t at = 0; at < std::min(stored.kinds.size(), look_limit::kFields); ++at) {
    const bool named = json.is_array() && at < json.size() && json[at].is_string();
    traits.columns.push_back(
        {named ? json[at].get<std::string>() : std::string(), stored.kinds[at]});
  }
  ByteReader values(stored.values);
  for (std::size_t left = values.count(3); left > 0; --left) {
    const std::uint64_t at = values.var();
    const bool more = values.boolean();
    const std::size_t kept = values.count(sizeof(std::uint32_t));
    if (!values.ok() || at >= traits.columns.size() || kept > kSampledValues) {
      values.mark_bad();
      break;
    }
    ColumnTraits& column = traits.columns[at];
    column.more = more;
    column.values.clear();
    for (std::size_t value = 0; value < kept; ++value) column.values.push_back(values.u32());
  }
  if (!values.ok() || !values.at_end()) {
    return fail(ErrorCode::invalid_data, "the index has values of no column");
  }
  return traits;
}

}  // namespace tagtrail::host
