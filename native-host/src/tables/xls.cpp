// Excel's binary workbooks ([MS-XLS], and its older kin BIFF 2 to 5): one stream of records, in a
// compound file or bare. Of formulas, the values that were saved with them.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "tables/biff_records.hpp"
#include "tables/compound_file.hpp"
#include "tables/readers.hpp"
#include "tables/serial_date.hpp"
#include "tables/sheet_cells.hpp"
#include "tables/text_encoding.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kXlsTextBytes = 32'768;
constexpr std::size_t kXlsStyles = 65'536;
constexpr std::size_t kXlsSheets = look_limit::kMembers * 10;

namespace xls_record {
constexpr std::uint16_t kBof2 = 0x0009, kBof3 = 0x0209, kBof4 = 0x0409, kBof5 = 0x0809;
constexpr std::uint16_t kEof = 0x000A, kEncrypted = 0x002F, kCodePage = 0x0042, kEpoch = 0x0022;
constexpr std::uint16_t kSheet = 0x0085, kSheetOf4 = 0x008F, kSharedTexts = 0x00FC;
constexpr std::uint16_t kFormat2 = 0x001E, kFormat4 = 0x041E;
constexpr std::uint16_t kStyle3 = 0x0243, kStyle4 = 0x0443, kStyle5 = 0x00E0;
constexpr std::uint16_t kInteger2 = 0x0002, kNumber2 = 0x0003, kLabel2 = 0x0004, kTruth2 = 0x0005;
constexpr std::uint16_t kFormula2 = 0x0006, kText2 = 0x0007;
constexpr std::uint16_t kNumber = 0x0203, kLabel = 0x0204, kTruth = 0x0205, kText = 0x0207;
constexpr std::uint16_t kFormula3 = 0x0206, kFormula4 = 0x0406, kRk = 0x027E, kRks = 0x00BD;
constexpr std::uint16_t kRichLabel = 0x00D6, kSharedLabel = 0x00FD;
}  // namespace xls_record

/// Encodings by their numbers in Windows, as iconv knows them.
std::string code_page_name(std::uint16_t page) {
  constexpr std::uint16_t kMac = 10'000;
  constexpr std::uint16_t kOldMac = 0x8000;
  constexpr std::uint16_t kOldWindows = 0x8001;
  if (page == kMac || page == kOldMac) return "macintosh";
  if (page == kOldWindows || page == 0) return "windows-1252";
  return "cp" + std::to_string(page);
}

class XlsReader {
 public:
  XlsReader(std::string_view stream, LookEffort& effort, Look& look)
      : records_(stream), effort_(effort), look_(look) {}

  void read() {
    while (going_ && effort_.in_time()) {
      const auto record = records_.next();
      if (!record) break;
      take(*record);
    }
    const bool cut =
        going_ && effort_.is_going() && (cells_ || (!parts_.empty() && !records_.at_end()));
    end_sheet(false);
    std::stable_sort(tables_.begin(), tables_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [order, table] : tables_) add_table(look_, std::move(table));
    if (cut || damaged_) add_note(look_, "it is damaged or cut short");
    if (!effort_.is_going()) add_note(look_, effort_.why_not());
    if (tables_.empty() && look_.note.empty()) add_note(look_, "no sheet in it can be read");
  }

 private:
  struct Listed {
    std::uint32_t at = 0;
    SheetFacts facts;
  };
  enum class Part { book, sheet, other };
  struct Place {
    std::uint16_t row = 0;
    std::uint16_t column = 0;
    bool is_date = false;
  };

  void take(const BiffRecord& record) {
    using namespace xls_record;
    switch (record.type) {
      case kBof2:
      case kBof3:
      case kBof4:
      case kBof5:
        return begin_part(record);
      case kEof:
        return end_part();
      default:
        break;
    }
    if (!parts_.empty() && parts_.back() == Part::other) return;
    if (!take_of_book(record) && cells_) take_cell(record);
  }

