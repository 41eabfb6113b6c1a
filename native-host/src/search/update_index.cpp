#include "search/update_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "export/datapackage.hpp"
#include "export/said_of_sets.hpp"
#include "export/target_facts.hpp"
#include "search/file_words.hpp"
#include "search/page_words.hpp"
#include "search/table_traits.hpp"
#include "store/folder_lock.hpp"
#include "store/job_reader.hpp"
#include "tables/file_pool.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kMark = "mark";
constexpr std::string_view kLeft = "files_left";
constexpr std::string_view kSite = "site";

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// What pages show and search of a table (table_list.hpp), in bytes.
constexpr std::size_t kHeadingShown = 300;
constexpr std::size_t kValuesShown = 600;

std::string shown(const std::string& text, std::size_t bytes) {
  return std::string(utf8_prefix(text, bytes));
}

struct ReadFile {
  std::size_t at = 0;  ///< of the targets
  FileWords words;
};

FileWords words_of_file(const fs::path& file, const std::function<bool()>& go_on) {
  auto words = read_words(file, go_on);
  if (words) return std::move(*words);
  FileWords unread;
  unread.look.note = words.error().message;
  return unread;
}

/// Writes what is known of files into an index.
class IndexWriter {
 public:
  IndexWriter(SearchIndex& index, const JobReader& job, PageWords pages)
      : index_(index), said_(job), pages_(std::move(pages)) {}

  Expected<void> add(const TargetRow& target, const FileWords& file) {
    TRY(said_.turn_to(target));
    IndexedTable table = facts_of(target);
    FieldWords words = words_of(target, table);
    if (file.look.tables.empty()) {
      table.format = file.look.format;
      auto& around = words.at(std::size_t(SearchField::around));
      around += "\n" + file.look.text + "\n" + file.look.note;
      return index_.add(table, words, std::nullopt);
    }
    for (std::size_t part = 0; part < file.look.tables.size(); ++part) {
      TRY(add_table(file, part, table, words));
    }
    return {};
  }

 private:
  IndexedTable facts_of(const TargetRow& target) {
    IndexedTable table;
    table.sha256 = target.sha256;
    table.path = target.path;
    table.url = target.url;
    table.page = target.page;
    table.link_words = target.anchor;
    table.media_type = target.mime;
    at_link_ = pages_.at_link_to(target);
    table.page_title = at_link_.page_title;
    table.heading = shown(at_link_.heading, kHeadingShown);
    if (const DatasetFacts* set = said_.of(target)) {
      description_ = set->description;
      table.title = set->title;
      table.licence = set->license;
      table.publisher = set->publisher;
      table.date = set->modified.empty() ? set->issued : set->modified;
    } else {
      description_.clear();
    }
    is_titled_ = !table.title.empty();
    if (!is_titled_) table.title = title_of(target);
    return table;
  }

  /// What a file is about, where no record says it. A link that says no more than what kind of file
  /// it is has a heading, or a page, that says more.
  std::string title_of(const TargetRow& target) {
    constexpr std::size_t kMoreThanAKind = 12;
    const std::string words = title_of_link(target);
    is_titled_ = words.size() > kMoreThanAKind;
    if (is_titled_) return words;
    if (!at_link_.heading.empty()) return at_link_.heading;
    return at_link_.page_title.empty() ? words : at_link_.page_title;
  }

  FieldWords words_of(const TargetRow& target, const IndexedTable& table) const {
    FieldWords words;
    words.at(std::size_t(SearchField::said)) =
        fmt::format("{}\n{}\n{}\n{}\n{}", table.title, target.anchor, at_link_.page_title,
                    at_link_.heading, table.publisher);
    words.at(std::size_t(SearchField::name)) = fmt::format(
        "{}\n{}\n{}", target.path, words_of_name(target.path), split_url(target.url).path);
    words.at(std::size_t(SearchField::around)) = description_ + "\n" + at_link_.around;
    return words;
  }

  Expected<void> add_table(const FileWords& file, std::size_t part, IndexedTable table,
                           FieldWords words) {
    const TableLook& look = file.look.tables[part];
    const TableWords& read = file.tables[part];
    table.part = part;
    table.format = file.look.format;
    table.sheet = look.name;
    // What stands above the header is about this table alone.
    const std::string above = collapse_space(read.heading.substr(0, read.heading.find('\n')));
    if (!is_titled_ && !above.empty()) table.title = above;
    table.rows = look.rows;
    table.rows_at_least = look.rows_at_least;
    table.columns = look.fields.size() + look.fields_more;
    table.header_row = look.header_row;
    table.words_left = read.left > 0;
    Json names = Json::array();
    auto& header = words.at(std::size_t(SearchField::header));
    for (const FieldLook& field : look.fields) {
      names.push_back(field.name);
      header += fmt::format("{}\n{}\n{}\n", field.name, words_of_name(field.name), field.unit);
    }
    table.names = dumped(names);
    table.sample = dumped(Json(read.sample));
    table.years.assign(1, ' ');
    for (const unsigned year : read.years) table.years += std::to_string(year) + " ";
    std::string cells;
    for (const ColumnTexts& column : read.columns) {
      for (const std::string& text : column.texts) cells += text + "\n";
    }
    words.at(std::size_t(SearchField::rows)) = cells + table.years;
    words.at(std::size_t(SearchField::heading)) = look.name + "\n" + read.heading;
    table.heading = shown(read.heading + "\n" + table.heading, kHeadingShown);
    table.values = shown(cells, kValuesShown);
    table.values_left = table.values.size() < cells.size();
    const auto described =
        describe(look, read, fmt::format("{}\n{}\n{}", table.title, look.name, read.heading));
    return index_.add(table, words, stored_traits(described));
  }

