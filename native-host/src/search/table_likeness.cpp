#include "search/table_likeness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "system/sha256.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTextColumns = 8;     ///< whose values are compared
constexpr std::size_t kSampledValues = 20;  ///< of each, in an index
constexpr std::size_t kKinDigits = 32;      ///< tell enough apart

/// What each field is worth in a vector.
constexpr int kNamesWorth = 6;
constexpr int kValuesWorth = 4;
constexpr int kTitleWorth = 3;
constexpr int kKindsWorth = 1;

/// What each is worth where two tables are compared in full.
constexpr double kNamesShare = 0.55;
constexpr double kValuesShare = 0.3;
constexpr double kKindsShare = 0.15;
constexpr double kNameButForYear = 0.9;

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

/// Next year's edition is called the same but for that.
std::string without_years(std::string_view plain) {
  std::string text;
  each_word(plain, [&](std::string_view word) {
    text += text.empty() ? "" : " ";
    text += years_in(word).empty() ? word : std::string_view("#");
  });
  return text;
}

/// What is compared of a column's name: its words, or what it has for them (`%`). A reader made up
/// `field3` where there is none.
std::string key_of(std::string_view name, std::size_t at) {
  if (name == fmt::format("field{}", at + 1)) return {};
  std::string words = words_of_name(name);
  return words.empty() ? std::string(trim(name)) : words;
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

std::size_t text_columns(const std::vector<ColumnTraits>& columns) {
  return static_cast<std::size_t>(std::count_if(
      columns.begin(), columns.end(), [](const auto& column) { return !column.values.empty(); }));
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

namespace {

/// A column of the one table that goes with one of the other.
struct ColumnPair {
  std::size_t wanted = 0;
  std::size_t found = 0;
  std::size_t in_both = 0;  ///< of the values that the found one tells
};

/// Compares two tables column by column.
class TableComparison {
 public:
  TableComparison(const TableTraits& wanted, const TableTraits& found)
      : wanted_(wanted.columns), found_(found.columns) {
    wanted_free_.assign(wanted_.size(), true);
    found_free_.assign(found_.size(), true);
    same_names_ = pair_names([](std::string key) { return key; });
    names_but_for_years_ = pair_names([](const std::string& key) { return without_years(key); });
    pair_values();
  }

  Likeness result() const {
    const double all = static_cast<double>(wanted_.size() + found_.size());
    if (all == 0) return {};
    const double names = 2 *
                         (static_cast<double>(same_names_) +
                          kNameButForYear * static_cast<double>(names_but_for_years_)) /
                         all;
    const double kinds = 2 * static_cast<double>(same_kinds()) / all;
    Likeness likeness;
    const std::size_t texts = text_columns(wanted_) + text_columns(found_);
    if (texts == 0) {
      likeness.share = (kNamesShare * names + kKindsShare * kinds) / (kNamesShare + kKindsShare);
    } else {
      likeness.share = kNamesShare * names + kKindsShare * kinds +
                       kValuesShare * 2 * shared_values() / static_cast<double>(texts);
    }
    tell_names(likeness.why);
    tell_values(likeness.why);
    return likeness;
  }

 private:
  using Columns = std::vector<ColumnTraits>;

  /// Pairs free columns whose names are one after `turn`. Returns how many.
  template <typename Turn>
  std::size_t pair_names(Turn turn) {
    std::multimap<std::string, std::size_t> by_name;
    for (std::size_t at = 0; at < found_.size(); ++at) {
      if (found_free_[at]) by_name.emplace(turn(key_of(found_[at].name, at)), at);
    }
    std::size_t paired = 0;
    for (std::size_t at = 0; at < wanted_.size(); ++at) {
      const std::string key = wanted_free_[at] ? turn(key_of(wanted_[at].name, at)) : "";
      const auto other = key.empty() ? by_name.end() : by_name.find(key);
      if (other == by_name.end()) continue;
      pair(at, other->second);
      by_name.erase(other);
      ++paired;
    }
    return paired;
  }

  void pair(std::size_t wanted, std::size_t found) {
    wanted_free_[wanted] = false;
    found_free_[found] = false;
    pairs_.push_back({wanted, found, in_both(wanted, found)});
  }

  std::size_t in_both(std::size_t wanted, std::size_t found) const {
    const auto& all = wanted_[wanted].values;
    const auto& told = found_[found].values;
    return static_cast<std::size_t>(std::count_if(told.begin(), told.end(), [&](auto value) {
      return std::binary_search(all.begin(), all.end(), value);
    }));
  }

  /// A column that is called otherwise, but holds the same.
  void pair_values() {
    for (std::size_t at = 0; at < wanted_.size(); ++at) {
      if (!wanted_free_[at] || wanted_[at].values.empty()) continue;
      std::size_t best = 0;
      std::size_t where = found_.size();
      for (std::size_t other = 0; other < found_.size(); ++other) {
        if (!found_free_[other] || found_[other].values.empty()) continue;
        const std::size_t both = in_both(at, other);
        if (both > best && 2 * both >= found_[other].values.size()) {
          best = both;
          where = other;
        }
      }
      if (where < found_.size()) pair(at, where);
    }
  }

  std::size_t same_kinds() const {
    std::map<char, std::size_t> left;
    for (const ColumnTraits& column : wanted_) ++left[column.kind];
    std::size_t same = 0;
    for (const ColumnTraits& column : found_) {
      auto& of_kind = left[column.kind];
      if (of_kind == 0) continue;
      --of_kind;
      ++same;
    }
    return same;
  }

  double shared_values() const {
    double shared = 0;
    for (const ColumnPair& pair : pairs_) {
      const std::size_t told = found_[pair.found].values.size();
      if (told > 0) shared += static_cast<double>(pair.in_both) / static_cast<double>(told);
    }
    return shared;
  }

  void tell_names(std::vector<std::string>& why) const {
    const std::size_t all = wanted_.size();
    why.push_back(fmt::format("{} of {} columns {} the same name", same_names_, all,
                              same_names_ == 1 ? "has" : "have"));
    if (names_but_for_years_ > 0) {
      why.push_back(fmt::format("{} but for the year", names_but_for_years_));
    }
    const std::size_t kinds = same_kinds();
    if (kinds < all) why.push_back(fmt::format("{} of {} the same kind", kinds, all));
  }

  static std::string told_name(const ColumnTraits& column) {
    constexpr std::size_t kTold = 60;
    return to_valid_utf8(utf8_prefix(collapse_space(column.name), kTold));
  }

  /// Of the columns with most in common.
  void tell_values(std::vector<std::string>& why) const {
    constexpr std::size_t kTold = 3;
    std::vector<ColumnPair> pairs = pairs_;
    std::erase_if(pairs, [](const ColumnPair& pair) { return pair.in_both == 0; });
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& one, const auto& other) {
      return one.in_both > other.in_both;
    });
    if (pairs.size() > kTold) pairs.resize(kTold);
    for (const ColumnPair& pair : pairs) {
      const ColumnTraits& wanted = wanted_[pair.wanted];
      const ColumnTraits& found = found_[pair.found];
      const bool renamed = key_of(wanted.name, pair.wanted) != key_of(found.name, pair.found);
      why.push_back(fmt::format("{} of {} values{} of `{}`{} are in both", pair.in_both,
                                found.values.size(), found.more ? " looked at" : "",
                                told_name(found),
                                renamed ? fmt::format(" (`{}`)", told_name(wanted)) : ""));
    }
  }

  const Columns& wanted_;
  const Columns& found_;
  std::vector<bool> wanted_free_;
  std::vector<bool> found_free_;
  std::vector<ColumnPair> pairs_;
  std::size_t same_names_ = 0;
  std::size_t names_but_for_years_ = 0;
};

/// `A, B and 3 more`.
std::string names_of_tables(const std::vector<TableLook>& tables) {
  constexpr std::size_t kNamed = 8;
  std::vector<std::string> names;
  for (const TableLook& table : tables) {
    if (names.size() < kNamed) names.push_back(table.name.empty() ? "(no name)" : table.name);
  }
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (tables.size() > kNamed) text += fmt::format(" and {} more", tables.size() - kNamed);
  return text;
}

Expected<void> expect_file(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (!fs::exists(status)) {
    return fail(ErrorCode::not_found, fmt::format("{} is not there", file.string()));
  }
  if (fs::is_regular_file(status)) return {};
  return fail(ErrorCode::invalid_argument, fmt::format("{} is no file", file.string()));
}

}  // namespace

