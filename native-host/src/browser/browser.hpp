// Starts Chromium or Firefox with the extension and a host manifest of this run.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "browser/process.hpp"
#include "browser/small_files.hpp"
#include "browser/temporary_folder.hpp"
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
  Browser(std::optional<TemporaryFolder> folder, std::vector<FileForRun> files,
          std::unique_ptr<Process> process)
      : folder_(std::move(folder)), files_(std::move(files)), process_(std::move(process)) {}

  /// False once the process has ended.
  bool running() { return process_->running(); }
  /// Last lines of its standard error, for messages.
  std::string diagnostics() const;

 private:
  // Destroyed from the last to the first: the process ends before its folders go.
  std::optional<TemporaryFolder> folder_;
  std::vector<FileForRun> files_;
  std::unique_ptr<Process> process_;
};

}  // namespace tagtrail::host
