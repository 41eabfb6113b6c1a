// Starts Chromium or Firefox with the extension and a host manifest of this run.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Which proxies a browser is started with: `scheme://host:port`, empty: directly.
struct BrowserProxies {
  std::string http;
  std::string https;
  std::vector<std::string> bypass;  ///< hosts and blocks of addresses that are reached directly
};

struct BrowserOptions {
  std::string kind = "chromium";  ///< `chromium` or `firefox`
  /// dist/chromium-batch or dist/firefox-batch; empty: a browser without extension and host
  std::filesystem::path extension_dir;
  std::filesystem::path socket;        ///< Unix socket on which the owner listens
  std::filesystem::path pump_program;  ///< program that runs as pump: `PROGRAM pump SOCKET`
  std::optional<std::filesystem::path>
      profile;  ///< --profile; else a fresh temporary one, removed at the end
  std::optional<BrowserProxies> proxies;  ///< absent: as the browser itself is set up
  bool headless = true;
  std::string url = "about:blank";  ///< first page shown
};

/// A running browser. Destroying it ends the browser and removes the temporary profile.
class Browser {
 public:
  /// Errors: missing_dependency (no browser found, extension not built; says how to get it), io.
  static Expected<std::unique_ptr<Browser>> launch(const BrowserOptions& options);
  virtual ~Browser() = default;
  /// False once the process has ended.
  virtual bool running() = 0;
  /// Last lines of its standard error, for messages.
  virtual std::string diagnostics() const = 0;
};

/// Listens on a new Unix socket in a private temporary folder, for pumps to connect.
class PumpListener {
 public:
  static Expected<std::unique_ptr<PumpListener>> create();
  virtual ~PumpListener() = default;
  virtual const std::filesystem::path& path() const = 0;
  virtual int fd() const = 0;
  /// The descriptor of a new connection, if one waits. Only processes of this user are accepted.
  virtual std::optional<int> accept() = 0;
};

/// `tagtrail pump SOCKET`: copies frames between standard input/output and the socket until either
/// ends. Checks each length against the frame limit before reading it. Returns the exit code.
int run_pump(const std::filesystem::path& socket);

}  // namespace tagtrail::host
