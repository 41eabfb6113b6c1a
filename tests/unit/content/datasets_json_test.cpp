#include "content/datasets_json.hpp"

#include <boost/test/unit_test.hpp>
#include <optional>

#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kCsv = "https://example.org/dir/birds.csv";

std::string set_of(const std::string& name, const std::string& file) {
  return "<div itemscope itemtype=https://schema.org/Dataset><b itemprop=name>" + name +
         "</b><p itemprop=distribution itemscope><a itemprop=contentUrl href=" + file +
         ">CSV</a></p></div>";
}

std::optional<DatasetFacts> dataset_of_file(std::string_view datasets,
                                            const std::vector<std::string>& addresses) {
  const PageDatasets page(datasets);
  const DatasetFacts* facts = page.of_file(addresses);
  return facts == nullptr ? std::nullopt : std::optional(*facts);
}

std::string datasets_of(const std::string& html) {
  const ReadOptions options{kPage, "text/html; charset=utf-8", false};
  return datasets_as_json(datasets_on_page(ParsedPage(html, options), kPage), kPageDatasetsBytes);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(data_sets_of_files)

BOOST_AUTO_TEST_CASE(a_file_has_what_is_said_of_the_set_that_names_it) {
  const std::string sets = datasets_of(set_of("Fish", "fish.csv") + set_of("Birds", "birds.csv"));
  const auto birds = dataset_of_file(sets, {"https://example.org/old", std::string(kCsv)});
  BOOST_REQUIRE(birds.has_value());
  BOOST_TEST(birds->title == "Birds");
  BOOST_TEST(!dataset_of_file(sets, {"https://example.org/dir/bees.csv"}).has_value());
}

BOOST_AUTO_TEST_CASE(the_only_set_of_a_page_is_that_of_all_its_files) {
  const std::string sets = datasets_of(set_of("Birds", "birds.csv"));
  const auto other = dataset_of_file(sets, {"https://example.org/dir/notes.pdf"});
  BOOST_REQUIRE(other.has_value());
  BOOST_TEST(other->title == "Birds");
}

BOOST_AUTO_TEST_CASE(pages_without_any_say_nothing) {
  BOOST_TEST(datasets_of("").empty());
  BOOST_TEST(datasets_of("<p>Dataset</p>").empty());
  BOOST_TEST(datasets_of("<div itemscope itemtype=https://schema.org/Dataset></div>").empty());
}

BOOST_AUTO_TEST_CASE(long_texts_are_cut_and_many_sets_bounded) {
  const std::string one = datasets_of(set_of(std::string(100'000, 'x'), "birds.csv"));
  const auto facts = dataset_of_file(one, {std::string(kCsv)});
  BOOST_REQUIRE(facts.has_value());
  BOOST_TEST(facts->title.size() == kDatasetTextBytes);
  std::string html;
  for (int i = 0; i < 900; ++i) html += set_of(std::string(5'000, 'y'), std::to_string(i) + ".csv");
  const std::string many = datasets_of(html);
  BOOST_TEST(many.size() <= 1'000'000U);
  BOOST_TEST(dataset_of_file(many, {"https://example.org/dir/0.csv"}).has_value());
}

BOOST_AUTO_TEST_CASE(damaged_texts_say_nothing) {
  for (const char* text : {"", "{", "[]", "[1]", "{}", "null", R"([{"files": "x"}, {}])"}) {
    BOOST_TEST_CONTEXT(text) { BOOST_TEST(!dataset_of_file(text, {std::string(kCsv)})); }
  }
  const auto odd = dataset_of_file(R"([{"title": 7, "license": "L"}])", {std::string(kCsv)});
  BOOST_REQUIRE(odd.has_value());
  BOOST_TEST(odd->title.empty());
  BOOST_TEST(odd->license == "L");
}

BOOST_AUTO_TEST_SUITE_END()
