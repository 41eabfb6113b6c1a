#include "batch/site_record.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "../scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

SiteRecord sample() {
  SiteRecord record;
  record.url = "https://a.example/";
  record.folder = "a.example";
  record.options = {"--delay=2s", "--allow-private"};
  record.exit = 6;
  record.files = 12;
  record.requests = 340;
  record.seconds = 1.5;
  record.how = Ending::How::partial;
  record.reason = "robots.txt of the site forbids it";
  return record;
}

void write(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file) << text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_record)

BOOST_AUTO_TEST_CASE(a_line) {
  BOOST_TEST(to_line(sample()) ==
             R"({"url":"https://a.example/","folder":"a.example","exit":6,"files":12,)"
             R"("requests":340,"seconds":1.5,"complete":false,"how":"partial",)"
             R"("reason":"robots.txt of the site forbids it",)"
             R"("options":["--delay=2s","--allow-private"]})");
  const auto back = from_line(to_line(sample()));
  BOOST_REQUIRE(back.has_value());
  BOOST_TEST(to_line(*back) == to_line(sample()));
}

BOOST_AUTO_TEST_CASE(a_site_that_has_not_ended) {
  SiteRecord record = sample();
  record.exit.reset();
  record.how.reset();
  const auto back = from_line(to_line(record));
  BOOST_REQUIRE(back.has_value());
  BOOST_TEST(!back->exit.has_value());
  BOOST_TEST(!back->how.has_value());
}

BOOST_AUTO_TEST_CASE(a_line_of_an_earlier_version) {
  std::string line = to_line(sample());
  constexpr std::string_view kNew = R"("complete":false,"how":"partial",)";
  line.erase(line.find(kNew), kNew.size());
  const auto back = from_line(line);
  BOOST_REQUIRE(back.has_value());
  BOOST_TEST(!back->how.has_value());
  BOOST_TEST(back->reason == sample().reason);
}

BOOST_AUTO_TEST_CASE(a_file_of_records) {
  const ScratchFolder folder;
  BOOST_TEST(read_records(folder.path()).value().empty());
  SiteRecord other = sample();
  other.folder = "a.example-2";
  BOOST_REQUIRE(write_records(folder.path(), {sample(), other}).has_value());
  const auto records = read_records(folder.path());
  BOOST_REQUIRE(records.has_value());
  BOOST_REQUIRE_EQUAL(records->size(), 2);
  BOOST_TEST((*records)[1].folder == "a.example-2");
}

BOOST_AUTO_TEST_CASE(damage_is_an_error_that_names_the_line) {
  const std::string good = to_line(sample());
  const auto with = [&good](std::string_view from, std::string_view to) {
    std::string line = good;
    return line.replace(line.find(from), from.size(), to);
  };
  for (const std::string& bad :
       {good.substr(0, good.size() / 2), std::string("[]"), std::string("null"),
        with("a.example\",\"exit", "../x\",\"exit"), with("\"exit\":6", "\"exit\":-6"),
        with("\"exit\":6", "\"exit\":6000"), with("\"files\":12", "\"files\":-1"),
        with("\"files\":12", "\"files\":\"12\""), with("\"exit\":6,", ""), with("https:", "ftp:"),
        with("[\"--delay=2s\"", "[7")}) {
    const ScratchFolder folder;
    write(folder.path() / "batch.jsonl", good + "\n" + bad + "\n");
    const auto records = read_records(folder.path());
    BOOST_TEST(!records.has_value(), bad);
    if (records) continue;
    BOOST_TEST((records.error().code == ErrorCode::invalid_data), bad);
    BOOST_TEST(records.error().message.find("line 2") != std::string::npos, bad);
  }
}

BOOST_AUTO_TEST_SUITE_END()
