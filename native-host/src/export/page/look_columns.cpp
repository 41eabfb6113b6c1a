#include "export/page/look_columns.hpp"

#include <algorithm>

#include "export/page/preview_blocks.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// A look is bounded where it is made; the database may come from others.
constexpr std::size_t kMostLook = 512'000;
constexpr double kMostRows = 1e15;
constexpr int kMostDepth = 12;

std::string text_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

std::uint64_t number_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_number()) return 0;
  const auto number = member->get<double>();
  return number > 0 && number < kMostRows ? static_cast<std::uint64_t>(number) : 0;
}

struct Summary {
  std::uint64_t tables = 0;
  std::uint64_t rows = 0;
  int statistics = -1;
};

Summary summary_of(const Json& look) {
  Summary summary;
  if (const auto tables = look.find("tables"); tables != look.end() && tables->is_array()) {
    summary.tables = tables->size() + number_of(look, "tablesMore");
    for (const Json& table : *tables) {
      if (table.is_object()) summary.rows += number_of(table, "rows");
    }
  }
  const auto judged = look.find("statistics");
  if (judged != look.end() && judged->is_boolean())
    summary.statistics = judged->get<bool>() ? 1 : 0;
  return summary;
}

class Looks {
 public:
  Looks(std::size_t contents, std::size_t budget)
      : formats_(contents, 0),
        tables_(contents, 0),
        rows_(contents, 0),
        statistics_(contents, -1),
        kins_(contents, -1),
        blocks_(contents, -1),
        slots_(contents, 0),
        packer_(budget) {
    names_.place_of("");
  }

  Expected<void> add(std::size_t place, const LookRow& look) {
    if (look.json.size() > kMostLook) return {};
    // What is nested deeper than any look is left out: values are written by recursion.
    const auto is_flat = [](int depth, Json::parse_event_t, const Json&) {
      return depth <= kMostDepth;
    };
    const Json json = Json::parse(look.json, is_flat, false);
    if (!json.is_object()) return {};
    const Summary summary = summary_of(json);
    formats_[place] = names_.place_of(text_of(json, "format").substr(0, kMostFormat));
    tables_[place] = summary.tables;
    rows_[place] = summary.rows;
    statistics_[place] = summary.statistics;
    if (!look.kin.empty()) kins_[place] = static_cast<int>(kin_.place_of(look.kin));
    // Written anew: what a page unpacks is valid JSON whatever the database holds.
    const auto at = TRY(packer_.add(json.dump(-1, ' ', false, Json::error_handler_t::replace)));
    blocks_[place] = at.block;
    slots_[place] = at.slot;
    return {};
  }

  Expected<LookColumns> take() {
    LookColumns columns;
    columns.previews = TRY(packer_.finish());
    for (int& block : blocks_) block = packer_.is_kept(block) ? block : -1;
    columns.json = {
        {"formats", names_.texts()}, {"format", formats_}, {"tables", tables_}, {"rows", rows_},
        {"statistics", statistics_}, {"kin", kins_},       {"block", blocks_},  {"slot", slots_}};
    return columns;
  }

 private:
  static constexpr std::size_t kMostFormat = 16;

  std::vector<std::size_t> formats_;
  std::vector<std::uint64_t> tables_;
  std::vector<std::uint64_t> rows_;
  std::vector<int> statistics_;
  std::vector<int> kins_;
  std::vector<int> blocks_;
  std::vector<int> slots_;
  TextTable names_;
  TextTable kin_;
  PreviewBlocks packer_;
};

}  // namespace

Expected<LookColumns> look_columns(const JobReader& job, const FileColumns& files,
                                   std::size_t budget) {
  Looks looks(files.contents.size(), budget);
  TRY(job.each_look([&](const LookRow& look) -> Expected<void> {
    const auto found = files.contents.find(look.sha256);
    return found == files.contents.end() ? Expected<void>{} : looks.add(found->second, look);
  }));
  return looks.take();
}

}  // namespace tagtrail::host
