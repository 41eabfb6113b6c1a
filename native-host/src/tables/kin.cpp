#include "tables/kin.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "system/sha256.hpp"
#include "tables/cell_kinds.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kKinRows = 200;
constexpr std::size_t kKinColumns = 50;
constexpr std::size_t kKinCellBytes = 100;
constexpr std::size_t kLeastCells = 6;
constexpr std::size_t kDigits = 16;
constexpr char kBetweenCells = '\x1f';
constexpr char kBetweenRows = '\x1e';

std::string plain_words(std::string_view text) { return ascii_lower(collapse_space(text)); }

/// `24.03.1987` of a date as 1987-03-24: whichever order its format has.
std::string iso_date(std::string_view text, std::string_view format) {
  std::string year;
  std::string month;
  std::string day;
  std::size_t at = 0;
  for (std::size_t i = 0; i + 1 < format.size() && at < text.size(); ++i) {
    if (format[i] != '%') continue;
    const std::size_t end = std::min(text.size(), text.find_first_not_of("0123456789", at));
    std::string part(text.substr(at, end - at));
    if (part.size() == 1) part.insert(part.begin(), '0');
    at = end + 1;
    (format[i + 1] == 'Y' ? year : format[i + 1] == 'm' ? month : day) = part;
  }
  return year + "-" + month + "-" + day;
}

std::string plain_cell(std::string_view cell, const FieldLook& field) {
  const std::string_view text = trim(cell);
  if (text.empty() || is_missing_word(text)) return {};
  if (field.type == "date" && !field.format.empty()) return iso_date(text, field.format);
  if (const CellKinds found = kinds_of_cell(text); (found.kinds & cell::kNumbers) != 0) {
    const char decimal = field.decimal_char.empty() ? '.' : field.decimal_char[0];
    const bool groups = !field.group_char.empty() || !field.bare_number;
    if (const auto value = number_of_cell(text, decimal, groups))
      return fmt::format("{:.12g}", *value);
  }
  return plain_words(text);
}

/// Empty columns at the end are none.
std::string plain_row(const std::vector<std::string>& cells, const std::vector<FieldLook>& fields) {
  const FieldLook none;
  std::string line;
  std::size_t end = 0;
  for (std::size_t at = 0; at < std::min(cells.size(), kKinColumns); ++at) {
    const std::string cell = plain_cell(cells[at], at < fields.size() ? fields[at] : none);
    line += cell;
    if (!cell.empty()) end = line.size();
    line += kBetweenCells;
  }
  line.resize(end);
  return line;
}

}  // namespace

void KinDigest::add(const std::vector<std::string_view>& cells) {
  if (rows_.size() >= kKinRows) return;
  std::vector<std::string> row;
  for (const std::string_view cell : cells) {
    if (row.size() >= kKinColumns) break;
    row.emplace_back(utf8_prefix(trim(cell), kKinCellBytes));
  }
  rows_.push_back(std::move(row));
}

std::string KinDigest::finish(const std::vector<FieldLook>& fields, std::uint64_t rows) const {
  std::size_t cells = 0;
  for (const auto& row : rows_) {
    cells += static_cast<std::size_t>(std::count_if(
        row.begin(), row.end(), [](const std::string& cell) { return !cell.empty(); }));
  }
  if (rows < 2 || cells < kLeastCells) return {};
  Sha256 digest;
  std::vector<std::string> names;
  for (std::size_t at = 0; at < fields.size(); ++at) {
    // Columns without names and contents come and go with formats.
    const bool nothing =
        fields[at].type == "any" && fields[at].name == "field" + std::to_string(at + 1);
    names.push_back(nothing ? std::string() : plain_words(fields[at].name));
  }
  const std::vector<FieldLook> texts;
  digest.add(plain_row(names, texts));
  for (const auto& row : rows_) {
    digest.add(plain_row(row, fields));
    digest.add({&kBetweenRows, 1});
  }
  digest.add(std::to_string(rows));
  return digest.hex();
}

std::string kin_of_tables(const std::vector<TableLook>& tables) {
  if (tables.empty()) return {};
  if (tables.size() == 1) return tables.front().kin;
  std::vector<std::string> all;
  for (const TableLook& table : tables) {
    if (table.kin.empty()) return {};
    all.push_back(table.kin);
  }
  std::sort(all.begin(), all.end());
  Sha256 digest;
  for (const std::string& kin : all) digest.add(kin);
  return digest.hex();
}

}  // namespace tagtrail::host
