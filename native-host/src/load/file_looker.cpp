#include "load/file_looker.hpp"

#include <system_error>
#include <thread>

#include "store/file_names.hpp"
#include "tables/cell_kinds.hpp"
#include "tables/look_into.hpp"
#include "tables/statistics.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kMostAtOnce = 4;
constexpr std::chrono::milliseconds kAskEvery{5};
/// Less than at the end of a job: a request waits for it.
constexpr LookBounds kBounds{.file_bytes = 16ULL << 20U, .time = std::chrono::seconds{2}};
constexpr std::size_t kTableWords = 2'000;  // bytes

/// Titles of tables, names of columns, and the texts of the first rows: at most `most` bytes.
std::string words_of_tables(const Look& look, std::size_t most) {
  std::string words;
  const auto add = [&](std::string_view text) {
    if (!has_letters(text) || words.size() >= most) return;
    words += to_valid_utf8(collapse_space(text)) + "\n";
  };
  for (const TableLook& table : look.tables) {
    add(table.name);
    for (const FieldLook& field : table.fields) add(field.name);
  }
  for (const TableLook& table : look.tables) {
    for (const auto& row : table.preview) {
      for (const std::string& cell : row) add(cell);
    }
  }
  return std::string(utf8_prefix(words, most));
}

struct Looking {
  std::filesystem::path file;
  std::string name;
  bool for_topic = false;
  std::shared_ptr<std::atomic<unsigned>> under_way;
  FileLooker::Found found;
  std::atomic<bool> done{false};  ///< from now on `found` does not change
};

void look_at(Looking& looking) {
  if (const auto look = look_into(looking.file, looking.name, kBounds)) {
    looking.found.holds = holds_of(*look);
    if (looking.for_topic) looking.found.table_words = words_of_tables(*look, kTableWords);
  }
  --*looking.under_way;
  looking.done = true;
}

void begin(const std::shared_ptr<Looking>& looking) {
  ++*looking->under_way;
  try {
    std::thread([looking] { look_at(*looking); }).detach();
  } catch (const std::system_error&) {
    // The system gives no more threads.
    look_at(*looking);
  }
}

}  // namespace

Task<FileLooker::Found> FileLooker::look(const Loaded& loaded) {
  auto turn = waits_.until(
      [this](SteadyTime now) { return *under_way_ < kMostAtOnce ? now : now + kAskEvery; });
  co_await turn;
  const Response& response = loaded.response;
  const auto looking = std::make_shared<Looking>();
  looking->file = loaded.file->file;
  looking->name = readable_name({response.file_name, response.final_url, response.mime});
  looking->for_topic = for_topic_;
  looking->under_way = under_way_;
  begin(looking);
  auto looked = waits_.until(
      [&looking](SteadyTime now) { return looking->done.load() ? now : now + kAskEvery; });
  co_await looked;
  co_return std::move(looking->found);
}

}  // namespace tagtrail::host
