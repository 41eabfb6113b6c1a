// The extension a job talks to: a browser of this run, or the one that started this process.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "browser/browser.hpp"
#include "browser/pump_listener.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {

/// Answers one call of the extension.
using JobCall = std::function<Expected<Json>(const Json& message)>;
/// By the call's name.
using JobCalls = std::map<std::string, JobCall, std::less<>>;

/// What the extension may ask the owner of a job for.
struct JobControl {
  std::function<Json()> job_info;  ///< JobInfo, or null
  std::string root;                ///< folder of the jobs it may start; empty: it may not
  Json proxy_login;                ///< ProxyLogin, for a browser of this run; or null
  Json site_login;                 ///< SiteLogin, likewise
  /// All but hello. Asked for at each call: what is served hangs on what the job does.
  std::function<const JobCalls&()> calls;
};

/// The reply to hello, or why this extension can't be talked to.
Expected<Json> answer_hello(const Json& message, const JobControl& control);
/// Serves every call of the extension by `control`.
Channel::Serve serve_extension(JobControl control);

class ExtensionLink {
 public:
  virtual ~ExtensionLink() = default;
  /// Null while no extension is connected.
  virtual Channel* channel() = 0;
  virtual std::vector<int> descriptors() = 0;
  /// Handles what has arrived; takes new connections.
  virtual void attend() = 0;
  /// Waits for a connected extension, starting a browser if need be. Errors: missing_dependency,
  /// disconnected (none came in time; says what the browser printed).
  virtual Expected<void> ensure(const std::function<bool()>& stopping) = 0;
};

/// A browser started for this run, started again when it dies.
std::unique_ptr<ExtensionLink> make_browser_link(BrowserOptions options,
                                                 std::unique_ptr<PumpListener> listener,
                                                 JobControl control);

/// The browser that started this process; once gone, it is gone.
std::unique_ptr<ExtensionLink> make_stdio_link(JobControl control);

}  // namespace tagtrail::host
