// A fast web server on loopback with nothing but files, for `bench fetch`: index pages that link to
// them, and the files, made as they are asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "serve/loopback_server.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct FileSite {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;  ///< of each file; no two are equal
};

/// Serves such a site in a process of its own.
class FileServer {
 public:
  /// Errors: io (no socket, no process).
  static Expected<FileServer> start(const FileSite& site);

  /// The first index page.
  std::string seed_url() const;
  /// The n-th file, from 0.
  std::string file_url(std::uint64_t n) const;

 private:
  explicit FileServer(LoopbackServer server) : server_(std::move(server)) {}

  LoopbackServer server_;
};

/// The answer to a request's path, head and body; what the server sends.
std::string file_site_answer(const FileSite& site, std::string_view path, bool head_only);

}  // namespace tagtrail::host
