// SHA-256 of bytes that come in pieces, of bytes in memory and of files, in lower-case hex.
#pragma once

#include <openssl/evp.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  /// Of all that was added. Once.
  std::string hex();

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

std::string sha256_of(std::string_view bytes);
/// Of a file's contents. Errors: io.
Expected<std::string> sha256_of_file(const std::filesystem::path& file);

}  // namespace tagtrail::host