  void begin_part(const BiffRecord& record) {
    using namespace xls_record;
    constexpr std::uint16_t kVersion8 = 0x0600;
    constexpr std::uint16_t kIsBook = 0x0005;
    constexpr std::uint16_t kIsBookOf4 = 0x0100;
    constexpr std::uint16_t kIsSheet = 0x0010;
    constexpr std::size_t kDeepest = 100;
    RecordBytes bytes(record.bytes);
    const std::uint16_t version = bytes.u16();
    const std::uint16_t kind = bytes.u16();
    // What begins the stream says it: sheets of Excel 95 may claim to be of a later one.
    if (version_ == 0) {
      version_ = record.type == kBof2   ? 2
                 : record.type == kBof3 ? 3
                 : record.type == kBof4 ? 4
                 : version == kVersion8 ? 8
                                        : 5;
    }
    // A sheet does not hold another: the one before has lost its end.
    if (kind == kIsSheet && cells_) {
      end_sheet(false);
      damaged_ = true;
      while (!parts_.empty() && parts_.back() != Part::book) parts_.pop_back();
    }
    if (parts_.size() >= kDeepest) {
      damaged_ = true;
      going_ = false;
      return;
    }
    parts_.push_back(kind == kIsSheet                        ? Part::sheet
                     : kind == kIsBook || kind == kIsBookOf4 ? Part::book
                                                             : Part::other);
    if (kind == kIsSheet) begin_sheet(record.at);
  }

  void begin_sheet(std::size_t at) {
    const auto listed = std::find_if(listed_.begin(), listed_.end(),
                                     [&](const Listed& each) { return each.at == at; });
    order_ = static_cast<std::size_t>(listed - listed_.begin());
    facts_ = listed == listed_.end() ? SheetFacts{next_name_, false} : listed->facts;
    next_name_.clear();
    cells_.emplace(effort_);
  }

  void end_part() {
    if (parts_.empty()) return;
    if (parts_.back() == Part::sheet) end_sheet(true);
    parts_.pop_back();
  }

  void end_sheet(bool whole) {
    if (!cells_) return;
    take_text({});
    tables_.emplace_back(order_, cells_->finish(std::move(facts_), whole, look_));
    cells_.reset();
  }

  /// Whether it is one of those that say something of all sheets.
  bool take_of_book(const BiffRecord& record) {
    using namespace xls_record;
    RecordBytes bytes(record.bytes);
    switch (record.type) {
      case kEncrypted:
        add_note(look_, "a password protects it");
        going_ = false;
        return true;
      case kCodePage:
        converter_.emplace(code_page_name(bytes.u16()));
        return true;
      case kEpoch:
        since_1904_ = bytes.u16() == 1;
        return true;
      case kSheet:
        add_listed(bytes);
        return true;
      case kSheetOf4:
        bytes.skip(4);
        next_name_ = page_text(bytes.text(bytes.u8()));
        return true;
      case kSharedTexts:
        if (!read_shared_texts(records_.with_continued(record.bytes), kXlsTextBytes, texts_)) {
          damaged_ = true;
        }
        return true;
      case kFormat2:
      case kFormat4:
        add_format(bytes);
        return true;
      case kStyle3:
      case kStyle4:
        bytes.skip(1);
        add_style(bytes.u8());
        return true;
      case kStyle5:
        bytes.skip(2);
        add_style(bytes.u16());
        return true;
      default:
        return false;
    }
  }

  void add_listed(RecordBytes& bytes) {
    if (version_ < 5 || listed_.size() >= kXlsSheets) return;
    constexpr unsigned kHidden = 3;
    Listed listed;
    listed.at = bytes.u32();
    listed.facts.hidden = (bytes.u8() & kHidden) != 0;
    bytes.skip(1);
    const std::size_t size = bytes.u8();
    listed.facts.name =
        version_ == 8 ? read_biff8_text(bytes, size, kXlsTextBytes) : page_text(bytes.text(size));
    listed_.push_back(std::move(listed));
  }

