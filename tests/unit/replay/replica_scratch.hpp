// What tests on replicas share: a folder that goes away, and results that must be there.
#pragma once

#include <stdlib.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../scratch_folder.hpp"
#include "importers/import_folder.hpp"
#include "replica/reachable.hpp"
#include "replica/replica_judge.hpp"
#include "replica/replica_loader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host::test {

namespace fs = std::filesystem;

template <typename T>
T must(Expected<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(),
                        (result.has_value() ? std::string() : result.error().message));
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// What a full crawl meets.
inline std::vector<ReachableUrl> crawled(Replica& replica) {
  std::vector<ReachableUrl> urls;
  must(crawl_replica(replica, "host", [&](const ReachableUrl& url) -> Expected<void> {
    urls.push_back(url);
    return {};
  }));
  return urls;
}

inline ImportSummary store_crawl(Replica& replica) {
  return must(store_reachable(replica, [](std::string_view, std::size_t) {}));
}

/// A temporary folder.
class Scratch {
 public:
  fs::path operator/(const std::string& name) const { return scratch_.path() / name; }
  void write(const std::string& name, const std::string& bytes) const {
    fs::create_directories((scratch_.path() / name).parent_path());
    std::ofstream(scratch_.path() / name, std::ios::binary) << bytes;
  }
  std::string read(const std::string& name) const {
    std::ifstream in(scratch_.path() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

 private:
  ScratchFolder scratch_;
};

}  // namespace tagtrail::host::test
