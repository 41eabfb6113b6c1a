#include "batch/schedule.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "batch/site_folders.hpp"

using namespace tagtrail::host;

namespace {

std::vector<BatchSite> sites_of(const std::vector<std::string>& urls) {
  std::vector<BatchSite> sites;
  for (const std::string& url : urls) sites.push_back({url, {}, {}});
  return sites;
}

SiteRecord record(const std::string& url, const std::string& folder, std::optional<int> exit) {
  SiteRecord made;
  made.url = url;
  made.folder = folder;
  made.exit = exit;
  return made;
}

std::vector<std::string> folders_of(const BatchTable& table) {
  std::vector<std::string> folders;
  for (const SiteRecord& one : table.records) folders.push_back(one.folder);
  return folders;
}

const std::string kA = "https://a.example/";
const std::string kB = "https://b.example/";

}  // namespace

BOOST_AUTO_TEST_SUITE(schedule)

BOOST_AUTO_TEST_CASE(folders_are_readable_and_unique) {
  std::set<std::string> taken;
  BOOST_TEST(name_site_folder("https://www.example.org/x", taken) == "www.example.org");
  BOOST_TEST(name_site_folder("https://a/", taken) == "a");
  BOOST_TEST(name_site_folder("https://a-2/", taken) == "a-2");
  BOOST_TEST(name_site_folder("https://a/other", taken) == "a-3");
  BOOST_TEST(name_site_folder("http://[::1]:8080/", taken) == "__1");
}

BOOST_AUTO_TEST_CASE(folders_from_a_file_are_one_safe_component) {
  for (const char* good : {"a", "a.example-2", "__1", "127.0.0.1"}) {
    BOOST_TEST(is_site_folder(good), good);
  }
  for (const char* bad : {"", ".", "..", "a/b", "/a", ".hidden", "-x", "a b", "a\nb"}) {
    BOOST_TEST(!is_site_folder(bad), bad);
  }
  BOOST_TEST(!is_site_folder(std::string(256, 'a')));
}

BOOST_AUTO_TEST_CASE(a_list_that_changes_keeps_the_folders) {
  const auto first = BatchTable::make(sites_of({"https://a.example/1", "https://a.example/2"}), {});
  const std::vector<std::string> names{"a.example", "a.example-2"};
  BOOST_TEST(folders_of(first) == names, boost::test_tools::per_element());

  const auto second =
      BatchTable::make(sites_of({"https://a.example/2", "https://a.example/3"}), first.records);
  const std::vector<std::string> later{"a.example-2", "a.example-3", "a.example"};
  BOOST_TEST(folders_of(second) == later, boost::test_tools::per_element());
  BOOST_TEST(second.states.size() == 2);  // the site that is gone is not run
}

BOOST_AUTO_TEST_CASE(a_url_twice_has_two_folders) {
  const auto first = BatchTable::make(sites_of({kA, kA}), {});
  const auto second = BatchTable::make(sites_of({kA, kA}), first.records);
  BOOST_TEST(first.records[0].folder != first.records[1].folder);
  BOOST_TEST(folders_of(first) == folders_of(second), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_through_is_not_run_again) {
  for (const int exit : {0, 4}) {
    const auto table = BatchTable::make(sites_of({kA}), {record(kA, "a", exit)});
    BOOST_TEST((table.states[0] == SiteState::ended), exit);
  }
  for (const int exit : {1, 2, 3, 5, 6, 7, 70, 137}) {
    const auto table = BatchTable::make(sites_of({kA}), {record(kA, "a", exit)});
    BOOST_TEST((table.states[0] == SiteState::waiting), exit);
  }
  const auto cut = BatchTable::make(sites_of({kA}), {record(kA, "a", std::nullopt)});
  BOOST_TEST((cut.states[0] == SiteState::waiting));
}

BOOST_AUTO_TEST_CASE(a_raised_limit_goes_on_even_after_a_crash) {
  auto limited = record(kA, "a", 4);
  limited.options = {"--max-requests=5"};
  const std::vector<BatchSite> raised{{kA, {"--max-requests=50"}, {}}};
  const auto table = BatchTable::make(raised, {limited});
  BOOST_TEST((table.states[0] == SiteState::waiting));
  // What is written before it runs must not look as if it had been through with the new limit.
  const auto again = BatchTable::make(raised, table.records);
  BOOST_TEST((again.states[0] == SiteState::waiting));

  auto finished = record(kA, "a", 0);
  finished.options = {"--delay=1s"};
  const auto other = BatchTable::make({{kA, {"--delay=2s"}, {}}}, {finished});
  BOOST_TEST((other.states[0] == SiteState::ended));
  BOOST_TEST(other.records[0].options.front() == "--delay=1s");
}

BOOST_AUTO_TEST_CASE(never_two_of_one_host_nor_more_than_asked_for) {
  auto table = BatchTable::make(sites_of({"https://a.example/", "http://www.a.example:81/",
                                          "https://b.example/", kA + "x", "https://c.example/"}),
                                {});
  BOOST_TEST(next_site(table, 2).value() == 0);
  table.states[0] = SiteState::running;
  BOOST_TEST(next_site(table, 2).value() == 2);  // the one before shares the host
  BOOST_TEST(!next_site(table, 1).has_value());
  table.states[2] = SiteState::running;
  BOOST_TEST(!next_site(table, 2).has_value());
  BOOST_TEST(next_site(table, 3).value() == 4);
  table.states[0] = SiteState::ended;
  BOOST_TEST(next_site(table, 2).value() == 1);
  for (auto& state : table.states) state = SiteState::ended;
  BOOST_TEST(!next_site(table, 2).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
