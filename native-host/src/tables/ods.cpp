// OpenDocument spreadsheets (ISO/IEC 26300): content.xml in a ZIP file. Cells and rows may say how
// often they are repeated, which is how a small file claims to have 16 billion cells.
#include <algorithm>
#include <set>

#include "tables/packed_file.hpp"
#include "tables/readers.hpp"
#include "tables/sheet_cells.hpp"
#include "tables/xml_stream.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kMostRepeats = 1'048'576;
constexpr std::size_t kOdsCellBytes = 32'768;

class ContentPart final : public XmlListener {
 public:
  ContentPart(LookEffort& effort, Look& look) : effort_(effort), look_(look) {}

  void on_start(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "style") {
      style_ = attributes.get("name");
    } else if (name == "table-properties" && attributes.get("display") == "false") {
      hidden_styles_.insert(style_);
    } else if (name == "table") {
      start_table(attributes);
    } else if (name == "table-row") {
      cells_.clear();
      pending_ = 0;
      left_value_ = false;
      row_repeats_ = attributes.number("number-rows-repeated", kMostRepeats, 1);
    } else if (name == "table-cell" || name == "covered-table-cell") {
      start_cell(attributes);
    } else if (name == "annotation") {
      ++in_annotation_;
    } else if (name == "p" && in_cell_ && in_annotation_ == 0) {
      if (!text_.empty()) text_ += '\n';
      in_text_ = true;
    } else if (name == "s" && in_text_) {
      text_ += ' ';
    }
  }

  void on_end(std::string_view name) override {
    if (name == "p") {
      in_text_ = false;
    } else if (name == "annotation") {
      --in_annotation_;
    } else if (name == "table-cell" || name == "covered-table-cell") {
      end_cell();
    } else if (name == "table-row") {
      end_row();
    } else if (name == "table") {
      end_table(true);
    }
  }

  void on_text(std::string_view text) override {
    if (in_text_ && text_.size() < kOdsCellBytes) text_ += text;
  }

  bool is_going() const { return effort_.is_going(); }
  void end_table(bool whole) {
    if (!builder_) return;
    add_table(look_, finish_sheet(*builder_, {name_, hidden_}, whole, effort_));
    builder_.reset();
  }

 private:
  void start_table(const XmlAttributes& attributes) {
    end_table(false);
    name_ = attributes.get("name");
    hidden_ = hidden_styles_.contains(attributes.get("style-name"));
    builder_.emplace(effort_);
  }

  void start_cell(const XmlAttributes& attributes) {
    in_cell_ = true;
    text_.clear();
    repeats_ = attributes.number("number-columns-repeated", kMostRepeats, 1);
    const std::string_view type = attributes.get("value-type");
    value_.clear();
    if (type == "float" || type == "percentage" || type == "currency") {
      value_ = attributes.get("value");
    } else if (type == "date") {
      value_ = attributes.get("date-value");
    } else if (type == "boolean") {
      value_ = attributes.get("boolean-value");
    }
  }

  void end_cell() {
    if (!in_cell_) return;
    in_cell_ = false;
    const std::string& cell = value_.empty() ? text_ : value_;
    if (cell.empty()) {
      pending_ += repeats_;
      return;
    }
    const auto room = [this] { return cells_.size() < look_limit::kColumns; };
    for (; pending_ > 0 && room(); --pending_) cells_.emplace_back();
    for (; repeats_ > 0 && room(); --repeats_) cells_.push_back(cell);
    if (pending_ + repeats_ > 0) effort_.leave_columns(pending_ + repeats_);
    left_value_ = left_value_ || repeats_ > 0;
    pending_ = 0;
  }

  void end_row() {
    if (!builder_) return;
    if (cells_.empty()) return builder_->skip_rows(row_repeats_);
    for (; row_repeats_ > 0; --row_repeats_) {
      for (const std::string& cell : cells_) builder_->add_cell(cell);
      if (left_value_) builder_->leave_value();
      if (!builder_->end_row()) return;
    }
  }

  LookEffort& effort_;
  Look& look_;
  std::optional<TableBuilder> builder_;
  std::set<std::string, std::less<>> hidden_styles_;
  std::string style_;
  std::string name_;
  bool hidden_ = false;
  std::vector<std::string> cells_;
  std::uint64_t pending_ = 0;  ///< empty cells, if others follow
  std::uint64_t repeats_ = 1;
  bool left_value_ = false;  ///< there is no room for it
  std::uint64_t row_repeats_ = 1;
  bool in_cell_ = false;
  bool in_text_ = false;
  int in_annotation_ = 0;
  std::string text_;
  std::string value_;
};

}  // namespace

void look_into_ods(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "ods";
  bool found = false;
  PackedFile packed(input, PackedFile::Kind::zip, effort);
  while (const auto member = packed.next()) {
    if (member->path != "content.xml") continue;
    found = true;
    ContentPart listener(effort, look);
    XmlStream stream(listener);
    const bool all = packed.each_piece(
        [&](std::string_view piece) { return stream.feed(piece) && listener.is_going(); });
    const bool whole = all && stream.finish();
    listener.end_table(false);
    if (!whole && effort.is_going()) {
      add_note(look, stream.why_not("it is damaged, cut short or encrypted"));
    }
    break;
  }
  if (!effort.is_going()) return add_note(look, effort.why_not());
  if (!found) add_note(look, packed.fault().empty() ? "it has no contents" : packed.fault());
}

}  // namespace tagtrail::host
