// Tables like one at hand are found: editions of other years, in other formats, with columns
// renamed and moved, before others that share some columns. And what hostile files and indexes
// change.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <random>

#include "../tables/table_tests.hpp"
#include "search_fixture.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail::host::testing {
namespace {

using Words = std::vector<std::string>;

/// A table to write in one format or another.
struct Written {
  Words names;
  std::vector<Words> rows;

  std::string in(char separator) const {
    const std::string between(1, separator);
    std::string text = fmt::format("{}\n", fmt::join(names, between));
    for (const Words& row : rows) text += fmt::format("{}\n", fmt::join(row, between));
    return text;
  }
  std::string as_json() const {
    std::string text;
    for (const Words& row : rows) {
      text += text.empty() ? "[{" : ",\n{";
      for (std::size_t at = 0; at < row.size(); ++at) {
        text += fmt::format("{}\"{}\":\"{}\"", at == 0 ? "" : ",", names[at], row[at]);
      }
      text += "}";
    }
    return text + "]";
  }
};

/// Made-up statistics of places: the same on every machine.
class Statistics {
 public:
  std::size_t below(std::size_t count) { return random_() % count; }

  /// `year`: of all rows. The same places in all years but for one that is new.
  Written table(const Words& measures, std::size_t first_place, int year) {
    Written written{{"region", "code", "year"}, {}};
    written.names.insert(written.names.end(), measures.begin(), measures.end());
    for (std::size_t row = 0; row < 15; ++row) {
      const std::size_t place = first_place + row + (row == 14 ? std::size_t(year) % 3 : 0);
      Words cells = {place_name(place), fmt::format("R{:03}", place % 400), std::to_string(year)};
      for (std::size_t at = 0; at < measures.size(); ++at) {
        cells.push_back(std::to_string(100 + below(90'000)));
      }
      written.rows.push_back(std::move(cells));
    }
    return written;
  }
  /// `kept` and others, all different.
  Words some_measures(Words kept, std::size_t count) {
    Words measures = std::move(kept);
    while (measures.size() < count) {
      std::string name =
          fmt::format("{} {}", kSubjects[below(kSubjects.size())], kUnits[below(kUnits.size())]);
      if (std::find(measures.begin(), measures.end(), name) == measures.end()) {
        measures.push_back(std::move(name));
      }
    }
    return measures;
  }
  std::size_t some_place() { return below(400); }

 private:
  static std::string place_name(std::size_t place) {
    static const Words kFirst = {"North", "Brae", "Ard", "West", "Ober", "Stone", "Lang", "Mill"};
    static const Words kLast = {"mere", "haven", "fold", "dorf", "bridge", "ton", "wick", "ford"};
    return fmt::format("{}{} {}", kFirst[place % 8], kLast[place / 8 % 8], place / 64);
  }

  static inline const Words kSubjects = {
      "unemployed", "rent",   "population", "births",  "hospital beds", "pupils", "cars",
      "nitrate",    "crimes", "visitors",   "income",  "dwellings",     "water",  "waste",
      "farms",      "forest", "accidents",  "traffic", "energy",        "rain"};
  static inline const Words kUnits = {"total", "per 1000", "men", "women", "change", "share"};
  std::mt19937 random_{42};
};

constexpr int kYear = 2021;

/// What later publishers make of a table, by its name: six editions.
Files editions_of(const std::string& name, Statistics& statistics, const Words& measures,
                  std::size_t places) {
  Files files;
  files.emplace_back(name + "-base.csv", statistics.table(measures, places, kYear).in(','));
  files.emplace_back(name + "-next.csv", statistics.table(measures, places, kYear + 1).in(','));
  auto renamed = statistics.table(measures, places, kYear + 2);
  renamed.names[0] = "area";
  files.emplace_back(name + "-renamed.csv", renamed.in(','));
  auto moved = statistics.table(measures, places, kYear + 3);
  const auto turn = [](Words& cells) { std::reverse(cells.begin(), cells.end()); };
  turn(moved.names);
  std::for_each(moved.rows.begin(), moved.rows.end(), turn);
  files.emplace_back(name + "-moved.tsv", moved.in('\t'));
  files.emplace_back(name + "-object.json",
                     statistics.table(measures, places, kYear + 4).as_json());
  auto titled = statistics.table(measures, places, kYear + 5);
  for (std::string& cell : titled.names) cell[0] = static_cast<char>(std::toupper(cell[0]));
  files.emplace_back(name + "-titled.csv",
                     fmt::format("Figures of {}\n\n", kYear) + titled.in(';'));
  return files;
}

struct LikeFixture : SearchFixture {
  /// `file`: of a scratch folder, or of a job.
  static TableToMatch read(const fs::path& file, const std::string& sheet = "") {
    return must(TableToMatch::read(file, sheet, [] { return true; }));
  }
  static SearchResult like(const std::vector<fs::path>& jobs, const fs::path& file,
                           SearchQuery query = {}) {
    query.like = read(file);
    return search_all(jobs, std::move(query));
  }
  fs::path file_with(const std::string& name, const std::string& contents) const {
    write_file(folder.path() / name, contents);
    return folder.path() / name;
  }
  static ErrorCode error_of(const fs::path& file, const std::string& sheet = "") {
    const auto table = TableToMatch::read(file, sheet, [] { return true; });
    BOOST_REQUIRE_MESSAGE(!table.has_value(), file);
    return table.error().code;
  }
};

const std::string kRents =
    "district,year,rent,flats\nHarbour,2021,900,12\nHill,2021,800,15\nOld Town,2021,950,7\n";
const std::string kLaterRents =
    "district,year,rent,flats\nHarbour,2022,930,13\nHill,2022,850,14\nMarket,2022,700,9\n";
const std::string kPools = "pool,visitors\nLagoon,4100\nHill,3200\nSpa,100\n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(like_tables, LikeFixture)

BOOST_AUTO_TEST_CASE(editions_of_a_table_come_first_among_a_thousand_others) {
  constexpr std::size_t kFamilies = 8;
  constexpr std::size_t kSiblings = 5;
  constexpr std::size_t kCousins = 10;
  constexpr std::size_t kOthers = 920;
  Statistics statistics;
  Files files;
  for (std::size_t at = 0; at < kFamilies; ++at) {
    const Words measures = statistics.some_measures({}, 4 + statistics.below(5));
    const std::size_t places = statistics.some_place();
    const auto editions = editions_of(fmt::format("set{}", at), statistics, measures, places);
    files.insert(files.end(), editions.begin(), editions.end());
    // Of the same office, for the same places and year, with half of the measures.
    const Words half(measures.begin(),
                     measures.begin() + static_cast<std::ptrdiff_t>(measures.size() / 2));
    for (std::size_t cousin = 0; cousin < kCousins; ++cousin) {
      const Words others = statistics.some_measures(half, measures.size());
      files.emplace_back(fmt::format("cousin{}-{}.csv", at, cousin),
                         statistics.table(others, places, kYear).in(','));
    }
  }
  for (std::size_t at = 0; at < kOthers; ++at) {
    const Words measures = statistics.some_measures({}, 2 + statistics.below(7));
    files.emplace_back(fmt::format("other{}.csv", at),
                       statistics.table(measures, statistics.some_place(), kYear).in(','));
  }
  const auto job = job_with("job", files);
  for (std::size_t at = 0; at < kFamilies; ++at) {
    const std::string name = fmt::format("set{}-", at);
    const auto result = like({job}, job / "files" / (name + "base.csv"), SearchQuery{.most = 20});
    BOOST_TEST(result.tables == kFamilies * (kSiblings + 1 + kCousins) + kOthers);
    BOOST_TEST(result.compared == 200U);
    BOOST_REQUIRE(result.answers.size() > kSiblings);
    for (std::size_t place = 0; place < result.answers.size(); ++place) {
      const auto& answer = result.answers[place];
      const bool is_edition = answer.table.path.find(name) != std::string::npos;
      BOOST_TEST(is_edition == (place < kSiblings), answer.table.path
                                                        << " is at " << place << " of those like "
                                                        << name << ": " << answer.likeness.share);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_answer_says_what_it_has_in_common) {
  const auto job = job_with("job", {{"later.csv", kLaterRents}, {"pools.csv", kPools}});
  const auto file = file_with("rents.csv", kRents);
  const auto result = like({job}, file);
  BOOST_TEST(found(result) == "later");
  BOOST_TEST(result.compared == 2U);
  const Likeness& likeness = result.answers.at(0).likeness;
  BOOST_TEST(!likeness.same);
  // All names and kinds; of the values two of three.
  BOOST_TEST(likeness.share == 0.9, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(likeness.why == (Words{"4 of 4 columns have the same name",
                                    "2 of 3 values of `district` are in both"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(columns_are_the_same_by_other_names_years_and_spellings) {
  const auto likeness = [&](const std::string& wanted, const std::string& found) {
    const auto one = read(file_with("one.csv", wanted)).table.traits;
    return likeness_of(one, read(file_with("other.csv", found)).table.traits);
  };
  const auto years = likeness("Île,Mieten 2021,x\nSüd,1,2\nNord,3,4\nWest,3,5\n",
                              "ile,mieten_2022,x\nSUD,7,6\nnord,8,5\nwest,8,4\n");
  BOOST_TEST(years.why == (Words{"2 of 3 columns have the same name", "1 but for the year",
                                 "3 of 3 values of `ile` are in both"}),
             boost::test_tools::per_element());
  const auto renamed =
      likeness(kRents, "quarter,year,rent,flats\nHarbour,2022,1,2\nHill,2022,3,4\n");
  BOOST_TEST(renamed.why == (Words{"3 of 4 columns have the same name",
                                   "2 of 2 values of `quarter` (`district`) are in both"}),
             boost::test_tools::per_element());
  const auto other = likeness(kRents, kPools);
  BOOST_TEST(other.share < 0.3);
  // Names that a reader made up are none.
  const auto numbers = likeness("1,2,3\n4,5,6\n7,8,9\n", "11,12,13\n14,15,16\n17,18,19\n");
  BOOST_TEST(numbers.share < 0.3);
  BOOST_TEST(numbers.why.front() == "0 of 3 columns have the same name");
}

BOOST_AUTO_TEST_CASE(of_many_values_a_few_are_looked_at) {
  std::string many = "street,number\n";
  for (int at = 0; at < 500; ++at) many += fmt::format("Street {},{}\n", at, at);
  const auto job = job_with("job", {{"a.csv", many + "One more,7\n"}});
  const auto result = like({job}, file_with("b.csv", many));
  BOOST_TEST(result.answers.at(0).likeness.why.back() ==
             "20 of 20 values looked at of `street` are in both");
}

BOOST_AUTO_TEST_CASE(the_same_table_is_said_to_be_the_same_and_a_file_is_not_like_itself) {
  const std::string tabs =
      "district\tyear\trent\tflats\nHarbour\t2021\t900\t12\n"
      "Hill\t2021\t800\t15\nOld Town\t2021\t950\t7\n";
  const auto job =
      job_with("job", {{"later.csv", kLaterRents}, {"rents.csv", kRents}, {"tabs.tsv", tabs}});
  const auto outside = like({job}, file_with("mine.csv", kRents));
  BOOST_TEST(found(outside) == "rents tabs later");
  for (const std::size_t at : {0U, 1U}) {
    BOOST_TEST(outside.answers.at(at).likeness.same);
    BOOST_TEST(outside.answers.at(at).likeness.share == 1);
    BOOST_TEST(outside.answers.at(at).likeness.why == Words{"the same table"},
               boost::test_tools::per_element());
  }
  BOOST_TEST(found(like({job}, job / "files/rents.csv")) == "tabs later");
  // Another job's copy is another's; two jobs' are one answer.
  const auto other = job_with("other", {{"copy.csv", kRents}});
  const auto third = job_with("third", {{"copy.csv", kRents}});
  const auto result = like({job, other, third}, job / "files/rents.csv");
  BOOST_TEST(found(result) == "copy tabs later");
  BOOST_TEST(result.answers.at(0).copies == 1U);
}

BOOST_AUTO_TEST_CASE(words_and_filters_leave_some_and_likeness_orders_them) {
  const auto job =
      job_with("job", {{"later.csv", kLaterRents},
                       {"town.tsv", "district\tyear\trent\nMarket\t2021\t9\nWest\t2021\t8\n"},
                       {"pools.csv", kPools}});
  const auto file = file_with("mine.csv", kRents);
  const auto with = [&](SearchQuery query) { return found(like({job}, file, std::move(query))); };
  BOOST_TEST(with({}) == "later town");
  BOOST_TEST(with({.words = "market"}) == "later town");
  BOOST_TEST(with({.words = "west"}) == "town");
  BOOST_TEST(with({.words = "lagoon"}) == "");
  BOOST_TEST(with({.first_year = 2021, .last_year = 2021}) == "town");
  BOOST_TEST(with({.place = "harbour"}) == "later");
  BOOST_TEST(with({.types = {"tsv"}}) == "town");
  BOOST_TEST(with({.licence = "cc by"}) == "");
  BOOST_TEST(with({.site = "example.com"}) == "");
  SearchQuery nothing{.words = "***"};
  nothing.like = read(file);
  BOOST_TEST((TableSearch::of(nothing).error().code == ErrorCode::invalid_argument));
}

BOOST_AUTO_TEST_CASE(of_a_workbook_the_first_sheet_or_the_one_that_is_named_is_compared) {
  const auto rows = [](const std::string& name, const std::string& value) {
    std::string sheet = "<row>";
    for (const std::string& cell : {name, std::string("amount")}) {
      sheet += "<c t=\"inlineStr\"><is><t>" + cell + "</t></is></c>";
    }
    for (int row = 0; row < 3; ++row) {
      sheet +=
          fmt::format("</row><row><c t=\"inlineStr\"><is><t>{} {}</t></is></c><c><v>{}</v></c>",
                      value, row, row);
    }
    return sheet + "</row>";
  };
  const auto book = file_with(
      "book.xlsx", xlsx_of({{"Rivers", rows("river", "Water")}, {"Roads", rows("road", "Way")}}));
  const auto first = read(book);
  BOOST_TEST(first.table.traits.columns.at(0).name == "river");
  BOOST_TEST(first.note.find("it has 2 tables, the first of which is compared (--sheet: another): "
                             "Rivers, Roads") != std::string::npos);
  const auto named = read(book, "roads");
  BOOST_TEST(named.part == 1U);
  BOOST_TEST(named.note == "");
  BOOST_TEST((error_of(book, "Paths") == ErrorCode::not_found));
  BOOST_TEST((error_of(file_with("rents.csv", kRents), "***") == ErrorCode::not_found));
  // The other sheets of a file in a job may be like the first.
  const auto job = job_with("job", {{"book.xlsx", read_file(book)}});
  const auto result = like({job}, job / "files/book.xlsx");
  BOOST_REQUIRE(result.answers.size() <= 1U);
  for (const auto& answer : result.answers) BOOST_TEST(answer.table.sheet == "Roads");
}

BOOST_AUTO_TEST_CASE(what_is_no_table_is_told_as_an_error) {
  BOOST_TEST((error_of(folder.path() / "none.csv") == ErrorCode::not_found));
  BOOST_TEST((error_of(folder.path()) == ErrorCode::invalid_argument));
  BOOST_TEST((error_of("/dev/zero") == ErrorCode::invalid_argument));
  const auto pipe = folder.path() / "pipe.csv";
  BOOST_REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  BOOST_TEST((error_of(pipe) == ErrorCode::invalid_argument));
  const std::string bomb = packed({{"a.csv", std::string(20 << 20, 'a')}});
  const std::vector<std::pair<std::string, std::string>> hostile = {
      {"empty.csv", ""},
      {"text.txt", "Dear all, there is nothing here.\n"},
      {"zeros.csv", std::string(5'000'000, '\0')},
      {"bomb.zip", bomb}};
  for (const auto& [name, contents] : hostile) {
    BOOST_TEST((error_of(file_with(name, contents)) == ErrorCode::invalid_data), name);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_can_not_be_read_as_a_whole_is_compared_and_said_to_be_so) {
  std::string rows = kRents;
  for (int at = 0; at < 2'000; ++at)
    rows += fmt::format("District {},2021,{},{}\n", at, at, at % 7);
  std::string whole = packed({{"rents.csv", rows}});
  // Zeros fill its last block; before them stands the list of members, which nobody misses.
  whole.resize(whole.find_last_not_of('\0') + 1);
  whole.resize(whole.rfind("PK\x01\x02"));
  std::size_t compared = 0;
  for (std::size_t bytes = 0; bytes < whole.size(); bytes += whole.size() / 37) {
    const auto cut = file_with("cut.zip", whole.substr(0, bytes));
    const auto table = TableToMatch::read(cut, "", [] { return true; });
    if (!table) continue;
    ++compared;
    BOOST_TEST(table->note.starts_with(cut.string()), bytes);
    BOOST_TEST(table->table.traits.columns.at(0).name == "district");
  }
  BOOST_TEST(compared > 10U);
}

BOOST_AUTO_TEST_CASE(wide_long_and_odd_tables_are_compared_within_bounds) {
  std::string wide = "c0";
  std::string row = "text 0";
  for (int at = 1; at < 5'000; ++at) {
    wide += fmt::format(",c{}", at);
    row += fmt::format(",text {}", at);
  }
  const std::string odd = "\x1b[2J,\xFF\xFE,`\na,1,x\nb,2,y\nc,3,z\n";
  const auto job =
      job_with("job", {{"wide.csv", wide + "\n" + row + "\n" + row + "\n"}, {"odd.csv", odd}});
  for (const auto& [name, contents] :
       Files{{"w.csv", wide + "\n" + row + "\n" + row + "x\n"}, {"o.csv", odd + "d,4,w\n"}}) {
    const auto result = like({job}, file_with(name, contents));
    BOOST_REQUIRE(result.answers.size() == 1U);
    BOOST_TEST(result.answers[0].likeness.share > 0.9);
  }
  BOOST_TEST(fs::file_size(job / folder::kSearch) < 200'000U);
}

BOOST_AUTO_TEST_CASE(what_an_index_tells_wrongly_is_noticed_and_it_is_made_anew) {
  const auto job = job_with("job", {{"later.csv", kLaterRents}, {"pools.csv", kPools}});
  const auto file = file_with("mine.csv", kRents);
  const std::string sound = fmt::format("{}", like({job}, file).answers.at(0).likeness.share);
  for (const char* damage :
       {"vector = x'00'", "vector = ''", "vector = 17", "vector = zeroblob(1000000)",
        "\"values\" = x''", "\"values\" = x'FFFFFFFFFF'", "\"values\" = x'0109000101020304'",
        "\"values\" = zeroblob(100000)", "kinds = ''"}) {
    execute(job / folder::kSearch, fmt::format("UPDATE likeness SET {}", damage));
    const auto result = like({job}, file);
    BOOST_TEST(result.lost.empty());
    BOOST_REQUIRE_MESSAGE(found(result) == "later", damage);
    BOOST_TEST(fmt::format("{}", result.answers.at(0).likeness.share) == sound, damage);
  }
  // Bytes that may stand there, but are of no table: nothing is found, and nothing goes wrong.
  for (const char* odd :
       {"vector = zeroblob(128)", "kin = x'00FF'", "kinds = x'FF00FF0000'", "id = id + 1000000"}) {
    execute(job / folder::kSearch, fmt::format("UPDATE OR IGNORE likeness SET {}", odd));
    BOOST_TEST(like({job}, file).lost.empty(), odd);
  }
}

BOOST_AUTO_TEST_CASE(a_vector_is_the_same_on_every_machine) {
  // Another one needs another kSearchVersion.
  const auto vector = read(file_with("rents.csv", kRents)).table.vector;
  const auto stored = vector.stored();
  BOOST_TEST(stored.size() == 128U);
  BOOST_TEST(hash_bytes(stored.data(), stored.size()) == 8012808084679298536U);
  BOOST_TEST(vector.nearness(vector) == 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(vector.nearness(must(TableVector::from(std::string(128, '\0')))) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
