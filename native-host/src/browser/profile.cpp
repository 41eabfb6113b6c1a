#include "browser/profile.hpp"

#include "browser/host_manifest.hpp"

namespace tagtrail::host {

Expected<std::vector<FileForRun>> write_host_files(const std::filesystem::path& wrapper,
                                                   const std::filesystem::path& manifest_path,
                                                   std::string_view manifest,
                                                   const BrowserOptions& options) {
  const std::string program = std::filesystem::absolute(options.pump_program).string();
  auto script = TRY(
      FileForRun::write(wrapper, wrapper_script({program, "pump", options.socket.string()}), 0700));
  auto written = TRY(FileForRun::write(manifest_path, manifest));
  std::vector<FileForRun> files;
  files.push_back(std::move(script));
  files.push_back(std::move(written));
  return files;
}

}  // namespace tagtrail::host
