// The engine under measurement, natively or as the WebAssembly module in Node.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "tagtrail/config.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

class BenchEngine {
 public:
  /// What the driver needs of a Request.
  struct Asked {
    std::uint64_t id = 0;
    std::string url;
    Method method = Method::get;
  };

  virtual ~BenchEngine() = default;
  /// Nothing when the crawl has finished.
  virtual Expected<std::optional<Asked>> next() = 0;
  virtual Expected<void> deliver(Response response) = 0;
  /// CPU time spent in the engine so far.
  virtual double cpu_us() const = 0;
  /// Memory that the engine holds now.
  virtual std::uint64_t memory_bytes() const = 0;
};

/// To be made in a process of its own, whose memory is the engine's.
Expected<std::unique_ptr<BenchEngine>> make_native_bench_engine(const Config& config);

/// `home` is the checkout: tests/bench/wasm_engine.mjs drives the module built there.
/// Errors: missing_dependency (no Node, module or script), io.
Expected<std::unique_ptr<BenchEngine>> make_wasm_bench_engine(const Config& config,
                                                              const std::filesystem::path& home);

}  // namespace tagtrail::host
