#include "browser/profile.hpp"

#include "browser/host_manifest.hpp"

namespace tagtrail::host {

Expected<std::vector<FileForRun>> write_host_files(const std::filesystem::path& wrapper,
                                                   const std::filesystem::path& manifest_path,
                                                   std::string_view manifest,
                                                   const BrowserOptions& options) {
  const std::string program = std::filesystem::absolute(options.pump_program).string();
  auto script =
      FileForRun::write(wrapper, wrapper_script({program, "pump", options.socket.string()}), 0700);
  if (!script) return tl::unexpected(script.error());
  auto written = FileForRun::write(manifest_path, manifest);
  if (!written) return tl::unexpected(written.error());
  std::vector<FileForRun> files;
  files.push_back(std::move(*script));
  files.push_back(std::move(*written));
  return files;
}

}  // namespace tagtrail::host
