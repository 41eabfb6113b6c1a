// Keys and region for S3, from where the programs of AWS have them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct S3Credentials {
  std::string key_id;
  std::string secret;
  std::string token;     ///< of a session; empty: none
  std::string region;    ///< empty: not said
  std::string endpoint;  ///< URL; empty: not said
  bool in_file = false;  ///< they are of a profile, where others may come to stand
  bool operator==(const S3Credentials&) const = default;
};

/// An environment: a variable's value, nothing where it is not set or empty.
using Variables = std::function<std::optional<std::string>(const char* name)>;
Variables system_variables();

/// In the order of AWS's own programs: the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
/// AWS_SESSION_TOKEN; then those of the profile AWS_PROFILE (`default`) in the files
/// AWS_SHARED_CREDENTIALS_FILE (~/.aws/credentials) and AWS_CONFIG_FILE (~/.aws/config). Region:
/// AWS_REGION, AWS_DEFAULT_REGION, the profile's. Endpoint: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL,
/// the profile's. No message repeats a value. Errors: missing_dependency (no keys, and where they
/// were looked for), invalid_data (half of a pair; what can't be part of a request), io, too_large.
Expected<S3Credentials> find_s3_credentials(const Variables& variables);

/// Takes the keys out of the environment, so that no child process gets them.
void forget_s3_variables();

/// The settings of a profile in a file of AWS's form; in the config file others than `default` are
/// named `profile NAME`. Settings of settings (lines that are indented) are passed over.
std::map<std::string, std::string> profile_settings(std::string_view text,
                                                    std::string_view section);

}  // namespace tagtrail::host
