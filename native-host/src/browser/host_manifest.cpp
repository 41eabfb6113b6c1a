#include "browser/host_manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "browser/small_files.hpp"
#include "messaging/channel.hpp"
#include "messaging/json_text.hpp"
#include "system/sha256.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIdDigits = 32;

Expected<Json> extension_manifest(const fs::path& dir) {
  const fs::path path = dir / "manifest.json";
  auto text = read_small_file(path);
  if (!text) {
    return fail(ErrorCode::missing_dependency,
                fmt::format("the extension is not built: there is no {} (npm run build:extension)",
                            path.string()));
  }
  auto manifest = parse_json(*text);
  if (!manifest || !manifest->is_object()) {
    return fail(ErrorCode::invalid_data, fmt::format("{} is damaged", path.string()));
  }
  return manifest;
}

Json manifest_head(const fs::path& program) {
  return {{"name", protocol::kHostName},
          {"description", "Tagtrail: finds data files on a website while loading few pages"},
          {"path", program.string()},
          {"type", "stdio"}};
}

std::string manifest_text(const Json& manifest) {
  return manifest.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string shell_word(std::string_view word) {
  std::string result = "'";
  for (const char c : word) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

bool is_id_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_';
}

}  // namespace

Expected<std::string> chromium_extension_id(const fs::path& dir) {
  const auto manifest = TRY(extension_manifest(dir));
  const auto key = from_base64(text_field(manifest, "key"));
  if (!key || key->empty()) {
    return fail(ErrorCode::invalid_data,
                fmt::format("the extension in {} has no key, so its id is not known: use the batch "
                            "build",
                            dir.string()));
  }
  // Sixteen letters from `a` on in the place of sixteen digits.
  std::string id =
      sha256_of({reinterpret_cast<const char*>(key->data()), key->size()}).substr(0, kIdDigits);
  for (char& c : id) c = static_cast<char>(c <= '9' ? c - '0' + 'a' : c + 10);
  return id;
}

Expected<std::string> firefox_extension_id(const fs::path& dir) {
  const auto manifest = TRY(extension_manifest(dir));
  const auto settings = manifest.find("browser_specific_settings");
  if (settings != manifest.end() && settings->is_object() && settings->contains("gecko")) {
    std::string id = text_field((*settings)["gecko"], "id");
    // The id becomes a file name in the profile.
    if (is_firefox_id(id)) return id;
  }
  return fail(ErrorCode::invalid_data,
              fmt::format("the extension in {} has no id for Firefox", dir.string()));
}

bool is_chromium_id(std::string_view id) {
  return id.size() == kIdDigits &&
         std::all_of(id.begin(), id.end(), [](char c) { return c >= 'a' && c <= 'p'; });
}

bool is_firefox_id(std::string_view id) {
  if (id.size() > 80) return false;
  if (id.size() == 38 && id.front() == '{' && id.back() == '}') {
    const auto inner = id.substr(1, 36);
    return std::all_of(inner.begin(), inner.end(), is_id_letter);
  }
  const auto at = id.find('@');
  if (at == std::string_view::npos || at + 1 == id.size()) return false;
  const auto rest = id.substr(at + 1);
  return std::all_of(id.begin(), id.begin() + static_cast<std::ptrdiff_t>(at), is_id_letter) &&
         std::all_of(rest.begin(), rest.end(), is_id_letter);
}

std::string host_manifest_name() { return std::string(protocol::kHostName) + ".json"; }

std::string chromium_host_manifest(const fs::path& program,
                                   const std::vector<std::string>& extension_ids) {
  Json manifest = manifest_head(program);
  manifest["allowed_origins"] = Json::array();
  for (const auto& id : extension_ids) {
    manifest["allowed_origins"].push_back("chrome-extension://" + id + "/");
  }
  return manifest_text(manifest);
}

std::string firefox_host_manifest(const fs::path& program,
                                  const std::vector<std::string>& extension_ids) {
  Json manifest = manifest_head(program);
  manifest["allowed_extensions"] = extension_ids;
  return manifest_text(manifest);
}

std::string wrapper_script(const std::vector<std::string>& words, bool pass_on) {
  std::string script = "#!/bin/sh\nexec";
  for (const auto& word : words) script += " " + shell_word(word);
  return script + (pass_on ? " \"$@\"\n" : "\n");
}

}  // namespace tagtrail::host
