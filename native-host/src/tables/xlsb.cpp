// Binary workbooks of Excel 2007 and later ([MS-XLSB]): a ZIP file of parts that are records.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tables/biff_records.hpp"
#include "tables/readers.hpp"
#include "tables/serial_date.hpp"
#include "tables/workbook_package.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kXlsbTextBytes = 32'768;
constexpr std::size_t kXlsbStyles = 65'536;
constexpr std::size_t kXlsbSheets = look_limit::kMembers * 10;
constexpr std::size_t kXlsbTexts = 2'000'000;
constexpr std::size_t kRecordBytes = 1 << 20;  ///< of one; larger ones are nothing that is read

// [MS-XLSB] 2.3.2.
enum XlsbRecord : std::uint32_t {
  row_header = 0,
  cell_blank = 1,
  cell_rk = 2,
  cell_error = 3,
  cell_bool = 4,
  cell_real = 5,
  cell_text = 6,
  cell_shared_text = 7,
  formula_text = 8,
  formula_number = 9,
  formula_bool = 10,
  formula_error = 11,
  short_blank = 12,
  short_rk = 13,
  short_error = 14,
  short_bool = 15,
  short_real = 16,
  short_text = 17,
  short_shared_text = 18,
  shared_text = 19,
  number_format = 44,
  cell_style = 47,
  cell_rich_text = 62,
  workbook_properties = 153,
  listed_sheet = 156,
  begin_cell_styles = 617,
  end_cell_styles = 618,
};

/// Records of a part as its pieces come.
class XlsbRecords {
 public:
  using Take = std::function<bool(std::uint32_t type, RecordBytes bytes)>;
  explicit XlsbRecords(Take take) : take_(std::move(take)) {}

  /// Whether more is wanted; false after a record that is too large.
  bool feed(std::string_view piece) {
    waiting_ += piece;
    std::string_view left = waiting_;
    while (true) {
      RecordBytes head(left);
      const std::uint32_t type = number(head, 2);
      const std::uint32_t size = number(head, 4);
      if (!head.ok()) break;
      if (size > kRecordBytes) return false;
      if (head.left().size() < size) break;
      if (!take_(type, RecordBytes(head.text(size)))) return false;
      left = head.left();
    }
    waiting_.erase(0, waiting_.size() - left.size());
    return true;
  }
  /// Whether the part ended where a record does.
  bool finish() const { return waiting_.empty(); }

 private:
  /// Seven bits a byte, the lowest first.
  static std::uint32_t number(RecordBytes& bytes, unsigned most_bytes) {
    constexpr unsigned kBits = 7;
    constexpr std::uint32_t kMore = 0x80;
    std::uint32_t number = 0;
    for (unsigned at = 0; at < most_bytes; ++at) {
      const std::uint32_t byte = bytes.u8();
      number |= (byte & (kMore - 1)) << (kBits * at);
      if ((byte & kMore) == 0) break;
    }
    return number;
  }

  Take take_;
  std::string waiting_;
};

/// Whether the part was whole.
bool read_records(PackedFile& packed, XlsbRecords::Take take) {
  XlsbRecords records(std::move(take));
  const bool all = packed.each_piece([&](std::string_view piece) { return records.feed(piece); });
  return all && records.finish();
}

/// XLWideString; one that is missing has no length.
std::string wide_text(RecordBytes& bytes) {
  constexpr std::uint32_t kMissing = 0xFFFFFFFF;
  const std::uint32_t characters = bytes.u32();
  std::string text;
  if (characters == kMissing) return text;
  const std::string_view of_text = bytes.text(std::uint64_t{characters} * 2);
  append_utf16(text, of_text.substr(0, kXlsbTextBytes));
  return text;
}

/// What sheets refer to.
struct BinaryWorkbook {
  std::vector<PackagedSheet> sheets;
  SharedTexts texts;
  std::vector<bool> date_styles;  ///< by number of the style
  bool since_1904 = false;

  bool take_of_book(std::uint32_t type, RecordBytes& bytes) {
    if (type == XlsbRecord::workbook_properties) {
      since_1904 = (bytes.u32() & 1) != 0;
    } else if (type == XlsbRecord::listed_sheet && sheets.size() < kXlsbSheets) {
      PackagedSheet listed;
      listed.facts.hidden = bytes.u32() != 0;
      bytes.skip(4);
      listed.relation = wide_text(bytes);
      listed.facts.name = wide_text(bytes);
      sheets.push_back(std::move(listed));
    }
    return true;
  }

  bool take_text(std::uint32_t type, RecordBytes& bytes) {
    if (type != XlsbRecord::shared_text) return true;
    bytes.skip(1);
    texts.add(wide_text(bytes));
    return texts.size() < kXlsbTexts;
  }
};

