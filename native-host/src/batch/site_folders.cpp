#include "batch/site_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "fetch/claim_files.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// A host name has at most 253 bytes; a number comes behind it.
constexpr std::size_t kMaxBase = 200;
constexpr std::size_t kMaxName = 255;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

/// Only IPv6 addresses have other characters: colons and brackets.
std::string base_name(std::string_view host) {
  std::string name;
  for (const char c : host.substr(0, kMaxBase)) {
    if (is_plain(c)) {
      name += c;
    } else if (c == ':') {
      name += '_';
    }
  }
  const bool needs_prefix = name.empty() || name.front() == '.' || name.front() == '-';
  return needs_prefix ? fmt::format("_{}", name) : name;
}

}  // namespace

bool is_site_folder(std::string_view name) {
  return !name.empty() && name.size() <= kMaxName && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), is_plain);
}

std::string host_of_site(std::string_view url) { return claimed_host(url); }

std::string name_site_folder(std::string_view url, std::set<std::string>& taken) {
  const std::string base = base_name(split_url(url).host);
  std::string name = base;
  for (std::uint64_t number = 2; !taken.insert(ascii_lower(name)).second; ++number) {
    name = fmt::format("{}-{}", base, number);
  }
  return name;
}

}  // namespace tagtrail::host
