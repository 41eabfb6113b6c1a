// What a job keeps, in the order of its life.
#include "job_fixture.hpp"

namespace tagtrail::host::testing {

using namespace std::string_literals;

BOOST_FIXTURE_TEST_SUITE(job_store, JobFixture)

BOOST_AUTO_TEST_CASE(a_new_job_is_empty) {
  BOOST_TEST(store->response_count() == 0U);
  BOOST_TEST(store->target_count() == 0U);
  BOOST_TEST(targets_of(*store).empty());
  BOOST_TEST(!must(store->latest_snapshot()).has_value());
  BOOST_TEST(!must(store->get("seed")).has_value());
  BOOST_TEST(must(store->state()).state == "running");
  BOOST_TEST(fs::is_directory(dir / "files"));
}

BOOST_AUTO_TEST_CASE(values_and_state_survive_reopening) {
  must(store->set("seed", "7"));
  must(store->set("seed", "8"));
  must(store->set("empty", ""));
  must(store->set_state({"stopped", "user"}));
  must(store->add_event("pause", "login lost"));
  reopen();
  BOOST_TEST(must(store->get("seed")).value() == "8");
  BOOST_TEST(must(store->get("empty")).value().empty());
  BOOST_TEST(must(store->state()).state == "stopped");
  BOOST_TEST(must(store->state()).reason == "user");
}

BOOST_AUTO_TEST_CASE(responses_survive_reopening_in_order) {
  must(store->commit(
      batch_of(page_commit(1, "https://example.org/"), page_commit(2, "https://example.org/a"))));
  must(store->commit(batch_of(page_commit(3, "https://example.org/b"))));
  reopen();
  BOOST_TEST(store->response_count() == 3U);
  const std::vector<std::uint64_t> all = {1, 2, 3};
  const std::vector<std::uint64_t> rest = {3};
  BOOST_TEST(replayed_ids(*store) == all, boost::test_tools::per_element());
  BOOST_TEST(replayed_ids(*store, 2) == rest, boost::test_tools::per_element());
  BOOST_TEST(replayed_ids(*store, 3).empty());
}

BOOST_AUTO_TEST_CASE(a_record_comes_back_byte_for_byte) {
  ResponseCommit item = page_commit(1, "https://example.org/");
  item.response.page.links.resize(3);
  item.response.page.links[1].anchor = "broken \xff\x00 text"s;
  const Bytes expected = encode_response(item.response);
  must(store->commit(batch_of(std::move(item))));
  reopen();
  Bytes got;
  must(store->replay(0, [&](const Bytes& record) -> Expected<void> {
    got = record;
    return {};
  }));
  BOOST_TEST(got == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(replay_ends_with_the_receivers_error) {
  must(store->commit(
      batch_of(page_commit(1, "https://example.org/"), page_commit(2, "https://example.org/a"))));
  int calls = 0;
  const auto replayed = store->replay(0, [&](const Bytes&) -> Expected<void> {
    ++calls;
    return fail(ErrorCode::internal, "enough");
  });
  BOOST_REQUIRE(!replayed.has_value());
  BOOST_TEST(replayed.error().message == "enough");
  BOOST_TEST(calls == 1);
}

BOOST_AUTO_TEST_CASE(the_store_may_be_used_while_it_replays) {
  must(store->commit(
      batch_of(page_commit(1, "https://example.org/"), page_commit(2, "https://example.org/a"))));
  std::size_t inner = 0;
  must(store->replay(0, [&](const Bytes&) -> Expected<void> {
    inner += replayed_ids(*store).size();
    return store->set("seen", std::to_string(inner));
  }));
  BOOST_TEST(inner == 4U);
  BOOST_TEST(must(store->get("seen")).value() == "4");
}

BOOST_AUTO_TEST_CASE(a_target_has_its_file_and_its_row) {
  ResponseCommit item = file_commit(*store, 1, "https://example.org/data/prices.csv", "a,b\n1,2\n");
  item.redirect_chain = {"https://example.org/go?1", "https://example.org/go?2"};
  item.page_via = "tab";
  item.response.via = Via::browser;
  const std::string sha256 = item.file->sha256;
  must(store->commit(batch_of(std::move(item))));
  reopen();
  const auto targets = targets_of(*store);
  BOOST_REQUIRE(targets.size() == 1U);
  const TargetRow& row = targets.front();
  BOOST_TEST(row.url == "https://example.org/data/prices.csv");
  BOOST_TEST(row.name == "prices.csv");
  BOOST_TEST(row.path == "files/prices.csv");
  BOOST_TEST(row.mime == "text/csv");
  BOOST_TEST(row.bytes == 8U);
  BOOST_TEST(row.sha256 == sha256);
  BOOST_TEST(row.page == "https://example.org/");
  BOOST_TEST(row.tag_path == "/html/body/ul.list/li/a");
  BOOST_TEST(row.anchor == "link");
  BOOST_TEST(row.redirects.size() == 2U);
  BOOST_TEST(row.redirects.at(1) == "https://example.org/go?2");
  BOOST_TEST(row.status == 200);
  BOOST_TEST(row.via == "browser");
  BOOST_TEST(row.page_via == "tab");
  BOOST_TEST(row.fetched_at.size() == std::string("2026-01-01T00:00:00.000Z").size());
  BOOST_TEST(read_file(dir / row.path) == "a,b\n1,2\n");
  BOOST_TEST(names_in(store->partial_dir()).empty());
}

BOOST_AUTO_TEST_CASE(equal_contents_share_their_bytes_under_two_names) {
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/a.csv", "same"),
                              file_commit(*store, 2, "https://example.org/b.csv", "same"))));
  must(store->commit(batch_of(file_commit(*store, 3, "https://example.org/c.csv", "same"))));
  const std::set<std::string> expected = {"a.csv", "b.csv", "c.csv"};
  BOOST_TEST(names_in(dir / "files") == expected, boost::test_tools::per_element());
  BOOST_TEST(fs::hard_link_count(dir / "files/a.csv") == 3U);
  BOOST_TEST(names_in(store->partial_dir()).empty());
  BOOST_TEST(store->target_count() == 3U);
}

