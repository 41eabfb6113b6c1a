// What rounds of revisiting leave in a job: validators, changes, earlier versions.
#include "job_fixture.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host::testing {
namespace {

constexpr const char* kUrl = "https://example.org/prices.csv";

JobInput a_round(const JobStore& store) {
  return {JobInput::Kind::revisit, store.response_count(), false, "{\"budget\": {}}"};
}

/// An answer to a revisit of a file.
ResponseCommit again(std::uint64_t id, int status, bool not_modified = false) {
  ResponseCommit item = page_commit(id, kUrl);
  item.request.purpose = Purpose::target;
  item.request.revisit = true;
  item.response.is_page = false;
  item.response.page = {};
  item.response.status = static_cast<std::uint16_t>(status);
  item.response.not_modified = not_modified;
  return item;
}

ResponseCommit newer(const JobStore& store, std::uint64_t id, const std::string& contents) {
  ResponseCommit item = file_commit(store, id, kUrl, contents);
  item.request.revisit = true;
  return item;
}

struct Revisited : JobFixture {
  Revisited() { must(store->commit(batch_of(file_commit(*store, 1, kUrl, "one")))); }
  void begin_round() { must(store->add_inputs({a_round(*store)})); }
  TargetRow target() const {
    const auto all = targets_of(*store);
    BOOST_REQUIRE(all.size() == 1U);
    return all.front();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(revisits, Revisited)

BOOST_AUTO_TEST_CASE(validators_are_those_of_what_is_kept) {
  ResponseCommit page = page_commit(2, "https://example.org/p");
  page.validators = {"\"p\"", "Sat, 01 Jan 2022 00:00:00 GMT"};
  ResponseCommit missing = page_commit(3, "https://example.org/m");
  missing.response.status = 404;
  missing.validators = {"\"m\"", ""};
  must(store->commit(batch_of(std::move(page), std::move(missing))));
  reopen();
  BOOST_TEST(must(store->validators("https://example.org/p")).etag == "\"p\"");
  BOOST_TEST(must(store->validators("https://example.org/m")).empty());
  BOOST_TEST(must(store->validators("https://example.org/?")).empty());
  // The newest answer that was kept had none.
  must(store->commit(batch_of(page_commit(4, "https://example.org/p"))));
  BOOST_TEST(must(store->validators("https://example.org/p")).empty());
}

// Somebody removed a stored file. Each round asked with its ETag, was told that nothing had
// changed, and the file could not be had again.
BOOST_AUTO_TEST_CASE(a_file_that_was_removed_is_asked_for_whole_and_put_back) {
  ResponseCommit tagged = file_commit(*store, 2, "https://example.org/b.csv", "two");
  tagged.validators = {"\"b\"", ""};
  must(store->commit(batch_of(std::move(tagged))));
  BOOST_TEST(must(store->validators("https://example.org/b.csv")).etag == "\"b\"");
  fs::remove(dir / "files" / "b.csv");
  BOOST_TEST(must(store->validators("https://example.org/b.csv")).empty());
  const ResponseCommit came = file_commit(*store, 3, "https://example.org/b.csv", "two");
  BOOST_TEST(must(store->put_back("https://example.org/b.csv", *came.file)));
  BOOST_TEST(read_file(dir / "files" / "b.csv") == "two");
  BOOST_TEST(must(store->validators("https://example.org/b.csv")).etag == "\"b\"");
  // What is there stays, and what the job has not has no place.
  const ResponseCommit more = file_commit(*store, 4, "https://example.org/b.csv", "two");
  BOOST_TEST(!must(store->put_back("https://example.org/b.csv", *more.file)));
  BOOST_TEST(!must(store->put_back("https://example.org/c.csv", *more.file)));
  BOOST_TEST(fs::exists(more.file->file));
}

BOOST_AUTO_TEST_CASE(a_job_that_was_never_revisited_says_so) {
  BOOST_TEST(must(store->revisits()).round == 0U);
  BOOST_TEST(must(must(JobReader::open(dir)).revisits()).round == 0U);
}

BOOST_AUTO_TEST_CASE(other_contents_become_the_target_and_the_old_ones_stay) {
  const std::string first = target().path;
  begin_round();
  must(store->commit(batch_of(newer(*store, 2, "two"))));
  reopen();
  const TargetRow now = target();
  BOOST_TEST(store->target_count() == 1U);
  BOOST_TEST(read_file(dir / now.path) == "two");
  BOOST_TEST(read_file(dir / first) == "one");
  BOOST_TEST(now.sha256 == sha256_of("two"));
  BOOST_TEST(now.path == "files/prices." + now.fetched_at.substr(0, 10) + ".csv");
  BOOST_TEST(now.name == "prices.csv");
  // The same day once more, and then as it was.
  begin_round();
  must(store->commit(batch_of(newer(*store, 3, "three"))));
  begin_round();
  must(store->commit(batch_of(newer(*store, 4, "one"))));
  BOOST_TEST(names_in(dir / "files").size() == 4U);
  BOOST_TEST(read_file(dir / target().path) == "one");
  BOOST_TEST(fs::equivalent(dir / target().path, dir / first));
  const RevisitReport report = must(store->revisits());
  BOOST_TEST(report.round == 3U);
  BOOST_TEST(report.count(ChangeKind::changed) == 1U);
  BOOST_REQUIRE(report.versions.at(kUrl).size() == 3U);
  BOOST_TEST(report.versions.at(kUrl)[0].path == first);
  BOOST_TEST(report.versions.at(kUrl)[2].sha256 == sha256_of("three"));
}

// What had become a table was stored as an archive: y.zip, now text/csv, became y.2026-01-02.zip.
BOOST_AUTO_TEST_CASE(other_contents_of_another_type_have_its_extension) {
  begin_round();
  ResponseCommit item = newer(*store, 2, "PK..");
  item.response.mime = "application/zip";
  item.response.file_name = "now.zip";
  must(store->commit(batch_of(std::move(item))));
  const std::string day = "files/prices." + target().fetched_at.substr(0, 10);
  BOOST_TEST(target().path == day + ".zip");
  begin_round();
  item = newer(*store, 3, "%PDF");
  item.response.mime = "application/pdf";
  must(store->commit(batch_of(std::move(item))));
  BOOST_TEST(target().path == day + ".pdf");
  // As the first was: the name is not made from the one before.
  begin_round();
  must(store->commit(batch_of(newer(*store, 4, "two"))));
  BOOST_TEST(target().path == day + ".csv");
}

BOOST_AUTO_TEST_CASE(the_same_contents_are_not_stored_again) {
  begin_round();
  must(store->commit(batch_of(newer(*store, 2, "one"))));
  BOOST_TEST(names_in(dir / "files").size() == 1U);
  BOOST_TEST(must(store->revisits()).versions.empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_vanishes_stays_and_is_listed_once) {
  begin_round();
  must(store->commit(batch_of(again(2, 404))));
  BOOST_TEST(names_in(dir / "files").size() == 1U);
  RevisitReport report = must(store->revisits());
  BOOST_TEST(report.count(ChangeKind::vanished) == 1U);
  BOOST_TEST(report.vanished.contains(kUrl));
  BOOST_REQUIRE(report.changes.size() == 1U);
  BOOST_TEST(report.changes[0].kind == "vanished");
  // Still away, then not to be told, then back.
  begin_round();
  must(store->commit(batch_of(again(3, 410))));
  report = must(store->revisits());
  BOOST_TEST(report.count(ChangeKind::vanished) == 0U);
  BOOST_TEST(report.count(ChangeKind::gone) == 1U);
  BOOST_TEST(report.vanished.contains(kUrl));
  begin_round();
  must(store->commit(batch_of(again(4, 503))));
  report = must(store->revisits());
  BOOST_TEST(report.count(ChangeKind::unclear) == 1U);
  BOOST_TEST(report.vanished.contains(kUrl));
  begin_round();
  must(store->commit(batch_of(again(5, 304, true))));
  report = must(store->revisits());
  BOOST_TEST(report.count(ChangeKind::unchanged) == 1U);
  BOOST_TEST(report.vanished.empty());
  BOOST_TEST(must(must(JobReader::open(dir)).revisits()).round == 4U);
}

BOOST_AUTO_TEST_CASE(a_file_found_in_a_round_is_new) {
  begin_round();
  must(store->commit(batch_of(file_commit(*store, 2, "https://example.org/other.csv", "x"))));
  const RevisitReport report = must(store->revisits());
  BOOST_TEST(report.count(ChangeKind::added) == 1U);
  BOOST_REQUIRE(report.changes.size() == 1U);
  BOOST_TEST(report.changes[0].url == "https://example.org/other.csv");
  BOOST_TEST(store->target_count() == 2U);
}

BOOST_AUTO_TEST_CASE(a_version_is_no_leftover) {
  const std::string first = fs::path(target().path).filename();
  begin_round();
  must(store->commit(batch_of(newer(*store, 2, "two"))));
  reopen();
  reopen();
  BOOST_TEST(names_in(dir / "files").contains(first));
  BOOST_TEST(names_in(dir / "files").size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
