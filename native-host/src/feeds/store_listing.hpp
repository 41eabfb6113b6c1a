// Listings of stores of files, which no page links to: buckets, containers, folders.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/url_query.hpp"

namespace tagtrail::host {

/// The root of a bucket's listing, in lower case (Amazon S3 API, ListObjects and ListObjectsV2).
inline constexpr std::string_view kBucketRoot = "listbucketresult";
/// The same of all versions of its objects (ListObjectVersions).
inline constexpr std::string_view kVersionsRoot = "listversionsresult";
/// The same of a container (Azure Blob service REST API, List Blobs).
inline constexpr std::string_view kContainerRoot = "enumerationresults";
/// The same of one of OpenStack Swift (Object Storage API, Show container details).
inline constexpr std::string_view kSwiftRoot = "container";
/// The same of a bucket in JSON (Google Cloud Storage JSON API, Objects: list).
inline constexpr std::string_view kObjectsRoot = "json";
/// A folder as nginx shows it (ngx_http_autoindex_module, autoindex_format xml).
inline constexpr std::string_view kFolderRoot = "list";

/// What the texts of a listing's elements lead to:
///   StoreListing listing(url);
///   if (StoreListing::reads(path)) address = listing.take(path, text);
///   address = listing.next();  // when all texts were taken
class StoreListing {
 public:
  /// `url`: of the listing; borrowed.
  explicit StoreListing(std::string_view url);

  /// Whether the text at this path of lower-case local names, `/listbucketresult/contents/key`,
  /// says something.
  static bool reads(std::string_view path);
  /// Takes it. Gives the address of what it names, an object or a folder of them; empty: neither.
  /// What the listing was allowed by (Azure's shared access signature) goes with the address.
  std::string take(std::string_view path, const std::string& text);
  /// The address of the next part: the same request, from there on. Empty: that was all.
  std::string next() const;

 private:
  struct Field {
    std::string_view name;
    std::string value;
  };

  std::string address_below(std::string_view path) const;
  std::string address_of_blob(const std::string& name) const;
  std::string_view query_value(std::string_view name) const;
  std::string listing_from(const std::vector<Field>& fields) const;
  std::string key_as_meant(std::string key) const;
  bool is_full() const;

  std::string_view url_;
  std::vector<QueryPart> parts_;  ///< of its query
  std::string_view root_;         ///< of those above; empty: no listing so far
  std::string last_key_;          ///< or where the listing says that the next part begins
  std::string token_;
  bool goes_on_ = false;
  bool in_form_;  ///< keys are encoded as in forms
  std::size_t names_ = 0;
};

}  // namespace tagtrail::host
