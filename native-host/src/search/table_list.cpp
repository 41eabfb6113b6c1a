#include "search/table_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

// An index is bounded where it is made; the folder may come from others.
constexpr std::size_t kMostText = 400;
constexpr std::size_t kMostUrl = 2'000;
constexpr std::size_t kMostValues = 700;
constexpr std::size_t kMostYears = 600;
constexpr std::size_t kMostNames = 3'000;
constexpr std::size_t kMostRow = 1'000;
constexpr std::size_t kMostDigest = 20;
constexpr int kMostDepth = 3;

/// How much of each table there is room for.
struct EntryRoom {
  std::size_t values = kMostValues;
  std::size_t rows = 3;

  /// In so many bytes a table. More tables are worth more than more of each: what a table is about
  /// stands in its title and columns.
  static EntryRoom in(std::size_t bytes) {
    constexpr std::size_t kForValues = 1'600;
    constexpr std::size_t kForRows = 900;
    if (bytes >= kForValues) return {};
    return {0, bytes >= kForRows ? std::size_t{3} : std::size_t{1}};
  }
};

/// Cuts texts and remembers that it did.
class Cutter {
 public:
  std::string operator()(std::string_view text, std::size_t most) {
    const std::string_view kept = utf8_prefix(text, most);
    cut_ = cut_ || kept.size() < text.size();
    return std::string(kept);
  }
  /// The texts of a JSON array, until they have `most` bytes.
  Json texts(const Json& list, std::size_t most) {
    Json kept = Json::array();
    if (!list.is_array()) return kept;
    std::size_t bytes = 0;
    for (const Json& one : list) {
      std::string text = one.is_string() ? one.get<std::string>() : std::string();
      bytes += text.size() + 3;
      if (bytes > most) {
        cut_ = true;
        break;
      }
      kept.push_back(std::move(text));
    }
    return kept;
  }
  void leave() { cut_ = true; }
  bool was_cut() const { return cut_; }

 private:
  bool cut_ = false;
};

Json parsed(const std::string& text) {
  const auto is_flat = [](int depth, Json::parse_event_t, const Json&) {
    return depth <= kMostDepth;
  };
  return Json::parse(text, is_flat, false);
}

Json rows_of(const std::string& sample, std::size_t most, Cutter& cut) {
  Json rows = Json::array();
  const Json parsed_rows = parsed(sample);
  if (!parsed_rows.is_array()) return rows;
  for (const Json& row : parsed_rows) {
    if (rows.size() == most) {
      cut.leave();
      break;
    }
    rows.push_back(cut.texts(row, kMostRow));
  }
  return rows;
}

/// As report/src/search/table_search.ts reads it, by place. Sets whether anything of it is left.
Json entry_of(const IndexedTable& table, std::size_t job, EntryRoom room, bool& is_cut) {
  Cutter cut;
  Json entry = {job,
                cut(table.path, kMostUrl),
                cut(table.title, kMostText),
                cut(table.link_words, kMostText),
                cut(table.page_title, kMostText),
                cut(table.page, kMostUrl),
                cut(table.sheet, kMostText),
                cut(table.heading, kMostText),
                cut.texts(parsed(table.names), kMostNames),
                rows_of(table.sample, room.rows, cut),
                cut(table.values, room.values),
                cut(table.years, kMostYears),
                table.rows,
                table.rows_at_least,
                table.columns,
                fmt::format("{}.{}", utf8_prefix(table.sha256, kMostDigest), table.part)};
  is_cut = cut.was_cut() || table.words_left || table.values_left;
  return entry;
}

}  // namespace

Expected<void> TableList::add(SearchIndex& index, std::size_t job, std::size_t bytes) {
  Counted& counted = counted_[job];
  counted.share.of = TRY(index.count());
  const auto room = EntryRoom::in(bytes / std::max<std::uint64_t>(1, counted.share.of));
  std::optional<Error> trouble;
  TRY(index.each_table([&](const IndexedTable& table) {
    bool is_cut = false;
    const std::string entry =
        entry_of(table, job, room, is_cut).dump(-1, ' ', false, Json::error_handler_t::replace);
    if (counted.share.bytes + entry.size() > bytes) return false;
    const auto place = packer_.add(entry);
    if (!place) {
      trouble = place.error();
      return false;
    }
    if (place->block < 0) return false;
    counted.share.bytes += entry.size();
    ++counted.kept[place->block];
    counted.cut[place->block] += is_cut ? 1 : 0;
    return true;
  }));
  return trouble ? Expected<void>(tl::unexpected(*trouble)) : Expected<void>{};
}

TableShare TableList::share(std::size_t job) const {
  const auto found = counted_.find(job);
  return found == counted_.end() ? TableShare{} : found->second.share;
}

Expected<std::vector<std::string>> TableList::take() {
  auto blocks = TRY(packer_.finish());
  for (auto& [job, counted] : counted_) {
    for (const auto& [block, tables] : counted.kept) {
      if (!packer_.is_kept(block)) continue;
      counted.share.kept += tables;
      counted.share.cut += counted.cut[block];
    }
  }
  return blocks;
}

Json share_to_json(const TableShare& share) {
  return {{"of", share.of}, {"kept", share.kept}, {"cut", share.cut}};
}

TableSource tables_of_job(const std::filesystem::path& dir) {
  auto index = SearchIndex::open(dir);
  const auto mark = index ? index->get("mark") : tl::unexpected(index.error());
  if (!mark) return {};
  const auto read = [dir]() -> Expected<SearchedTables> {
    auto opened = TRY(SearchIndex::open(dir));
    TableList list(kPackedTables);
    TRY(list.add(opened, 0, kUnpackedTables));
    auto blocks = TRY(list.take());
    Json json = share_to_json(list.share(0));
    json["contents"] = TRY(opened.contents()).size();
    return SearchedTables{std::move(json), std::move(blocks)};
  };
  return {fmt::format("{}.{}", kSearchVersion, *mark), read};
}

}  // namespace tagtrail::host
