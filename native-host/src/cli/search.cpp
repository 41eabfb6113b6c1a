// `tagtrail search`: which tables of many jobs answer a question.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <system_error>

#include "cli/commands.hpp"
#include "cli/job_words.hpp"
#include "cli/search_answers.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "search/jobs_page.hpp"
#include "search/search_jobs.hpp"
#include "system/exit_code.hpp"
#include "system/say.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

struct SearchArguments {
  std::vector<std::string> words;
  bool in_this_folder = false;  ///< none was named
  std::string year;
  std::string types;
  std::string like;
  std::string sheet;
  SearchQuery query;
  bool json = false;
};

/// Of a word that may have been meant for a place to look in.
std::optional<std::string> doubt_about(const std::string& word) {
  std::error_code error;
  const fs::file_status status = fs::status(word, error);
  if (!fs::exists(status)) return std::nullopt;
  return fmt::format("{} is a {} here, and was looked for as a word: {}", word,
                     fs::is_directory(status) ? "folder" : "file",
                     fs::is_directory(status) ? "words come first, then folders"
                                              : "jobs are named by their folders");
}

/// The first argument is words, unless a file is named; of the others, folders are searched, and
/// the rest are words, too.
Expected<std::vector<fs::path>> split_words(SearchArguments& arguments,
                                            std::vector<std::string>& notes) {
  std::vector<fs::path> folders;
  const std::size_t first_folder = arguments.like.empty() ? 1 : 0;
  for (std::size_t at = 0; at < arguments.words.size(); ++at) {
    const std::string& word = arguments.words[at];
    std::error_code error;
    if (at >= first_folder && fs::is_directory(word, error)) {
      folders.emplace_back(word);
    } else if (at >= first_folder && word.find('/') != std::string::npos) {
      return fail(ErrorCode::not_found, fmt::format("{} is no folder", word));
    } else {
      arguments.query.words += (arguments.query.words.empty() ? "" : " ") + word;
      if (auto doubt = doubt_about(word)) notes.push_back(std::move(*doubt));
    }
  }
  arguments.in_this_folder = folders.empty();
  if (folders.empty()) folders.emplace_back(".");
  std::vector<fs::path> jobs;
  for (const fs::path& folder : folders) {
    const auto found = jobs_in(folder);
    jobs.insert(jobs.end(), found.begin(), found.end());
    if (found.empty()) {
      return fail(ErrorCode::not_found,
                  fmt::format("{} holds no job: name folders of jobs at the end",
                              folder == "." ? "this folder" : folder.string()));
    }
  }
  std::vector<fs::path> once;
  for (const fs::path& job : jobs) {
    std::error_code error;
    const bool known = std::any_of(once.begin(), once.end(), [&](const fs::path& other) {
      return fs::equivalent(job, other, error);
    });
    if (!known) once.push_back(job);
  }
  return once;
}

/// `2023` or `2019-2023`.
Expected<void> read_years(const std::string& text, SearchQuery& query) {
  if (text.empty()) return {};
  const auto read = [](std::string_view part, unsigned& year) {
    const auto end = part.data() + part.size();
    const auto result = std::from_chars(part.data(), end, year);
    return result.ec == std::errc() && result.ptr == end && year >= 1800 && year <= 2100;
  };
  const auto dash = text.find('-');
  const std::string_view all = text;
  const bool right = dash == std::string::npos
                         ? read(all, query.first_year) && read(all, query.last_year)
                         : read(all.substr(0, dash), query.first_year) &&
                               read(all.substr(dash + 1), query.last_year);
  if (right && query.first_year <= query.last_year) return {};
  return fail(ErrorCode::invalid_argument,
              fmt::format("--year {}: name a year from 1800 to 2100, or two: 2019-2023", text));
}

