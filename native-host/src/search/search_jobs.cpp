#include "search/search_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <unordered_map>

#include "search/file_words.hpp"
#include "tables/file_pool.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Indexes of so many jobs stay open; those of others are opened again for their answers.
constexpr std::size_t kOpen = 64;
/// For the rows of one answer.
constexpr std::chrono::milliseconds kRowTime{250};

/// So many of the nearest tables are compared in full with the one that was named...
constexpr std::size_t kCompared = 200;
/// ...and with less in common, two are not like each other.
constexpr double kLike = 0.3;

/// By SearchField.
constexpr std::array<double, kSearchFields> kWorth = {8, 5, 5, 3, 2, 1};
constexpr double kLongerWord = 0.7;

/// Fields that have a word, itself or one that begins so.
std::uint8_t fields_of(const SearchHit& hit, std::size_t word) {
  const auto at = [&](std::size_t i) {
    return i < hit.places.size() ? static_cast<std::uint8_t>(hit.places[i]) : std::uint8_t{0};
  };
  return at(2 * word) | at(2 * word + 1);
}

double worth_of(const SearchHit& hit, std::size_t word) {
  double best = 0;
  for (std::size_t field = 0; field < kSearchFields; ++field) {
    const auto bit = static_cast<std::uint8_t>(1U << field);
    if ((fields_of(hit, word) & bit) == 0) continue;
    const bool itself = (static_cast<std::uint8_t>(hit.places[2 * word]) & bit) != 0;
    best = std::max(best, itself ? kWorth.at(field) : kLongerWord * kWorth.at(field));
  }
  return best;
}

bool ends_with_domain(const std::string& host, const std::string& domain) {
  if (host == domain) return true;
  return host.size() > domain.size() && host.ends_with(domain) &&
         host[host.size() - domain.size() - 1] == '.';
}

}  // namespace

Expected<TableSearch> TableSearch::of(SearchQuery query) {
  TableSearch search(std::move(query), TRY(WordReader::create()));
  const auto all = search.reader_.words_of(search.query_.words);
  for (const SearchWord& word : all) {
    if (is_filler(ascii_lower(word.written))) {
      search.fillers_.push_back(word.written);
    } else {
      search.words_.push_back(word);
    }
  }
  if (search.words_.empty()) {
    search.words_ = all;
    search.fillers_.clear();
  }
  if (search.words_.empty() && (!search.query_.like || !search.query_.words.empty())) {
    return fail(ErrorCode::invalid_argument,
                "there is no word to look for: name letters or digits");
  }
  search.place_ = search.reader_.words_of(search.query_.place);
  search.licence_ = search.reader_.words_of(search.query_.licence);
  return search;
}

bool TableSearch::has_filters() const {
  return query_.last_year > 0 || !query_.types.empty() || !licence_.empty();
}

bool TableSearch::fits(const IndexedTable& table) const {
  if (query_.last_year > 0) {
    const auto years = years_in(table.years);
    const bool has = std::any_of(years.begin(), years.end(), [&](unsigned year) {
      return year >= query_.first_year && year <= query_.last_year;
    });
    if (!has) return false;
  }
  if (!query_.types.empty()) {
    std::string extension = ascii_lower(fs::path(table.path).extension().string());
    if (!extension.empty()) extension.erase(0, 1);
    const bool is_one =
        std::any_of(query_.types.begin(), query_.types.end(), [&](const auto& type) {
          return type == ascii_lower(table.format) || type == extension ||
                 type == ascii_lower(table.media_type);
        });
    if (!is_one) return false;
  }
  std::set<const SearchWord*> found;
  reader_.each(search_text(table.licence), [&](std::string_view token, std::string_view) {
    for (const SearchWord& word : licence_) {
      if (word.is_token(token)) found.insert(&word);
    }
  });
  return found.size() == licence_.size();
}

Expected<std::string> TableSearch::add(const fs::path& job,
                                       const std::function<bool(IndexProgress)>& go_on) {
  for (const bool anew : {false, true}) {
    auto opened = TRY(index_to_search(job, anew, go_on));
    const auto looked = look_into(job, std::move(opened.index), anew);
    if (looked) return std::move(opened.note);
    if (anew || looked.error().code != ErrorCode::invalid_data) {
      return tl::unexpected(looked.error());
    }
  }
  return std::string();
}

Expected<void> TableSearch::look_into(const fs::path& job, SearchIndex index, bool made_anew) {
  Searched searched;
  searched.job = job;
  searched.made_anew = made_anew;
  searched.site = TRY(index.get("site"));
  searched.tables = TRY(index.count());
  if (!query_.site.empty() && !ends_with_domain(searched.site, query_.site)) return {};
  for (Candidate& one : TRY(candidates_in(index))) {
    one.searched = next_;
    candidates_.push_back(std::move(one));
  }
  if (searched_.size() < kOpen || index.is_in_memory()) searched.index.emplace(std::move(index));
  searched_.emplace(next_++, std::move(searched));
  return {};
}

