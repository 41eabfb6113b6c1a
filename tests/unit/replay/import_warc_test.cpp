// WARC files and packages of them, made into replicas.
#include "import_scratch.hpp"
#include "importers/warc_reader.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

namespace {

const auto kQuiet = [](std::string_view, std::size_t) {};

std::string record(const std::string& type, const std::string& url, const std::string& block,
                   const std::string& more = "") {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url + "\r\n" + more +
         "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

std::string http(const std::string& head, const std::string& body) {
  return "HTTP/1.1 " + head + "\r\n\r\n" + body;
}

std::string page(const std::string& url, const std::string& html) {
  return record("response", url, http("200 OK\r\nContent-Type: text/html", html));
}

std::vector<std::string> small_recording() {
  return {
      record("warcinfo", "", "software: test"),
      page("<" + kSite + ">", "<a href=a.csv>a</a><a href=/Moved>m</a><a href=gone>g</a>"),
      record("request", kSite, "GET / HTTP/1.1\r\n\r\n"),
      record("response", kSite + "a.csv",
             http("200 OK\r\nContent-Type: text/csv\r\nContent-Length: 4", "a,b\n")),
      record("response", kSite + "Moved", http("302 Found\r\nLocation: /B?x=1#frag", "")),
      page(kSite + "B?x=1", "<a href=c.pdf>c</a>"),
      record("response", "dns:example.org", "nothing"),
      record("resource", kSite + "c.pdf", "%PDF-1.4", "Content-Type: application/pdf\r\n"),
  };
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

void check_small_recording(const Imported& imported) {
  Replica& replica = *imported.replica;
  BOOST_TEST(replica.start_url() == kSite);
  BOOST_TEST(imported.summary.answers == 5U);
  BOOST_TEST(imported.summary.counts.reachable == 6U);
  BOOST_TEST(imported.summary.counts.pages == 2U);
  BOOST_TEST(imported.summary.counts.redirects == 1U);
  BOOST_TEST(imported.summary.counts.dead == 1U);
  BOOST_TEST(must(replica.answer(kSite + "Moved", false)).location == kSite + "B?x=1");
  BOOST_TEST(must(replica.answer(kSite + "a.csv", false)).body_bytes == 4U);
  BOOST_TEST(must(replica.answer(kSite + "c.pdf", false)).mime == "application/pdf");
}

/// The same WARC reader that imports use, on bytes in memory.
std::vector<std::string> types_in(const std::string& bytes) {
  MemorySource source(bytes);
  WarcReader reader(source);
  std::vector<std::string> types;
  for (;;) {
    const auto next = reader.next(1 << 20);
    if (!next) return types.push_back(std::string(to_string(next.error().code))), types;
    if (!next->has_value()) return types;
    types.push_back((*next)->type);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(warc)

BOOST_AUTO_TEST_CASE(plain_and_gzipped_in_both_ways) {
  const Scratch scratch;
  const auto parts = small_recording();
  std::vector<std::string> members;
  for (const std::string& part : parts) members.push_back(gzipped(part));
  scratch.write("a.warc", joined(parts));
  scratch.write("b.warc.gz", joined(members));
  scratch.write("c.gz", gzipped(joined(parts)));
  for (const char* name : {"a.warc", "b.warc.gz", "c.gz"}) {
    BOOST_TEST_CONTEXT(name) { check_small_recording(import(scratch, name)); }
  }
}

BOOST_AUTO_TEST_CASE(what_is_cut_is_kept_up_to_there) {
  const Scratch scratch;
  std::vector<std::string> members;
  for (const std::string& part : small_recording()) members.push_back(gzipped(part));
  const std::string all = joined(members);
  scratch.write("cut.warc.gz", all.substr(0, all.size() - members.back().size() / 2));
  const Imported imported = import(scratch, "cut.warc.gz");
  BOOST_TEST(imported.summary.answers == 4U);
  BOOST_TEST(!must(imported.replica->knows(kSite + "c.pdf")));
  BOOST_REQUIRE(!imported.summary.notes.empty());
  BOOST_TEST(imported.summary.notes.front().find("ends early") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_last_success_of_a_url_counts) {
  const Scratch scratch;
  scratch.write("a.warc", page(kSite, "first") + page(kSite, "second") +
                              record("response", kSite,
                                     http("500 Oops\r\nContent-Type: text/html", "third")) +
                              record("response", kSite + "x", http("404 No", "")) +
                              record("response", kSite + "x", http("302 No\r\nLocation: /y", "")));
  const Imported imported = import(scratch, "a.warc");
  BOOST_TEST(must(imported.replica->answer(kSite, true)).body == "second");
  BOOST_TEST(must(imported.replica->answer(kSite + "x", true)).status == 302);
}

BOOST_AUTO_TEST_CASE(revisits_answer_as_what_they_repeat) {
  const Scratch scratch;
  const std::string digest = "WARC-Payload-Digest: sha1:ABC\r\n";
  scratch.write(
      "a.warc",
      record("revisit", kSite + "by-url", "", "WARC-Refers-To-Target-URI: " + kSite + "\r\n") +
          record("response", kSite, http("200 OK\r\nContent-Type: text/html", "page"), digest) +
          record("revisit", kSite + "by-digest", "", digest) +
          record("revisit", kSite + "of-nothing", "", "WARC-Payload-Digest: sha1:X\r\n"));
  const Imported imported = import(scratch, "a.warc");
  BOOST_TEST(must(imported.replica->answer(kSite + "by-url", true)).body == "page");
  BOOST_TEST(must(imported.replica->answer(kSite + "by-digest", true)).body == "page");
  BOOST_TEST(!must(imported.replica->knows(kSite + "of-nothing")));
}

BOOST_AUTO_TEST_CASE(bodies_are_unpacked) {
  const Scratch scratch;
  const std::string html = "<p>" + std::string(3000, 'x');
  const std::string packed = gzipped(html);
  scratch.write(
      "a.warc",
      record("response", kSite,
             http("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", packed)) +
          record("response", kSite + "chunks",
                 http("200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked",
                      "4\r\n<p>h\r\n2;x=y\r\nal\r\n0\r\n\r\n")));
  const Imported imported = import(scratch, "a.warc");
  BOOST_TEST(must(imported.replica->answer(kSite, true)).body == html);
  BOOST_TEST(must(imported.replica->answer(kSite + "chunks", true)).body == "<p>hal");
}

BOOST_AUTO_TEST_CASE(names_from_content_disposition_are_kept) {
  const Scratch scratch;
  scratch.write("a.warc", page(kSite, "<a href=get?id=1>x</a>") +
                              record("response", kSite + "get?id=1",
                                     http("200 OK\r\nContent-Type: application/octet-stream\r\n"
                                          "Content-Disposition: attachment; filename=\"t.csv\"",
                                          "a,b\n")));
  const Imported imported = import(scratch, "a.warc");
  BOOST_TEST(must(imported.replica->answer(kSite + "get?id=1", false)).file_name == "t.csv");
  BOOST_TEST(must(imported.replica->reachable()).at(1).file_name == "t.csv");
  Config config;
  config.scope = "host";
  BOOST_TEST(must(count_within_reach(*imported.replica, config)).targets == 1U);
}

BOOST_AUTO_TEST_CASE(bytes_of_files_on_request) {
  const Scratch scratch;
  scratch.write("a.warc", joined(small_recording()));
  BOOST_TEST(!must(import(scratch, "a.warc").replica->body(kSite + "a.csv")).has_value());
  BOOST_TEST(must(import(scratch, "a.warc", true).replica->body(kSite + "a.csv")).value() ==
             "a,b\n");
}

BOOST_AUTO_TEST_CASE(a_failing_import_costs_no_earlier_replica) {
  const Scratch scratch;
  scratch.write("good.warc", joined(small_recording()));
  import(scratch, "good.warc");
  scratch.write("bad.warc", "WARC/1.0\r\nWARC-Type: response\r\n\r\n");
  scratch.write("text", "Not a recording of anything.");
  for (const char* name : {"bad.warc", "text", "no-such"}) {
    ImportRequest request;
    request.sources = {scratch / name};
    request.output = scratch / "out.replica";
    BOOST_TEST(!import_source(request, kQuiet), name);
  }
  BOOST_TEST(must(must(Replica::open(scratch / "out.replica"))->knows(kSite)));
  BOOST_TEST(!fs::exists(scratch / "out.replica.part"));
}

BOOST_AUTO_TEST_CASE(answers_to_head_are_none_to_get) {
  const std::string head_of = record("request", kSite + "a.csv", "HEAD /a.csv HTTP/1.1\r\n\r\n",
                                     "WARC-Record-ID: <urn:1>\r\nWARC-Concurrent-To: <urn:2>\r\n");
  const std::string answer = http("200 OK\r\nContent-Type: text/csv\r\nContent-Length: 4", "");
  const Scratch scratch;
  scratch.write("named.warc",
                page(kSite, "<p>") + head_of +
                    record("response", kSite + "a.csv", answer, "WARC-Record-ID: <urn:2>\r\n"));
  BOOST_TEST(!must(import(scratch, "named.warc").replica->knows(kSite + "a.csv")));
  scratch.write("naming.warc",
                page(kSite, "<p>") + head_of +
                    record("response", kSite + "a.csv", answer, "WARC-Concurrent-To: <urn:1>\r\n"));
  BOOST_TEST(!must(import(scratch, "naming.warc").replica->knows(kSite + "a.csv")));
  scratch.write("other.warc",
                page(kSite, "<p>") + head_of +
                    record("response", kSite + "a.csv", answer, "WARC-Record-ID: <urn:3>\r\n"));
  BOOST_TEST(must(import(scratch, "other.warc").replica->knows(kSite + "a.csv")));
}

BOOST_AUTO_TEST_CASE(answers_that_broke_off_are_left_out) {
  const std::string file = http("200 OK\r\nContent-Type: text/csv", "a,");
  const Scratch scratch;
  scratch.write("a.warc",
                page(kSite, "<p>") +
                    record("response", kSite + "a.csv", file, "WARC-Truncated: disconnect\r\n") +
                    record("response", kSite + "b.csv", file, "WARC-Truncated: length\r\n"));
  const auto imported = import(scratch, "a.warc");
  BOOST_TEST(!must(imported.replica->knows(kSite + "a.csv")));
  BOOST_TEST(must(imported.replica->knows(kSite + "b.csv")));
}

BOOST_AUTO_TEST_CASE(records_that_lie) {
  using Types = std::vector<std::string>;
  const std::string good = record("response", kSite, "x");
  BOOST_TEST((types_in("") == Types{}));
  BOOST_TEST((types_in(good + good) == Types{"response", "response"}));
  BOOST_TEST((types_in(good + "rubbish") == Types{"response", "invalid_data"}));
  BOOST_TEST((types_in("WARC/1.0\r\nContent-Length: -1\r\n\r\n") == Types{"invalid_data"}));
  BOOST_TEST((types_in("WARC/1.0\r\nContent-Length: 99999999999999999999\r\n\r\n") ==
              Types{"invalid_data"}));
  BOOST_TEST((types_in("WARC/1.0\r\nContent-Length: 18446744073709551615\r\n\r\nx") ==
              Types{"invalid_data"}));
  BOOST_TEST((types_in("WARC/1.0\r\n" + std::string(WarcReader::kMaxHead * 2, 'x')) ==
              Types{"invalid_data"}));
  for (std::size_t size = 1; size < good.size() - 4; ++size) {
    BOOST_TEST((types_in(good.substr(0, size)) == Types{"invalid_data"}), size);
  }
}

/// A ZIP archive without compression.
std::string zipped(const std::vector<std::pair<std::string, std::string>>& entries) {
  const auto number = [](std::size_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
    return out;
  };
  std::string files;
  std::string directory;
  for (const auto& [name, bytes] : entries) {
    const auto sum =
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    const std::string common = number(20, 2) + number(0, 2) + number(0, 2) + number(0, 4) +
                               number(sum, 4) + number(bytes.size(), 4) + number(bytes.size(), 4) +
                               number(name.size(), 2) + number(0, 2);
    directory += "PK\x01\x02" + number(20, 2) + common + number(0, 2) + number(0, 2) +
                 number(0, 2) + number(0, 4) + number(files.size(), 4) + name;
    files += "PK\x03\x04" + common + name + bytes;
  }
  return files + directory + "PK\x05\x06" + number(0, 4) + number(entries.size(), 2) +
         number(entries.size(), 2) + number(directory.size(), 4) + number(files.size(), 4) +
         number(0, 2);
}

BOOST_AUTO_TEST_CASE(a_package_of_them) {
  const Scratch scratch;
  const std::string pages =
      "{\"format\": \"json-pages-1.0\"}\nrubbish\n{\"url\": \"https://example.org/B?x=1\"}\n"
      "{\"url\": \"https://example.org/\", \"seed\": true}\n";
  const auto parts = small_recording();
  scratch.write(
      "a.wacz",
      zipped({{"archive/one.warc.gz", gzipped(joined({parts.begin(), parts.begin() + 4}))},
              {"archive/two.warc", joined({parts.begin() + 4, parts.end()})},
              {"indexes/index.cdx", "not read"},
              {"pages/pages.jsonl", pages}}));
  const Imported imported = import(scratch, "a.wacz");
  BOOST_TEST((imported.summary.kind == SourceKind::wacz));
  check_small_recording(imported);
}

BOOST_AUTO_TEST_CASE(a_package_without_an_archive_is_refused) {
  const Scratch scratch;
  scratch.write("a.wacz", zipped({{"datapackage.json", "{}"}}));
  ImportRequest request;
  request.sources = {scratch / "a.wacz"};
  request.output = scratch / "out.replica";
  const auto summary = import_source(request, kQuiet);
  BOOST_REQUIRE(!summary);
  BOOST_TEST((summary.error().code == ErrorCode::invalid_data));
  BOOST_TEST(!fs::exists(scratch / "out.replica"));
}

BOOST_AUTO_TEST_SUITE_END()
