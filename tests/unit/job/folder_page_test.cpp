// The page of a running job: when it is due, and that its trouble is told once.
#include "job/folder_page.hpp"

#include <stdlib.h>

#include "../store/job_fixture.hpp"

namespace tagtrail::host::testing {
namespace {

struct FolderPageFixture : JobFixture {
  FolderPageFixture() {
    fs::create_directory(dist);
    write_file(dist / "job.html",
               "<!doctype html>\n<!-- Tagtrail job page: /*mark*/ -->\n"
               "<script id=\"data\" type=\"application/json\">{}</script>\n<!--blocks-->\n"
               "</html>\n");
    ::setenv("TAGTRAIL_DIST", dist.c_str(), 1);
  }
  ~FolderPageFixture() { ::unsetenv("TAGTRAIL_DIST"); }
  fs::path dist = folder.path() / "dist";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(folder_page, FolderPageFixture)

BOOST_AUTO_TEST_CASE(it_is_not_due_before_its_time) {
  FolderPage page(dir, std::chrono::hours(1));
  page.start();
  BOOST_TEST(!page.is_due());
  BOOST_TEST(page.write().empty());
  BOOST_TEST(page.is_there());
  BOOST_TEST(!page.is_due());
}

BOOST_AUTO_TEST_CASE(it_costs_a_hundredth_of_the_time_at_most) {
  FolderPage page(dir, std::chrono::seconds(0));
  page.start();
  BOOST_TEST(page.is_due());
  BOOST_TEST(page.write().empty());
  // What it took a hundred times over is still to come.
  BOOST_TEST(!page.is_due());
}

BOOST_AUTO_TEST_CASE(the_same_trouble_is_told_once) {
  write_file(dir / "index.html", "<p>mine");
  FolderPage page(dir, std::chrono::hours(1));
  BOOST_TEST(page.write().find("not Tagtrail's") != std::string::npos);
  BOOST_TEST(page.write().empty());
  BOOST_TEST(!page.is_there());
  fs::remove(dir / "index.html");
  BOOST_TEST(page.write().empty());
  BOOST_TEST(page.is_there());
  fs::remove(dist / "job.html");
  BOOST_TEST(page.write().find("is missing") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
