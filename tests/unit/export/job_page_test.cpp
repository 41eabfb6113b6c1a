// The page of a job: what it says adds up, nothing of a site's acts in it, and it never replaces
// somebody else's file.
#include "export/page/job_page.hpp"

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "../long_only.hpp"
#include "../store/job_fixture.hpp"
#include "export/page/file_columns.hpp"
#include "export/page/page_data.hpp"
#include "export/page/page_template.hpp"
#include "export/page/preview_blocks.hpp"
#include "export/verify_job.hpp"
#include "store/own_files.hpp"
#include "system/codecs/inflate.hpp"

namespace tagtrail::host::testing {
namespace {

using PageJson = nlohmann::json;

constexpr const char* kTemplate =
    "<!doctype html>\n<!-- Tagtrail job page: /*mark*/ -->\n<html>\n"
    "<script id=\"data\" type=\"application/json\">{}</script>\n<!--blocks-->\n</html>\n";

struct PageFixture : JobFixture {
  PageFixture() {
    fs::create_directory(folder.path() / "dist");
    write_file(folder.path() / "dist" / "job.html", kTemplate);
  }
  fs::path program() const { return folder.path() / "tagtrail"; }
  fs::path page() const { return dir / "index.html"; }
  Expected<void> write() const { return write_job_page(dir, program(), {}); }
  PageJson data() const {
    return PageJson::parse(must(page_data(must(JobReader::open(dir)), "", {})).json);
  }
  void look(const std::string& sha256, const std::string& json) const {
    execute(dir / "job.db", "INSERT INTO look VALUES('" + sha256 + "', 1, '', '" + json + "')");
  }
};

/// What a browser would read of the page's data block.
std::string data_block(const std::string& page) {
  const std::string begin = "type=\"application/json\">";
  const auto from = page.find(begin) + begin.size();
  return page.substr(from, page.find("</script", from) - from);
}

ResponseCommit answered(std::uint64_t id, const std::string& url, FetchError error, int status) {
  ResponseCommit item = page_commit(id, url);
  item.response.is_page = status == 200 && error == FetchError::none;
  item.response.error = error;
  item.response.status = static_cast<std::uint16_t>(status);
  return item;
}

template <typename List>
std::uint64_t sum_of(const List& list, const char* member) {
  std::uint64_t sum = 0;
  for (const auto& one : list) sum += one.at(member).template get<std::uint64_t>();
  return sum;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(job_page_suite, PageFixture)

BOOST_AUTO_TEST_CASE(every_way_of_counting_answers_adds_up) {
  ResponseCommit file = file_commit(*store, 6, "http://h/data/6.csv", "a\n");
  file.request.source_page = "http://h/topics/energy/list";
  must(store->commit(batch_of(answered(1, "http://h/", FetchError::none, 200),
                              answered(2, "http://h/topics/energy/list", FetchError::none, 200),
                              answered(3, "http://h/gone", FetchError::none, 404),
                              answered(4, "http://h/private/x", FetchError::robots, 0),
                              answered(5, "http://h/moved", FetchError::none, 301),
                              std::move(file))));
  const PageJson json = data();
  BOOST_TEST(json.at("total").at("answers") == 6);
  std::uint64_t answers = 0;
  for (const auto& [name, count] : json.at("answers").items()) answers += count.get<unsigned>();
  BOOST_TEST(answers == 6U);
  BOOST_TEST(json.at("answers").dump() ==
             R"({"file":1,"page":2,"redirect":1,"robots":1,"status_404":1})");
  BOOST_TEST(sum_of(json.at("sections"), "answers") == 6U);
  BOOST_TEST(sum_of(json.at("sections"), "files") == 1U);
  BOOST_TEST(json.at("curve").at("answers").back() == 6);
  BOOST_TEST(json.at("curve").at("files").back() == 1);
  // A file counts where the page is that led to it.
  const std::size_t place = json.at("files").at("section").at(0).get<std::size_t>();
  BOOST_TEST(json.at("sections").at(place).at("files") == 1);
}

BOOST_AUTO_TEST_CASE(earlier_versions_and_what_vanished_are_told_of_their_file) {
  must(store->commit(batch_of(file_commit(*store, 1, "http://h/a.csv", "a\n"),
                              file_commit(*store, 2, "http://h/b.csv", "b\n"))));
  store.reset();
  execute(dir / "job.db",
          "INSERT INTO input(n, at, kind, at_start, json) VALUES(2, '2026-01-02T00:00:00Z',"
          " 'revisit', 0, '{}');"
          "INSERT INTO version(url, until, path, path_key, mime, bytes, sha256, fetched_at)"
          " VALUES('http://h/b.csv', 3, 'files/old/b.csv', 'old/b.csv', 'text/csv', 7, 'x',"
          " '1970-01-02T00:00:00Z');"
          "INSERT INTO change(round, n, at, url, kind)"
          " VALUES(1, 3, '1970-01-03T00:00:00Z', 'http://h/a.csv', 'vanished')");
  const PageJson json = data();
  BOOST_TEST(json.at("versions").dump() == R"({"1":[["old/b.csv",7,86400]]})");
  BOOST_TEST(json.at("vanished").dump() == R"({"0":172800})");
}

BOOST_AUTO_TEST_CASE(nothing_of_a_site_ends_the_block_or_is_invalid) {
  const std::string nasty =
      "</script><img src=x onerror=alert(1)><!-- \xE2\x80\xA8\xE2\x80\xAE \xFF";
  ResponseCommit file = file_commit(*store, 1, "http://h/a.csv", "a\n");
  file.request.anchor = nasty;
  file.request.source_page = "http://h/\"><script>alert(2)</script>";
  file.response.mime = "text/</script>";
  must(store->commit(batch_of(std::move(file))));
  const std::string contents = targets_of(*store).front().sha256;
  look(contents, R"({"format":"csv","text":"</script><b>","note":"<!--"})");
  must(write());
  const std::string text = read_file(page());
  const std::string block = data_block(text);
  BOOST_TEST(block.find('<') == std::string::npos);
  const PageJson json = PageJson::parse(block);
  BOOST_TEST(json.at("files").at("anchor").at(0).get<std::string>() ==
             "</script><img src=x onerror=alert(1)><!-- \xE2\x80\xA8\xE2\x80\xAE \xEF\xBF\xBD");
  // Two elements of ours, and their ends: nothing else begins or ends one.
  const auto times = [&text](const std::string& what) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++count;
    return count;
  };
  BOOST_TEST(times("<script") == 2);
  BOOST_TEST(times("</script") == 2);
  BOOST_TEST(times("<img") + times("<b>") == 0);
}

BOOST_AUTO_TEST_CASE(it_is_private_and_written_only_when_something_came) {
  must(store->commit(batch_of(answered(1, "http://h/", FetchError::none, 200))));
  must(write());
  struct stat info {};
  BOOST_REQUIRE(::stat(page().c_str(), &info) == 0);
  BOOST_TEST((info.st_mode & 0777U) == 0600U);
  const auto first = info.st_ino;
  must(write());
  BOOST_REQUIRE(::stat(page().c_str(), &info) == 0);
  BOOST_TEST(info.st_ino == first);
  must(store->commit(batch_of(answered(2, "http://h/a", FetchError::none, 200))));
  must(write());
  BOOST_TEST(read_file(page()).find("\"answers\":2") != std::string::npos);
  // Files that were looked into later count as news.
  must(store->commit(batch_of(file_commit(*store, 3, "http://h/a.csv", "a\n"))));
  must(write());
  BOOST_TEST(read_file(page()).find("previews-0") == std::string::npos);
  look(targets_of(*store).front().sha256, R"({"format":"csv"})");
  must(write());
  BOOST_TEST(read_file(page()).find("previews-0") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_page_of_somebody_else_stays) {
  write_file(page(), "<!doctype html>\n<p>mine");
  const auto written = write();
  BOOST_REQUIRE(!written);
  BOOST_TEST((written.error().code == ErrorCode::invalid_argument));
  BOOST_TEST(read_file(page()) == "<!doctype html>\n<p>mine");
  // So does what a link leads to.
  fs::remove(page());
  write_file(folder.path() / "elsewhere.html", "<!doctype html>\n<!-- Tagtrail job page: ");
  fs::create_symlink(folder.path() / "elsewhere.html", page());
  BOOST_TEST(!write().has_value());
  fs::remove(page());
  fs::create_directory(page());
  BOOST_TEST(!write().has_value());
}

BOOST_AUTO_TEST_CASE(without_a_template_there_is_no_page) {
  fs::remove(folder.path() / "dist" / "job.html");
  ::setenv("TAGTRAIL_DIST", (folder.path() / "dist").c_str(), 1);
  const auto written = write();
  ::unsetenv("TAGTRAIL_DIST");
  BOOST_REQUIRE(!written);
  BOOST_TEST((written.error().code == ErrorCode::missing_dependency));
  BOOST_TEST(!fs::exists(page()));
  write_file(folder.path() / "dist" / "job.html", "<!doctype html>\n<p>");
  BOOST_TEST(!write().has_value());
}

BOOST_AUTO_TEST_CASE(it_is_the_jobs_own_and_verify_finds_it_cut) {
  must(write());
  BOOST_TEST(!refuse_job_data(page()).has_value());
  BOOST_TEST(must(verify_job(dir)).fault_count == 0U);
  const std::string whole = read_file(page());
  write_file(page(), whole.substr(0, whole.size() - 9));
  const JobVerdict verdict = must(verify_job(dir));
  BOOST_REQUIRE(verdict.faults.size() == 1U);
  BOOST_TEST(to_string(verdict.faults.front().kind) == "page");
  // It says all that it should, but not to its end: it is written again.
  must(write());
  BOOST_TEST(read_file(page()).size() == whole.size());
}

BOOST_AUTO_TEST_CASE(a_bit_of_it_that_changed_is_noticed) {
  must(write());
  const std::string whole = read_file(page());
  const std::size_t step = is_long_run() ? 7 : 61;
  for (std::size_t at = 0; at < 8 * whole.size(); at += step) {
    std::string other = whole;
    other[at / 8] = static_cast<char>(other[at / 8] ^ (1 << (at % 8)));
    write_file(page(), other);
    BOOST_REQUIRE_MESSAGE(!must(is_page_whole(dir)), "bit " << at);
  }
  // One that an earlier version wrote has no digest.
  std::string before = whole;
  before.erase(before.find('+'), 1);
  const std::size_t seal = before.rfind("<!-- Tagtrail");
  before.erase(seal, before.rfind("</html>") - seal);
  write_file(page(), before);
  BOOST_TEST(must(is_page_whole(dir)));
  write_file(page(), before.substr(0, before.size() - 1));
  BOOST_TEST(!must(is_page_whole(dir)));
}

BOOST_AUTO_TEST_CASE(the_list_keeps_to_its_budget_and_says_what_is_missing) {
  std::vector<ResponseCommit> batch;
  for (std::uint64_t id = 1; id <= 100; ++id) {
    batch.push_back(
        file_commit(*store, id, "http://h/" + std::to_string(id) + ".csv", std::to_string(id)));
  }
  must(store->commit(batch));
  const auto job = must(JobReader::open(dir));
  SiteSections sections;
  sections.settle();
  const FileColumns all = must(file_columns(job, sections, 1'000'000));
  BOOST_TEST(all.json.at("files").at("name").size() == 100U);
  const FileColumns some = must(file_columns(job, sections, all.text_bytes / 2));
  BOOST_TEST(some.total == 100U);
  const auto listed = some.json.at("files").at("name").size();
  BOOST_TEST(listed > 30U);
  BOOST_TEST(listed < 70U);
  for (const auto& column : some.json.at("files")) BOOST_TEST(column.size() == listed);
}

BOOST_AUTO_TEST_CASE(looks_that_are_no_looks_cost_only_themselves) {
  must(store->commit(batch_of(file_commit(*store, 1, "http://h/a.csv", "a\n"),
                              file_commit(*store, 2, "http://h/b.csv", "b\n"),
                              file_commit(*store, 3, "http://h/c.csv", "c\n"))));
  const auto files = targets_of(*store);
  look(files[0].sha256, "[1,2");
  look(files[1].sha256, "{\"tables\":" + std::string(20'000, '[') + std::string(20'000, ']') + "}");
  look(files[2].sha256,
       R"({"format":7,"tables":[3,{"rows":-5},{"rows":12}],"tablesMore":1e300,"statistics":true})");
  look("not-a-file", R"({"format":"csv"})");
  const PageJson contents = data().at("contents");
  BOOST_TEST(contents.at("block").at(0) == -1);
  BOOST_TEST(contents.at("tables").at(2) == 3);
  BOOST_TEST(contents.at("rows").at(2) == 12);
  BOOST_TEST(contents.at("statistics").dump() == "[-1,-1,1]");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(preview_blocks)

BOOST_AUTO_TEST_CASE(a_block_is_dropped_where_the_budget_ends) {
  std::string noise;
  std::uint32_t state = 1;
  for (int at = 0; at < 100'000; ++at) {
    state = state * 1664525U + 1013904223U;
    noise += static_cast<char>('a' + (state >> 24U) % 26U);
  }
  const std::string json = "\"" + noise + "\"";
  PreviewBlocks blocks(200'000);
  std::vector<int> places;
  for (int at = 0; at < 6; ++at) places.push_back(must(blocks.add(json)).block);
  const auto packed = must(blocks.finish());
  BOOST_REQUIRE(packed.size() == 1U);
  BOOST_TEST(packed.front().size() <= 200'000U);
  BOOST_TEST(blocks.is_kept(places.front()));
  BOOST_TEST(!blocks.is_kept(places.back()));
  BOOST_TEST(packed.front().find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                              "0123456789+/=") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(site_sections)

BOOST_AUTO_TEST_CASE(small_sections_become_part_of_the_one_around_them) {
  SiteSections sections;
  const auto add = [&](const std::string& url, int times, bool is_file = false) {
    for (int at = 0; at < times; ++at) sections.add(url, is_file);
  };
  add("http://h/", 10);
  add("http://h/news", 40);
  add("http://h/news/2024/a.html", 300);
  add("http://h/news/rare/a.html", 1, true);
  add("http://h/once/a.html", 1);
  for (int at = 0; at < 2000; ++at) add("http://h/d/" + std::to_string(at) + "/", 1, true);
  sections.settle();
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> found;
  std::uint64_t all = 0;
  for (const SiteSection& one : sections.list()) {
    found[one.host + one.path] = {one.answers, one.files};
    all += one.answers;
  }
  BOOST_TEST(all == 2352U);
  BOOST_TEST((found["h/d/"] == std::pair<std::uint64_t, std::uint64_t>(2000, 2000)));
  BOOST_TEST((found["h/news/"] == std::pair<std::uint64_t, std::uint64_t>(41, 1)));
  BOOST_TEST((found["h/news/2024/"] == std::pair<std::uint64_t, std::uint64_t>(300, 0)));
  BOOST_TEST((found["h/"] == std::pair<std::uint64_t, std::uint64_t>(11, 0)));
  const auto path_of = [&](const char* url) {
    return sections.list()[sections.place_of(url)].path;
  };
  BOOST_TEST(path_of("http://h/news/2024/other.html") == "/news/2024/");
  BOOST_TEST(path_of("http://h/news/rare/x.html") == "/news/");
  BOOST_TEST(path_of("http://h/once/a.html") == "/");
}

BOOST_AUTO_TEST_CASE(hosts_without_number_become_one) {
  SiteSections sections;
  for (int at = 0; at < 30'000; ++at) {
    sections.add("http://h" + std::to_string(at) + ".example/", false);
  }
  sections.add("", false);
  sections.settle();
  std::uint64_t all = 0;
  for (const SiteSection& one : sections.list()) all += one.answers;
  BOOST_TEST(all == 30'001U);
  BOOST_TEST(sections.list().size() <= 50U);
  BOOST_TEST(sections.list()[sections.place_of("http://never.example/x")].host == "*");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
