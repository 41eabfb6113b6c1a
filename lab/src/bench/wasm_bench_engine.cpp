#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/bench_engine.hpp"

namespace tagtrail::host {
namespace {

/// Node with the module, one line of JSON a decision on its standard output, records with their
/// length before them on its standard input.
class WasmBenchEngine final : public BenchEngine {
 public:
  WasmBenchEngine(pid_t child, int to, int from) : child_(child), to_(to), from_(from) {}
  WasmBenchEngine(const WasmBenchEngine&) = delete;
  WasmBenchEngine& operator=(const WasmBenchEngine&) = delete;
  ~WasmBenchEngine() override {
    ::close(to_);
    ::close(from_);
    ::waitpid(child_, nullptr, 0);
  }

  Expected<std::optional<Asked>> next() override {
    const auto line = TRY(read_line());
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) return fail(ErrorCode::invalid_data, "not a decision: " + line);
    cpu_us_ = json.value("cpuUs", 0.0);
    memory_ = json.value("memoryBytes", std::uint64_t{0});
    if (json.value("finished", false)) return std::nullopt;
    return Asked{json.value("id", std::uint64_t{0}), json.value("url", std::string()),
                 json.value("method", std::string()) == "HEAD" ? Method::head : Method::get};
  }

  Expected<void> deliver(Response response) override {
    response.issued = response.request_id;
    const Bytes record = encode_response(response);
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(record.size()));
    out.raw(record.data(), record.size());
    return write_all(out.bytes());
  }

  double cpu_us() const override { return cpu_us_; }
  std::uint64_t memory_bytes() const override { return memory_; }

 private:
  Expected<void> write_all(const Bytes& bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t put = ::write(to_, bytes.data() + done, bytes.size() - done);
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) return fail(ErrorCode::io, "the engine in Node has ended");
      done += static_cast<std::size_t>(put);
    }
    return {};
  }

  Expected<std::string> read_line() {
    for (;;) {
      if (const std::size_t end = read_.find('\n'); end != std::string::npos) {
        std::string line = read_.substr(0, end);
        read_.erase(0, end + 1);
        return line;
      }
      char buffer[4096];
      const ssize_t got = ::read(from_, buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return fail(ErrorCode::io, "the engine in Node has ended");
      read_.append(buffer, static_cast<std::size_t>(got));
    }
  }

  pid_t child_;
  int to_;
  int from_;
  std::string read_;
  double cpu_us_ = 0;
  std::uint64_t memory_ = 0;
};

}  // namespace

Expected<std::unique_ptr<BenchEngine>> make_wasm_bench_engine(const Config& config,
                                                              const std::filesystem::path& home) {
  const std::string script = home / "tests/bench/wasm_engine.mjs";
  const std::string module = home / "build/wasm/wasm-core/tagtrail.wasm";
  for (const std::string& file : {script, module}) {
    if (!std::filesystem::exists(file)) {
      return fail(ErrorCode::missing_dependency, "there is no " + file);
    }
  }
  const std::string json = config_to_json(config);
  int input[2];
  int output[2];
  if (::pipe2(input, O_CLOEXEC) != 0) return fail(ErrorCode::io, "can't make a pipe");
  if (::pipe2(output, O_CLOEXEC) != 0) {
    ::close(input[0]);
    ::close(input[1]);
    return fail(ErrorCode::io, "can't make a pipe");
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    ::execlp("node", "node", script.c_str(), module.c_str(), json.c_str(),
             static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  if (child < 0) {
    ::close(input[1]);
    ::close(output[0]);
    return fail(ErrorCode::io, "can't start a process");
  }
  return std::make_unique<WasmBenchEngine>(child, input[1], output[0]);
}

}  // namespace tagtrail::host
