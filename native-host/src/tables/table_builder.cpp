#include "tables/table_builder.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "tables/header.hpp"
#include "tables/units.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kHeadRows = 60;
constexpr std::size_t kHeadCellBytes = 300;
constexpr std::size_t kHeadBytes = 2 << 20;
constexpr std::size_t kNotes = 20;
constexpr std::size_t kCellBytes = 1 << 20;
constexpr std::size_t kRowBytes = 16 << 20;
constexpr std::uint64_t kTitlesAbove = 6;  ///< shown in a preview

bool is_blank(const RowView& cells) {
  return std::all_of(cells.begin(), cells.end(),
                     [](std::string_view cell) { return trim(cell).empty(); });
}

std::vector<std::string> kept(const RowView& cells) {
  std::vector<std::string> row;
  row.reserve(cells.size());
  for (const std::string_view cell : cells) row.emplace_back(utf8_prefix(cell, kHeadCellBytes));
  return row;
}

RowView view_of(const std::vector<std::string>& cells) { return {cells.begin(), cells.end()}; }

std::size_t bytes_of(const std::vector<std::string>& cells) {
  std::size_t bytes = 0;
  for (const std::string& cell : cells) bytes += cell.size() + sizeof(std::string);
  return bytes;
}

}  // namespace

bool names_no_measure(std::string_view name) {
  constexpr auto kWhole = std::to_array<std::string_view>(
      {"id",    "no",    "no.",  "nr",       "nr.",      "num",      "code",      "zip",
       "plz",   "lat",   "lon",  "lng",      "long",     "latitude", "longitude", "phone",
       "tel",   "fax",   "fid",  "objectid", "gid",      "index",    "rank",      "year",
       "jahr",  "month", "day",  "hour",     "date",     "time",     "version",   "page",
       "pages", "row",   "isbn", "issn",     "postcode", "zipcode",  "order",     "numeric",
       "level", "nuts",  "fips", "geoid",    "naics",    "nace",     "isic",      "sic"});
  constexpr auto kEnds = std::to_array<std::string_view>(
      {"_id", " id", "_code", " code", "code)", "_nr", "_no", "uid", "latitude", "longitude",
       "_year", " year", "phone", "zip", "_fips", "fp", "_naics", "ptlat", "ptlon"});
  return std::find(kWhole.begin(), kWhole.end(), name) != kWhole.end() || name.starts_with("id_") ||
         std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

namespace {

/// What the one column of numbers of a long table is called.
bool names_value(std::string_view name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"value",   "values",   "amount",  "count",      "total",  "number",   "votes",
       "rate",    "percent",  "share",   "population", "cases",  "quantity", "obs_value",
       "numeric", "wert",     "anzahl",  "betrag",     "valeur", "nombre",   "montant",
       "valor",   "cantidad", "importe", "valore",     "numero"});
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

}  // namespace

void TableBuilder::add_cell(std::string_view cell) {
  if (ends_.size() >= look_limit::kColumns) {
    if (!trim(cell).empty()) leave_value();
    return effort_.leave_columns(++beyond_);
  }
  if (text_.size() < kRowBytes) text_ += cell.substr(0, kCellBytes);
  ends_.push_back(text_.size());
}

void TableBuilder::skip_to(std::size_t index) {
  const std::size_t end = std::min(index, look_limit::kColumns);
  beyond_ = index - end;
  if (ends_.size() < end) ends_.resize(end, text_.size());
}

RowView TableBuilder::row() const {
  RowView cells;
  cells.reserve(ends_.size());
  const std::string_view text = text_;
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    cells.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return cells;
}

bool TableBuilder::end_row() {
  ++number_;
  const RowView cells = row();
  if (!told_ && !left_value_ && is_blank(cells)) {
    ++blank_rows_;
  } else {
    if (blank_rows_ > 0) even_ = false;
    blank_rows_ = 0;
    take_row(cells);
  }
  const std::size_t told = cells.size();
  text_.clear();
  ends_.clear();
  beyond_ = 0;
  left_value_ = false;
  return effort_.cells(told + 1);
}

void TableBuilder::take_row(const RowView& cells) {
  if (!in_head_) return take_data(number_, cells, false);
  // Now, as what is kept of it may be cut.
  tell(number_, cells);
  keep_head(cells);
}

