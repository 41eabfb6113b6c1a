// What the tests of the downloader share: answers, and a folder for what they bring.
#pragma once

#include <unistd.h>
#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "../scratch_folder.hpp"
#include "fetch/downloader.hpp"
#include "test_server.hpp"

namespace downloader_test {

using namespace tagtrail;
using namespace tagtrail::host;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

inline std::string answer(std::string_view fields, std::string_view body, int status = 200) {
  std::string out = "HTTP/1.1 " + std::to_string(status) + " Word\r\n" + std::string(fields);
  return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

inline std::string gzip(const std::string& text) {
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
inline TestServer::Handler say(std::string text) {
  return [text = std::move(text)](TestConnection& connection, const std::string&) {
    return connection.send(text);
  };
}

/// The answer, then the end of the connection.
inline TestServer::Handler say_and_close(std::string text) {
  return [text = std::move(text)](TestConnection& connection, const std::string&) {
    connection.send(text);
    return false;
  };
}

struct Fixture {
  Fixture() {
    options.allow_private = true;
    options.min_free_disk = 0;
    // A proxy of the machine's has no part in these tests.
    setenv("no_proxy", "*", 1);
  }

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

  ScratchFolder scratch;
  fs::path folder = scratch.path();
  DownloaderOptions options;
  BodyPlan plan = BodyPlan::memory;
  int plans = 0;
  std::uint64_t max_file_bytes = 0;
};

inline std::string text_of(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

/// Says something now and then, without end.
inline TestServer::Handler drip(std::string type) {
  return [type = std::move(type)](TestConnection& connection, const std::string&) {
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n");
    while (connection.send("drip ")) std::this_thread::sleep_for(5ms);
    return false;
  };
}

}  // namespace downloader_test
