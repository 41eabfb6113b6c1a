#include "fleet/s3_multipart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kMostParts = 10'000;
constexpr std::size_t kLongestTag = 200;

/// It goes back to the store within XML.
bool is_tag(const std::string& text) {
  return !text.empty() && text.size() <= kLongestTag &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c > ' ' && c <= '~' && c != '<' && c != '&'; });
}

}  // namespace

std::uint64_t S3Multipart::part_bytes(std::uint64_t file_bytes) {
  return std::max(kS3PartBytes, (file_bytes + kMostParts - 1) / kMostParts);
}

Expected<S3Multipart> S3Multipart::begin(S3Client& client, std::string name,
                                         std::vector<std::string> fields) {
  const auto answer = TRY(client.ask(
      {.method = "POST", .name = name, .query = {{"uploads", ""}}, .fields = std::move(fields)}));
  std::string id = TRY(text_in(answer.body, "UploadId"));
  return S3Multipart(client, std::move(name), std::move(id));
}

S3Multipart::S3Multipart(S3Multipart&& other) noexcept
    : client_(std::exchange(other.client_, nullptr)),
      name_(std::move(other.name_)),
      id_(std::move(other.id_)),
      tags_(std::move(other.tags_)) {}

S3Multipart::~S3Multipart() {
  if (client_ == nullptr) return;
  // What can't be aborted is left to the rules of the bucket (docs/fleet.md).
  (void)client_->ask({.method = "DELETE", .name = name_, .query = {{"uploadId", id_}}});
}

Expected<void> S3Multipart::add(std::string_view bytes) {
  const auto answer = TRY(
      client_->ask({.method = "PUT",
                    .name = name_,
                    .query = {{"partNumber", std::to_string(tags_.size() + 1)}, {"uploadId", id_}},
                    .body = bytes,
                    .body_sha256 = sha256_of(bytes)}));
  tags_.push_back(answer.field("etag"));
  if (is_tag(tags_.back())) return {};
  return fail(ErrorCode::invalid_data, "the store gives a part no name");
}

std::string S3Multipart::list_of_parts() const {
  std::string xml = "<CompleteMultipartUpload>";
  for (std::size_t at = 0; at < tags_.size(); ++at) {
    xml +=
        fmt::format("<Part><PartNumber>{}</PartNumber><ETag>{}</ETag></Part>", at + 1, tags_[at]);
  }
  return xml + "</CompleteMultipartUpload>";
}

Expected<void> S3Multipart::complete() {
  const std::string xml = list_of_parts();
  const auto answer = client_->ask({.method = "POST",
                                    .name = name_,
                                    .query = {{"uploadId", id_}},
                                    .body = xml,
                                    .body_sha256 = sha256_of(xml)});
  if (!answer) {
    // The answer to an earlier try may have been lost.
    if (answer.error().code != ErrorCode::not_found) return tl::unexpected(answer.error());
    TRY(client_->ask({.method = "HEAD", .name = name_}));
  }
  client_ = nullptr;
  return {};
}

}  // namespace tagtrail::host
