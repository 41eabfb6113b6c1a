#include "fleet/s3_credentials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "browser/small_files.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Settings = std::map<std::string, std::string>;

/// Nothing where there is no such file.
Expected<std::string> text_of(const std::string& file) {
  auto text = read_small_file(file);
  if (!text && text.error().code == ErrorCode::not_found) return std::string();
  return text;
}

std::string first_of(const Variables& variables, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (auto value = variables(name)) return *value;
  }
  return {};
}

/// They become lines of a request.
bool fits_a_header(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

struct Profile {
  std::string name;
  std::string credentials_file;
  std::string config_file;
  Settings settings;  ///< of both files; those of the first count
};

Expected<Profile> read_profile(const Variables& variables) {
  const std::string home = variables("HOME").value_or("");
  Profile profile;
  profile.name = variables("AWS_PROFILE").value_or("default");
  profile.credentials_file =
      variables("AWS_SHARED_CREDENTIALS_FILE").value_or(home + "/.aws/credentials");
  profile.config_file = variables("AWS_CONFIG_FILE").value_or(home + "/.aws/config");
  const bool is_default = profile.name == "default";
  profile.settings = profile_settings(TRY(text_of(profile.credentials_file)), profile.name);
  const std::string config = TRY(text_of(profile.config_file));
  profile.settings.merge(
      profile_settings(config, is_default ? profile.name : "profile " + profile.name));
  return profile;
}

Expected<void> check(const S3Credentials& found, const Profile& profile) {
  if (found.key_id.empty() && found.secret.empty()) {
    return fail(ErrorCode::missing_dependency,
                fmt::format("no keys for the store: neither AWS_ACCESS_KEY_ID and "
                            "AWS_SECRET_ACCESS_KEY, nor the profile {} in {} or {} (roles of "
                            "machines, SSO and credential_process are not asked)",
                            profile.name, profile.credentials_file, profile.config_file));
  }
  if (found.key_id.empty() || found.secret.empty()) {
    return fail(ErrorCode::invalid_data,
                "the store's keys are a pair: a key id and a secret key; one of them is missing");
  }
  for (const std::string* text : {&found.key_id, &found.secret, &found.token, &found.region}) {
    if (!fits_a_header(*text)) {
      return fail(ErrorCode::invalid_data,
                  "the store's keys or region have a character that none has: a space, perhaps?");
    }
  }
  return {};
}

}  // namespace

Variables system_variables() {
  return [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return std::string(value);
  };
}

Settings profile_settings(std::string_view text, std::string_view section) {
  Settings settings;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || is_space(line.front()) || line.front() == '#' || line.front() == ';') {
      continue;
    }
    if (line.front() == '[') {
      const std::size_t close = std::min(line.find(']'), line.size());
      inside = collapse_space(line.substr(1, close - 1)) == section;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (!inside || equals == std::string_view::npos) continue;
    settings[ascii_lower(trim(line.substr(0, equals)))] = trim(line.substr(equals + 1));
  }
  return settings;
}

Expected<S3Credentials> find_s3_credentials(const Variables& variables) {
  const Profile profile = TRY(read_profile(variables));
  const auto setting = [&profile](const char* name) {
    const auto at = profile.settings.find(name);
    return at == profile.settings.end() ? std::string() : at->second;
  };
  S3Credentials found;
  found.key_id = first_of(variables, {"AWS_ACCESS_KEY_ID"});
  found.secret = first_of(variables, {"AWS_SECRET_ACCESS_KEY"});
  found.token = first_of(variables, {"AWS_SESSION_TOKEN"});
  if (found.key_id.empty() && found.secret.empty()) {
    found.key_id = setting("aws_access_key_id");
    found.secret = setting("aws_secret_access_key");
    found.token = setting("aws_session_token");
    found.in_file = true;
  }
  found.region = first_of(variables, {"AWS_REGION", "AWS_DEFAULT_REGION"});
  if (found.region.empty()) found.region = setting("region");
  found.endpoint = first_of(variables, {"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"});
  if (found.endpoint.empty()) found.endpoint = setting("endpoint_url");
  TRY(check(found, profile));
  return found;
}

void forget_s3_variables() {
  for (const char* name : {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"}) {
    ::unsetenv(name);
  }
}

}  // namespace tagtrail::host
