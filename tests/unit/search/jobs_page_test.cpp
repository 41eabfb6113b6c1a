// The page of a folder with jobs: which it lists, how much of each it holds, and whose file it
// replaces.
#include "search/jobs_page.hpp"

#include <nlohmann/json.hpp>

#include "../search/jobs_fixture.hpp"
#include "search/table_list.hpp"
#include "store/job_folder.hpp"

namespace tagtrail::host::testing {
namespace {

using PageJson = nlohmann::json;

constexpr const char* kTemplate =
    "<!doctype html>\n<!-- Tagtrail page of jobs -->\n<html>\n"
    "<script id=\"data\" type=\"application/json\">{}</script>\n<!--blocks-->\n</html>\n";
constexpr const char* kRents = "city,rent\nArdhaven,700\nNorthmere,600\n";
constexpr std::size_t kPlenty = 1'000'000;

struct PageFixture : JobsFixture {
  PageFixture() {
    fs::create_directories(dir);
    fs::create_directory(folder.path() / "dist");
    write_file(folder.path() / "dist" / kJobsTemplate, kTemplate);
  }
  fs::path indexed_job(const std::string& name, const Files& files, const std::string& title = "") {
    fs::create_directories((dir / name).parent_path());
    const auto job = job_with("jobs/" + name, files, title);
    must(index_to_search(job, false, kAlways));
    return job;
  }
  Expected<std::size_t> write() const { return write_jobs_page(dir, folder.path() / "tagtrail"); }
  std::string page() const { return read_file(dir / folder::kPage); }
  PageJson data() const {
    const std::string text = page();
    const std::string begin = "type=\"application/json\">";
    const auto from = text.find(begin) + begin.size();
    return PageJson::parse(text.substr(from, text.find("</script", from) - from));
  }
  static TableShare shared(const fs::path& job, std::size_t budget, std::size_t bytes) {
    auto index = must(SearchIndex::open(job));
    TableList list(budget);
    must(list.add(index, 3, bytes));
    must(list.take());
    return list.share(3);
  }

