#include "system/sha256.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <array>

#include "system/posix_file.hpp"

namespace tagtrail::host {

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
}

void Sha256::add(std::string_view bytes) {
  EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_.get(), digest.data(), &size);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256_of(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

Expected<std::string> sha256_of_file(const std::filesystem::path& file) {
  const auto opened = TRY(open_file(file, O_RDONLY));
  Sha256 digest;
  TRY(each_piece(opened, file, [&](std::string_view piece) -> Expected<void> {
    digest.add(piece);
    return {};
  }));
  return digest.hex();
}

}  // namespace tagtrail::host
