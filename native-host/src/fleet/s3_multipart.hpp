// A large file in parts: it is there once all are, and nothing of it when one is not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fleet/s3_client.hpp"
#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Files up to this size are sent at once, larger ones in parts of it.
inline constexpr std::uint64_t kS3PartBytes = 16U << 20U;

class S3Multipart {
 public:
  /// `fields`: about encryption, for the contents as a whole. Errors: those of Store.
  static Expected<S3Multipart> begin(S3Client& client, std::string name,
                                     std::vector<std::string> fields);
  S3Multipart(S3Multipart&& other) noexcept;
  S3Multipart& operator=(S3Multipart&&) = delete;
  /// What was not completed is aborted.
  ~S3Multipart();

  /// The next part, of 5 MiB at least but for the last.
  Expected<void> add(std::string_view bytes);
  Expected<void> complete();

  /// How large parts of a file are: there are at most 10,000.
  static std::uint64_t part_bytes(std::uint64_t file_bytes);

 private:
  S3Multipart(S3Client& client, std::string name, std::string id)
      : client_(&client), name_(std::move(name)), id_(std::move(id)) {}
  std::string list_of_parts() const;

  S3Client* client_;  ///< null: moved from, or over
  std::string name_;
  std::string id_;
  std::vector<std::string> tags_;  ///< of the parts, as the store named them
};

}  // namespace tagtrail::host
