// Workbooks of Excel 2002 and 2003 as one XML file (SpreadsheetML 2003).
#include <optional>
#include <string>

#include "tables/readers.hpp"
#include "tables/sheet_cells.hpp"
#include "tables/xml_stream.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kExcelXmlRows = 1'048'576;
constexpr std::uint64_t kExcelXmlColumns = 16'384;
constexpr std::size_t kExcelXmlTextBytes = 32'768;

/// `2021-01-31T00:00:00.000` without what says nothing; a clock of the day before 1900 is a clock.
std::string moment_text(std::string_view text) {
  constexpr std::string_view kMidnight = "T00:00:00";
  constexpr std::string_view kNoDay = "1899-12-31T";
  text = text.substr(0, text.find('.'));
  if (text.ends_with(kMidnight)) text.remove_suffix(kMidnight.size());
  if (text.starts_with(kNoDay)) text.remove_prefix(kNoDay.size());
  return std::string(text);
}

class ExcelXml final : public XmlListener {
 public:
  ExcelXml(LookEffort& effort, Look& look) : effort_(effort), look_(look) {}

  void on_start(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "Worksheet") {
      end_sheet(false);
      facts_ = {std::string(attributes.get("Name")), false};
      cells_.emplace(effort_);
      next_row_ = 0;
      has_sheets_ = true;
    } else if (name == "Row") {
      row_ = place(attributes, kExcelXmlRows, next_row_);
      next_row_ = row_ + 1;
      next_column_ = 0;
    } else if (name == "Cell") {
      column_ = place(attributes, kExcelXmlColumns, next_column_);
      next_column_ = column_ + 1 + attributes.number("MergeAcross", kExcelXmlColumns, 0);
    } else if (name == "Comment") {
      in_comment_ = true;
    } else if (name == "Data" && !in_comment_) {
      type_ = attributes.get("Type");
      text_.clear();
      in_data_ = true;
    } else if (name == "Visible") {
      visible_.clear();
      in_visible_ = true;
    }
  }

  void on_end(std::string_view name) override {
    if (name == "Comment") {
      in_comment_ = false;
    } else if (name == "Data" && in_data_) {
      in_data_ = false;
      add_cell();
    } else if (name == "Visible") {
      in_visible_ = false;
      facts_.hidden = visible_.starts_with("Sheet");
    } else if (name == "Worksheet") {
      end_sheet(true);
    }
  }

  void on_text(std::string_view text) override {
    if (in_data_ && text_.size() < kExcelXmlTextBytes) text_ += text;
    if (in_visible_ && visible_.size() < kExcelXmlTextBytes) visible_ += text;
  }

  bool is_going() const { return effort_.is_going(); }
  bool has_sheets() const { return has_sheets_; }

  void end_sheet(bool whole) {
    if (!cells_) return;
    add_table(look_, cells_->finish(std::move(facts_), whole, look_));
    cells_.reset();
  }

 private:
  /// Counting from 0.
  static std::uint64_t place(const XmlAttributes& attributes, std::uint64_t most,
                             std::uint64_t next) {
    const std::uint64_t index = attributes.number("Index", most, 0);
    return index == 0 ? next : index - 1;
  }

  void add_cell() {
    if (!cells_) return;
    if (type_ == "Boolean") text_ = text_ == "1" ? "true" : "false";
    if (type_ == "DateTime") text_ = moment_text(text_);
    cells_->add(row_, column_, text_);
  }

  LookEffort& effort_;
  Look& look_;
  std::optional<SheetCells> cells_;
  SheetFacts facts_;
  std::uint64_t row_ = 0;
  std::uint64_t column_ = 0;
  std::uint64_t next_row_ = 0;
  std::uint64_t next_column_ = 0;
  bool has_sheets_ = false;
  bool in_comment_ = false;
  bool in_data_ = false;
  bool in_visible_ = false;
  std::string type_;
  std::string text_;
  std::string visible_;
};

}  // namespace

bool is_excel_xml(std::string_view bytes) {
  constexpr std::size_t kBegin = 4'096;
  const std::string_view begin = bytes.substr(0, kBegin);
  const auto has = [&](std::string_view word) {
    return begin.find(word) != std::string_view::npos;
  };
  return has("urn:schemas-microsoft-com:office:spreadsheet") && has("Workbook") &&
         trim(begin).find("<html") == std::string_view::npos;
}

void look_into_excel_xml(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "excel-xml";
  ExcelXml listener(effort, look);
  XmlStream stream(listener);
  constexpr std::size_t kXmlPiece = 64 << 10;
  std::string_view left = input.bytes;
  bool going = true;
  while (going && !left.empty() && effort.in_time()) {
    going = stream.feed(left.substr(0, kXmlPiece)) && listener.is_going();
    left.remove_prefix(std::min(kXmlPiece, left.size()));
  }
  const bool whole = going && effort.is_going() && stream.finish();
  listener.end_sheet(false);
  if (!effort.is_going()) return add_note(look, effort.why_not());
  if (!input.whole) return add_note(look, "only its beginning was read");
  if (!whole) return add_note(look, stream.why_not());
  if (!listener.has_sheets()) add_note(look, "no sheet in it can be read");
}

}  // namespace tagtrail::host
