// Large files that break off: they go on by Range, or begin again, and never are a mixture.
#include <atomic>

#include "downloader_fixture.hpp"
#include "fetch/partial_file.hpp"

using namespace downloader_test;

namespace {

const std::string kWhole = [] {
  std::string text;
  for (int i = 0; text.size() < 300'000; ++i) text += std::to_string(i) + ",";
  return text;
}();
constexpr std::size_t kCut = 100'000;
constexpr const char* kTag = "ETag: \"v1\"\r\n";

std::string range_of(const std::string& request) {
  const std::size_t at = request.find("Range: bytes=");
  if (at == std::string::npos) return {};
  const std::size_t from = at + 13;
  return request.substr(from, request.find('\r', from) - from);
}

std::string head(int status, const std::string& fields, std::size_t length) {
  return "HTTP/1.1 " + std::to_string(status) + " Word\r\nContent-Type: text/csv\r\n" + fields +
         "Content-Length: " + std::to_string(length) + "\r\n\r\n";
}

std::string part_head(std::size_t first, std::size_t length, const std::string& fields = kTag) {
  return head(206,
              fields + "Content-Range: bytes " + std::to_string(first) + "-" +
                  std::to_string(length - 1) + "/" + std::to_string(length) + "\r\n",
              length - first);
}

struct ResumeFixture : Fixture {
  ResumeFixture() { options.resume_from = 1000; }

  /// Cuts the first answer, has the later ones from `later`; notes the ranges asked for.
  FetchResult break_and_go_on(const std::string& first_fields, const TestServer::Handler& later) {
    const TestServer server([&](TestConnection& connection, const std::string& request) {
      asked.push_back(range_of(request));
      conditions += request.find("If-Range: ") != std::string::npos ? 1 : 0;
      if (asked.size() > 1) return later(connection, request);
      connection.send(head(200, first_fields, kWhole.size()) + kWhole.substr(0, kCut));
      return false;
    });
    broken = fetch(server, BodyPlan::file);
    const FetchResult result = fetch(server, BodyPlan::file);
    if (!asked_thrice) return result;
    BOOST_TEST((result.error == FetchError::truncated), result.error_text);
    return fetch(server, BodyPlan::file);
  }

  void is_whole(const FetchResult& result, const std::string& expected = kWhole) {
    BOOST_TEST((result.error == FetchError::none), result.error_text);
    BOOST_TEST(result.head.status == 200);
    BOOST_TEST(result.head.mime == "text/csv");
    BOOST_TEST(result.body_bytes == expected.size());
    BOOST_TEST((text_of(result.file) == expected));
    TestServer other(say(answer("", expected)));
    options.resume_from = 1ULL << 40U;
    BOOST_TEST(result.sha256 == fetch(other, BodyPlan::file).sha256);
  }

  std::vector<std::string> asked;
  int conditions = 0;
  bool asked_thrice = false;
  FetchResult broken;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(resume, ResumeFixture)

BOOST_AUTO_TEST_CASE(the_rest_is_asked_for) {
  for (const std::string& fields :
       {std::string(kTag), std::string("Last-Modified: Sun, 01 Nov 2020 10:00:00 GMT\r\n"
                                       "Date: Sun, 01 Nov 2020 10:00:09 GMT\r\n")}) {
    asked.clear();
    conditions = 0;
    options.resume_from = 1000;
    const FetchResult result = break_and_go_on(
        fields + "Content-Disposition: attachment; filename=a.csv\r\n",
        [&](TestConnection& connection, const std::string&) {
          // A date may be left out of a part (RFC 9110, 15.3.7).
          const std::string again = fields == kTag ? kTag : "";
          return connection.send(part_head(kCut, kWhole.size(), again) + kWhole.substr(kCut));
        });
    BOOST_TEST((broken.error == FetchError::truncated), broken.error_text);
    BOOST_TEST(broken.kept_bytes == kCut);
    BOOST_TEST(broken.file.empty());
    BOOST_TEST(asked == (std::vector<std::string>{"", std::to_string(kCut) + "-"}),
               boost::test_tools::per_element());
    BOOST_TEST(conditions == 1);
    BOOST_TEST(result.head.file_name == "a.csv");
    is_whole(result);
    fs::remove_all(folder);
    fs::create_directory(folder);
  }
}

BOOST_AUTO_TEST_CASE(a_server_without_ranges_sends_all_again) {
  is_whole(break_and_go_on(kTag, say(head(200, kTag, kWhole.size()) + kWhole)));
}

BOOST_AUTO_TEST_CASE(a_file_that_changed_comes_anew) {
  const std::string other(kWhole.size() + 7, 'x');
  is_whole(break_and_go_on(kTag, say(head(200, "ETag: \"v2\"\r\n", other.size()) + other)), other);
}

BOOST_AUTO_TEST_CASE(a_part_that_does_not_fit_is_refused) {
  asked_thrice = true;
  const std::string rest = kWhole.substr(kCut);
  for (const std::string& wrong :
       {part_head(kCut, kWhole.size(), "ETag: \"v2\"\r\n") + rest,
        part_head(kCut, kWhole.size(), "") + rest,
        part_head(kCut - 1, kWhole.size()) + kWhole.substr(kCut - 1),
        part_head(kCut, kWhole.size() + 1) + rest + "x", head(206, "", rest.size()) + rest,
        part_head(kCut, kWhole.size(), std::string(kTag) + "Content-Encoding: gzip\r\n") + rest,
        head(206, "Content-Range: bytes 0-9/10\r\n", 10) + "0123456789",
        head(416, "Content-Range: bytes */10\r\n", 0)}) {
    asked.clear();
    options.resume_from = 1000;
    const FetchResult result = break_and_go_on(kTag, [&](TestConnection& connection,
                                                         const std::string&) {
      return connection.send(asked.size() == 2 ? wrong : head(200, kTag, kWhole.size()) + kWhole);
    });
    BOOST_TEST(asked.back().empty());
    is_whole(result);
    fs::remove_all(folder);
    fs::create_directory(folder);
  }
}

// A server that ignores If-Range sent the end of another version of as many bytes, and said so in
// its Last-Modified: half of the one and half of the other were stored as a whole file.
BOOST_AUTO_TEST_CASE(a_part_of_another_date_is_refused) {
  asked_thrice = true;
  const std::string dated =
      "Last-Modified: Sun, 01 Nov 2020 10:00:00 GMT\r\nDate: Sun, 01 Nov 2020 10:00:09 GMT\r\n";
  const std::string newer = "Last-Modified: Mon, 02 Nov 2020 10:00:00 GMT\r\n";
  is_whole(break_and_go_on(dated, [&](TestConnection& connection, const std::string&) {
    return connection.send(asked.size() == 2
                               ? part_head(kCut, kWhole.size(), newer) + kWhole.substr(kCut)
                               : head(200, newer, kWhole.size()) + kWhole);
  }));
}

BOOST_AUTO_TEST_CASE(what_can_not_be_checked_is_not_kept) {
  for (const char* fields :
       {"", "ETag: W/\"v1\"\r\n", "ETag: \"v1\"\r\nAccept-Ranges: none\r\n",
        "Last-Modified: Sun, 01 Nov 2020 10:00:00 GMT\r\n",
        "Last-Modified: Sun, 01 Nov 2020 10:00:00 GMT\r\nDate: Sun, 01 Nov 2020 10:00:00 GMT\r\n",
        "ETag: \"v1\"\r\nContent-Encoding: gzip\r\n"}) {
    const TestServer server(say_and_close(head(200, fields, kWhole.size()) + kWhole.substr(0, 10)));
    BOOST_TEST((fetch(server, BodyPlan::file).error == FetchError::truncated));
    BOOST_TEST(files() == 0, fields);
  }
  options.keep_raw = true;
  const TestServer server(say_and_close(head(200, kTag, kWhole.size()) + kWhole.substr(0, 10)));
  BOOST_TEST((fetch(server, BodyPlan::file).error == FetchError::truncated));
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(a_part_that_nobody_asked_for_is_no_file) {
  const TestServer part(say(part_head(kCut, kWhole.size()) + kWhole.substr(kCut)));
  BOOST_TEST((fetch(part, BodyPlan::file).error == FetchError::truncated));
  BOOST_TEST(files() == 0);
  const TestServer all(say(part_head(0, kWhole.size()) + kWhole));
  BOOST_TEST((fetch(all, BodyPlan::file).error == FetchError::none));
}

BOOST_AUTO_TEST_CASE(after_a_restart_of_the_machine_only_what_was_synced_counts) {
  const std::string url = "http://example.org/a.csv";
  PartialFacts facts{url, "\"v1\"", kWhole.size(), "text/csv", "", 0};
  const fs::path file = partial_path(folder, url);
  std::ofstream(file) << kWhole.substr(0, kCut);
  BOOST_REQUIRE(write_facts(file, facts).has_value());
  BOOST_TEST(find_partial(folder, url)->bytes == kCut);
  BOOST_TEST(!find_partial(folder, url + "x").has_value());
  const auto with_other_boot = [&] {
    std::string text = text_of(file.string() + ".json");
    const std::size_t at = text.find("\"boot\":\"") + 8;
    text.replace(at, 4, "gone");
    std::ofstream(file.string() + ".json") << text;
    return find_partial(folder, url);
  };
  BOOST_TEST(!with_other_boot().has_value());
  facts.synced = 500;
  BOOST_REQUIRE(write_facts(file, facts).has_value());
  BOOST_TEST(with_other_boot()->bytes == 500U);
}

BOOST_AUTO_TEST_CASE(damaged_facts_are_none) {
  const std::string url = "http://example.org/a.csv";
  const fs::path file = partial_path(folder, url);
  std::ofstream(file) << kWhole;
  const std::string start = R"({"url":")" + url + R"(","synced":9,)";
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), start + "}",
        start + R"("validator":"\"v\"","length":-5})", start + R"("validator":7,"length":500000})",
        start + R"("validator":"\"v\"\r\nX: y","length":500000})", std::string(100'000, '[')}) {
    std::ofstream(file.string() + ".json") << text;
    BOOST_TEST(!find_partial(folder, url).has_value(), text.substr(0, 80));
  }
}

BOOST_AUTO_TEST_CASE(a_file_whose_commit_was_lost_needs_its_last_byte_only) {
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    asked.push_back(range_of(request));
    if (asked.size() == 1) return connection.send(head(200, kTag, kWhole.size()) + kWhole);
    return connection.send(part_head(kWhole.size() - 1, kWhole.size()) + kWhole.back());
  });
  BOOST_TEST((fetch(server, BodyPlan::file).error == FetchError::none));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST(asked.back() == std::to_string(kWhole.size() - 1) + "-");
  is_whole(result);
}

BOOST_AUTO_TEST_SUITE_END()