BOOST_AUTO_TEST_CASE(a_twin_that_the_user_cut_is_not_linked) {
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/a.csv", "same"))));
  write_file(dir / "files/a.csv", "s");
  must(store->commit(batch_of(file_commit(*store, 2, "https://example.org/b.csv", "same"))));
  BOOST_TEST(read_file(dir / "files/b.csv") == "same");
  BOOST_TEST(read_file(dir / "files/a.csv") == "s");
}

BOOST_AUTO_TEST_CASE(a_url_is_a_target_once) {
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/a.csv", "one"),
                              file_commit(*store, 2, "https://example.org/a.csv", "two"))));
  must(store->commit(batch_of(file_commit(*store, 3, "https://example.org/a.csv", "three"))));
  BOOST_TEST(store->response_count() == 3U);
  BOOST_TEST(store->target_count() == 1U);
  BOOST_TEST(names_in(dir / "files").size() == 1U);
  BOOST_TEST(read_file(dir / "files/a.csv") == "one");
  BOOST_TEST(names_in(store->partial_dir()).empty());
}

BOOST_AUTO_TEST_CASE(colliding_names_are_numbered_ignoring_case) {
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/1/report.csv", "1"),
                              file_commit(*store, 2, "https://example.org/2/Report.CSV", "2"),
                              file_commit(*store, 3, "https://example.org/3/report.csv", "3"))));
  reopen();
  must(store->commit(batch_of(file_commit(*store, 4, "https://example.org/4/REPORT.csv", "4"))));
  const auto targets = targets_of(*store);
  BOOST_REQUIRE(targets.size() == 4U);
  BOOST_TEST(targets[0].path == "files/report.csv");
  BOOST_TEST(targets[1].path == "files/Report-2.CSV");
  BOOST_TEST(targets[2].path == "files/report-3.csv");
  BOOST_TEST(targets[3].path == "files/REPORT-4.csv");
  std::set<std::string> names;
  for (const TargetRow& row : targets) names.insert(row.name);
  BOOST_TEST(names.size() == 4U);
}

BOOST_AUTO_TEST_CASE(a_file_of_the_user_is_neither_replaced_nor_removed) {
  write_file(dir / "files/prices.csv", "mine");
  write_file(dir / "files/notes.txt", "mine too");
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/prices.csv", "theirs"))));
  reopen();
  BOOST_TEST(read_file(dir / "files/prices.csv") == "mine");
  BOOST_TEST(read_file(dir / "files/notes.txt") == "mine too");
  BOOST_TEST(read_file(dir / "files/prices-2.csv") == "theirs");
}

BOOST_AUTO_TEST_CASE(the_newest_targets_come_first) {
  for (std::uint64_t id = 1; id <= 5; ++id) {
    must(store->commit(batch_of(file_commit(
        *store, id, "https://example.org/" + std::to_string(id) + ".csv", std::to_string(id)))));
  }
  const auto newest = must(store->newest_targets(0, 2));
  BOOST_REQUIRE(newest.size() == 2U);
  BOOST_TEST(newest[0].url == "https://example.org/5.csv");
  BOOST_TEST(newest[1].url == "https://example.org/4.csv");
  const auto rest = must(store->newest_targets(3, 10));
  BOOST_REQUIRE(rest.size() == 2U);
  BOOST_TEST(rest[0].url == "https://example.org/2.csv");
  BOOST_TEST(must(store->newest_targets(5, 10)).empty());
}

