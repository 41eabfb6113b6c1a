// Runs once said that all was found after pages were cut and addresses refused: what was left out
// is counted from what the job recorded, so that it is the same after a resume.
#include "store/left_out.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "job_fixture.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host::testing {
namespace {

ResponseCommit answered(std::uint64_t id, const std::string& url, FetchError error, int status) {
  ResponseCommit item = page_commit(id, url);
  item.response.is_page = status == 200 && error == FetchError::none;
  item.response.error = error;
  item.response.status = static_cast<std::uint16_t>(status);
  return item;
}

ResponseCommit cut(std::uint64_t id, const std::string& url, std::uint32_t links) {
  ResponseCommit item = page_commit(id, url);
  item.response.page.truncated = true;
  item.response.page.links_cut = links;
  return item;
}

struct LeftOutFixture : JobFixture {
  /// As `cause count links example`, from the store and from a reader of its folder.
  std::vector<std::string> left_out() {
    const auto all = must(store->left_out());
    BOOST_TEST((must(must(JobReader::open(dir)).left_out()) == all));
    std::vector<std::string> lines;
    for (const LeftOut& one : all) {
      lines.push_back(std::string(to_string(one.cause)) + " " + std::to_string(one.count) + " " +
                      std::to_string(one.links) + " " + one.example);
    }
    return lines;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(left_out, LeftOutFixture)

BOOST_AUTO_TEST_CASE(each_cause_has_its_number_and_an_example) {
  must(store->commit(batch_of(answered(1, "http://h/", FetchError::none, 200),
                              answered(2, "http://h/a", FetchError::none, 403),
                              answered(3, "http://h/b", FetchError::none, 401),
                              answered(4, "http://h/c", FetchError::robots, 0),
                              answered(5, "http://h/d", FetchError::none, 500),
                              answered(6, "http://h/e", FetchError::truncated, 200),
                              cut(7, "http://h/f", 2248), cut(8, "http://h/g", 0))));
  reopen();
  const std::vector<std::string> expected = {
      "partly_read 2 2248 http://h/f", "robots 1 0 http://h/c", "refused 2 0 http://h/a",
      "server_error 1 0 http://h/d", "incomplete 1 0 http://h/e"};
  BOOST_TEST(left_out() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(dead_links_and_what_is_out_of_reach_are_no_omissions) {
  ResponseCommit usual_place = answered(4, "http://h/sitemap.xml", FetchError::none, 403);
  usual_place.request.tag_path = "/site/sitemap.xml";
  must(store->commit(batch_of(answered(1, "http://h/a", FetchError::none, 404),
                              answered(2, "http://h/b", FetchError::none, 410),
                              answered(3, "http://h/c", FetchError::out_of_scope, 200),
                              std::move(usual_place))));
  BOOST_TEST(left_out().empty());
}

BOOST_AUTO_TEST_CASE(the_last_answer_counts) {
  must(store->commit(batch_of(answered(1, "http://h/a", FetchError::none, 503),
                              answered(2, "http://h/b", FetchError::timeout, 0),
                              cut(3, "http://h/c", 10),
                              file_commit(*store, 4, "http://h/d.csv", "d"))));
  must(store->commit(batch_of(answered(5, "http://h/a", FetchError::none, 200),
                              answered(6, "http://h/b", FetchError::timeout, 0),
                              page_commit(7, "http://h/c"),
                              answered(8, "http://h/d.csv", FetchError::none, 500))));
  const std::vector<std::string> expected = {"timeout 1 0 http://h/b"};
  BOOST_TEST(left_out() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_page_that_did_not_change_is_cut_still) {
  must(store->commit(batch_of(cut(1, "http://h/c", 10))));
  ResponseCommit again = page_commit(2, "http://h/c");
  again.request.revisit = true;
  again.response.is_page = false;
  again.response.not_modified = true;
  again.response.status = 304;
  must(store->commit(batch_of(std::move(again))));
  const std::vector<std::string> expected = {"partly_read 1 10 http://h/c"};
  BOOST_TEST(left_out() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_only_the_run_knows_is_kept) {
  must(store->keep_left_out({{LeftOutCause::not_asked, 7, 0, "http://h/x", {}}}));
  must(store->keep_left_out({{LeftOutCause::not_asked, 5, 0, "http://h/y", {}}}));
  reopen();
  const std::vector<std::string> expected = {"not_asked 5 0 http://h/y"};
  BOOST_TEST(left_out() == expected, boost::test_tools::per_element());
  must(store->keep_left_out({{LeftOutCause::not_asked, 0, 0, "", {}}}));
  BOOST_TEST(left_out().empty());
}

BOOST_AUTO_TEST_CASE(of_files_on_other_hosts_the_hosts_are_kept) {
  ElsewhereReport elsewhere;
  elsewhere.files = 312;
  elsewhere.hosts = 2;
  elsewhere.most = {{"assets.example.net", 290}, {"files.example.org", 22}};
  elsewhere.example = "http://assets.example.net/a.csv";
  must(store->keep_left_out({{LeftOutCause::elsewhere, 312, 0, elsewhere.example, elsewhere}}));
  reopen();
  const auto left = must(store->left_out());
  BOOST_REQUIRE(left.size() == 1U);
  BOOST_TEST((left.front().elsewhere.most == elsewhere.most));
  BOOST_TEST(to_text(left.front()) ==
             "312 files on 2 other hosts: assets.example.net 290, files.example.org 22");
  BOOST_TEST(remedy_for(left.front()) == "--files linked takes them");
  BOOST_TEST(left_out_to_json(left.front()).dump() ==
             R"({"cause":"elsewhere","count":312,"hostCount":2,"hosts":[)"
             R"({"host":"assets.example.net","files":290},)"
             R"({"host":"files.example.org","files":22}],)"
             R"("example":"http://assets.example.net/a.csv"})");
  must(store->keep_left_out({{LeftOutCause::elsewhere, 0, 0, "", {}}}));
  BOOST_TEST(left_out().empty());
  BOOST_TEST(!must(store->get("files-elsewhere")).has_value());
}

BOOST_AUTO_TEST_CASE(hosts_that_nobody_could_have_kept_are_none) {
  must(store->keep_left_out({{LeftOutCause::elsewhere, 1, 0, "http://g/a.csv", {}}}));
  for (const char* damaged : {"", "{", "[]", R"({"hosts": 1})", R"({"hosts": [1, {"host": 2}]})"}) {
    must(store->set("files-elsewhere", damaged));
    BOOST_TEST(to_text(must(store->left_out()).front()) ==
                   "1 file on another host, out of scope: http://g/a.csv",
               damaged);
  }
}

BOOST_AUTO_TEST_CASE(people_are_told_how_sure_the_number_is) {
  ElsewhereReport elsewhere{.files = 100000,
                            .more = true,
                            .example = "http://g/a.csv",
                            .taken = false,
                            .hosts = 1200,
                            .most = {{"g", 99000}}};
  BOOST_TEST(to_text({LeftOutCause::elsewhere, 100000, 0, elsewhere.example, elsewhere}) ==
             "at least 100000 files on 1200 other hosts: g 99000, ...");
  elsewhere = {
      .files = 1, .more = false, .example = {}, .taken = true, .hosts = 1, .most = {{"g", 1}}};
  BOOST_TEST(to_text({LeftOutCause::elsewhere, 1, 0, "", elsewhere}) ==
             "1 file on another host: g 1; pages came instead of files");
  // They were asked for already.
  BOOST_TEST(remedy_for({LeftOutCause::elsewhere, 1, 0, "", elsewhere}).empty());
}

BOOST_AUTO_TEST_CASE(each_cause_has_words_of_its_own) {
  std::set<std::string> said;
  for (int at = 0; at <= static_cast<int>(kLastLeftOutCause); ++at) {
    const auto cause = static_cast<LeftOutCause>(at);
    BOOST_TEST((left_out_cause_named(to_string(cause)) == cause));
    for (const std::uint64_t count : {1, 2}) {
      const std::string words = words_for({cause, count, 0, "", {}});
      BOOST_TEST(words.find("without a name") == std::string::npos, to_string(cause));
      BOOST_TEST(said.insert(words).second, words);
    }
  }
  BOOST_TEST(!left_out_cause_named("unheard_of").has_value());
}

BOOST_AUTO_TEST_CASE(people_are_told_in_words) {
  BOOST_TEST(to_text({LeftOutCause::robots, 1, 0, "http://h/a", {}}) ==
             "1 address that robots.txt forbids: http://h/a");
  BOOST_TEST(to_text({LeftOutCause::partly_read, 2, 2248, "http://h/a", {}}) ==
             "2 pages read only in part, with about 2248 links lost, such as http://h/a");
  BOOST_TEST(to_text({LeftOutCause::not_asked, 3, 0, "", {}}) ==
             "3 links not yet followed when the run ended");
}

BOOST_AUTO_TEST_CASE(text_from_an_interface_with_a_round_number_of_rows_may_be_cut) {
  const std::vector<std::pair<std::string, int>> files = {
      {"http://h/a.csv", 1000},          {"http://h/b.csv?_size=max", 1000},
      {"http://h/c.csv?_size=max", 999}, {"http://h/resource/d.csv", 1000},
      {"http://h/e.csv?offset=0", 1000}, {"http://h/e.csv?offset=1000", 200},
      {"http://h/f.csv?limit=250", 250}};
  std::uint64_t id = 0;
  std::vector<LookRow> looks;
  for (const auto& [url, rows] : files) {
    ResponseCommit file = file_commit(*store, ++id, url, url);
    looks.push_back({file.file->sha256,
                     1,
                     {},
                     R"({"tables": [{"dialect": {}, "rows": )" + std::to_string(rows) + "}]}"});
    must(store->commit(batch_of(std::move(file))));
  }
  BOOST_TEST(left_out().empty());
  // What is no such text, or was not read to its end, tells nothing.
  for (const char* other :
       {R"({"tables": [{"rows": 1000}]})", "damaged", "{}",
        R"({"tables": [{"dialect": {}, "rows": 1000, "rowsAtLeast": true}]})",
        R"({"tables": [{"dialect": {}, "rows": "1000"}]})", R"({"tables": 1})"}) {
    ++id;
    ResponseCommit file = file_commit(*store, id, "http://h/g.csv?n=" + std::to_string(id), other);
    looks.push_back({file.file->sha256, 1, {}, other});
    must(store->commit(batch_of(std::move(file))));
  }
  must(store->keep_looks(looks));
  const std::vector<std::string> expected = {"cut_files 3 0 http://h/b.csv?_size=max"};
  BOOST_TEST(left_out() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
