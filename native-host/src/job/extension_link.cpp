#include "job/extension_link.hpp"

#include <poll.h>
#include <unistd.h>

#include <chrono>

#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::seconds kConnectTimeout{60};
/// A browser that lives gets this long to wake its worker again before it is started anew.
constexpr std::chrono::seconds kReconnectTimeout{25};

using Clock = std::chrono::steady_clock;

void wait_for(const std::vector<int>& descriptors, std::chrono::milliseconds timeout) {
  std::vector<pollfd> waiting;
  for (const int fd : descriptors) waiting.push_back({fd, POLLIN, 0});
  ::poll(waiting.data(), waiting.size(), static_cast<int>(timeout.count()));
}

class BrowserLink final : public ExtensionLink {
 public:
  BrowserLink(BrowserOptions options, std::unique_ptr<PumpListener> listener, JobControl control)
      : options_(std::move(options)),
        listener_(std::move(listener)),
        control_(std::move(control)) {}

  Channel* channel() override {
    return channel_ && channel_->connected() && greeted_ ? channel_.get() : nullptr;
  }

  std::vector<int> descriptors() override {
    std::vector<int> all{listener_->fd()};
    if (channel_ && channel_->connected()) all.push_back(channel_->fd());
    return all;
  }

  void attend() override {
    while (const auto fd = listener_->accept()) {
      // A worker that was restarted connects anew: the newest connection is the living one.
      greeted_ = false;
      JobControl control = control_;
      control.job_info = [this] {
        greeted_ = true;
        return control_.job_info();
      };
      channel_ = Channel::create(*fd, *fd, serve_extension(std::move(control)));
    }
    if (channel_ && channel_->connected()) channel_->pump();
  }

  Expected<void> ensure(const std::function<bool()>& stopping) override {
    const bool alive = browser_ && browser_->running();
    if (alive && wait_connected(kReconnectTimeout, stopping)) return {};
    if (stopping()) return fail(ErrorCode::disconnected, "stopped");
    channel_.reset();
    browser_.reset();
    browser_ = TRY(Browser::launch(options_));
    if (wait_connected(kConnectTimeout, stopping)) return {};
    return fail(ErrorCode::disconnected,
                "the browser's extension did not connect within 60 s; 'tagtrail doctor' checks the "
                "installation. The browser said:\n" +
                    browser_->diagnostics());
  }

 private:
  bool wait_connected(std::chrono::seconds limit, const std::function<bool()>& stopping) {
    const auto deadline = Clock::now() + limit;
    while (channel() == nullptr) {
      if (stopping() || Clock::now() > deadline || !browser_->running()) return false;
      wait_for(descriptors(), std::chrono::milliseconds(200));
      attend();
    }
    return true;
  }

  BrowserOptions options_;
  std::unique_ptr<PumpListener> listener_;
  JobControl control_;
  std::unique_ptr<Channel> channel_;
  bool greeted_ = false;
  std::unique_ptr<Browser> browser_;
};

class StdioLink final : public ExtensionLink {
 public:
  explicit StdioLink(JobControl control)
      : channel_(
            Channel::create(STDIN_FILENO, STDOUT_FILENO, serve_extension(std::move(control)))) {}

  Channel* channel() override { return channel_->connected() ? channel_.get() : nullptr; }
  std::vector<int> descriptors() override {
    return channel_->connected() ? std::vector<int>{channel_->fd()} : std::vector<int>{};
  }
  void attend() override {
    if (channel_->connected()) channel_->pump();
  }
  Expected<void> ensure(const std::function<bool()>& /*stopping*/) override {
    if (channel_->connected()) return {};
    return fail(ErrorCode::disconnected, "the browser has gone");
  }

 private:
  std::unique_ptr<Channel> channel_;
};

}  // namespace

Expected<Json> answer_hello(const Json& message, const JobControl& control) {
  const auto version = message.find("protocol");
  if (version == message.end() || *version != Json(protocol::kVersion)) {
    return fail(ErrorCode::wrong_version,
                "extension and host speak different protocol versions; update the older one "
                "(host: " +
                    std::to_string(protocol::kVersion) + ")");
  }
  return Json{{"protocol", protocol::kVersion},
              {"version", TAGTRAIL_VERSION},
              {"job", control.job_info()},
              {"root", control.root.empty() ? Json(nullptr) : Json(control.root)},
              {"proxyLogin", control.proxy_login},
              {"siteLogin", control.site_login}};
}

Channel::Serve serve_extension(JobControl control) {
  return [control = std::move(control)](const std::string& name,
                                        const Json& message) -> Expected<Json> {
    if (name == protocol::call::kHello) return answer_hello(message, control);
    const JobCalls& calls = control.calls();
    const auto found = calls.find(name);
    if (found == calls.end()) {
      return fail(ErrorCode::unknown_command, "unknown call '" + name.substr(0, 64) + "'");
    }
    // A call may change what is served after it.
    const JobCall call = found->second;
    return call(message);
  };
}

std::unique_ptr<ExtensionLink> make_browser_link(BrowserOptions options,
                                                 std::unique_ptr<PumpListener> listener,
                                                 JobControl control) {
  return std::make_unique<BrowserLink>(std::move(options), std::move(listener), std::move(control));
}

std::unique_ptr<ExtensionLink> make_stdio_link(JobControl control) {
  return std::make_unique<StdioLink>(std::move(control));
}

}  // namespace tagtrail::host