  SearchIndex& index_;
  SaidOfSets said_;
  PageWords pages_;
  WordsAtLink at_link_;
  std::string description_;
  bool is_titled_ = false;  ///< by a record or a link that says what the file is about
};

/// Targets with contents that the index lacks, the first of each; what the job has no more is
/// removed from it.
Expected<std::vector<TargetRow>> unread_targets(SearchIndex& index, const JobReader& job) {
  const auto known = TRY(index.contents());
  std::unordered_set<std::string> wanted;
  std::vector<TargetRow> unread;
  TRY(job.each_target([&](const TargetRow& target) -> Expected<void> {
    if (wanted.insert(target.sha256).second && !known.contains(target.sha256)) {
      unread.push_back(target);
    }
    return {};
  }));
  for (const std::string& sha256 : known) {
    if (!wanted.contains(sha256)) TRY(index.remove(sha256));
  }
  return unread;
}

Expected<void> add_all(SearchIndex& index, const JobReader& job,
                       const std::vector<TargetRow>& unread,
                       const std::function<bool(IndexProgress)>& go_on) {
  std::unordered_set<std::string> pages;
  for (const TargetRow& target : unread) pages.insert(target.page);
  IndexWriter writer(index, job, TRY(PageWords::of(job, pages)));
  IndexProgress progress{0, unread.size()};
  std::atomic<bool> going{true};
  TRY(work_on_all<ReadFile>(
      unread.size(),
      [&](std::size_t at) {
        return ReadFile{at,
                        words_of_file(job.dir() / unread[at].path, [&] { return going.load(); })};
      },
      [&](std::vector<ReadFile> read) -> Expected<void> {
        // What was read when it was told to stop may be a part.
        if (!going) return {};
        std::sort(read.begin(), read.end(),
                  [](const auto& a, const auto& b) { return a.at < b.at; });
        for (const ReadFile& file : read) TRY(writer.add(unread[file.at], file.words));
        progress.done += read.size();
        return {};
      },
      [&] { return going = going && go_on(progress); }));
  return index.set(kLeft, std::to_string(progress.of - progress.done));
}

Expected<std::string> site_of(const JobReader& job) {
  const auto stored = TRY(job.get(kPackageFacts));
  if (!stored) return std::string();
  const auto facts = facts_from_json(*stored);
  return facts ? std::string(split_url(facts->seed_url).host) : std::string();
}

Expected<SearchIndex> made(const JobReader& job, IndexPlace place, bool anew,
                           const std::function<bool(IndexProgress)>& go_on) {
  auto index = TRY(place == IndexPlace::folder ? SearchIndex::start_on_disk(job.dir(), anew)
                                               : SearchIndex::start_in_memory(job.dir(), anew));
  const auto unread = TRY(unread_targets(index, job));
  TRY(add_all(index, job, unread, go_on));
  TRY(index.set(kSite, TRY(site_of(job))));
  TRY(index.set(kMark, TRY(job.mark_of_files())));
  TRY(index.publish());
  if (place == IndexPlace::memory) return index;
  return SearchIndex::open(job.dir());
}

}  // namespace

Expected<std::uint64_t> files_left(SearchIndex& index) {
  const std::string text = TRY(index.get(kLeft));
  std::uint64_t left = 0;
  std::from_chars(text.data(), text.data() + text.size(), left);
  return left;
}

Expected<std::optional<SearchIndex>> current_index(const JobReader& job) {
  auto index = SearchIndex::open(job.dir());
  if (!index) return std::nullopt;
  const auto mark = index->get(kMark);
  const auto left = files_left(*index);
  const bool current = mark && left && *left == 0 && *mark == TRY(job.mark_of_files());
  return current ? std::optional<SearchIndex>(std::move(*index)) : std::nullopt;
}

Expected<SearchIndex> make_index(const JobReader& job, IndexPlace place, bool anew,
                                 const std::function<bool(IndexProgress)>& go_on) {
  if (auto old = SearchIndex::open(job.dir())) anew = anew || old->is_worn().value_or(true);
  auto index = made(job, place, anew, go_on);
  if (index || anew || index.error().code != ErrorCode::invalid_data) return index;
  return made(job, place, true, go_on);
}

Expected<OpenedIndex> index_to_search(const fs::path& dir, bool anew,
                                      const std::function<bool(IndexProgress)>& go_on) {
  const auto job = TRY(JobReader::open(dir));
  if (!anew) {
    if (auto index = TRY(current_index(job))) return OpenedIndex{std::move(*index), {}};
  }
  std::string why;
  const auto lock = FolderLock::acquire(dir);
  if (lock) {
    auto index = make_index(job, IndexPlace::folder, anew, go_on);
    if (index) return OpenedIndex{std::move(*index), {}};
    why = index.error().message;
  } else {
    why = lock.error().code == ErrorCode::busy ? "the job is running" : lock.error().message;
  }
  return OpenedIndex{TRY(make_index(job, IndexPlace::memory, anew, go_on)), std::move(why)};
}

}  // namespace tagtrail::host
