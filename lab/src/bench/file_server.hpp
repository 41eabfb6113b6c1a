// A fast web server on loopback with nothing but files, for `bench fetch`: index pages that link to
// them, and the files, made as they are asked for.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct FileSite {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;  ///< of each file; no two are equal
};

/// A process of its own, so that it takes no thread of whoever is measured; killed with its owner.
class FileServer {
 public:
  /// Errors: io (no socket, no process).
  static Expected<FileServer> start(const FileSite& site);
  FileServer(FileServer&& other) noexcept;
  FileServer& operator=(FileServer&&) = delete;
  FileServer(const FileServer&) = delete;
  FileServer& operator=(const FileServer&) = delete;
  ~FileServer();

  /// The first index page.
  std::string seed_url() const;
  /// The n-th file, from 0.
  std::string file_url(std::uint64_t n) const;

 private:
  FileServer(pid_t process, unsigned port) : process_(process), port_(port) {}

  pid_t process_ = -1;
  unsigned port_ = 0;
};

/// The answer to a request's path, head and body; what the server sends.
std::string file_site_answer(const FileSite& site, std::string_view path, bool head_only);

}  // namespace tagtrail::host
