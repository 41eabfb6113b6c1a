// Where a run waits for the pumps that its browser starts.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "browser/temporary_folder.hpp"
#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Listens on a new Unix socket in a private temporary folder, for pumps to connect.
class PumpListener {
 public:
  static Expected<std::unique_ptr<PumpListener>> create();
  PumpListener(TemporaryFolder folder, std::filesystem::path path, Descriptor socket)
      : folder_(std::move(folder)), path_(std::move(path)), socket_(std::move(socket)) {}

  const std::filesystem::path& path() const { return path_; }
  int fd() const { return socket_.get(); }
  /// The descriptor of a new connection, if one waits. Only processes of this user are accepted.
  std::optional<int> accept();

 private:
  TemporaryFolder folder_;
  std::filesystem::path path_;
  Descriptor socket_;
};

}  // namespace tagtrail::host
