// A store in a bucket of S3, or of what speaks as it does.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Keys and region are found where find_s3_credentials() looks; nothing is asked of the store yet.
/// Errors: invalid_argument, and those of find_s3_credentials().
Expected<std::unique_ptr<Store>> open_s3_store(const StoreSetup& setup);

/// The fields that ask for encryption: AES256, aws:kms, aws:kms:KEY; none for an empty text.
/// Errors: invalid_argument.
Expected<std::vector<std::string>> s3_encryption_fields(std::string_view encryption);

}  // namespace tagtrail::host
