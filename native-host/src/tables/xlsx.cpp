// Workbooks of Office Open XML (ECMA-376): a ZIP file of XML parts. Two passes, because what cells
// refer to may stand behind them.
#include <charconv>
#include <map>
#include <set>

#include "tables/readers.hpp"
#include "tables/serial_date.hpp"
#include "tables/workbook_package.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

// As the format allows.
constexpr std::uint64_t kSheetRows = 1'048'576;
constexpr std::size_t kSheetColumns = 16'384;
constexpr std::size_t kSharedTexts = 2'000'000;
constexpr std::size_t kSharedTextBytes = 4'096;
constexpr std::size_t kStyles = 65'536;
constexpr std::size_t kCellTextBytes = 32'768;

/// What sheets refer to.
struct Workbook {
  std::vector<PackagedSheet> sheets;
  std::vector<std::string> texts;
  std::vector<bool> date_styles;  ///< by number of the style
  bool since_1904 = false;
  bool has_texts = false;
};

class WorkbookPart final : public XmlListener {
 public:
  explicit WorkbookPart(Workbook& book) : book_(book) {}
  void on_start(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "sheet" && book_.sheets.size() < look_limit::kMembers * 10) {
      const std::string_view state = attributes.get("state");
      const bool hidden = state == "hidden" || state == "veryHidden";
      book_.sheets.push_back(
          {{std::string(attributes.get("name")), hidden}, std::string(attributes.get("id")), {}});
    } else if (name == "workbookPr") {
      const std::string_view epoch = attributes.get("date1904");
      book_.since_1904 = epoch == "1" || epoch == "true";
    }
  }
  void on_end(std::string_view) override {}
  void on_text(std::string_view) override {}

 private:
  Workbook& book_;
};

class SharedTextsPart final : public XmlListener {
 public:
  explicit SharedTextsPart(Workbook& book) : book_(book) {}
  void on_start(std::string_view name, const XmlAttributes&) override {
    if (name == "si") text_.clear();
    if (name == "rPh") in_reading_ = true;
    in_text_ = name == "t" && !in_reading_;
  }
  void on_end(std::string_view name) override {
    if (name == "t") in_text_ = false;
    if (name == "rPh") in_reading_ = false;
    if (name == "si" && book_.texts.size() < kSharedTexts) book_.texts.push_back(text_);
  }
  void on_text(std::string_view text) override {
    if (in_text_ && text_.size() < kSharedTextBytes) text_ += text;
  }

 private:
  Workbook& book_;
  std::string text_;
  bool in_text_ = false;
  bool in_reading_ = false;  ///< how a text is pronounced, which is no part of it
};

class StylesPart final : public XmlListener {
 public:
  explicit StylesPart(Workbook& book) : book_(book) {}
  void on_start(std::string_view name, const XmlAttributes& attributes) override {
    constexpr std::uint64_t kMost = 1 << 20;
    if (name == "cellXfs") in_cells_ = true;
    const std::uint64_t format = attributes.number("numFmtId", kMost, 0);
    if (name == "numFmt" && shows_date(attributes.get("formatCode"))) dates_.insert(format);
    if (name == "xf" && in_cells_ && book_.date_styles.size() < kStyles) {
      book_.date_styles.push_back(is_built_in_date(format) || dates_.contains(format));
    }
  }
  void on_end(std::string_view name) override {
    if (name == "cellXfs") in_cells_ = false;
  }
  void on_text(std::string_view) override {}

 private:
  Workbook& book_;
  std::set<std::uint64_t> dates_;
  bool in_cells_ = false;
};

/// `C` of `C12` as 2; nothing: the reference has no letters, or more than a sheet has columns.
std::optional<std::size_t> column_of(std::string_view reference) {
  std::size_t column = 0;
  std::size_t letters = 0;
  for (const char c : reference) {
    if (c < 'A' || c > 'Z' || letters == 4) break;
    column = column * 26 + static_cast<std::size_t>(c - 'A') + 1;
    ++letters;
  }
  if (letters == 0 || column > kSheetColumns) return std::nullopt;
  return column - 1;
}