Expected<std::vector<TableSearch::Candidate>> TableSearch::candidates_in(SearchIndex& index) const {
  std::vector<Candidate> all;
  if (!words_.empty()) {
    for (SearchHit& hit : TRY(index.find(words_))) all.emplace_back().hit = std::move(hit);
  }
  if (query_.like) all = TRY(with_nearness(index, std::move(all)));
  std::optional<std::unordered_set<std::int64_t>> placed;
  if (!place_.empty()) placed = TRY(index.find_all(place_));
  std::vector<Candidate> found;
  for (Candidate& one : all) {
    if (words_.empty() && found.size() == kCompared) break;
    if (placed && !placed->contains(one.hit.id)) continue;
    if (has_filters()) {
      const auto table = TRY(index.table(one.hit.id));
      if (!table || !fits(*table)) continue;
    }
    found.push_back(std::move(one));
  }
  return found;
}

/// All tables, or those that have words, the nearest first.
Expected<std::vector<TableSearch::Candidate>> TableSearch::with_nearness(
    SearchIndex& index, std::vector<Candidate> having_words) const {
  std::unordered_map<std::int64_t, Candidate*> known;
  for (Candidate& one : having_words) known.emplace(one.hit.id, &one);
  std::vector<Candidate> near;
  TRY(index.each_vector([&](std::int64_t id, std::string_view stored) -> Expected<void> {
    const auto has_words = known.find(id);
    if (!words_.empty() && has_words == known.end()) return {};
    const auto vector = TRY(TableVector::from(stored));
    Candidate one;
    if (has_words != known.end()) one = std::move(*has_words->second);
    one.hit.id = id;
    one.nearness = query_.like->table.vector.nearness(vector);
    near.push_back(std::move(one));
    return {};
  }));
  std::stable_sort(near.begin(), near.end(), [](const auto& one, const auto& other) {
    return one.nearness > other.nearness;
  });
  return near;
}

/// Those with most of the words, in their order. A word that few tables have says more than one
/// that all have.
std::vector<TableSearch::Candidate> TableSearch::best() const {
  std::vector<Candidate> candidates = candidates_;
  std::uint64_t tables = 0;
  for (const auto& [key, searched] : searched_) tables += searched.tables;
  std::vector<double> rarity(words_.size());
  for (std::size_t word = 0; word < words_.size(); ++word) {
    const auto has = [&](const Candidate& one) { return fields_of(one.hit, word) != 0; };
    const auto having = std::count_if(candidates.begin(), candidates.end(), has);
    rarity[word] = std::log(1 + static_cast<double>(tables) / static_cast<double>(1 + having));
  }
  for (Candidate& one : candidates) {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      const std::uint8_t fields = fields_of(one.hit, word);
      one.covered += fields != 0 ? 1 : 0;
      one.in_data += (fields & kDataFields) != 0 ? 1 : 0;
      one.score += rarity[word] * worth_of(one.hit, word);
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& one, const auto& other) {
    if (one.covered != other.covered) return one.covered > other.covered;
    if (one.nearness != other.nearness) return one.nearness > other.nearness;
    if (one.in_data != other.in_data) return one.in_data > other.in_data;
    return one.score > other.score;
  });
  const auto fewer = std::find_if(candidates.begin(), candidates.end(), [&](const auto& one) {
    return one.covered < candidates.front().covered;
  });
  candidates.erase(fewer, candidates.end());
  return candidates;
}

Expected<SearchIndex*> TableSearch::index_of(std::size_t key) {
  reading_ = key;
  Searched& searched = searched_.at(key);
  if (!searched.index) searched.index.emplace(TRY(SearchIndex::open(searched.job)));
  return &*searched.index;
}

/// A table is not like itself.
Expected<Likeness> TableSearch::likeness_to_named(const Candidate& one) {
  SearchIndex* index = TRY(index_of(one.searched));
  const auto table = TRY(index->table(one.hit.id));
  const auto stored = TRY(index->traits(one.hit.id));
  if (!table || !stored) return Likeness{};
  std::error_code error;
  if (table->part == query_.like->part &&
      fs::equivalent(searched_.at(one.searched).job / table->path, query_.like->file, error)) {
    return Likeness{};
  }
  // A table too small to be told by what is in it.
  if (table->part == query_.like->part && table->sha256 == query_.like->sha256) {
    return Likeness{1, true, {"the same table"}};
  }
  return likeness_of(query_.like->table.traits, TRY(traits_from(*stored, table->names)));
}

/// In hundredths, so that what is hardly more in common does not count before what is nearer.
Expected<std::vector<TableSearch::Candidate>> TableSearch::most_like(
    std::vector<Candidate> candidates) {
  for (Candidate& one : candidates) one.likeness = TRY(likeness_to_named(one));
  std::erase_if(candidates, [](const Candidate& one) { return one.likeness.share < kLike; });
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& one, const auto& other) {
    if (one.likeness.same != other.likeness.same) return one.likeness.same;
    return std::lround(100 * one.likeness.share) > std::lround(100 * other.likeness.share);
  });
  return candidates;
}