void TableBuilder::tell(std::uint64_t number, const RowView& cells) {
  TakeRows* rows = effort_.rows();
  if (rows == nullptr) return;
  if (!told_as_) told_as_ = rows->begin_table();
  if (!rows->take_row(*told_as_, number, cells)) effort_.stop("its rows were not wanted");
}

void TableBuilder::set_aside(std::uint64_t number) {
  if (told_as_) effort_.rows()->set_aside(*told_as_, number);
}

void TableBuilder::keep_head(const RowView& cells) {
  head_.push_back({number_, kept(cells)});
  std::size_t bytes = 0;
  for (const Row& row : head_) bytes += bytes_of(row.cells);
  if (head_.size() >= kHeadRows || bytes >= kHeadBytes) open_data();
}

/// The rows so far show where the header is.
void TableBuilder::open_data() {
  in_head_ = false;
  std::vector<std::vector<std::string>> rows;
  rows.reserve(head_.size());
  for (const Row& row : head_) rows.push_back(row.cells);
  HeaderFound found;
  if (!told_) found = find_header(rows);
  names_ = std::move(found.names);
  if (found.row) header_row_ = head_[*found.row].number;
  if (!names_.empty()) width_ = names_.size();
  const std::uint64_t expected = found.row ? 1 : 0;
  // A first row that is not where readers look for it.
  if (found.data != expected || (found.row && header_row_ != 1)) even_ = false;
  for (std::size_t at = 0; at < head_.size(); ++at) {
    if (at < found.data) {
      set_aside(head_[at].number);
    } else {
      take_data(head_[at].number, view_of(rows[at]), true);
    }
  }
}

/// A line such as `Source: Eurostat`, which is shorter than the rows or stands behind an empty one;
/// where the table goes on behind it, it is a row like others.
bool TableBuilder::is_note(std::uint64_t number, const RowView& cells) const {
  constexpr std::size_t kNarrow = 3;
  if (told_ || width_ < 2) return false;
  const bool shorter = width_ >= kNarrow && cells.size() < width_;
  const bool apart = rows_ > 0 && (!notes_.empty() || number > last_row_ + 1);
  const auto filled = std::count_if(cells.begin(), cells.end(),
                                    [](std::string_view cell) { return !trim(cell).empty(); });
  return filled == 1 && (shorter || (apart && !trim(cells.front()).empty()));
}

/// Reports have it on each of their pages.
bool TableBuilder::is_header_again(const RowView& cells) const {
  return header_row_ > 0 && !names_.empty() &&
         std::equal(cells.begin(), cells.end(), names_.begin(), names_.end());
}

void TableBuilder::take_data(std::uint64_t number, const RowView& cells, bool told) {
  if (width_ == 0) width_ = cells.size();
  if (is_header_again(cells)) {
    even_ = false;
    if (told) set_aside(number);
    return;
  }
  if (!told) tell(number, cells);
  if (is_note(number, cells) && notes_.size() < kNotes) {
    notes_.push_back({number, kept(cells)});
    return;
  }
  last_row_ = number;
  release_notes();
  count_data(cells);
}

void TableBuilder::release_notes() {
  for (const Row& note : std::exchange(notes_, {})) count_data(view_of(note.cells));
}

void TableBuilder::count_data(const RowView& cells) {
  ++rows_;
  if (cells.size() != width_) even_ = false;
  if (columns_.size() < cells.size()) columns_.resize(cells.size());
  for (std::size_t at = 0; at < cells.size(); ++at) columns_[at].add(cells[at]);
  kin_.add(cells);
}

void TableBuilder::name_fields(TableLook& table, const TableHabits& habits) const {
  const auto& names = given_names_.empty() ? names_ : given_names_;
  std::size_t count = std::max(names.size(), columns_.size());
  // What is empty in all rows and has no name is no column.
  while (count > 0 && !even_ && (count > names.size() || trim(names[count - 1]).empty()) &&
         (count > columns_.size() || columns_[count - 1].filled() == 0)) {
    --count;
  }
  std::set<std::string> missing;
  std::set<std::string, std::less<>> seen;
  for (std::size_t at = 0; at < std::min(count, effort_.bounds().fields); ++at) {
    std::string name = at < names.size() ? names[at] : std::string();
    name.erase(0, std::min(name.size(), name.find_first_not_of(' ')));
    const bool named = !trim(name).empty() && seen.insert(name).second;
    FieldLook field = at < columns_.size() ? columns_[at].field(name, habits) : FieldLook{};
    if (field.type.empty()) field.type = "any";
    field.name = to_valid_utf8(utf8_prefix(name, look_limit::kNameBytes));
    if (header_row_ == 0 && given_names_.empty()) {
      field.name = "field" + std::to_string(at + 1);
    } else if (!named || field.name.size() != name.size()) {
      table.plain = false;
      if (trim(field.name).empty()) field.name = "field" + std::to_string(at + 1);
    }
    if (const std::string unit = unit_of_name(name); !unit.empty()) field.unit = unit;
    if (at < columns_.size() && field.type != "string") {
      for (const std::string& word : columns_[at].missing()) missing.insert(to_valid_utf8(word));
    }
    table.fields.push_back(std::move(field));
  }
  table.fields_more = count - table.fields.size();
  table.missing.assign(missing.begin(), missing.end());
}

