#include <boost/test/unit_test.hpp>
#include <fstream>

#include "demo/demo_check.hpp"
#include "demo/demo_site.hpp"
#include "scratch_folder.hpp"
#include "system/sha256.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

namespace {

constexpr const char* kList = R"({
 "files": [
  {"url": "/a.csv", "path": "files/a.csv", "group": "plain", "mime": "text/csv", "sha256": "%A%"},
  {"url": "/get?id=1", "path": "files/one", "group": "extensionless",
   "mime": "application/octet-stream", "disposition": "attachment; filename=one.csv",
   "sha256": "%A%"},
  {"url": "/private/b.csv", "path": "files/b.csv", "group": "disallowed", "mime": "text/csv",
   "sha256": "%A%"}],
 "pages": [{"url": "/", "path": "index.html", "contentType": "text/html"},
  {"url": "/news/", "path": "news.html", "contentType": "text/html"},
  {"url": "/search", "path": "search", "contentType": "text/html", "anyQuery": true}],
 "assets": [],
 "redirects": [{"from": "/latest", "to": "/a.csv", "status": 302}],
 "dead": [{"url": "/gone", "status": 410}]})";

struct Site {
  Site() {
    for (const char* name :
         {"files/a.csv", "files/one", "files/b.csv", "index.html", "news.html", "search"}) {
      write(folder.path() / "demo-site" / name, "a,b\n");
    }
    std::string list = kList;
    const std::string hash = sha256_of("a,b\n");
    for (auto at = list.find("%A%"); at != std::string::npos; at = list.find("%A%")) {
      list.replace(at, 3, hash);
    }
    write(folder.path() / "demo-site.json", list);
  }
  static void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  DemoSite read() const { return DemoSite::read(folder.path() / "demo-site.json").value(); }
  /// A job that says so of its files, all of which hold `content`.
  DemoCheck check(const std::string& resources, const std::string& content = "a,b\n") const {
    const fs::path job = folder.path() / "job";
    write(job / "files/x", content);
    write(job / "datapackage.json", "{\"resources\": [" + resources + "]}");
    return check_demo_job(job, read().list()).value();
  }
  static std::string resource(const std::string& url, const std::string& more = "") {
    return "{\"path\": \"files/x\", \"hash\": \"sha256:" + sha256_of("a,b\n") +
           "\", \"sources\": [{\"path\": \"http://127.0.0.1:1" + url + "\"}]" + more + "}";
  }
  ScratchFolder folder;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(demo, Site)

BOOST_AUTO_TEST_CASE(the_site_answers_what_its_list_names) {
  const DemoSite site = read();
  const auto answer = [&](std::string_view target) { return site.answer(target, false); };
  BOOST_TEST(answer("/a.csv") ==
             "HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 4\r\n\r\na,b\n");
  BOOST_TEST(site.answer("/a.csv", true).ends_with("Content-Length: 4\r\n\r\n"));
  BOOST_TEST(answer("/get?id=1").find("Content-Disposition: attachment; filename=one.csv\r\n") !=
             std::string::npos);
  BOOST_TEST(answer("/get?id=2").starts_with("HTTP/1.1 404 "));
  BOOST_TEST(answer("/search?q=x").starts_with("HTTP/1.1 200 "));
  BOOST_TEST(answer("/latest").starts_with("HTTP/1.1 302 Found\r\nLocation: /a.csv\r\n"));
  BOOST_TEST(answer("/news").starts_with("HTTP/1.1 301 Moved Permanently\r\nLocation: /news/\r\n"));
  BOOST_TEST(answer("/gone").starts_with("HTTP/1.1 410 Gone\r\n"));
  BOOST_TEST(answer("/../demo-site.json").starts_with("HTTP/1.1 404 "));
}

BOOST_AUTO_TEST_CASE(a_file_that_was_removed_is_an_error_of_the_server) {
  const DemoSite site = read();
  fs::remove(folder.path() / "demo-site/files/a.csv");
  BOOST_TEST(site.answer("/a.csv", false).starts_with("HTTP/1.1 500 "));
}

BOOST_AUTO_TEST_CASE(a_list_that_is_none) {
  write(folder.path() / "demo-site.json", "{\"files\": 3}");
  BOOST_TEST(
      (DemoSite::read(folder.path() / "demo-site.json").error().code == ErrorCode::invalid_data));
  fs::remove(folder.path() / "demo-site.json");
  BOOST_TEST((DemoSite::find(folder.path() / "bin/tagtrail").error().code ==
              ErrorCode::missing_dependency));
}

BOOST_AUTO_TEST_CASE(a_job_with_all_files_is_right) {
  const DemoCheck all = check(resource("/a.csv") + "," + resource("/get?id=1"));
  BOOST_TEST(all.is_right());
  BOOST_TEST(all.groups.at("plain").found == 1);
  BOOST_TEST(all.groups.size() == 2U);
  // Equal contents are one resource, with the other's address.
  const DemoCheck joined = check(resource(
      "/a.csv",
      R"(, "tagtrail": {"alsoAt": [{"url": "http://127.0.0.1:1/get?id=1", "path": "files/x"}]})"));
  BOOST_TEST(joined.is_right());
}

BOOST_AUTO_TEST_CASE(what_is_not_right_is_named) {
  const DemoCheck some = check(resource("/a.csv") + "," + resource("/private/b.csv"));
  BOOST_TEST(some.missing == std::vector<std::string>{"/get?id=1"});
  BOOST_TEST(some.unexpected == std::vector<std::string>{"/private/b.csv"});
  BOOST_TEST(!some.is_right());
  const DemoCheck twice = check(resource("/a.csv") + "," + resource("/a.csv"));
  BOOST_TEST(twice.wrong.front() == "/a.csv: listed twice");
  const DemoCheck other = check(resource("/a.csv"), "else\n");
  BOOST_REQUIRE(other.wrong.size() == 1U);
  BOOST_TEST(other.wrong.front().starts_with("/a.csv: the content of files/x is "));
  BOOST_TEST(check("3").missing.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
