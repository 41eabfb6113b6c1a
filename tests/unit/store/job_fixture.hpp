// A job in a temporary folder, and responses to commit to it.
#pragma once

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "../scratch_folder.hpp"
#include "store/job_store.hpp"
#include "system/posix_file.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host::testing {

namespace fs = std::filesystem;

/// Fails the test with the error's message instead of dereferencing nothing.
template <typename T>
T must(Expected<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(),
                        (result.has_value() ? std::string() : result.error().message));
  return std::move(*result);
}
inline void must(const Expected<void>& result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(),
                        (result.has_value() ? std::string() : result.error().message));
}

inline void execute(const fs::path& database, const std::string& sql) {
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open(database.c_str(), &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  BOOST_REQUIRE_MESSAGE(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK,
                        sqlite3_errmsg(raw));
}

/// Rows of a table, as the database that is open elsewhere has them.
inline int count_in(const fs::path& database, const std::string& table) {
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open(database.c_str(), &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  int rows = -1;
  const auto take = [](void* into, int, char** values, char**) {
    *static_cast<int*>(into) = std::stoi(values[0]);
    return 0;
  };
  BOOST_REQUIRE(sqlite3_exec(raw, ("SELECT count(*) FROM " + table).c_str(), take, &rows,
                             nullptr) == SQLITE_OK);
  return rows;
}

inline void write_file(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline std::set<std::string> names_in(const fs::path& dir) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(dir)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

/// An answered page.
inline ResponseCommit page_commit(std::uint64_t id, const std::string& url) {
  ResponseCommit item;
  item.request.id = id;
  item.request.url = url;
  item.request.source_page = "https://example.org/";
  item.request.tag_path = "/html/body/ul.list/li/a";
  item.request.anchor = "link";
  item.request.reason.words = "the group pays";
  item.request.reason.action = 3;
  item.request.reason.score = 1.5;
  item.request.reason.terms = {{"mean", 1.25}, {"bonus", 0.25}};
  item.response.request_id = id;
  item.response.status = 200;
  item.response.final_url = url;
  item.response.mime = "text/html";
  item.response.body_bytes = 1234;
  item.response.is_page = true;
  item.response.page.title = "Page " + std::to_string(id);
  item.page_via = "host";
  return item;
}

/// An answered file with these contents, complete in the job's folder for partial files.
inline ResponseCommit file_commit(const JobStore& store, std::uint64_t id, const std::string& url,
                                  const std::string& contents) {
  ResponseCommit item = page_commit(id, url);
  item.request.purpose = Purpose::target;
  item.response.is_page = false;
  item.response.page = {};
  item.response.mime = "text/csv";
  item.response.body_bytes = contents.size();
  const fs::path file = store.partial_dir() / ("download-" + std::to_string(id));
  write_file(file, contents);
  item.file = FetchedFile{file, sha256_of(contents), contents.size()};
  return item;
}

template <typename... Items>
std::vector<ResponseCommit> batch_of(Items... items) {
  std::vector<ResponseCommit> batch;
  (batch.push_back(std::move(items)), ...);
  return batch;
}

/// Request ids of all stored responses, in order.
inline std::vector<std::uint64_t> replayed_ids(const JobStore& store, std::uint64_t first = 0) {
  std::vector<std::uint64_t> ids;
  must(store.replay(first, [&](const Bytes& record) -> Expected<void> {
    auto response = decode_response(record.data(), record.size());
    if (!response) return tl::unexpected<Error>(response.error());
    ids.push_back(response->request_id);
    return {};
  }));
  return ids;
}

/// All, in order of commit.
inline std::vector<TargetRow> targets_of(const JobStore& store) {
  std::vector<TargetRow> all;
  must(store.each_target([&](const TargetRow& target) -> Expected<void> {
    all.push_back(target);
    return {};
  }));
  return all;
}

struct JobFixture {
  ScratchFolder folder;
  fs::path dir = folder.path() / "job";
  std::unique_ptr<JobStore> store = must(JobStore::open(dir));

  void reopen() {
    store.reset();
    store = must(JobStore::open(dir));
  }
};

}  // namespace tagtrail::host::testing