void TableBuilder::add_preview(TableLook& table) const {
  const std::uint64_t from = header_row_ > kTitlesAbove ? header_row_ : 1;
  if (!given_names_.empty()) table.preview.push_back(given_names_);
  for (const Row& row : head_) {
    if (table.preview.size() >= look_limit::kPreviewRows) break;
    if (row.number >= from) table.preview.push_back(row.cells);
  }
  for (auto& row : table.preview) {
    row.resize(std::min(row.size(), look_limit::kPreviewColumns));
    for (std::string& cell : row) {
      cell = utf8_prefix(to_valid_utf8(collapse_space(cell)), look_limit::kPreviewBytes);
    }
  }
}

void TableBuilder::measure(TableLook& table) const {
  TableShape& shape = table.shape;
  const auto has_column = [&](std::string_view name) {
    return std::any_of(table.fields.begin(), table.fields.end(), [&](const FieldLook& field) {
      return ascii_lower(trim(field.name)) == name;
    });
  };
  const bool has_places = has_column("x") && has_column("y");
  // Tables of shapes on a map say how large each is drawn.
  const bool has_shapes = has_column("perimeter") || has_column("shape_leng");
  shape.columns = columns_.size();
  shape.has_names = header_row_ > 0 || !given_names_.empty();
  for (std::size_t at = 0; at < columns_.size(); ++at) {
    const Column& column = columns_[at];
    shape.cells += column.filled();
    const bool in_fields = at < table.fields.size();
    const std::string& type = in_fields ? table.fields[at].type : std::string();
    constexpr std::uint64_t kShare = 5;
    const bool numbers = column.numbers() > 0 && column.numbers() * kShare >= column.filled() * 3;
    const std::string name = in_fields ? ascii_lower(trim(table.fields[at].name)) : std::string();
    const bool place = has_places && (name == "x" || name == "y" || name == "z");
    const bool drawn = has_shapes && (name == "perimeter" || name == "area" ||
                                      name == "shape_leng" || name == "shape_area");
    const bool apart = type == "year" || place || drawn || names_no_measure(name);
    if (numbers && !apart && !column.counts_rows()) {
      ++shape.measures;
      shape.number_cells += column.numbers();
      shape.has_value =
          shape.has_value || (names_value(name) && column.numbers() * 10 >= rows_ * 9);
    } else if (column.filled() * 2 >= rows_) {
      shape.has_labels = true;
    }
  }
}

TableLook TableBuilder::finish(std::optional<DialectLook> dialect) {
  if (in_head_) open_data();
  if (!notes_.empty() || blank_rows_ > 0) even_ = false;
  for (const Row& note : notes_) set_aside(note.number);
  TableLook table;
  table.told_as = told_as_;
  TableHabits habits;
  habits.semicolons = dialect && dialect->delimiter == ';';
  for (const Column& column : columns_) {
    habits.comma_fractions = habits.comma_fractions || column.has_comma_fractions();
    habits.day_first = habits.day_first || column.has_days_first();
    habits.month_first = habits.month_first || column.has_months_first();
  }
  table.plain = even_ && width_ <= look_limit::kFields;
  table.header_row = header_row_;
  table.rows = rows_;
  name_fields(table, habits);
  add_preview(table);
  measure(table);
  if (dialect) {
    dialect->header = header_row_ != 0;
    dialect->skip_initial_space =
        dialect->skip_initial_space ||
        std::any_of(columns_.begin(), columns_.end(),
                    [](const Column& column) { return column.has_leading_space(); });
    table.dialect = dialect;
  }
  table.kin = kin_.finish(table.fields, rows_);
  return table;
}

}  // namespace tagtrail::host
