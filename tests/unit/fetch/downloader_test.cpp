#include "fetch/downloader.hpp"

#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "test_server.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::string answer(std::string_view fields, std::string_view body, int status = 200) {
  std::string out = "HTTP/1.1 " + std::to_string(status) + " Word\r\n" + std::string(fields);
  return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Always the same answer.
TestServer::Handler say(std::string text) {
  return [text = std::move(text)](TestConnection& connection, const std::string&) {
    return connection.send(text);
  };
}

/// The answer, then the end of the connection.
TestServer::Handler say_and_close(std::string text) {
  return [text = std::move(text)](TestConnection& connection, const std::string&) {
    connection.send(text);
    return false;
  };
}

struct Fixture {
  Fixture() {
    std::string name = (fs::temp_directory_path() / "tagtrail-XXXXXX").string();
    folder = mkdtemp(name.data());
    options.allow_private = true;
    options.min_free_disk = 0;
    // A proxy of the machine's has no part in these tests.
    setenv("no_proxy", "*", 1);
  }
  ~Fixture() { fs::remove_all(folder); }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  std::unique_ptr<Downloader> downloader() {
    auto created = Downloader::create(options, [this](const FetchRequest&, const AnswerHead&) {
      ++plans;
      return plan;
    });
    BOOST_REQUIRE(created.has_value());
    return std::move(*created);
  }

  FetchRequest request(std::string url) const {
    FetchRequest out;
    out.ticket = 7;
    out.url = std::move(url);
    out.directory = folder;
    out.max_file_bytes = max_file_bytes;
    return out;
  }

  static FetchResult wait(Downloader& downloader) {
    while (true) {
      auto results = downloader.poll(1s, {});
      if (!results.empty()) return std::move(results.front());
      BOOST_REQUIRE(downloader.active() > 0);
    }
  }

  FetchResult fetch(const TestServer& server, BodyPlan how = BodyPlan::memory) {
    plan = how;
    const auto one = downloader();
    one->start(request(server.url("/x")));
    return wait(*one);
  }

  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
  }

  fs::path folder;
  DownloaderOptions options;
  BodyPlan plan = BodyPlan::memory;
  int plans = 0;
  std::uint64_t max_file_bytes = 0;
};

std::string text_of(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(downloader, Fixture)

BOOST_AUTO_TEST_CASE(a_page_with_its_head) {
  const TestServer server(
      say(answer("Content-Type: Text/HTML; charset=utf-8\r\nETag: \"e1\"\r\n"
                 "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: 5\r\n"
                 "Content-Disposition: attachment; filename=a.csv\r\n",
                 "<p>hello")));
  const FetchResult result = fetch(server);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(result.ticket == 7);
  BOOST_TEST(result.head.status == 200);
  BOOST_TEST(result.head.content_type == "Text/HTML; charset=utf-8");
  BOOST_TEST(result.head.mime == "text/html");
  BOOST_TEST(result.head.etag == "\"e1\"");
  BOOST_TEST(result.head.last_modified == "Sun, 06 Nov 1994 08:49:37 GMT");
  BOOST_TEST(result.head.retry_after == "5");
  BOOST_TEST(result.head.file_name == "a.csv");
  BOOST_TEST(result.head.content_length.value_or(0) == 8);
  BOOST_TEST(result.head.header_bytes > 100);
  BOOST_TEST(result.body == "<p>hello");
  BOOST_TEST(!result.cut);
  BOOST_TEST(plans == 1);
}

BOOST_AUTO_TEST_CASE(what_is_sent) {
  std::string seen;
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    seen = request;
    return connection.send(answer("Set-Cookie: a=b\r\n", ""));
  });
  const auto one = downloader();
  FetchRequest head = request(server.url("/a/%2e/b?q=1"));
  head.method = Method::head;
  head.referer = "http://example.org/page";
  for (int i = 0; i < 2; ++i) {
    one->start(head);
    BOOST_TEST((wait(*one).error == FetchError::none));
  }
  BOOST_TEST(seen.starts_with("HEAD /a/%2e/b?q=1 HTTP/1.1\r\n"), seen);
  BOOST_TEST(seen.find("\r\nReferer: http://example.org/page\r\n") != std::string::npos);
  BOOST_TEST(seen.find("\r\nUser-Agent: Tagtrail/") != std::string::npos);
  BOOST_TEST(seen.find("gzip") != std::string::npos);
  BOOST_TEST(seen.find("Cookie") == std::string::npos);
  BOOST_TEST(server.connections() == 1);
}

