#include "feeds/store_listing.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "feeds/texts.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

/// Swift gives so many names at once where no other limit is asked for.
constexpr std::size_t kSwiftLimit = 10'000;

/// What a text of a listing says.
enum class Said {
  key,        ///< of an object
  prefix,     ///< of the keys of several
  truncated,  ///< whether the listing goes on
  marker,     ///< where, as a key
  token,      ///< where, as the store calls it
  encoding,   ///< "url": keys are written as in forms
  name,       ///< of an object, as it is
  folder,     ///< of names that begin alike
  next,       ///< where the listing goes on; empty: nowhere
  file,       ///< of a folder
  subfolder,  ///< of a folder
};

struct Place {
  std::string_view root;
  std::string_view below;
  Said said;
};

constexpr auto kPlaces = std::to_array<Place>({
    {kBucketRoot, "/contents/key", Said::key},
    {kBucketRoot, "/commonprefixes/prefix", Said::prefix},
    {kBucketRoot, "/istruncated", Said::truncated},
    {kBucketRoot, "/nextmarker", Said::marker},
    {kBucketRoot, "/nextcontinuationtoken", Said::token},
    {kBucketRoot, "/encodingtype", Said::encoding},
    {kVersionsRoot, "/version/key", Said::key},
    {kVersionsRoot, "/commonprefixes/prefix", Said::prefix},
    {kVersionsRoot, "/istruncated", Said::truncated},
    {kVersionsRoot, "/nextkeymarker", Said::marker},
    {kVersionsRoot, "/nextversionidmarker", Said::token},
    {kVersionsRoot, "/encodingtype", Said::encoding},
    {kContainerRoot, "/blobs/blob/name", Said::name},
    {kContainerRoot, "/blobs/blobprefix/name", Said::folder},
    {kContainerRoot, "/nextmarker", Said::next},
    {kSwiftRoot, "/object/name", Said::name},
    {kSwiftRoot, "/subdir/name", Said::folder},
    {kObjectsRoot, "/nextpagetoken", Said::next},
    {kFolderRoot, "/file", Said::file},
    {kFolderRoot, "/directory", Said::subfolder},
});

const Place* place_at(std::string_view path) {
  const auto* const found = std::find_if(kPlaces.begin(), kPlaces.end(), [path](const Place& at) {
    return path.size() == 1 + at.root.size() + at.below.size() && path.ends_with(at.below) &&
           path.substr(1, at.root.size()) == at.root;
  });
  return found == kPlaces.end() ? nullptr : found;
}

/// The slashes of a key part folders.
std::string path_of_key(std::string_view key) {
  std::string path;
  for (;;) {
    const std::size_t end = std::min(key.size(), key.find('/'));
    path += percent_encoded(key.substr(0, end));
    if (end == key.size()) return path;
    path.push_back('/');
    key.remove_prefix(end + 1);
  }
}

}  // namespace

StoreListing::StoreListing(std::string_view url)
    : url_(url), parts_(query_parts(url_)), in_form_(query_value("encoding-type") == "url") {}

bool StoreListing::reads(std::string_view path) { return place_at(path) != nullptr; }

std::string StoreListing::take(std::string_view path, const std::string& text) {
  const Place* place = place_at(path);
  if (place == nullptr) return {};
  root_ = place->root;
  switch (place->said) {
    case Said::key:
      last_key_ = key_as_meant(text);
      return address_below(path_of_key(last_key_));
    case Said::prefix:
      return listing_from({{"prefix", key_as_meant(text)}});
    case Said::name:
      ++names_;
      last_key_ = text;
      return address_of_blob(text);
    case Said::folder:
      ++names_;
      last_key_ = text;
      return listing_from({{"prefix", text}});
    case Said::file:
      return address_below(percent_encoded(text));
    case Said::subfolder:
      return address_below(percent_encoded(text.substr(0, text.find_last_not_of('/') + 1)) + "/");
    case Said::truncated:
      goes_on_ = ascii_lower(trim(text)) == "true";
      break;
    case Said::marker:
      last_key_ = key_as_meant(text);
      break;
    case Said::token:
      token_ = text;
      break;
    case Said::next:
      token_ = text;
      goes_on_ = !trim(text).empty();
      break;
    case Said::encoding:
      in_form_ = ascii_lower(trim(text)) == "url";
      break;
  }
  return {};
}

std::string StoreListing::next() const {
  if (!(goes_on_ || is_full()) || (token_.empty() && last_key_.empty())) return {};
  if (root_ == kVersionsRoot) {
    std::vector<Field> place = {{"key-marker", last_key_}};
    if (!token_.empty()) place.push_back({"version-id-marker", token_});
    return listing_from(place);
  }
  if (token_.empty()) return listing_from({{"marker", last_key_}});
  if (root_ == kObjectsRoot) return listing_from({{"pageToken", token_}});
  return listing_from({{root_ == kBucketRoot ? "continuation-token" : "marker", token_}});
}

/// Keys are relative to the store: a host, or a path.
std::string StoreListing::address_below(std::string_view path) const {
  std::string address(without_query(url_));
  if (!address.ends_with('/')) address.push_back('/');
  return address.append(path);
}

/// A listing that was asked for with a signature (Azure, "Create a service SAS") lists what only it
/// opens; what the query asks of the listing itself goes with it in vain.
std::string StoreListing::address_of_blob(const std::string& name) const {
  constexpr auto kOfListing = std::to_array<std::string_view>(
      {"restype", "comp", "prefix", "delimiter", "marker", "maxresults", "include"});
  std::string address = address_below(path_of_key(name));
  if (root_ != kContainerRoot || query_value("sig").empty()) return address;
  char separator = '?';
  for (const QueryPart& part : parts_) {
    if (is_one_of(part.name, kOfListing)) continue;
    address.append(1, std::exchange(separator, '&')).append(part.whole);
  }
  return address;
}

std::string_view StoreListing::query_value(std::string_view name) const {
  const auto part = query_part(url_, name);
  return part ? part->value : std::string_view{};
}

/// Of a key, or what stands for one, as it is in the store: `a+b%2B` is `a b+` where it says so.
std::string StoreListing::key_as_meant(std::string key) const {
  if (!in_form_) return key;
  std::replace(key.begin(), key.end(), '+', ' ');
  return percent_decode(key);
}

/// The same request, but for these fields, and from the start if none of them says where.
std::string StoreListing::listing_from(const std::vector<Field>& fields) const {
  constexpr auto kWhere = std::to_array<std::string_view>(
      {"marker", "continuation-token", "start-after", "key-marker", "version-id-marker"});
  std::string next(without_query(url_));
  char separator = '?';
  for (const QueryPart& part : parts_) {
    const auto is_given = [&part](const Field& field) { return field.name == part.name; };
    if (is_one_of(part.name, kWhere) || std::any_of(fields.begin(), fields.end(), is_given)) {
      continue;
    }
    next.append(1, std::exchange(separator, '&')).append(part.whole);
  }
  for (const Field& field : fields) {
    next.append(1, std::exchange(separator, '&')).append(field.name).append("=");
    next.append(percent_encoded(field.value));
  }
  const bool parted = next.find("delimiter=") != std::string::npos;
  if (fields.front().name == "prefix" && !parted) next.append("&delimiter=%2F");
  return next;
}

/// Swift does not say whether there is more.
bool StoreListing::is_full() const {
  if (root_ != kSwiftRoot) return false;
  const std::string_view said = query_value("limit");
  std::size_t limit = kSwiftLimit;
  std::from_chars(said.data(), said.data() + said.size(), limit);
  return names_ > 0 && names_ >= limit;
}

}  // namespace tagtrail::host
