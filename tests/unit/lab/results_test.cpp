// Lines of results: written, read, resumed, joined.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "../scratch_folder.hpp"
#include "made_up.hpp"
#include "studies/results_file.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

namespace fs = std::filesystem;

class File {
 public:
  fs::path path() const { return folder_.path() / "r.jsonl"; }
  void write(const std::string& text) const { std::ofstream(path(), std::ios::binary) << text; }
  std::string text() const {
    std::ifstream in(path(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

 private:
  ScratchFolder folder_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(results)

BOOST_AUTO_TEST_CASE(a_line_is_read_as_written) {
  MadeUp run;
  run.config.sb.alpha = 30;
  run.config.targets = "paper";
  const auto record = parse_record(run.line());
  BOOST_REQUIRE(record.has_value());
  BOOST_TEST(record->site == "a");
  BOOST_TEST(record->policy == "bfs");
  BOOST_TEST(record->sb.alpha == 30);
  BOOST_TEST(record->setting == R"(1.0 {"targets":"paper"})");
  BOOST_TEST(*record->requests_to[2] == 50);
  BOOST_TEST(!record->requests_to[0]);
  BOOST_TEST(record->urls == 200);
  BOOST_TEST(record->confusion[1][0] == 5);
  BOOST_TEST(record->groups.at(0).tag_path == "/html/<script>");
  BOOST_TEST(record->curve.targets.back() == 10);
  const auto json = nlohmann::json::parse(run.line());
  BOOST_TEST(!json.contains("cpu_us_per_request"));
  BOOST_TEST(json["config"] == nlohmann::json({{"sb", {{"alpha", 30.0}}}, {"targets", "paper"}}));
}

BOOST_AUTO_TEST_CASE(keys_tell_runs_apart) {
  const MadeUp run;
  MadeUp other_seed;
  other_seed.seed = 1;
  MadeUp other_site;
  other_site.site = "b";
  MadeUp other_theta;
  other_theta.config.sb.theta = 0.5;
  BOOST_TEST(run.key() == MadeUp{}.key());
  BOOST_TEST(run.key() != other_seed.key());
  BOOST_TEST(run.key() != other_site.key());
  BOOST_TEST(run.key() != other_theta.key());
  BOOST_TEST(run.key() != run_key(run.facts(), "1.1", run.own_config()));
}

BOOST_AUTO_TEST_CASE(lines_that_are_none) {
  const std::string good = MadeUp{}.line();
  auto json = nlohmann::json::parse(good);
  const auto changed = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json copy = json;
    copy[nlohmann::json::json_pointer(pointer)] = value;
    return copy.dump();
  };
  BOOST_TEST(parse_record(changed("/seed", 3)).has_value());
  for (const std::string& bad :
       {std::string(), std::string("{}"), std::string("[1]"), good.substr(0, good.size() / 2),
        changed("/seed", -1), changed("/seed", "x"), changed("/curve/targets", {1, 2}),
        changed("/curve/requests", {2, 1, 3}), changed("/replica", 1),
        changed("/confusion", nlohmann::json::array()), changed("/config/sb", {{"n", "two"}}),
        changed("/requests_to", {{"50", 1}})}) {
    BOOST_TEST(!parse_record(bad).has_value(), bad);
  }
}

BOOST_AUTO_TEST_CASE(resuming_drops_a_cut_line) {
  const File file;
  const MadeUp first;
  MadeUp second;
  second.seed = 1;
  MadeUp failed;
  failed.seed = 2;
  file.write(first.line() + "\n" + failed.failure() + "\n" + second.line().substr(0, 100));
  {
    auto results = ResultsFile::open(file.path());
    BOOST_REQUIRE(results.has_value());
    BOOST_TEST(results->has(first.key()));
    BOOST_TEST(!results->has(second.key()));
    BOOST_TEST(!results->has(failed.key()));
    const auto locked = ResultsFile::open(file.path());
    BOOST_TEST((!locked && locked.error().code == ErrorCode::busy));
    BOOST_TEST(results->append(second.line()).has_value());
  }
  BOOST_TEST(file.text() == first.line() + "\n" + failed.failure() + "\n" + second.line() + "\n");
}

BOOST_AUTO_TEST_CASE(only_the_line_feed_is_missing) {
  const File file;
  file.write(MadeUp{}.line());
  const auto results = ResultsFile::open(file.path());
  BOOST_REQUIRE(results.has_value());
  BOOST_TEST(results->has(MadeUp{}.key()));
  BOOST_TEST(file.text() == MadeUp{}.line() + "\n");
}

BOOST_AUTO_TEST_CASE(other_peoples_files_stay) {
  for (const char* text : {"my notes", "my notes\n", "a\nb\nc"}) {
    const File file;
    file.write(text);
    const auto results = ResultsFile::open(file.path());
    BOOST_TEST((!results && results.error().code == ErrorCode::invalid_data));
    BOOST_TEST(file.text() == text);
  }
}

BOOST_AUTO_TEST_CASE(joining) {
  const File one;
  const File two;
  MadeUp other;
  other.seed = 1;
  one.write(MadeUp{}.failure() + "\n" + other.line() + "\nnoise\n");
  two.write(other.line() + "\n" + MadeUp{}.line() + "\n");
  const auto results = load_results({one.path(), two.path()});
  BOOST_REQUIRE(results.has_value());
  BOOST_TEST(results->records.size() == 2U);
  BOOST_TEST(results->bad_lines == 1U);
  for (const RunRecord& record : results->records) BOOST_TEST(record.error.empty());
  const auto missing = load_results({one.path().parent_path() / "none"});
  BOOST_TEST((!missing && missing.error().code == ErrorCode::not_found));
}

BOOST_AUTO_TEST_SUITE_END()
