#include <time.h>
#include <unistd.h>

#include <fstream>

#include "bench/bench_engine.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {
namespace {

double thread_cpu_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

std::uint64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  in >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

class NativeBenchEngine final : public BenchEngine {
 public:
  NativeBenchEngine(std::unique_ptr<Engine> engine, std::uint64_t before)
      : engine_(std::move(engine)), before_(before) {}

  Expected<std::optional<Asked>> next() override {
    const double start = thread_cpu_us();
    const Decision decision = engine_->next();
    cpu_us_ += thread_cpu_us() - start;
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return std::nullopt;
    return Asked{request->id, request->url, request->method};
  }

  Expected<void> deliver(Response response) override {
    response.issued = response.request_id;
    const double start = thread_cpu_us();
    const auto judged = engine_->deliver(std::move(response));
    cpu_us_ += thread_cpu_us() - start;
    if (!judged) return tl::unexpected(judged.error());
    return {};
  }

  double cpu_us() const override { return cpu_us_; }
  std::uint64_t memory_bytes() const override { return resident_bytes() - before_; }

 private:
  std::unique_ptr<Engine> engine_;
  std::uint64_t before_;  ///< what the process had without the engine
  double cpu_us_ = 0;
};

}  // namespace

Expected<std::unique_ptr<BenchEngine>> make_native_bench_engine(const Config& config) {
  const std::uint64_t before = resident_bytes();
  auto engine = TRY(Engine::create(config));
  return std::make_unique<NativeBenchEngine>(std::move(engine), before);
}

}  // namespace tagtrail::host
