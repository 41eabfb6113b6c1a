// SHA-256 of bytes that come in pieces.
#pragma once

#include <openssl/evp.h>

#include <memory>
#include <string>
#include <string_view>

namespace tagtrail::host {

class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  /// Lower-case hex of all that was added. Once.
  std::string hex();

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

}  // namespace tagtrail::host