Likeness likeness_of(const TableTraits& wanted, const TableTraits& found) {
  if (!wanted.kin.empty() && wanted.kin == found.kin) return {1, true, {"the same table"}};
  return TableComparison(wanted, found).result();
}

Expected<TableToMatch> TableToMatch::read(const fs::path& file, const std::string& sheet,
                                          const std::function<bool()>& go_on) {
  TRY(expect_file(file));
  const FileWords words = TRY(read_words(file, go_on));
  const auto& tables = words.look.tables;
  if (tables.empty()) {
    return fail(ErrorCode::invalid_data,
                fmt::format("{} has no table{}", file.string(),
                            words.look.note.empty() ? "" : ": " + words.look.note));
  }
  const auto is_it = [&, plain = plain_words(sheet)](const TableLook& table) {
    return table.name == sheet || (!plain.empty() && plain_words(table.name) == plain);
  };
  const auto chosen =
      sheet.empty() ? tables.begin() : std::find_if(tables.begin(), tables.end(), is_it);
  if (chosen == tables.end()) {
    return fail(ErrorCode::not_found, fmt::format("{} has no sheet {}: it has {}", file.string(),
                                                  sheet, names_of_tables(tables)));
  }
  TableToMatch match;
  match.file = file;
  match.sha256 = TRY(sha256_of_file(file));
  match.part = static_cast<std::size_t>(chosen - tables.begin());
  match.table = describe(*chosen, words.tables[match.part],
                         fmt::format("{}\n{}\n{}", words_of_name(file.stem().string()),
                                     chosen->name, words.tables[match.part].heading));
  std::vector<std::string> notes;
  if (sheet.empty() && tables.size() > 1) {
    notes.push_back(
        fmt::format("it has {} tables, the first of which is compared (--sheet: another): {}",
                    tables.size(), names_of_tables(tables)));
  }
  if (chosen->rows_at_least) notes.emplace_back("it was not read to its end");
  if (!words.look.note.empty()) notes.push_back(words.look.note);
  if (!notes.empty()) match.note = fmt::format("{}: {}", file.string(), fmt::join(notes, "; "));
  return match;
}

}  // namespace tagtrail::host
