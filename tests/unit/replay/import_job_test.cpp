// A job folder, made into a replica.
#include "import_scratch.hpp"
#include "store/job_store.hpp"
#include "tagtrail/config.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

BOOST_AUTO_TEST_SUITE(job_folder)

BOOST_AUTO_TEST_CASE(answers_with_the_links_it_saw) {
  const Scratch scratch;
  {
    const auto store = must(JobStore::open(scratch / "job"));
    Config config;
    config.seed_url = kSite;
    must(store->set("engine-config", config_to_json(config)));
    ResponseCommit commit;
    commit.request.id = 1;
    commit.request.url = kSite;
    commit.response.request_id = 1;
    commit.response.status = 200;
    commit.response.final_url = kSite;
    commit.response.mime = "text/html";
    commit.response.body_bytes = 777;
    commit.response.is_page = true;
    LinkObservation link;
    link.written = "a.csv";
    link.url = kSite + "a.csv";
    link.tag_path = "/html/body/a";
    commit.response.page.links.push_back(link);
    std::vector<ResponseCommit> batch;
    batch.push_back(std::move(commit));
    ResponseCommit file;
    file.request.id = 2;
    file.request.url = kSite + "a.csv";
    file.response.request_id = 2;
    file.response.status = 200;
    file.response.final_url = kSite + "a.csv";
    file.response.mime = "text/csv";
    file.response.file_name = "named.csv";
    file.response.body_bytes = 4;
    batch.push_back(std::move(file));
    must(store->commit(std::move(batch)));
  }
  const Imported imported = import(scratch, "job");
  BOOST_TEST((imported.summary.kind == SourceKind::job));
  BOOST_TEST(imported.replica->start_url() == kSite);
  BOOST_TEST(imported.summary.counts.reachable == 2U);
  BOOST_TEST(imported.summary.counts.pages == 1U);
  BOOST_TEST(must(imported.replica->answer(kSite, true)).body_bytes == 777U);
  BOOST_TEST(must(imported.replica->answer(kSite + "a.csv", true)).file_name == "named.csv");
}

BOOST_AUTO_TEST_SUITE_END()