/// Formats come before the styles that use them; of styles, only those of cells count.
class StyleRecords {
 public:
  explicit StyleRecords(BinaryWorkbook& book) : book_(book) {}
  bool take(std::uint32_t type, RecordBytes& bytes) {
    if (type == XlsbRecord::begin_cell_styles) in_cells_ = true;
    if (type == XlsbRecord::end_cell_styles) in_cells_ = false;
    if (type == XlsbRecord::number_format) {
      const std::uint16_t number = bytes.u16();
      dates_[number] = shows_date(wide_text(bytes));
    } else if (type == XlsbRecord::cell_style && in_cells_ &&
               book_.date_styles.size() < kXlsbStyles) {
      bytes.skip(2);
      const std::uint16_t format = bytes.u16();
      const auto own = dates_.find(format);
      book_.date_styles.push_back(own == dates_.end() ? is_built_in_date(format) : own->second);
    }
    return true;
  }

 private:
  BinaryWorkbook& book_;
  std::map<std::uint16_t, bool> dates_;
  bool in_cells_ = false;
};

class CellRecords {
 public:
  CellRecords(const BinaryWorkbook& book, LookEffort& effort) : book_(book), cells_(effort) {}

  bool take(std::uint32_t type, RecordBytes& bytes) {
    if (type == row_header) {
      row_ = bytes.u32();
      next_column_ = 0;
      return row_ < kSheetRowsOfXlsb;
    }
    const bool is_short = type >= short_blank && type <= short_shared_text;
    const bool is_cell = type >= cell_blank && type <= formula_error;
    if (!is_short && !is_cell && type != cell_rich_text) return true;
    column_ = is_short ? next_column_ : bytes.u32();
    constexpr std::uint32_t kStyleBits = 0xFFFFFF;
    const std::uint32_t style = bytes.u32() & kStyleBits;
    is_date_ = style < book_.date_styles.size() && book_.date_styles[style];
    if (!bytes.ok() || column_ >= kSheetColumnsOfXlsb) return true;
    next_column_ = column_ + 1;
    return take_value(is_short ? type - short_blank + cell_blank : type, bytes);
  }
  TableLook finish(const SheetFacts& facts, bool whole, Look& look) {
    return cells_.finish(facts, whole, look);
  }

 private:
  static constexpr std::uint32_t kSheetRowsOfXlsb = 1'048'576;
  static constexpr std::uint32_t kSheetColumnsOfXlsb = 16'384;

  bool take_value(std::uint32_t type, RecordBytes& bytes) {
    switch (type) {
      case XlsbRecord::cell_rk:
        return add_number(rk_number(bytes.u32()));
      case XlsbRecord::cell_real:
      case XlsbRecord::formula_number:
        return add_number(bytes.f64());
      case XlsbRecord::cell_error:
      case XlsbRecord::formula_error:
        return add(error_text(bytes.u8()));
      case XlsbRecord::cell_bool:
      case XlsbRecord::formula_bool:
        return add(bytes.u8() != 0 ? "true" : "false");
      case XlsbRecord::cell_shared_text:
        return add(book_.texts.at(bytes.u32()));
      case XlsbRecord::cell_rich_text:
        bytes.skip(1);
        return add(wide_text(bytes));
      case XlsbRecord::cell_text:
      case XlsbRecord::formula_text:
        return add(wide_text(bytes));
      default:
        return true;
    }
  }
  bool add_number(double value) { return add(number_cell(value, is_date_, book_.since_1904)); }
  bool add(std::string_view text) { return cells_.add(row_, column_, text); }

  const BinaryWorkbook& book_;
  SheetCells cells_;
  std::uint32_t row_ = 0;
  std::uint32_t column_ = 0;
  std::uint32_t next_column_ = 0;
  bool is_date_ = false;
};

BinaryWorkbook read_binary_workbook(const LookInput& input, LookEffort& effort, Look& look) {
  BinaryWorkbook book;
  std::map<std::string, std::string> relations;
  bool whole = true;
  PackedFile packed(input, PackedFile::Kind::zip, effort);
  while (const auto member = packed.next()) {
    const std::string part = part_name(*member);
    if (part == "xl/workbook.bin") {
      whole &= read_records(packed, [&](std::uint32_t type, RecordBytes bytes) {
        return book.take_of_book(type, bytes);
      });
    } else if (part == "xl/_rels/workbook.bin.rels") {
      relations = read_relations(packed, effort, look);
    } else if (part == "xl/sharedstrings.bin") {
      whole &= read_records(packed, [&](std::uint32_t type, RecordBytes bytes) {
        return book.take_text(type, bytes);
      });
    } else if (part == "xl/styles.bin") {
      StyleRecords styles(book);
      whole &= read_records(
          packed, [&](std::uint32_t type, RecordBytes bytes) { return styles.take(type, bytes); });
    }
  }
  if (!whole && effort.is_going()) add_note(look, "it is damaged or cut short");
  find_parts(relations, book.sheets);
  return book;
}

}  // namespace

void look_into_xlsb(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "xlsb";
  const BinaryWorkbook book = read_binary_workbook(input, effort, look);
  const auto read = [&](PackedFile& packed, const PackagedSheet& sheet) {
    CellRecords cells(book, effort);
    const bool whole = read_records(
        packed, [&](std::uint32_t type, RecordBytes bytes) { return cells.take(type, bytes); });
    return cells.finish(sheet.facts, whole, look);
  };
  look_into_sheets(input, book.sheets, ".bin", read, effort, look);
}

}  // namespace tagtrail::host
