// A column of cells, seen one by one: what type it has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tables/cell_kinds.hpp"
#include "tables/look.hpp"

namespace tagtrail::host {

/// How numbers and dates are written in other columns of the table, for cells such as `1,234` and
/// `03/04/2020` that may be read in two ways.
struct TableHabits {
  bool comma_fractions = false;  ///< some cell can only be read with a decimal comma
  bool semicolons = false;       ///< cells are separated by semicolons
  bool day_first = false;        ///< some date can only be read with the day first
  bool month_first = false;      ///< or the month
};

class Column {
 public:
  /// A cell as it stands.
  void add(std::string_view cell);

  /// The type of what was added, of a column with this name: format, characters of numbers, unit
  /// of an affix; not the name. Dates that nothing tells the order of stay text.
  FieldLook field(std::string_view name, const TableHabits& habits) const;
  bool has_comma_fractions() const;
  bool has_days_first() const { return has_dates_ && !months_first_; }
  bool has_months_first() const { return has_dates_ && !days_first_; }

  std::uint64_t filled() const { return filled_; }
  std::uint64_t numbers() const { return numbers_; }
  /// Numbers that are neither 1, 2, 3, ... nor in any other order of steps by one.
  bool counts_rows() const { return numbers_ > 2 && steps_ + 1 >= numbers_; }
  /// The words that stand for missing values, as they are written.
  const std::vector<std::string>& missing() const { return missing_; }
  bool has_leading_space() const { return leading_space_; }

 private:
  void note_missing(std::string_view cell);
  void take(std::string_view text, bool padded);
  void take_date(std::string_view text);
  void choose_date_order(const TableHabits& habits, FieldLook& field) const;
  void choose_number_characters(const TableHabits& habits, FieldLook& field) const;

  std::uint32_t viable_ = ~0U;  ///< what all cells so far can be
  std::uint64_t filled_ = 0;    ///< neither empty nor a word for missing
  std::uint64_t numbers_ = 0;
  std::uint64_t steps_ = 0;  ///< integers that are one more than that before
  std::int64_t last_ = 0;
  std::string affix_;
  std::string space_;
  std::uint32_t grouped_ = 0;  ///< kinds by which some cell has groups
  bool fraction_ = false;
  bool leading_space_ = false;
  bool has_dates_ = false;      ///< such as `03/04/2020`; all can be read
  bool days_first_ = true;      ///< with the day first,
  bool months_first_ = true;    ///< with the month first,
  bool order_matters_ = false;  ///< and some mean something else then
  std::vector<std::string> missing_;
};

}  // namespace tagtrail::host