  void add_format(RecordBytes& bytes) {
    // Before BIFF 5, formats are numbered as they come.
    std::uint16_t number = static_cast<std::uint16_t>(formats_.size());
    if (version_ == 4) bytes.skip(2);
    if (version_ >= 5) number = bytes.u16();
    const std::string format = version_ == 8 ? read_biff8_text(bytes, bytes.u16(), kXlsTextBytes)
                                             : std::string(bytes.text(bytes.u8()));
    formats_[number] = shows_date(format);
  }

  void add_style(std::uint16_t format) {
    if (styles_.size() < kXlsStyles) styles_.push_back(format);
  }

  bool is_date_format(std::uint16_t format) const {
    const auto found = formats_.find(format);
    if (found != formats_.end()) return found->second;
    return version_ >= 5 && is_built_in_date(format);
  }

  /// What each cell begins with.
  Place place_of(RecordBytes& bytes) const {
    Place place;
    place.row = bytes.u16();
    place.column = bytes.u16();
    if (version_ == 2) {
      constexpr unsigned kFormatBits = 0x3F;
      bytes.skip(1);
      place.is_date = is_date_format(bytes.u8() & kFormatBits);
      bytes.skip(1);
    } else {
      place.is_date = has_date_style(bytes.u16());
    }
    return place;
  }
  bool has_date_style(std::size_t style) const {
    return style < styles_.size() && is_date_format(styles_[style]);
  }

  void take_cell(const BiffRecord& record) {
    using namespace xls_record;
    if (record.type == kText || record.type == kText2) return take_text(record.bytes);
    RecordBytes bytes(record.bytes);
    const auto is = [&](std::uint16_t type, std::uint16_t of_2) {
      return record.type == (version_ == 2 ? of_2 : type);
    };
    // Each version has its own, and some programs write one of another.
    const bool formula = record.type == kFormula2 ||
                         (version_ > 2 && (record.type == kFormula3 || record.type == kFormula4));
    if (is(kNumber, kNumber2)) {
      const Place place = place_of(bytes);
      add_number(place, bytes.f64());
    } else if (is(kLabel, kLabel2) || record.type == kRichLabel) {
      const Place place = place_of(bytes);
      add(place, label_text(bytes, version_ == 2 ? 1 : 2));
    } else if (is(kTruth, kTruth2)) {
      const Place place = place_of(bytes);
      const std::uint8_t value = bytes.u8();
      add(place, bytes.u8() != 0 ? error_text(value) : value != 0 ? "true" : "false");
    } else if (formula) {
      const Place place = place_of(bytes);
      take_formula(place, bytes.text(8));
    } else if (version_ == 2 && record.type == kInteger2) {
      const Place place = place_of(bytes);
      add_number(place, bytes.u16());
    } else if (record.type == kRk) {
      const Place place = place_of(bytes);
      add_number(place, rk_number(bytes.u32()));
    } else if (record.type == kRks) {
      take_numbers(bytes);
    } else if (record.type == kSharedLabel) {
      const Place place = place_of(bytes);
      const std::uint32_t index = bytes.u32();
      if (index >= texts_.size()) damaged_ = true;
      add(place, texts_.at(index));
    }
  }

  void take_numbers(RecordBytes& bytes) {
    constexpr std::size_t kOne = 6;
    Place place;
    place.row = bytes.u16();
    place.column = bytes.u16();
    // The last column stands behind the numbers.
    for (; going_ && bytes.left().size() >= kOne + 2; ++place.column) {
      place.is_date = has_date_style(bytes.u16());
      add_number(place, rk_number(bytes.u32()));
    }
  }

  /// The value that was computed last; a text comes in a record of its own.
  void take_formula(const Place& place, std::string_view value) {
    constexpr std::size_t kBytes = 8;
    if (value.size() < kBytes) return;
    if (!value.ends_with("\xFF\xFF")) {
      return add_number(place, RecordBytes(value).f64());
    }
    const auto result = static_cast<std::uint8_t>(value[2]);
    switch (value[0]) {
      case 0:
        take_text({});
        text_place_ = place;
        return;
      case 1:
        return add(place, result != 0 ? "true" : "false");
      case 2:
        return add(place, error_text(result));
      default:
        return add(place, {});
    }
  }

