#include "studies/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUnknown = "-";

/// Columns as wide as their widest text, counted in characters.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & '\xC0') != '\x80'; }));
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, width_of(text)), ' ');
  return left ? text + space : space + text;
}

Json rows_json(const std::vector<std::vector<Cell>>& rows) {
  Json json = Json::array();
  for (const auto& row : rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) {
      cells.push_back({{"text", cell.text}, {"value", cell.value ? Json(*cell.value) : Json()}});
    }
    json.push_back(std::move(cells));
  }
  return json;
}

}  // namespace

Cell text_cell(std::string text) { return {std::move(text), std::nullopt}; }

Cell sample_cell(const std::optional<Sample>& sample, bool many, int decimals) {
  if (!sample) return text_cell(kUnknown);
  if (!many) return number_cell(sample->mean, decimals);
  return {fmt::format("{:.{}f} ({:.{}f})", sample->mean, decimals, sample->deviation, decimals),
          sample->mean};
}

Cell number_cell(const std::optional<double>& value, int decimals) {
  if (!value) return text_cell(kUnknown);
  return {fmt::format("{:.{}f}", *value, decimals), value};
}

std::string to_text(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& column : table.columns) widths.push_back(width_of(column));
  for (const auto* rows : {&table.rows, &table.footer}) {
    for (const auto& row : *rows) {
      for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
        widths[i] = std::max(widths[i], width_of(row[i].text));
      }
    }
  }
  std::string text = table.title + "\n";
  const auto add_line = [&](auto text_at) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      line += (i == 0 ? "" : "  ") + padded(text_at(i), widths[i], i == 0);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  add_line([&](std::size_t i) { return table.columns[i]; });
  for (const auto* rows : {&table.rows, &table.footer}) {
    for (const auto& row : *rows) {
      add_line([&](std::size_t i) { return i < row.size() ? row[i].text : std::string(); });
    }
  }
  if (!table.note.empty()) text += table.note + "\n";
  return text;
}

Json to_json(const Table& table) {
  return {{"id", table.id},
          {"title", table.title},
          {"note", table.note},
          {"columns", table.columns},
          {"rows", rows_json(table.rows)},
          {"footer", rows_json(table.footer)}};
}

}  // namespace tagtrail::host
