// Tables in JSON: an array of objects, or of arrays, not deeper than a few levels. Read as a stream
// of events, so that neither size nor nesting is a matter of memory.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "tables/readers.hpp"
#include "tables/table_builder.hpp"
#include "tables/text_encoding.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kDeepestNesting = 200;
constexpr std::size_t kDeepestTable = 4;   ///< arrays that are rows begin at most so deep
constexpr std::size_t kDeepestMember = 3;  ///< members of members that are columns
constexpr std::size_t kMostBeyond = 1'000'000;
constexpr std::size_t kNumberText = 32;

/// What stands in the arrays of a document.
class JsonRows final : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonRows(LookEffort& effort, Look& look) : effort_(effort), look_(look) {}

  /// What comes next is a row of a table that no array encloses.
  void open_lines() {
    frames_.push_back({true, {}});
    open_table();
  }
  void close_lines() { close_table(true); }
  /// When the document ends too early.
  void give_up() { close_table(false); }
  bool is_feature_collection() const { return features_; }
  bool is_too_deep() const { return too_deep_; }

  bool null() override { return scalar(""); }
  bool boolean(bool value) override { return scalar(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return scalar(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override {
    return scalar(std::string_view(text).substr(0, kNumberText));
  }
  bool string(string_t& text) override {
    if (frames_.size() == 1 && key_ == "type" && text == "FeatureCollection") features_ = true;
    return scalar(text);
  }
  bool binary(binary_t&) override { return scalar(""); }

  bool start_object(std::size_t) override { return open(false); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = utf8_prefix(name, look_limit::kNameBytes);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  struct Frame {
    bool array = false;
    std::string key;
  };

  bool in_table() const { return table_at_ > 0; }
  /// Frames within the row that is being told; 0: between rows.
  std::size_t depth_in_row() const { return frames_.size() - table_at_; }

  bool open(bool array) {
    if (frames_.size() >= kDeepestNesting) {
      too_deep_ = true;
      return false;
    }
    const bool starts_rows =
        !in_table() && !frames_.empty() && frames_.back().array && frames_.size() <= kDeepestTable;
    if (starts_rows) open_table();
    frames_.push_back({array, key_});
    key_.clear();
    return effort_.is_going();
  }

  bool close() {
    const bool was_row = in_table() && depth_in_row() == 1;
    if (was_row && !frames_.back().array) builder_->rows_are_told();
    const bool was_table = in_table() && depth_in_row() == 0;
    if (was_row && !end_row()) return false;
    if (was_table) close_table(true);
    if (!frames_.empty()) frames_.pop_back();
    key_.clear();
    return true;
  }

  bool scalar(std::string_view value) {
    if (in_table() && depth_in_row() == 1 && frames_.back().array) {
      builder_->add_cell(value);
      listed_ = true;
    } else if (depth_in_row() == 1 && key_ == "type" && value == "Feature") {
      // Of GeoJSON, the same in all rows.
    } else if (in_table() && depth_in_row() >= 1 && depth_in_row() <= kDeepestMember) {
      if (const auto column = column_of_key()) set_cell(*column, value);
    }
    key_.clear();
    return effort_.is_going();
  }

  /// By its path in the row; nothing for what is within an array, or is a shape on the globe.
  std::optional<std::size_t> column_of_key() {
    std::string path;
    for (std::size_t at = table_at_; at < frames_.size(); ++at) {
      if (frames_[at].array || frames_[at].key == "geometry") return std::nullopt;
      // GeoJSON keeps what is known of a feature there.
      if (at > table_at_ && frames_[at].key != "properties") path += frames_[at].key + ".";
    }
    path += key_;
    if (const auto known = columns_.find(path); known != columns_.end()) return known->second;
    if (columns_.size() >= look_limit::kColumns) {
      const bool counted = beyond_.size() < kMostBeyond;
      if (counted) beyond_.insert(std::hash<std::string>()(path));
      effort_.leave_columns(beyond_.size(), counted);
      return std::nullopt;
    }
    names_.push_back(path);
    return columns_.emplace(std::move(path), names_.size() - 1).first->second;
  }

  void set_cell(std::size_t column, std::string_view value) {
    if (cells_.size() <= column) cells_.resize(column + 1);
    cells_[column] = value;
  }

  bool end_row() {
    for (const std::string& cell : cells_) builder_->add_cell(cell);
    cells_.clear();
    return builder_->end_row();
  }

  void open_table() {
    table_at_ = frames_.size();
    table_name_ = frames_.back().key;
    builder_.emplace(effort_);
    listed_ = false;
  }

  void close_table(bool whole) {
    if (!builder_) return;
    if (!listed_) builder_->name_columns(names_);
    TableLook table = builder_->finish();
    table.name = table_name_;
    table.rows_at_least = !whole;
    // Lists of texts are no tables.
    if (table.fields.size() > 1 || !listed_) add_table(look_, std::move(table));
    builder_.reset();
    columns_.clear();
    names_.clear();
    table_at_ = 0;
  }

  LookEffort& effort_;
  Look& look_;
  std::vector<Frame> frames_;
  std::string key_;
  std::optional<TableBuilder> builder_;
  std::size_t table_at_ = 0;  ///< frames around its rows; 0: there is none
  std::string table_name_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::unordered_set<std::size_t> beyond_;  ///< hashes of paths that there was no room for
  std::vector<std::string> names_;
  std::vector<std::string> cells_;
  bool listed_ = false;  ///< rows are arrays
  bool features_ = false;
  bool too_deep_ = false;
};

bool parse_json(std::string_view text, JsonRows& rows) {
  return nlohmann::json::sax_parse(text.begin(), text.end(), &rows,
                                   nlohmann::json::input_format_t::json, true);
}

void say_why(const LookInput& input, const LookEffort& effort, const JsonRows& rows, Look& look) {
  if (!effort.is_going()) return add_note(look, effort.why_not());
  if (rows.is_too_deep()) return add_note(look, "it is nested too deeply");
  add_note(look, input.whole ? "it is no valid JSON, or cut short" : "only its beginning was read");
}

}  // namespace

void look_into_json(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "json";
  std::string storage;
  const DecodedText decoded = decode_text(input.bytes, storage);
  JsonRows rows(effort, look);
  if (!parse_json(decoded.text, rows)) {
    rows.give_up();
    say_why(input, effort, rows, look);
  }
  if (rows.is_feature_collection()) look.format = "geojson";
  look.reading = decoded.text.substr(0, look_limit::kReadingBytes);
  if (look.tables.empty()) {
    look.text = utf8_prefix(collapse_space(decoded.text.substr(0, 4 * look_limit::kTextBytes)),
                            look_limit::kTextBytes);
  }
}

void look_into_json_lines(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "jsonl";
  std::string storage;
  std::string_view text = decode_text(input.bytes, storage).text;
  JsonRows rows(effort, look);
  rows.open_lines();
  bool all = input.whole;
  while (!text.empty()) {
    const std::size_t end = std::min(text.size(), text.find('\n'));
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    if (line.empty()) continue;
    if (!parse_json(line, rows)) {
      all = false;
      break;
    }
  }
  if (all) return rows.close_lines();
  rows.give_up();
  say_why(input, effort, rows, look);
}

}  // namespace tagtrail::host
