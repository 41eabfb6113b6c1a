// What a job hands on of what it learnt, and what another takes from it.
#include "job/recipe.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>

#include "scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

LinkGroup group(const char* tag_path, Word word, std::uint64_t requests, std::uint64_t files) {
  LinkGroup group;
  group.tag_path = tag_path;
  group.word = word;
  group.requests = requests;
  group.files = files;
  group.anchors = {"Prices", "https://a.example/private", "who@a.example"};
  return group;
}

Json recipe_of(const std::vector<LinkGroup>& groups) {
  Config config;
  config.seed_url = "https://data.example:8443/secret/path?token=1";
  config.targets = "csv";
  JobOptions options;
  return Json::parse(recipe_json(config, options, groups).dump());
}

struct Scratch {
  ScratchFolder folder;
  std::filesystem::path path = folder.path();
};

}  // namespace

BOOST_AUTO_TEST_SUITE(recipe)

BOOST_AUTO_TEST_CASE(a_recipe_comes_back_as_words) {
  const auto words = read_recipe(recipe_of(
      {group("/html/ul/li/a", Word::good, 4, 20), group("/html/nav/a", Word::useless, 0, 0),
       group("/html/p/a", Word::neutral, 3, 1), group("/html/footer/a", Word::neutral, 0, 0)}));
  BOOST_REQUIRE(words);
  BOOST_REQUIRE(words->size() == 4U);
  const auto is = [](const Feedback& word, Word kind, const char* path) {
    BOOST_TEST((word.word == kind));
    BOOST_TEST(word.tag_path == path);
  };
  is((*words)[0], Word::paid, "/html/ul/li/a");
  BOOST_TEST((*words)[0].files == 20);
  BOOST_TEST((*words)[0].requests == 4U);
  BOOST_TEST((*words)[0].shown.size() == 3U);
  BOOST_TEST((*words)[0].shown[2][0] == "/html/p/a");
  BOOST_TEST((*words)[1].shown.empty());
  is((*words)[1], Word::good, "/html/ul/li/a");
  is((*words)[2], Word::useless, "/html/nav/a");
  is((*words)[3], Word::paid, "/html/p/a");
}

BOOST_AUTO_TEST_CASE(no_address_is_in_it) {
  const Json json = recipe_of({group("/html/ul/li/a", Word::good, 4, 20)});
  BOOST_TEST(json.at("site") == "data.example");
  BOOST_TEST(json.at("groups")[0].at("anchors") == Json{"Prices"});
  const std::string text = json.dump();
  for (const char* part : {"secret", "token", "8443", "private", "who@"}) {
    BOOST_TEST(text.find(part) == std::string::npos, part);
  }
  BOOST_TEST(json.at("settings").at("targets") == "csv");
  for (const char* name : {"dir", "maxRequests", "allowPrivate"}) {
    BOOST_TEST(!json.at("settings").contains(name), name);
  }
}

BOOST_FIXTURE_TEST_CASE(a_job_leaves_its_recipe_and_another_takes_it, Scratch) {
  Config config;
  config.seed_url = "https://data.example/";
  BOOST_REQUIRE(write_recipe(path, config, {}, {group("/html/ul/li/a", Word::good, 4, 20)}));
  const auto words = read_recipe_file(path);
  BOOST_REQUIRE(words);
  BOOST_TEST((*words == *read_recipe_file(path / "recipe.json")));
  BOOST_TEST(words->size() == 2U);
  // A visit that learnt nothing takes nothing away.
  BOOST_REQUIRE(write_recipe(path, config, {}, {group("/html/p/a", Word::neutral, 0, 0)}));
  BOOST_TEST((*read_recipe_file(path) == *words));
}

BOOST_FIXTURE_TEST_CASE(what_is_no_recipe_is_named, Scratch) {
  const auto file = path / "odd.json";
  const auto trouble_of = [&](const std::string& text) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
    const auto words = read_recipe_file(file);
    BOOST_REQUIRE(!words);
    BOOST_TEST((words.error().code == ErrorCode::invalid_argument));
    BOOST_TEST(words.error().message.find(file.string()) == 0U, words.error().message);
    return words.error().message;
  };
  for (const char* text :
       {"", "{", "[]", "null", R"({"tagtrail":"recipe","version":1})",
        R"({"tagtrail":"job","version":1,"site":"a","groups":[]})",
        R"({"tagtrail":"recipe","version":1,"site":"a","groups":[{"tagPath":"/a",)"
        R"("requests":-1}]})"}) {
    trouble_of(text);
  }
  const std::string newer = R"({"tagtrail":"recipe","version":2,"site":"a","groups":[]})";
  BOOST_TEST(trouble_of(newer).find("another version") != std::string::npos);
  BOOST_TEST(trouble_of(std::string(9'000'000, ' ')).find("8 MB") != std::string::npos);
  BOOST_TEST(!read_recipe_file(path / "nowhere"));
  const auto none = read_recipe_file(path);
  BOOST_REQUIRE(!none);
  BOOST_TEST(none.error().message.find("left no recipe") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