  fs::path dir = folder.path() / "jobs";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(jobs_page, PageFixture)

BOOST_AUTO_TEST_CASE(the_folder_has_its_name_however_it_is_written) {
  job_with("jobs/a", {{"r.csv", kRents}});
  const fs::path before = fs::current_path();
  for (const fs::path& written : {dir, dir / "", dir / "a" / "..", fs::path("."), fs::path("./")}) {
    if (written.is_relative()) fs::current_path(dir);
    must(write_jobs_page(written, folder.path() / "tagtrail"));
    BOOST_TEST(data().at("folder") == "jobs");
  }
  fs::current_path(before);
}

BOOST_AUTO_TEST_CASE(all_jobs_are_listed_also_those_that_can_not_be_read) {
  indexed_job("b", {{"r.csv", kRents}, {"s.csv", "a,b\n1,2\n"}});
  indexed_job("deep/er/a", {{"r.csv", kRents}});
  job_with("jobs/c", {{"r.csv", kRents}});
  fs::create_directories(dir / "damaged");
  write_file(dir / "damaged/job.db", "no database");
  fs::create_directories(dir / ".hidden");
  fs::copy(dir / "b/job.db", dir / ".hidden/job.db");
  fs::create_directory_symlink(dir / "b", dir / "linked");
  BOOST_TEST(must(write()) == 4U);
  const PageJson jobs = data().at("jobs");
  BOOST_REQUIRE(jobs.size() == 4U);
  BOOST_TEST(jobs[0].at("name") == "b");
  BOOST_TEST(jobs[0].at("files") == 2);
  BOOST_TEST(jobs[0].at("tables").at("kept") == 2);
  BOOST_TEST(jobs[0].at("current") == true);
  BOOST_TEST(jobs[1].at("name") == "c");
  BOOST_TEST(jobs[1].at("tables").is_null());
  BOOST_TEST(jobs[1].at("current") == false);
  BOOST_TEST(jobs[2].at("trouble") != "");
  BOOST_TEST(!jobs[2].contains("facts"));
  BOOST_TEST(jobs[3].at("base") == "deep/er/a/");
}

BOOST_AUTO_TEST_CASE(a_job_that_runs_is_listed_as_it_is) {
  const auto job = indexed_job("a", {{"r.csv", kRents}});
  const auto store = must(JobStore::open(job));
  must(store->set("state", "running"));
  must(write());
  BOOST_TEST(data().at("jobs")[0].at("facts").at("state") == "running");
}

BOOST_AUTO_TEST_CASE(nothing_in_a_job_ends_the_data) {
  indexed_job("</script><b>", {{"r.csv", kRents}}, "</script><script>alert(1)</script>");
  must(write());
  BOOST_TEST(data().at("jobs")[0].at("name") == "</script><b>");
  BOOST_TEST(data().at("jobs")[0].at("base") == "%3C/script%3E%3Cb%3E/");
  BOOST_TEST(page().find("</script><") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_counted) {
  Files files;
  for (int at = 0; at < 40; ++at) {
    files.emplace_back(std::to_string(at) + ".csv", kRents + std::to_string(at) + ",1\n");
  }
  const auto job = indexed_job("a", files);
  const TableShare all = shared(job, kPlenty, kPlenty);
  BOOST_TEST(all.of == 40U);
  BOOST_TEST(all.kept == 40U);
  BOOST_TEST(all.cut == 0U);
  const TableShare half = shared(job, kPlenty, all.bytes / 2);
  // Less of each, so that there are more of them.
  BOOST_TEST(half.kept > 20U);
  BOOST_TEST(half.kept < 40U);
  BOOST_TEST(half.cut == half.kept);
  BOOST_TEST(half.bytes <= all.bytes / 2);
  BOOST_TEST(half.of == 40U);
  BOOST_TEST(shared(job, 100, kPlenty).kept == 0U);
}

BOOST_AUTO_TEST_CASE(a_table_with_many_texts_counts_as_cut) {
  std::string rows = "name,place\n";
  for (int at = 0; at < 500; ++at) rows += "person number " + std::to_string(at) + ",here\n";
  BOOST_TEST(shared(indexed_job("a", {{"r.csv", rows}}), kPlenty, kPlenty).cut == 1U);
}

BOOST_AUTO_TEST_CASE(an_index_by_somebody_else_costs_little) {
  const auto job = indexed_job("a", {{"r.csv", kRents}});
  const std::string huge(2'000'000, 'x');
  for (const std::string& names :
       std::vector<std::string>{"{", std::string(100'000, '['), "[[[[[\"x\"]]]]]",
                                "[1,null,{\"a\":2}]", "[\"" + huge + "\"]"}) {
    execute(job / folder::kSearch, "UPDATE tables SET names = '" + names + "', sample = '" + names +
                                       "', title = '" + huge + "', path = x'FF00FF'");
    const TableShare share = shared(job, kPlenty, kPlenty);
    BOOST_TEST(share.kept == 1U);
    BOOST_TEST(share.bytes < 10'000U);
  }
  execute(job / folder::kSearch, "DROP TABLE tables");
  must(write());
  BOOST_TEST(data().at("jobs")[0].at("tables").is_null());
}

BOOST_AUTO_TEST_CASE(somebody_elses_file_stays) {
  indexed_job("a", {{"r.csv", kRents}});
  const fs::path file = dir / folder::kPage;
  write_file(file, "<!doctype html>\n<p>mine");
  const auto refused = write();
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == ErrorCode::invalid_argument));
  BOOST_TEST(refused.error().message.find("give it another name") != std::string::npos);
  BOOST_TEST(page() == "<!doctype html>\n<p>mine");
  fs::rename(file, dir / "mine.html");
  fs::create_symlink(dir / "mine.html", file);
  BOOST_TEST(!write());
  BOOST_TEST(read_file(dir / "mine.html") == "<!doctype html>\n<p>mine");
  fs::remove(file);
  must(write());
  must(write());
  BOOST_TEST(must(is_jobs_page_ours(dir)));
}

BOOST_AUTO_TEST_CASE(without_a_job_there_is_no_page) {
  const auto refused = write();
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == ErrorCode::not_found));
  BOOST_TEST(!fs::exists(dir / folder::kPage));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
