#include "load/address_check.hpp"

#include <atomic>
#include <memory>
#include <system_error>
#include <thread>

#include "fetch/address_guard.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kLookEvery{5};

/// Shared: the answer may come after this wait was given up.
struct Lookup {
  std::atomic<bool> done{false};
  std::atomic<bool> is_private{false};
};

void answer(Lookup& lookup, const std::string& host) {
  lookup.is_private = leads_to_private(host);
  lookup.done = true;
}

std::shared_ptr<Lookup> look_up(const std::string& host) {
  auto lookup = std::make_shared<Lookup>();
  try {
    std::thread([lookup, host] { answer(*lookup, host); }).detach();
  } catch (const std::system_error&) {
    // The system gives no more threads.
    answer(*lookup, host);
  }
  return lookup;
}

}  // namespace

Task<bool> looks_private(Waits& waits, std::string host) {
  if (is_private_literal(host) || is_private_name(host)) co_return true;
  const auto lookup = look_up(host);
  auto answered =
      waits.until([&](SteadyTime now) { return lookup->done.load() ? now : now + kLookEvery; });
  co_await answered;
  co_return lookup->is_private.load();
}

}  // namespace tagtrail::host
