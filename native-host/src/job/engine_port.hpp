// Where a job's decisions are made: in this process, or in the extension's WebAssembly module.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "messaging/channel.hpp"
#include "system/memory_pool.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail::host {

struct EngineStep {
  std::optional<Decision> decision;  ///< when asked for
  Progress progress;
};

/// An answer for the engine.
struct Answer {
  std::shared_ptr<const Bytes> record;       ///< encoded, as it is stored
  std::optional<Response> response;          ///< the same; absent where only the record is at hand
  std::shared_ptr<MemoryPool::Part> held{};  ///< of the memory for answers, by both; may be null
};

/// Every error `disconnected` means that the engine is lost with its state; open() makes another.
class EnginePort {
 public:
  virtual ~EnginePort() = default;
  /// Asked now and then while something long goes on: false ends it, with `disconnected`.
  using GoOn = std::function<bool()>;
  /// A new engine, or the one of a snapshot. Replaces the engine of an earlier open().
  virtual Expected<void> open(const Config& config, std::optional<Bytes> snapshot,
                              const GoOn& go_on) = 0;
  /// What a step does after its answers: nothing, decide, or go through all URLs for the account.
  enum class Then : std::uint8_t { nothing, decide, account };
  /// Delivers answers in order.
  virtual Expected<EngineStep> step(std::vector<Answer> answers, Then then) = 0;
  /// Engine::teach, set_budget, revisit, link_groups and acting_links.
  virtual Expected<void> teach(const Feedback& feedback) = 0;
  virtual Expected<void> set_budget(const Budget& budget) = 0;
  virtual Expected<void> revisit(const Budget& budget) = 0;
  virtual Expected<std::vector<LinkGroup>> groups(std::size_t limit) = 0;
  virtual Expected<std::vector<ActingLink>> acting_links(std::size_t from, std::size_t limit) = 0;
  virtual Expected<Bytes> snapshot() = 0;
  /// `native` or `wasm`, for the manifest.
  virtual std::string_view kind() const = 0;
  /// Why the engine can't be where it is any more, which it was lost by: it took more memory than
  /// there is, failed, or its module can't be loaded. Empty: it can.
  virtual std::string outgrown() const { return {}; }
};

std::unique_ptr<EnginePort> make_native_engine();

/// `channel` gives the channel to the extension that is connected now, or null.
std::unique_ptr<EnginePort> make_remote_engine(std::string job, std::function<Channel*()> channel);

}  // namespace tagtrail::host
