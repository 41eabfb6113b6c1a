#include "fleet/s3_place.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kShortestBucket = 3;
constexpr std::size_t kLongestBucket = 63;
constexpr std::size_t kLongestPrefix = 512;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_';
}

bool is_bucket(std::string_view text) {
  return text.size() >= kShortestBucket && text.size() <= kLongestBucket && text.front() != '.' &&
         std::all_of(text.begin(), text.end(), is_plain);
}

/// Nothing in it is written otherwise in a URL, which signatures depend on, and nothing leads
/// elsewhere.
bool is_prefix(std::string_view text) {
  if (text.size() > kLongestPrefix) return false;
  for (;;) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const std::string_view part = text.substr(0, slash);
    if (part.empty() || part == "." || part == ".." ||
        !std::all_of(part.begin(), part.end(), is_plain)) {
      return false;
    }
    if (slash == text.size()) return true;
    text.remove_prefix(slash + 1);
  }
}

Expected<std::string> server_of(std::string_view endpoint) {
  auto server = canonical_url(endpoint);
  if (!server || endpoint.find_first_of("@?#%") != std::string_view::npos) {
    return fail(ErrorCode::invalid_argument,
                "--store-endpoint: https://HOST[:PORT] of the store's server, without a login");
  }
  while (server->ends_with('/')) server->pop_back();
  return server;
}

}  // namespace

Expected<S3Place> s3_place(std::string_view url, std::string_view endpoint, std::string region) {
  std::string_view rest = url.substr(std::min(kS3Scheme.size(), url.size()));
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  S3Place place;
  place.bucket = rest.substr(0, slash);
  place.region = region.empty() ? "us-east-1" : std::move(region);
  rest.remove_prefix(std::min(slash + 1, rest.size()));
  while (rest.ends_with('/')) rest.remove_suffix(1);
  if (!url.starts_with(kS3Scheme) || !is_bucket(place.bucket) ||
      (!rest.empty() && !is_prefix(rest))) {
    return fail(ErrorCode::invalid_argument,
                "--store: s3://BUCKET/PREFIX, of letters, digits and -._/");
  }
  if (!rest.empty()) place.prefix = std::string(rest) + "/";
  if (!endpoint.empty()) {
    place.base = TRY(server_of(endpoint)) + "/" + place.bucket;
    return place;
  }
  // A dot more in the name, and no certificate fits it.
  const bool as_host = place.bucket.find_first_of("._") == std::string::npos &&
                       std::none_of(place.bucket.begin(), place.bucket.end(),
                                    [](char c) { return c >= 'A' && c <= 'Z'; });
  place.base = as_host ? fmt::format("https://{}.s3.{}.amazonaws.com", place.bucket, place.region)
                       : fmt::format("https://s3.{}.amazonaws.com/{}", place.region, place.bucket);
  return place;
}

}  // namespace tagtrail::host
