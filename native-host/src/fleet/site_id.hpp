// What a fleet calls a site: the same on every machine, from the site alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Options as the table keeps them: a JSON array of words.
std::string options_text(const std::vector<std::string>& options);
/// Empty where the text is no array of texts.
std::vector<std::string> options_of(std::string_view text);

/// 32 hexadecimal digits, from a canonical URL and its options: adding a site twice is adding it
/// once.
std::string site_id(std::string_view url, const std::vector<std::string>& options);

/// The name of its job folder on any worker: its host and the first digits of its id. One name, and
/// none that leads elsewhere, whatever the texts are.
std::string site_folder(std::string_view url, std::string_view id);

}  // namespace tagtrail::host
