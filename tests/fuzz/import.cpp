// What a site was recorded in, of whatever bytes (WARC, WACZ, SQLite), imported; and a damaged
// replica, opened and replayed.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "importers/import_source.hpp"
#include "replica/replica_loader.hpp"

namespace {

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

constexpr const char* kRecording =
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/\r\nContent-Length: 78\r\n\r\n"
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=a.csv>a</a><a href=b>b</a>\r\n\r\n";

/// A folder of this process, gone with it.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("fuzz-import-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path write(const char* name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

Expected<SourceSummary> import(const fs::path& source, const fs::path& output) {
  ImportRequest request;
  request.sources = {source};
  request.output = output;
  request.with_files = true;
  return import_source(request, [](std::string_view, std::size_t) {});
}

void replay(const fs::path& file) {
  const auto replica = Replica::open(file);
  if (!replica) return;
  std::size_t met = 0;
  const auto take = [&](const ReachableUrl& url) -> Expected<void> {
    (void)(*replica)->body(url.url);
    (void)(*replica)->page_record(url.url);
    return ++met < 50 ? Expected<void>{} : fail(ErrorCode::io, "enough");
  };
  (void)(*replica)->each_reachable(Replica::Reachable::all, take);
  (void)crawl_replica(**replica, "host", take);
}

/// A whole replica, to be damaged.
std::string whole_replica(const Folder& folder) {
  const fs::path output = folder / "whole.replica";
  if (!import(folder.write("whole.warc", kRecording), output)) std::abort();
  std::ifstream in(output, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder kFolder;
  static const std::string kWhole = whole_replica(kFolder);
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    const auto summary = import(kFolder.write("source", rest), kFolder / "out.replica");
    if (summary) replay(kFolder / "out.replica");
    return 0;
  }
  // Places and bytes, three at a time.
  std::string damaged = kWhole;
  for (std::size_t i = 0; i + 2 < rest.size(); i += 3) {
    const auto high = static_cast<std::uint8_t>(rest[i]);
    const auto low = static_cast<std::uint8_t>(rest[i + 1]);
    damaged[(static_cast<std::size_t>(high) * 256 + low) % damaged.size()] = rest[i + 2];
  }
  replay(kFolder.write("damaged.replica", damaged));
  return 0;
}
