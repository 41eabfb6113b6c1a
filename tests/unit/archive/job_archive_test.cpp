// Which records answers make, and that only committed ones stay.
#include "archive/job_archive.hpp"

#include <zlib.h>

#include "../store/job_fixture.hpp"
#include "store/archive_index.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host::testing {
namespace {

/// All gzip members of a file, unpacked; fails the test where they are damaged.
std::string unpacked(const fs::path& file) {
  std::string text;
  gzFile in = gzopen(file.c_str(), "rb");
  BOOST_REQUIRE(in != nullptr);
  char buffer[4096];
  int size = 0;
  while ((size = gzread(in, buffer, sizeof buffer)) > 0) {
    text.append(buffer, static_cast<std::size_t>(size));
  }
  BOOST_TEST(size == 0);
  BOOST_TEST(gzclose(in) == Z_OK);
  return text;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

struct ArchiveFixture : JobFixture {
  fs::path archive_dir() const { return store->dir() / "archive"; }

  std::unique_ptr<JobArchive> open(std::uint64_t max_file_bytes = 1'000'000) {
    return must(
        JobArchive::open({archive_dir(), max_file_bytes, {{"software", "Tagtrail/test"}}}, *store));
  }

  static Capture answer(const std::string& url, int status, std::string_view body) {
    Capture capture;
    capture.asked = capture.url = url;
    capture.started_ms = 1'767'323'045'678;
    capture.duration_ms = 12;
    capture.request_head = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    capture.response_head = "HTTP/1.1 " + std::to_string(status) + " X\r\nA: b\r\n\r\n";
    capture.address = "192.0.2.1";
    capture.status = status;
    capture.mime = "text/html";
    capture.body = body;
    return capture;
  }

  void commit(JobArchive& archive) {
    must(archive.prepare_commit());
    must(store->commit({}));
    must(archive.committed());
  }

  std::string all_text() {
    std::string text;
    for (const std::string& name : names_in(archive_dir())) {
      BOOST_TEST(name.ends_with(kWarcEnding));
      text += unpacked(archive_dir() / name);
    }
    return text;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(job_archive, ArchiveFixture)

BOOST_AUTO_TEST_CASE(nothing_answered_leaves_no_file) {
  const auto archive = open();
  must(archive->close());
  BOOST_TEST(names_in(archive_dir()).empty());
}

BOOST_AUTO_TEST_CASE(an_answer_makes_a_request_a_response_and_what_is_said_of_it) {
  const auto archive = open();
  must(archive->take(answer("https://example.org/a", 200, "<p>a")));
  Request request;
  request.url = "https://example.org/a";
  request.source_page = "https://example.org/";
  request.tag_path = "/html/body/a";
  request.anchor = "forged\r\nWARC-Type: response";
  request.depth = 2;
  request.reason.words = "the best link";
  must(archive->describe(request, 7));
  BOOST_TEST(names_in(archive_dir()).begin()->ends_with(".warc.gz.open"));
  commit(*archive);
  must(archive->close());
  const std::string text = all_text();
  BOOST_TEST(text.starts_with("WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
  BOOST_TEST(times(text, "\r\nWARC-Type: request\r\n") == 1U);
  BOOST_TEST(times(text, "\r\nWARC-Type: response\r\n") == 1U);
  BOOST_TEST(times(text, "\r\nWARC-Type: metadata\r\n") == 1U);
  BOOST_TEST(times(text, "WARC-Date: 2026-01-02T03:04:05.678Z\r\n") == 3U);
  BOOST_TEST(times(text, "WARC-IP-Address: 192.0.2.1\r\n") == 1U);
  BOOST_TEST(times(text, "HTTP/1.1 200 X\r\nA: b\r\nContent-Length: 4\r\n\r\n<p>a\r\n\r\n") == 1U);
  BOOST_TEST(times(text,
                   "via: https://example.org/\r\nhopsFromSeed: LL\r\ntagPath: /html/body/a\r\n"
                   "anchor: forged  WARC-Type: response\r\npurpose: page\r\n"
                   "decision: the best link\r\nfetchTimeMs: 12\r\nloadedBy: host\r\n") == 1U);
}

// The table itself was asked for, too, by GET.
BOOST_AUTO_TEST_CASE(a_query_is_archived_with_what_was_sent) {
  const std::string table = "https://example.org/api/v1/en/db/T.px";
  const auto archive = open();
  must(archive->take(answer(table, 200, "{}")));
  Request request;
  request.url = table;
  must(archive->describe(request, 6));
  Capture data = answer(table, 200, "a,b");
  data.asked = table + "#query:year.csv";
  data.request_head = "POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n";
  data.query = R"({"query":[]})";
  must(archive->take(data));
  request.url = data.asked;
  must(archive->describe(request, 7));
  commit(*archive);
  must(archive->take(answer(table, 304, {})));
  commit(*archive);
  std::string records;
  const JobReader job = must(JobReader::open(store->dir()));
  must(job.each_archived([&records](const ArchiveRecord& record) -> Expected<void> {
    records += record.type + " " + record.method + " " + std::to_string(record.n) + "\n";
    return {};
  }));
  BOOST_TEST(records ==
             "warcinfo  0\nrequest GET 6\nresponse GET 6\nmetadata  6\n"
             "request POST 7\nresponse POST 7\nmetadata  7\n"
             "request GET 0\nrevisit GET 0\n");
  must(archive->close());
  const std::string text = all_text();
  BOOST_TEST(times(text, "POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n{\"query\":[]}\r\n\r\n") ==
             1U);
  BOOST_TEST(times(text, "#query") == 0U);
}

BOOST_AUTO_TEST_CASE(equal_bodies_are_archived_once) {
  const auto archive = open();
  must(archive->take(answer("https://example.org/a", 200, "same")));
  must(archive->take(answer("https://example.org/b", 200, "same")));
  commit(*archive);
  must(archive->take(answer("https://example.org/c", 200, "same")));
  must(archive->take(answer("https://example.org/d", 404, "same")));
  commit(*archive);
  must(archive->close());
  const std::string text = all_text();
  BOOST_TEST(times(text, "\r\nWARC-Type: revisit\r\n") == 2U);
  BOOST_TEST(times(text, "\r\nWARC-Type: response\r\n") == 2U);
  BOOST_TEST(times(text, "WARC-Refers-To-Target-URI: https://example.org/a\r\n") == 2U);
  BOOST_TEST(times(text, "revisit/identical-payload-digest\r\n") == 2U);
}

BOOST_AUTO_TEST_CASE(not_modified_refers_to_what_was_archived) {
  const auto archive = open();
  must(archive->take(answer("https://example.org/a", 304, {})));
  must(archive->take(answer("https://example.org/a", 200, "body")));
  commit(*archive);
  must(archive->take(answer("https://example.org/a", 304, {})));
  must(archive->take(answer("https://example.org/b", 200, "body")));
  commit(*archive);
  must(archive->take(answer("https://example.org/b", 304, {})));
  commit(*archive);
  must(archive->close());
  const std::string text = all_text();
  BOOST_TEST(times(text, "revisit/server-not-modified\r\n") == 2U);
  BOOST_TEST(times(text, "\r\nWARC-Type: response\r\n") == 2U);
  // What has the body, also where that was another URL.
  BOOST_TEST(times(text, "WARC-Refers-To-Target-URI: https://example.org/a\r\n") == 3U);
}

BOOST_AUTO_TEST_CASE(an_engine_that_lies_costs_no_memory) {
  const auto archive = open();
  must(archive->take(answer("https://example.org/a", 200, "a")));
  Request request;
  request.url = "https://example.org/a";
  request.depth = UINT32_MAX;
  must(archive->describe(request, 1));
  commit(*archive);
  must(archive->close());
  BOOST_TEST(times(all_text(), "hopsFromSeed: " + std::string(1000, 'L') + "\r\n") == 1U);
}

BOOST_AUTO_TEST_CASE(what_was_not_wanted_is_marked) {
  const auto archive = open();
  Capture capture = answer("https://example.org/big", 200, {});
  capture.truncated = "length";
  must(archive->take(capture));
  commit(*archive);
  must(archive->close());
  BOOST_TEST(times(all_text(), "WARC-Truncated: length\r\n") == 1U);
}

BOOST_AUTO_TEST_CASE(a_body_in_a_file_is_read_from_there) {
  const auto archive = open();
  write_file(dir / "body", "from the file");
  Capture capture = answer("https://example.org/f.csv", 200, {});
  capture.file = dir / "body";
  capture.file_bytes = 13;
  capture.sha256 = sha256_of("from the file");
  must(archive->take(capture));
  commit(*archive);
  must(archive->close());
  const std::string text = all_text();
  BOOST_TEST(times(text, "\r\n\r\nfrom the file\r\n\r\n") == 1U);
  BOOST_TEST(times(text, "WARC-Payload-Digest: sha256:" + capture.sha256) == 1U);
}

BOOST_AUTO_TEST_CASE(a_file_that_shrank_costs_its_record_only) {
  const auto archive = open();
  must(archive->take(answer("https://example.org/a", 200, "a")));
  write_file(dir / "body", "short");
  Capture capture = answer("https://example.org/f.csv", 200, {});
  capture.file = dir / "body";
  capture.file_bytes = 1000;
  BOOST_TEST(!archive->take(capture).has_value());
  commit(*archive);
  must(archive->close());
  BOOST_TEST(times(all_text(), "\r\nWARC-Type: response\r\n") == 1U);
}

BOOST_AUTO_TEST_CASE(what_was_not_committed_is_cut_off) {
  const auto archive = open();
  must(archive->take(answer("https://example.org/a", 200, "a")));
  commit(*archive);
  must(archive->take(answer("https://example.org/b", 200, "b")));
  must(archive->close());
  const std::string text = all_text();
  BOOST_TEST(times(text, "https://example.org/a") == 2U);
  BOOST_TEST(times(text, "https://example.org/b") == 0U);
}

BOOST_AUTO_TEST_CASE(opening_the_job_closes_the_files_of_a_crash) {
  auto archive = open();
  must(archive->take(answer("https://example.org/a", 200, "a")));
  commit(*archive);
  must(archive->take(answer("https://example.org/b", 200, "b")));
  must(archive->prepare_commit());
  archive.reset();  // no close: the process was killed
  write_file(archive_dir() / "tagtrail-20200101000000-00000.warc.gz.open", "never committed");
  write_file(archive_dir() / "notes.txt", "of the user");
  reopen();
  BOOST_TEST(names_in(archive_dir()).size() == 2U);
  fs::remove(archive_dir() / "notes.txt");
  BOOST_TEST(times(all_text(), "https://example.org/b") == 0U);
  BOOST_TEST(times(all_text(), "https://example.org/a") == 2U);
}

BOOST_AUTO_TEST_CASE(a_file_that_lost_committed_records_is_left_as_it_is) {
  auto archive = open();
  must(archive->take(answer("https://example.org/a", 200, "a")));
  commit(*archive);
  archive.reset();
  const fs::path file = archive_dir() / *names_in(archive_dir()).begin();
  fs::resize_file(file, 10);
  store.reset();
  const auto opened = JobStore::open(dir);
  BOOST_REQUIRE(!opened.has_value());
  BOOST_TEST(opened.error().message.find(file.string()) != std::string::npos);
  BOOST_TEST(fs::file_size(file) == 10U);
  fs::rename(file, folder.path() / "aside");
  store = must(JobStore::open(dir));
}

BOOST_AUTO_TEST_CASE(a_full_file_is_closed_after_the_commit) {
  const auto archive = open(1);
  for (const char* url : {"https://example.org/a", "https://example.org/b"}) {
    must(archive->take(answer(url, 200, url)));
    commit(*archive);
  }
  must(archive->close());
  BOOST_TEST(names_in(archive_dir()).size() == 2U);
  BOOST_TEST(times(all_text(), "WARC-Type: warcinfo") == 2U);
}

BOOST_AUTO_TEST_CASE(a_link_in_place_of_the_folder_is_refused) {
  fs::create_directory(dir / "elsewhere");
  fs::create_directory_symlink(dir / "elsewhere", archive_dir());
  const auto archive = JobArchive::open({archive_dir(), 1, {}}, *store);
  BOOST_TEST(!archive.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
