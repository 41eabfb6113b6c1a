#include "search/table_likeness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "system/sha256.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// What each is worth where two tables are compared in full.
constexpr double kNamesShare = 0.55;
constexpr double kValuesShare = 0.3;
constexpr double kKindsShare = 0.15;
constexpr double kNameButForYear = 0.9;

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
