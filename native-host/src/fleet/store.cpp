#include "fleet/store.hpp"

#include <fmt/format.h>

#include <random>

#include "fleet/file_store.hpp"
#include "fleet/s3_place.hpp"
#include "fleet/s3_store.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kStoreDigits = 64;
constexpr std::size_t kStoreFolderDigits = 2;
constexpr std::uint64_t kLargestTrial = 1024;

}  // namespace

bool is_digest(std::string_view text) {
  return text.size() == kStoreDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string digest_path(const std::string& sha256) {
  return sha256.substr(0, kStoreFolderDigits) + "/" + sha256;
}

Expected<std::unique_ptr<Store>> open_store(const StoreSetup& setup) {
  if (setup.url.starts_with(kS3Scheme)) return open_s3_store(setup);
  if (!setup.endpoint.empty() || !setup.encryption.empty()) {
    return fail(ErrorCode::invalid_argument,
                "--store-endpoint and --store-sse are for a store of s3://");
  }
  return open_file_store(setup.url);
}

Expected<bool> Store::remove_older(const std::string& sha256, std::int64_t seconds) {
  const auto stored = TRY(look(sha256));
  if (stored && stored->age_seconds < seconds) return false;
  TRY(remove(sha256));
  return true;
}

Expected<bool> keep_in_store(Store& store, const std::filesystem::path& file,
                             const std::string& sha256) {
  const auto stored = TRY(store.look(sha256));
  if (stored && stored->age_seconds < kRenewSeconds) return false;
  if (stored && TRY(store.renew(sha256))) return false;
  TRY(store.put_file(file, sha256));
  return true;
}

Expected<void> try_store(Store& store) {
  std::random_device random;
  const std::string text = fmt::format("tagtrail {:08x}{:08x}\n", random(), random());
  const std::string name = sha256_of(text);
  TRY(store.put_bytes(text, name));
  const auto read = store.get_bytes(name, kLargestTrial);
  TRY(store.remove(name));
  if (!read) return tl::unexpected(read.error());
  return {};
}

}  // namespace tagtrail::host