/// What stands between commas.
std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (const auto part = trim(text.substr(0, comma)); !part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

/// A line on a terminal for what takes longer than a second.
class IndexingLine {
 public:
  void tell(const fs::path& job, IndexProgress progress) {
    const auto now = Clock::now();
    if (!on_terminal_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    say_over(stderr, "reading new files of {}: {} of {}", job.string(), grouped(progress.done),
             grouped(progress.of));
  }
  void clear() {
    if (std::exchange(shown_, false)) say_over(stderr, "");
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool on_terminal_ = ::isatty(STDERR_FILENO) != 0;
  bool shown_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

/// What was searched, and how that went.
struct Searching {
  std::vector<std::string> notes;
  std::optional<Error> trouble;
};

/// With a line on a terminal while `work` is at it, which gets what it is to tell of its progress.
template <typename Work>
auto with_line(const fs::path& job, Work work) {
  IndexingLine line;
  auto done = work([&](IndexProgress progress) {
    line.tell(job, progress);
    return !is_told_to_stop();
  });
  line.clear();
  return done;
}

void lose(const fs::path& job, const Error& error, Searching& searching) {
  searching.notes.push_back(fmt::format("{} was not searched: {}", job.string(), error.message));
  searching.trouble = error;
}

void note(const fs::path& job, const std::string& why, Searching& searching) {
  searching.notes.push_back(
      fmt::format("{} was indexed for this search alone: {}", job.string(), why));
}

void add_job(const fs::path& job, TableSearch& search, Searching& searching) {
  const auto added = with_line(job, [&](const auto& go_on) { return search.add(job, go_on); });
  if (!added) return lose(job, added.error(), searching);
  if (!added->empty()) note(job, *added, searching);
}

Expected<void> expect_question(const SearchArguments& arguments) {
  if (arguments.words.empty() && arguments.like.empty()) {
    return fail(ErrorCode::invalid_argument,
                "name words to look for, or --like FILE for tables like that");
  }
  if (arguments.like.empty() && !arguments.sheet.empty()) {
    return fail(ErrorCode::invalid_argument, "--sheet is one of the file that --like names");
  }
  return {};
}

/// The table that others are to be like, where one is named.
Expected<void> read_like(SearchArguments& arguments, Searching& searching) {
  if (arguments.like.empty()) return {};
  arguments.query.like =
      TRY(TableToMatch::read(arguments.like, arguments.sheet, [] { return !is_told_to_stop(); }));
  const std::string& note = arguments.query.like->note;
  if (!note.empty()) searching.notes.push_back(note);
  return {};
}

/// Where to look, once all that was asked is understood.
Expected<std::vector<fs::path>> read_arguments(SearchArguments& arguments, Searching& searching) {
  TRY(expect_question(arguments));
  auto jobs = TRY(split_words(arguments, searching.notes));
  TRY(read_years(arguments.year, arguments.query));
  arguments.query.types = listed(ascii_lower(arguments.types));
  for (std::string& type : arguments.query.types) {
    if (type.starts_with('.')) type.erase(0, 1);
  }
  arguments.query.site = ascii_lower(arguments.query.site);
  TRY(read_like(arguments, searching));
  return jobs;
}

/// Those that were named, in this order.
std::string filters_of(const SearchArguments& arguments) {
  std::string filters;
  const auto narrow = [&](const char* option, const std::string& value) {
    if (!value.empty()) filters += fmt::format(" {} {}", option, terminal_line(value));
  };
  narrow("--year", arguments.year);
  narrow("--place", arguments.query.place);
  narrow("--type", arguments.types);
  narrow("--licence", arguments.query.licence);
  narrow("--site", arguments.query.site);
  return filters;
}

int stopped() {
  say(stderr, "tagtrail: stopped; the same command continues\n");
  return exit_code::kStopped;
}

int run(SearchArguments& arguments) {
  watch_stop_signals();
  Searching searching;
  const auto jobs = read_arguments(arguments, searching);
  if (is_told_to_stop()) return stopped();
  if (!jobs) return report_failure(jobs.error());
  auto search = TableSearch::of(arguments.query);
  if (!search) return report_failure(search.error());
  for (const fs::path& job : *jobs) {
    add_job(job, *search, searching);
    if (is_told_to_stop()) return stopped();
  }
  const auto result = with_line("a job whose index is damaged",
                                [&](const auto& go_on) { return search->answer(go_on); });
  if (is_told_to_stop()) return stopped();
  if (!result) return report_failure(result.error());
  for (const LostJob& lost : result->lost) lose(lost.job, lost.error, searching);
  for (const NotedJob& noted : result->noted) note(noted.job, noted.note, searching);
  const auto& like = arguments.query.like;
  const AskedSearch asked{like ? &*like : nullptr, filters_of(arguments), arguments.in_this_folder};
  arguments.json ? print_json(*result, asked, searching.notes) : print_found(*result, asked);
  for (const std::string& note : searching.notes) {
    say(stderr, "tagtrail: {}\n", terminal_line(note));
  }
  return searching.trouble ? exit_code_of(searching.trouble->code) : exit_code::kDone;
}

}  // namespace

void add_search(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("search", "find the tables of many jobs that answer a question");
  auto arguments = std::make_shared<SearchArguments>();
  command->add_option("WORDS", arguments->words,
                      "what to look for, then folders of jobs, or folders with such (default: this "
                      "folder)");
  command->add_option("--like", arguments->like,
                      "tables like the one in this file; WORDS may be left out then");
  command->add_option("--sheet", arguments->sheet,
                      "which sheet of that file, or member of an archive (default: the first "
                      "with a table)");
  command->add_option("--year", arguments->year, "only tables with that year: 2023, or 2019-2023");
  command->add_option("--place", arguments->query.place,
                      "only tables with that place in their rows, header or title");
  command->add_option("--type", arguments->types,
                      "only these formats, extensions or MIME types: csv,xlsx");
  command->add_option("--licence", arguments->query.licence,
                      "only files whose licence has these words: \"cc by\"");
  command->add_option("--site", arguments->query.site,
                      "only jobs of that host, or of hosts in that domain");
  command->add_option("--most", arguments->query.most, "answers to show")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000));
  command->add_option("--rows", arguments->query.rows, "rows to show of each, at most")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000));
  command->add_flag("--json", arguments->json, "one JSON object");
  command->footer(
      "Looks for the words in headers, cells, titles, links, the pages around them, and names of\n"
      "files. Tables with all words come first; of these, those that have them in header, rows "
      "and\n"
      "heading. Shown are the rows with the words, and where they come from. Case, accents and\n"
      "endings don't count; longer words that begin so are found, too. Numbers in cells are not\n"
      "looked for, years are.\n"
      "Tables like another one (--like) have columns of the same names and kinds, and the same "
      "values\n"
      "in columns of text; each says what it has in common.\n"
      "Each job keeps an index, search.sqlite, made at its end; what is new is read first.\n"
      "Examples:\n"
      "  tagtrail search \"unemployment by region\" portals/ --year 2023\n"
      "  tagtrail search hospital beds harvest-*/ --place Bavaria --type csv,xlsx\n"
      "  tagtrail search --like rents-2022.csv portals/\n"
      "  tagtrail search rents harvest-example.org --json | jq '.answers[].url'");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