BOOST_AUTO_TEST_CASE(what_brought_nothing_is_counted_by_cause) {
  const auto answered = [](std::uint64_t id, FetchError error, std::uint16_t status) {
    ResponseCommit item = page_commit(id, "https://example.org/" + std::to_string(id));
    item.response.error = error;
    item.response.status = status;
    return item;
  };
  must(store->commit(
      batch_of(answered(1, FetchError::none, 200), answered(2, FetchError::none, 404),
               answered(3, FetchError::none, 404), answered(4, FetchError::robots, 0),
               answered(5, FetchError::out_of_scope, 200), answered(6, FetchError::none, 301))));
  reopen();
  const std::map<std::string, std::uint64_t> expected = {
      {"out_of_scope", 1}, {"robots", 1}, {"status_404", 2}};
  BOOST_TEST((must(store->skips()) == expected));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_what_it_claims_commits_nothing) {
  const auto refused = [&](ResponseCommit item) {
    const auto result =
        store->commit(batch_of(page_commit(1, "https://example.org/"), std::move(item)));
    BOOST_REQUIRE(!result.has_value());
    BOOST_TEST((result.error().code == ErrorCode::invalid_argument));
    BOOST_TEST(store->response_count() == 0U);
    BOOST_TEST(names_in(dir / "files").empty());
  };
  auto shorter = file_commit(*store, 2, "https://example.org/a.csv", "abc");
  shorter.file->bytes = 4;
  refused(std::move(shorter));
  auto no_digest = file_commit(*store, 3, "https://example.org/a.csv", "abc");
  no_digest.file->sha256 = "../../etc/passwd";
  refused(std::move(no_digest));
  auto elsewhere = file_commit(*store, 4, "https://example.org/a.csv", "abc");
  write_file(folder.path() / "other", "abc");
  elsewhere.file->file = folder.path() / "other";
  refused(std::move(elsewhere));
  auto link = file_commit(*store, 5, "https://example.org/a.csv", "abc");
  fs::create_symlink(folder.path() / "other", store->partial_dir() / "link");
  link.file->file = store->partial_dir() / "link";
  refused(std::move(link));
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_placed_commits_nothing) {
  auto first = file_commit(*store, 1, "https://example.org/a.csv", "abc");
  auto second = file_commit(*store, 2, "https://example.org/b.csv", "def");
  const auto partial = first.file->file;
  auto twice = batch_of(first, second);
  fs::rename(dir / "files", dir / "away");
  const auto failed = store->commit(twice);
  BOOST_REQUIRE(!failed.has_value());
  BOOST_TEST(store->response_count() == 0U);
  BOOST_TEST(fs::exists(partial));
  fs::rename(dir / "away", dir / "files");
  BOOST_TEST(names_in(dir / "files").empty());
  must(store->commit(twice));
  BOOST_TEST(store->target_count() == 2U);
  BOOST_TEST(targets_of(*store).front().path == "files/a.csv");
}

BOOST_AUTO_TEST_CASE(the_way_a_page_was_loaded_is_known) {
  auto item = page_commit(1, "https://example.org/old");
  item.response.via = Via::tab;
  item.response.final_url = "https://example.org/new";
  must(store->commit(batch_of(std::move(item))));
  BOOST_TEST(store->via_of_page("https://example.org/old") == "tab");
  BOOST_TEST(store->via_of_page("https://example.org/new") == "tab");
  BOOST_TEST(store->via_of_page("https://example.org/other").empty());
}

BOOST_AUTO_TEST_CASE(the_newest_two_snapshots_are_kept) {
  for (std::uint8_t i = 1; i <= 4; ++i) must(store->save_snapshot({i, 0, Bytes(1000, i)}));
  reopen();
  const auto latest = must(store->latest_snapshot());
  BOOST_REQUIRE(latest.has_value());
  BOOST_TEST(latest->responses == 4U);
  BOOST_TEST(latest->bytes == Bytes(1000, 4), boost::test_tools::per_element());
  must(store->save_snapshot({4, 7, Bytes(3, 9)}));
  BOOST_TEST(must(store->latest_snapshot())->bytes.size() == 3U);
  BOOST_TEST(must(store->latest_snapshot())->inputs == 7U);
  must(store->save_snapshot({5, 7, Bytes()}));
  BOOST_TEST(must(store->latest_snapshot())->bytes.empty());
}

BOOST_AUTO_TEST_CASE(two_thousand_responses_in_groups) {
  constexpr std::uint64_t kCount = 2000;
  constexpr std::uint64_t kGroup = 50;
  for (std::uint64_t id = 1; id <= kCount;) {
    std::vector<ResponseCommit> batch;
    for (std::uint64_t i = 0; i < kGroup; ++i, ++id) {
      const std::string url = "https://example.org/" + std::to_string(id) + "/download";
      batch.push_back(id % 4 == 0 ? file_commit(*store, id, url, "file " + std::to_string(id))
                                  : page_commit(id, url));
    }
    must(store->commit(std::move(batch)));
  }
  reopen();
  BOOST_TEST(store->response_count() == kCount);
  BOOST_TEST(store->target_count() == kCount / 4);
  const auto ids = replayed_ids(*store);
  BOOST_REQUIRE(ids.size() == kCount);
  for (std::uint64_t i = 0; i < kCount; ++i) BOOST_REQUIRE(ids[i] == i + 1);
  BOOST_TEST(names_in(dir / "files").size() == kCount / 4);
  for (const TargetRow& row : targets_of(*store)) {
    BOOST_REQUIRE(must(sha256_of_file(dir / row.path)) == row.sha256);
  }
  BOOST_TEST(lines_of(dir / "crawl.log").size() == kCount);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
