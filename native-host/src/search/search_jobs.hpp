// Which tables of many jobs answer a question, by the indexes in their folders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/matching_rows.hpp"
#include "search/search_index.hpp"
#include "search/search_words.hpp"
#include "search/table_likeness.hpp"
#include "search/update_index.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What is asked. Texts that are empty ask nothing.
struct SearchQuery {
  std::string words{};
  unsigned first_year = 0;           ///< tables that have a year from here...
  unsigned last_year = 0;            ///< ...to here; 0: any
  std::string place{};               ///< words that stand in the table or in what is said of it
  std::vector<std::string> types{};  ///< formats, extensions or media types, in lower case
  std::string licence{};             ///< words that its licence has
  std::string site{};                ///< the host of the job, or a domain that it is in
  /// Tables like this one, those most like it first. Without words, of all tables.
  std::optional<TableToMatch> like{};
  std::size_t most = 10;  ///< answers
  std::size_t rows = 3;   ///< of each
};

struct SearchAnswer {
  std::filesystem::path job;
  std::string site;
  IndexedTable table;
  std::vector<std::string> lacking;  ///< words that it has nowhere
  std::uint64_t copies = 0;          ///< the same table in other jobs
  Likeness likeness;                 ///< where one was named
  MatchingRows rows;
};

/// A job that has no part in the answer.
struct LostJob {
  std::filesystem::path job;
  Error error;
};

/// A job of which something is to be said, as TableSearch::add() says it.
struct NotedJob {
  std::filesystem::path job;
  std::string note;
};

struct SearchResult {
  std::uint64_t jobs = 0;
  std::uint64_t tables = 0;  ///< that were searched, and files without one
  /// That have as many words as the best, and are like the one that was named; copies count.
  std::uint64_t found = 0;
  /// The nearest, each of which was compared in full with the one that was named.
  std::uint64_t compared = 0;
  std::vector<LostJob> lost;    ///< their indexes turned out to be damaged, and can't be made anew
  std::vector<NotedJob> noted;  ///< made anew when they were to answer
  std::vector<std::string> words;
  std::vector<std::string> fillers;  ///< words that were not looked for
  std::vector<SearchAnswer> answers;
};

/// Takes one index after the other, then answers:
///
///   auto search = TRY(TableSearch::of(query));
///   for (each job) TRY(search.add(job, go_on));
///   const auto result = TRY(search.answer(go_on));
///
/// Tables with more of the words come first; of these, those that have more of them in their
/// header, rows and headings, before those that are only called so. Where a table was named, of
/// those with most of the words those most like it.
class TableSearch {
 public:
  /// Errors: invalid_argument, where there is no word in `query.words`, and no table was named;
  /// missing_dependency.
  static Expected<TableSearch> of(SearchQuery query);
  /// Looks into the index of the job in that folder, which is brought up to date first
  /// (index_to_search()), and made anew if it turns out to be damaged. Returns what is to be said
  /// of it; empty: nothing. After an error the job has no part in the answer.
  Expected<std::string> add(const std::filesystem::path& job,
                            const std::function<bool(IndexProgress)>& go_on);
  /// To be asked once. An index that only now turns out to be damaged is made anew, and searched
  /// once more; if that is of no use, its job is lost.
  Expected<SearchResult> answer(const std::function<bool(IndexProgress)>& go_on);

 private:
  struct Searched {
    std::filesystem::path job;
    std::string site;
    std::uint64_t tables = 0;
    std::optional<SearchIndex> index;  ///< nothing: it is opened again for its answers
    bool made_anew = false;
  };
  struct Candidate {
    std::size_t searched = 0;
    SearchHit hit;
    std::size_t covered = 0;
    std::size_t in_data = 0;
    double score = 0;
    double nearness = 0;  ///< to the table that was named
    Likeness likeness{};
  };

  TableSearch(SearchQuery query, WordReader reader)
      : query_(std::move(query)), reader_(std::move(reader)) {}

  Expected<void> look_into(const std::filesystem::path& job, SearchIndex index, bool made_anew);
  Expected<std::vector<Candidate>> candidates_in(SearchIndex& index) const;
  Expected<std::vector<Candidate>> with_nearness(SearchIndex& index,
                                                 std::vector<Candidate> having_words) const;
  bool fits(const IndexedTable& table) const;
  bool has_filters() const;
  std::vector<Candidate> best() const;
  std::vector<unsigned> wanted_years() const;
  Expected<SearchIndex*> index_of(std::size_t searched);
  Expected<Likeness> likeness_to_named(const Candidate& one);
  Expected<std::vector<Candidate>> most_like(std::vector<Candidate> candidates);
  Expected<SearchResult> try_to_answer();
  Expected<void> take_answers(const std::vector<Candidate>& candidates, SearchResult& result);
  void make_anew(std::size_t searched, const Error& why,
                 const std::function<bool(IndexProgress)>& go_on);
  Expected<void> add_rows(SearchResult& result, const std::vector<Candidate>& of) const;

  SearchQuery query_;
  WordReader reader_;
  std::vector<SearchWord> words_;
  std::vector<std::string> fillers_;
  std::vector<SearchWord> place_;
  std::vector<SearchWord> licence_;
  std::map<std::size_t, Searched> searched_;
  std::size_t next_ = 0;  ///< key of them
  std::vector<Candidate> candidates_;
  std::vector<LostJob> lost_;
  std::vector<NotedJob> noted_;
  std::optional<std::size_t> reading_;  ///< by whose index an answer fails, if it does
};

}  // namespace tagtrail::host