  /// Of the formula before.
  void take_text(std::string_view record) {
    const auto place = std::exchange(text_place_, std::nullopt);
    if (!place) return;
    RecordBytes bytes(record);
    const std::string text =
        record.empty() ? std::string() : label_text(bytes, version_ == 2 ? 1 : 2);
    if (cells_ && !cells_->add(place->row, place->column, text)) going_ = false;
  }

  std::string label_text(RecordBytes& bytes, std::size_t size_bytes) {
    const std::size_t size = size_bytes == 1 ? bytes.u8() : bytes.u16();
    if (version_ == 8) return read_biff8_text(bytes, size, kXlsTextBytes);
    return page_text(bytes.text(std::min(size, bytes.left().size())));
  }

  std::string page_text(std::string_view bytes) {
    if (!converter_) converter_.emplace("windows-1252");
    return std::string(converter_->convert(bytes));
  }

  void add_number(const Place& place, double value) {
    add(place, number_cell(value, place.is_date, since_1904_));
  }
  void add(const Place& place, std::string_view text) {
    take_text({});
    if (!cells_->add(place.row, place.column, text)) going_ = false;
  }

  BiffRecords records_;
  LookEffort& effort_;
  Look& look_;
  int version_ = 0;
  bool going_ = true;
  bool damaged_ = false;
  bool since_1904_ = false;
  std::vector<Part> parts_;
  std::optional<TextConverter> converter_;
  std::vector<Listed> listed_;
  std::string next_name_;
  std::map<std::uint16_t, bool> formats_;  ///< whether they show dates
  std::vector<std::uint16_t> styles_;      ///< their formats
  SharedTexts texts_;
  std::optional<SheetCells> cells_;
  SheetFacts facts_;
  std::size_t order_ = 0;
  std::optional<Place> text_place_;  ///< of a formula whose text is still to come
  std::vector<std::pair<std::size_t, TableLook>> tables_;
};

}  // namespace

bool is_bare_xls(std::string_view bytes) {
  using namespace xls_record;
  constexpr auto kKinds = std::to_array<std::uint16_t>({0x0005, 0x0010, 0x0020, 0x0040, 0x0100});
  constexpr std::size_t kLeast = 4;
  constexpr std::size_t kMost = 16;
  BiffRecords records(bytes);
  const auto first = records.next();
  if (!first || first->bytes.size() < kLeast || first->bytes.size() > kMost) return false;
  if (first->type != kBof2 && first->type != kBof3 && first->type != kBof4 &&
      first->type != kBof5) {
    return false;
  }
  RecordBytes rest(first->bytes);
  rest.skip(2);
  const std::uint16_t kind = rest.u16();
  return std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
}

void look_into_xls(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "xls";
  if (!input.whole) add_note(look, "only its beginning was read");
  XlsReader(input.bytes, effort, look).read();
}

bool look_into_compound(const LookInput& input, LookEffort& effort, Look& look) {
  const CompoundFile compound(input.bytes);
  // What newer programs encrypt is a workbook of another format, in a file of this one.
  if (compound.has("EncryptedPackage")) {
    look.format = "xlsx";
    add_note(look, "a password protects it");
    return true;
  }
  const char* name = compound.has("Workbook") ? "Workbook" : "Book";
  if (!compound.has(name)) return false;
  look.format = "xls";
  if (!input.whole) add_note(look, "only its beginning was read");
  bool whole = false;
  const std::string stream = compound.stream(name, whole);
  XlsReader(stream, effort, look).read();
  if (!whole && look.note.empty()) add_note(look, "it is damaged or cut short");
  return true;
}

}  // namespace tagtrail::host
