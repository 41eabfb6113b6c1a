// Where a store of S3 is: the server, the bucket, and the beginning of its names.
#pragma once

#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

inline constexpr std::string_view kS3Scheme = "s3://";

struct S3Place {
  std::string bucket;
  std::string prefix;  ///< empty, or ends in `/`
  std::string region;
  std::string base;  ///< URL of the bucket, without `/` at its end

  /// Of an object; `name` is what follows the prefix.
  std::string url_of(std::string_view name) const {
    return base + "/" + prefix + std::string(name);
  }
};

/// `url`: s3://BUCKET[/PREFIX], of letters, digits and `-._/`. With an `endpoint` (http or https,
/// without a login) the bucket is the first part of the path; else the server is AWS's of the
/// region, and the bucket part of its name where that can be. An empty region is us-east-1. Errors:
/// invalid_argument.
Expected<S3Place> s3_place(std::string_view url, std::string_view endpoint, std::string region);

}  // namespace tagtrail::host
