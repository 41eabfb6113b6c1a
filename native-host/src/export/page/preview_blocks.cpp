#include "export/page/preview_blocks.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <utility>

namespace tagtrail::host {
namespace {

/// Unpacked: what a page has to read for one preview.
constexpr std::size_t kBlockBytes = 256'000;

std::string base64(const std::vector<unsigned char>& bytes, std::size_t size) {
  std::string text((size + 2) / 3 * 4 + 1, '\0');
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes.data(),
                                     static_cast<int>(size));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

}  // namespace

Expected<PreviewBlocks::Place> PreviewBlocks::add(std::string_view json) {
  if (open_.size() + json.size() > kBlockBytes && slots_ > 0) TRY(close());
  if (full_) return Place{};
  open_.append(slots_ == 0 ? "[" : ",").append(json);
  return Place{static_cast<int>(packed_.size()), slots_++};
}

Expected<void> PreviewBlocks::close() {
  open_ += "]";
  uLongf size = compressBound(open_.size());
  std::vector<unsigned char> bytes(size);
  if (::compress2(bytes.data(), &size, reinterpret_cast<const Bytef*>(open_.data()), open_.size(),
                  Z_DEFAULT_COMPRESSION) != Z_OK) {
    return fail(ErrorCode::internal, "no memory to pack a preview");
  }
  open_.clear();
  slots_ = 0;
  std::string text = base64(bytes, size);
  full_ = full_ || text.size() > left_;
  if (full_) return {};
  left_ -= text.size();
  packed_.push_back(std::move(text));
  return {};
}

Expected<std::vector<std::string>> PreviewBlocks::finish() {
  if (slots_ > 0 && !full_) TRY(close());
  return packed_;
}

}  // namespace tagtrail::host