BOOST_AUTO_TEST_CASE(a_file_with_its_hash) {
  const TestServer server(say(answer("Content-Type: text/csv\r\n", "abc")));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(text_of(result.file) == "abc");
  BOOST_TEST(result.file.parent_path() == folder);
  BOOST_TEST(result.body_bytes == 3);
  BOOST_TEST(result.body.empty());
  BOOST_TEST(result.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_CASE(an_empty_file_is_a_file) {
  const TestServer server(say(answer("Content-Type: text/csv\r\n", "")));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(fs::file_size(result.file) == 0);
  BOOST_TEST(result.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

BOOST_AUTO_TEST_CASE(a_large_compressed_file_comes_out_whole) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919) + ",";
  const TestServer server(say(answer("Content-Encoding: gzip\r\n", gzip(text))));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST((text_of(result.file) == text));
  BOOST_TEST(result.body_bytes == text.size());
}

BOOST_AUTO_TEST_CASE(redirects_are_answers) {
  const TestServer server(say(answer("Location: ../b?c#d\r\n", "moved", 302)));
  const FetchResult result = fetch(server, BodyPlan::discard);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(result.head.status == 302);
  BOOST_TEST(result.head.location == server.url("/b?c"));
  BOOST_TEST(result.body.empty());
}

BOOST_AUTO_TEST_CASE(locations_that_lead_nowhere_are_empty) {
  for (const char* location : {"file:///etc/passwd", "javascript:alert(1)", "http://[bad/"}) {
    const TestServer server(say(answer("Location: " + std::string(location) + "\r\n", "", 301)));
    const FetchResult result = fetch(server, BodyPlan::discard);
    BOOST_TEST(result.head.status == 301);
    BOOST_TEST(result.head.location.empty(), location);
  }
}

BOOST_AUTO_TEST_CASE(no_content_type_is_an_empty_mime) {
  const TestServer server(say(answer("", "x")));
  BOOST_TEST(fetch(server).head.mime.empty());
  const TestServer wrong(say(answer("Content-Type: nonsense\r\n", "x")));
  BOOST_TEST(fetch(wrong).head.mime.empty());
}

BOOST_AUTO_TEST_CASE(interim_answers_do_not_count) {
  const TestServer server(
      say("HTTP/1.1 103 Early Hints\r\nContent-Type: text/csv\r\n"
          "Location: /hint\r\n\r\n" +
          answer("", "x")));
  const FetchResult result = fetch(server);
  BOOST_TEST(result.head.status == 200);
  BOOST_TEST(result.head.mime.empty());
  BOOST_TEST(result.head.location.empty());
  BOOST_TEST(plans == 1);
}

BOOST_AUTO_TEST_CASE(a_small_unwanted_body_keeps_the_connection) {
  const TestServer server(say(answer("", std::string(1000, 'x'), 404)));
  plan = BodyPlan::discard;
  const auto one = downloader();
  for (int i = 0; i < 3; ++i) {
    one->start(request(server.url("/x")));
    const FetchResult result = wait(*one);
    BOOST_TEST((result.error == FetchError::none), result.error_text);
    BOOST_TEST(result.head.status == 404);
  }
  BOOST_TEST(server.connections() == 1);
}

BOOST_AUTO_TEST_CASE(a_large_unwanted_body_is_not_loaded) {
  const TestServer known(say("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nxxxx"));
  const FetchResult result = fetch(known, BodyPlan::discard);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  const TestServer endless([](TestConnection& connection, const std::string&) {
    connection.send("HTTP/1.1 200 OK\r\n\r\n");
    while (connection.send(std::string(1000, 'x'))) {
    }
    return false;
  });
  BOOST_TEST((fetch(endless, BodyPlan::discard).error == FetchError::none));
}

BOOST_AUTO_TEST_CASE(a_decompression_bomb_is_defused) {
  const std::string bomb = gzip(std::string(100ULL << 20, '\0'));
  BOOST_REQUIRE(bomb.size() < (1U << 20));
  const TestServer server(
      say(answer("Content-Type: text/html\r\nContent-Encoding: gzip\r\n", bomb)));
  for (const BodyPlan how : {BodyPlan::memory, BodyPlan::file}) {
    const FetchResult result = fetch(server, how);
    BOOST_TEST((result.error == FetchError::too_large), result.error_text);
    BOOST_TEST(result.body_bytes < (60U << 20));
    BOOST_TEST(result.body.empty());
  }
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(a_page_is_cut_at_its_limit) {
  const TestServer server([](TestConnection& connection, const std::string&) {
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    while (connection.send(std::string(1 << 20, 'x'))) {
    }
    return false;
  });
  const FetchResult result = fetch(server);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(result.cut);
  BOOST_TEST(result.body.size() == limits::kPageBytes);
}

/// Says something now and then, without end.
TestServer::Handler drip(std::string type) {
  return [type = std::move(type)](TestConnection& connection, const std::string&) {
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n");
    while (connection.send("drip ")) std::this_thread::sleep_for(5ms);
    return false;
  };
}

BOOST_AUTO_TEST_CASE(an_endless_page_is_cut_at_its_time) {
  options.page_timeout = 150ms;
  const TestServer server(drip("text/html"));
  const FetchResult result = fetch(server);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(result.cut);
  BOOST_TEST(result.body.starts_with("drip drip"));
}

BOOST_AUTO_TEST_CASE(anything_else_endless_is_an_error) {
  options.page_timeout = 150ms;
  const TestServer server(drip("text/csv"));
  const FetchResult in_memory = fetch(server);
  BOOST_TEST((in_memory.error == FetchError::timeout), in_memory.error_text);
  BOOST_TEST(in_memory.body.empty());
  BOOST_TEST((fetch(server, BodyPlan::file).error == FetchError::timeout));
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(silence_ends_a_transfer) {
  options.stall_timeout = options.connect_timeout = 100ms;
  const auto silent = [](std::string first) {
    return [first = std::move(first)](TestConnection& connection, const std::string&) {
      connection.send(first);
      connection.wait_for_end();
      return false;
    };
  };
  const TestServer mute(silent(""));
  BOOST_TEST((fetch(mute).error == FetchError::timeout));
  const TestServer fading(silent("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"));
  const FetchResult result = fetch(fading, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::timeout), result.error_text);
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(a_truncated_body_is_an_error) {
  const std::string zipped = gzip(std::string(100'000, 'x') + "end");
  const std::string half = zipped.substr(0, zipped.size() / 2);
  for (const std::string& text :
       {std::string("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\nabc\r\n"),
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " +
            std::to_string(zipped.size()) + "\r\n\r\n" + half,
        answer("Content-Encoding: gzip\r\n", "not gzip at all")}) {
    const TestServer server(say_and_close(text));
    for (const BodyPlan how : {BodyPlan::memory, BodyPlan::file}) {
      const FetchResult result = fetch(server, how);
      BOOST_TEST((result.error == FetchError::network), text.substr(0, 80));
      BOOST_TEST(result.body.empty());
      BOOST_TEST(result.file.empty());
    }
    BOOST_TEST(files() == 0);
  }
}

BOOST_AUTO_TEST_CASE(answers_that_are_none) {
  for (const char* text : {"", "HTTP/1.1 200", "220 mail.example.org ESMTP\r\n", "\x16\x03\x01"}) {
    const TestServer server(say_and_close(text));
    const FetchResult result = fetch(server);
    BOOST_TEST((result.error == FetchError::network || result.error == FetchError::unsupported),
               text);
    BOOST_TEST(!result.error_text.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_flood_of_headers_ends) {
  const TestServer server([](TestConnection& connection, const std::string&) {
    connection.send("HTTP/1.1 200 OK\r\n");
    while (connection.send("X-Flood: " + std::string(1000, 'x') + "\r\n")) {
    }
    return false;
  });
  const FetchResult result = fetch(server);
  BOOST_TEST((result.error == FetchError::too_large), result.error_text);
  BOOST_TEST(plans == 0);
  const TestServer one_line([](TestConnection& connection, const std::string&) {
    connection.send("HTTP/1.1 200 OK\r\nX-Long: ");
    while (connection.send(std::string(1000, 'x'))) {
    }
    return false;
  });
  BOOST_TEST((fetch(one_line).error != FetchError::none));
}

BOOST_AUTO_TEST_CASE(private_addresses_are_refused) {
  options.allow_private = false;
  const TestServer server(say(answer("", "secret")));
  const auto one = downloader();
  const std::string port = std::to_string(server.port());
  for (const std::string& url :
       {server.url("/"), "http://localhost:" + port + "/", "http://[::1]:" + port + "/",
        "http://[::ffff:7f00:1]:" + port + "/"}) {
    one->start(request(url));
    const FetchResult result = wait(*one);
    BOOST_TEST((result.error == FetchError::refused_address), url << ": " << result.error_text);
    BOOST_TEST(result.error_text.find("--allow-private") != std::string::npos);
  }
  BOOST_TEST(server.connections() == 0);
}

BOOST_AUTO_TEST_CASE(only_http_is_fetched) {
  const auto one = downloader();
  for (const char* url : {"file:///etc/passwd", "gopher://127.0.0.1/", "", "nonsense",
                          "http://a.example@127.0.0.1/"}) {
    one->start(request(url));
    BOOST_TEST((wait(*one).error == FetchError::unsupported), url);
  }
}

BOOST_AUTO_TEST_CASE(a_refused_connection_is_a_network_error) {
  std::string url;
  {
    const TestServer gone(say(""));
    url = gone.url("/");
  }
  const auto one = downloader();
  one->start(request(url));
  BOOST_TEST((wait(*one).error == FetchError::network));
}

BOOST_AUTO_TEST_CASE(files_over_the_limit) {
  max_file_bytes = 10;
  const TestServer announced(say(answer("", std::string(11, 'x'))));
  BOOST_TEST((fetch(announced, BodyPlan::file).error == FetchError::too_large));
  const TestServer sudden(
      say_and_close("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + std::string(11, 'x')));
  BOOST_TEST((fetch(sudden, BodyPlan::file).error == FetchError::too_large));
  BOOST_TEST(files() == 0);
  const TestServer just(say(answer("", std::string(10, 'x'))));
  BOOST_TEST((fetch(just, BodyPlan::file).error == FetchError::none));
}

BOOST_AUTO_TEST_CASE(a_file_that_the_disk_has_no_room_for_is_not_begun) {
  const TestServer server(say("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000000\r\n\r\nx"));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::disk_full), result.error_text);
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_ends_the_file) {
  // A limit on file sizes makes write() fail as a full disk does.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  BOOST_REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
  const rlimit small{1 << 20, old.rlim_max};
  BOOST_REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const TestServer server(say(answer("", std::string(3 << 20, 'x'))));
  const FetchResult result = fetch(server, BodyPlan::file);
  setrlimit(RLIMIT_FSIZE, &old);
  BOOST_TEST((result.error == FetchError::disk_full), result.error_text);
  BOOST_TEST(result.error_text.find("free space") != std::string::npos);
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_gone_is_an_error) {
  const TestServer server(say(answer("", "x")));
  fs::remove_all(folder);
  BOOST_TEST((fetch(server, BodyPlan::file).error == FetchError::disk_full));
}

BOOST_AUTO_TEST_CASE(many_at_once) {
  const TestServer server([](TestConnection& connection, const std::string& request) {
    return connection.send(answer("", request.substr(4, request.find(' ', 4) - 4)));
  });
  plan = BodyPlan::file;
  const auto one = downloader();
  for (std::uint64_t i = 0; i < 50; ++i) {
    FetchRequest next = request(server.url("/" + std::to_string(i)));
    next.ticket = i % 5;  // equal tickets must not share a file
    one->start(std::move(next));
  }
  BOOST_TEST(one->active() == 50);
  std::set<std::string> bodies;
  for (int i = 0; i < 50; ++i) {
    const auto results = one->poll(1s, {});
    for (const FetchResult& result : results) bodies.insert(text_of(result.file));
    if (one->active() == 0) break;
    i -= results.empty() ? 1 : 0;
  }
  BOOST_TEST(bodies.size() == 50);
  BOOST_TEST(files() == 50);
}

BOOST_AUTO_TEST_CASE(cancelling_leaves_nothing) {
  const TestServer server(drip("text/csv"));
  plan = BodyPlan::file;
  const auto one = downloader();
  one->start(request(server.url("/")));
  while (plans == 0) one->poll(10ms, {});
  BOOST_TEST(files() == 1);
  one->cancel_all();
  BOOST_TEST(one->active() == 0);
  BOOST_TEST(files() == 0);
  BOOST_TEST(one->poll(0ms, {}).empty());
}

BOOST_AUTO_TEST_CASE(a_readable_descriptor_ends_the_wait) {
  int ends[2];
  BOOST_REQUIRE(pipe(ends) == 0);
  BOOST_REQUIRE(write(ends[1], "x", 1) == 1);
  const auto one = downloader();
  BOOST_TEST(one->poll(24h, {ends[0]}).empty());
  close(ends[0]);
  close(ends[1]);
}

BOOST_AUTO_TEST_SUITE_END()