std::vector<unsigned> TableSearch::wanted_years() const {
  std::vector<unsigned> years;
  for (unsigned year = query_.first_year; query_.last_year > 0 && year <= query_.last_year;
       ++year) {
    years.push_back(year);
  }
  return years;
}

/// The first, each table once, whatever jobs have it.
Expected<void> TableSearch::take_answers(const std::vector<Candidate>& candidates,
                                         SearchResult& result) {
  std::vector<Candidate> taken;
  for (const Candidate& one : candidates) {
    if (result.answers.size() >= query_.most) break;
    auto table = TRY(TRY(index_of(one.searched))->table(one.hit.id));
    if (!table) continue;
    const auto same =
        std::find_if(result.answers.begin(), result.answers.end(), [&](const SearchAnswer& answer) {
          return answer.table.sha256 == table->sha256 && answer.table.part == table->part;
        });
    if (same != result.answers.end()) {
      ++same->copies;
      continue;
    }
    const Searched& searched = searched_.at(one.searched);
    SearchAnswer answer{searched.job, searched.site, std::move(*table), {}, 0, one.likeness, {}};
    for (std::size_t word = 0; word < words_.size(); ++word) {
      if (fields_of(one.hit, word) == 0) answer.lacking.push_back(words_[word].written);
    }
    result.answers.push_back(std::move(answer));
    taken.push_back(one);
  }
  reading_.reset();
  return add_rows(result, taken);
}

Expected<void> TableSearch::add_rows(SearchResult& result, const std::vector<Candidate>& of) const {
  using Found = std::pair<std::size_t, Expected<MatchingRows>>;
  constexpr auto kRows = static_cast<std::uint8_t>(1U << unsigned(SearchField::rows));
  const auto find = [&](std::size_t at) -> Found {
    WantedRows wanted{words_, {}, wanted_years(), query_.rows, kRowTime};
    for (std::size_t word = 0; word < words_.size(); ++word) {
      wanted.in_cells.push_back((fields_of(of[at].hit, word) & kRows) != 0);
    }
    // Rows of the place come first, like those with the words.
    wanted.words.insert(wanted.words.end(), place_.begin(), place_.end());
    wanted.in_cells.resize(wanted.words.size(), true);
    const auto reader = WordReader::create();
    if (!reader) return {at, tl::unexpected(reader.error())};
    const SearchAnswer& answer = result.answers[at];
    return {at, matching_rows(answer.job, answer.table, wanted, *reader)};
  };
  std::vector<MatchingRows> rows(result.answers.size());
  TRY(work_on_all<Found>(
      rows.size(), find,
      [&](std::vector<Found> found) -> Expected<void> {
        for (Found& one : found) rows[one.first] = TRY(std::move(one.second));
        return {};
      },
      [] { return true; }));
  for (std::size_t at = 0; at < rows.size(); ++at) result.answers[at].rows = std::move(rows[at]);
  return {};
}

Expected<SearchResult> TableSearch::try_to_answer() {
  SearchResult result;
  auto candidates = best();
  if (query_.like) {
    candidates.resize(std::min(candidates.size(), kCompared));
    result.compared = candidates.size();
    candidates = TRY(most_like(std::move(candidates)));
  }
  result.found = candidates.size();
  TRY(take_answers(candidates, result));
  result.jobs = searched_.size();
  for (const auto& [key, searched] : searched_) result.tables += searched.tables;
  result.fillers = fillers_;
  for (const SearchWord& word : words_) result.words.push_back(word.written);
  result.lost = lost_;
  result.noted = noted_;
  return result;
}

void TableSearch::make_anew(std::size_t key, const Error& why,
                            const std::function<bool(IndexProgress)>& go_on) {
  const auto searched = searched_.extract(key);
  std::erase_if(candidates_, [&](const Candidate& one) { return one.searched == key; });
  const fs::path& job = searched.mapped().job;
  if (searched.mapped().made_anew) return lost_.push_back({job, why});
  auto opened = index_to_search(job, true, go_on);
  const auto looked = opened ? look_into(job, std::move(opened->index), true)
                             : Expected<void>(tl::unexpected(opened.error()));
  if (!looked) return lost_.push_back({job, looked.error()});
  if (!opened->note.empty()) noted_.push_back({job, std::move(opened->note)});
}

Expected<SearchResult> TableSearch::answer(const std::function<bool(IndexProgress)>& go_on) {
  for (;;) {
    reading_.reset();
    auto result = try_to_answer();
    if (result || !reading_) return result;
    // Each is made anew once and lost then, so this ends.
    make_anew(*reading_, result.error(), go_on);
  }
}

}  // namespace tagtrail::host
