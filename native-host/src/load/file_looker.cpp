#include "load/file_looker.hpp"

#include <system_error>
#include <thread>

#include "store/file_names.hpp"
#include "tables/look_into.hpp"
#include "tables/statistics.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kMostAtOnce = 4;
constexpr std::chrono::milliseconds kAskEvery{5};
/// Less than at the end of a job: a request waits for it.
constexpr LookBounds kBounds{.file_bytes = 16ULL << 20U, .time = std::chrono::seconds{2}};

struct Looking {
  std::filesystem::path file;
  std::string name;
  std::shared_ptr<std::atomic<unsigned>> under_way;
  std::atomic<bool> done{false};
  std::atomic<FileHolds> holds{FileHolds::unknown};
};

void look_at(Looking& looking) {
  if (const auto look = look_into(looking.file, looking.name, kBounds)) {
    looking.holds = holds_of(*look);
  }
  --*looking.under_way;
  looking.done = true;
}

void begin(const std::shared_ptr<Looking>& looking) {
  ++*looking->under_way;
  try {
    std::thread([looking] { look_at(*looking); }).detach();
  } catch (const std::system_error&) {
    // The system gives no more threads.
    look_at(*looking);
  }
}

}  // namespace

Task<FileHolds> FileLooker::look(const Loaded& loaded) {
  auto turn = waits_.until(
      [this](SteadyTime now) { return *under_way_ < kMostAtOnce ? now : now + kAskEvery; });
  co_await turn;
  const Response& response = loaded.response;
  const auto looking = std::make_shared<Looking>();
  looking->file = loaded.file->file;
  looking->name = readable_name({response.file_name, response.final_url, response.mime});
  looking->under_way = under_way_;
  begin(looking);
  auto looked = waits_.until(
      [&looking](SteadyTime now) { return looking->done.load() ? now : now + kAskEvery; });
  co_await looked;
  co_return looking->holds.load();
}

}  // namespace tagtrail::host