class SheetPart final : public XmlListener {
 public:
  SheetPart(const Workbook& book, TableBuilder& builder) : book_(book), builder_(builder) {}

  void on_start(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "row") {
      const std::uint64_t row = attributes.number("r", kSheetRows, row_ + 1);
      if (row > row_ + 1) builder_.skip_rows(row - row_ - 1);
      row_ = std::max(row, row_ + 1);
    } else if (name == "c") {
      start_cell(attributes);
    } else if (name == "v" || (name == "t" && !in_reading_)) {
      in_text_ = in_cell_;
    } else if (name == "rPh") {
      in_reading_ = true;
    }
  }
  void on_end(std::string_view name) override {
    if (name == "v" || name == "t") {
      in_text_ = false;
    } else if (name == "rPh") {
      in_reading_ = false;
    } else if (name == "c" && in_cell_) {
      in_cell_ = false;
      end_cell();
    } else if (name == "row") {
      builder_.end_row();
    }
  }
  void on_text(std::string_view text) override {
    if (in_text_ && text_.size() < kCellTextBytes) text_ += text;
  }

 private:
  void start_cell(const XmlAttributes& attributes) {
    in_cell_ = true;
    text_.clear();
    type_ = attributes.get("t");
    style_ = attributes.number("s", kStyles, 0);
    const auto column = column_of(attributes.get("r"));
    // A cell left of the last one would have to be put in its place; no program writes that.
    if (column) builder_.skip_to(*column);
  }

  void end_cell() {
    if (type_ == "s") {
      std::size_t index = 0;
      const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), index);
      const bool known = read.ec == std::errc() && index < book_.texts.size();
      builder_.add_cell(known ? book_.texts[index] : std::string_view());
    } else if (type_ == "b") {
      builder_.add_cell(text_ == "1" ? "true" : "false");
    } else if (type_.empty() || type_ == "n") {
      add_number();
    } else {
      builder_.add_cell(text_);
    }
  }

  void add_number() {
    const bool is_date = style_ < book_.date_styles.size() && book_.date_styles[style_];
    if (!is_date || text_.empty()) return builder_.add_cell(text_);
    double days = 0;
    const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), days);
    const std::string date =
        read.ec == std::errc() ? date_of_serial(days, book_.since_1904) : std::string();
    builder_.add_cell(date.empty() ? text_ : date);
  }

  const Workbook& book_;
  TableBuilder& builder_;
  std::uint64_t row_ = 0;
  bool in_cell_ = false;
  bool in_text_ = false;
  bool in_reading_ = false;
  std::string text_;
  std::string type_;
  std::uint64_t style_ = 0;
};

Workbook read_workbook(const LookInput& input, LookEffort& effort, Look& look) {
  Workbook book;
  std::map<std::string, std::string> relations;
  PackedFile packed(input, PackedFile::Kind::zip, effort);
  while (const auto member = packed.next()) {
    const std::string part = part_name(*member);
    if (part == "xl/workbook.xml") {
      WorkbookPart listener(book);
      read_xml_part(packed, listener, effort, look);
    } else if (part == "xl/_rels/workbook.xml.rels") {
      relations = read_relations(packed, effort, look);
    } else if (part == "xl/sharedstrings.xml") {
      SharedTextsPart listener(book);
      book.has_texts = read_xml_part(packed, listener, effort, look);
    } else if (part == "xl/styles.xml") {
      StylesPart listener(book);
      read_xml_part(packed, listener, effort, look);
    }
  }
  find_parts(relations, book.sheets);
  return book;
}

}  // namespace

void look_into_xlsx(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "xlsx";
  const Workbook book = read_workbook(input, effort, look);
  const auto read = [&](PackedFile& packed, const PackagedSheet& sheet) {
    TableBuilder builder(effort);
    SheetPart listener(book, builder);
    const bool whole = read_xml_part(packed, listener, effort, look);
    return finish_sheet(builder, sheet.facts, whole, effort);
  };
  look_into_sheets(input, book.sheets, ".xml", read, effort, look);
}

}  // namespace tagtrail::host
