#include "fetch/robots_memory.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "fetch/public_suffix.hpp"
#include "scratch_folder.hpp"

using namespace tagtrail::host;
using tagtrail::ScratchFolder;

namespace {

constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kNow = 1'800'000'000'000;

}  // namespace

BOOST_AUTO_TEST_SUITE(robots_memory)

BOOST_AUTO_TEST_CASE(goes_from_one_harvest_to_the_next) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "robots";
  RobotsMemory first(file);
  BOOST_TEST(first.find("http://a.example", kNow, kDay) == nullptr);
  first.keep({"http://a.example", 200, "User-agent: *\nDisallow: /x\n", kNow});
  first.keep({"http://b.example", 404, "", kNow});
  first.keep({"http://b.example", 403, "", kNow + 1});
  const RobotsMemory second(file);
  const RobotsText* found = second.find("http://a.example", kNow + kDay - 1, kDay);
  BOOST_REQUIRE(found != nullptr);
  BOOST_TEST(found->text == "User-agent: *\nDisallow: /x\n");
  BOOST_TEST(second.find("http://b.example", kNow + 2, kDay)->status == 403);
  BOOST_TEST(second.find("http://a.example", kNow + kDay, kDay) == nullptr);
  BOOST_TEST(second.find("http://a.example", kNow - 1, kDay) == nullptr);
}

BOOST_AUTO_TEST_CASE(holds_so_much_and_no_more) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "robots";
  RobotsMemory memory(file);
  memory.keep({"http://large.example", 200, std::string(kMostRobotsBytes + 1, '#'), kNow});
  BOOST_TEST(memory.find("http://large.example", kNow, kDay) == nullptr);
  for (std::size_t n = 0; n < kMostRobotsTexts + 5; ++n) {
    memory.keep({"http://" + std::to_string(n) + ".example", 404, "", kNow});
  }
  BOOST_TEST(read_robots_file(file).size() == kMostRobotsTexts);
}

BOOST_AUTO_TEST_CASE(a_damaged_file_says_nothing) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "robots";
  for (const char* text : {"", "{", "{}", "[1]", R"([{"origin":1}])",
                           R"([{"origin":"http://a","status":"x","text":"","readMs":1}])"}) {
    std::ofstream(file) << text;
    BOOST_TEST(read_robots_file(file).empty(), text);
  }
  BOOST_TEST(read_robots_file(scratch.path() / "none").empty());
}

BOOST_AUTO_TEST_CASE(nothing_is_kept_without_a_file) {
  RobotsMemory memory({});
  memory.keep({"http://a.example", 404, "", kNow});
  BOOST_TEST(memory.find("http://a.example", kNow, kDay) == nullptr);
}

BOOST_AUTO_TEST_CASE(domains_that_one_owner_has) {
  BOOST_TEST(registrable_domain("data.example.co.uk") == "example.co.uk");
  BOOST_TEST(registrable_domain("example.org") == "example.org");
  BOOST_TEST(registrable_domain("a.b.github.io") == "b.github.io");
  for (const char* none : {"co.uk", "org", "localhost", "127.0.0.1", "[::1]", ""}) {
    BOOST_TEST(registrable_domain(none).empty(), none);
  }
}

BOOST_AUTO_TEST_SUITE_END()
