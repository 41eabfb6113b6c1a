#include "fleet/s3_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "fetch/http_date.hpp"
#include "fleet/s3_multipart.hpp"
#include "system/atomic_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKms = "aws:kms";
/// Before this, libcurl sorts fields with what is in them, and so one behind its own longer name:
/// the server finds another signature (curl's pull request 14370).
constexpr unsigned kSortsFieldsByName = 0x080A00;
/// Of a list that a store may send without end.
constexpr std::size_t kMostPages = 10'000'000;

tl::unexpected<Error> not_in_store(const std::string& sha256) {
  return fail(ErrorCode::not_found, "the store has no " + sha256);
}

tl::unexpected<Error> more_than(std::uint64_t most, const std::string& sha256) {
  return fail(ErrorCode::too_large,
              fmt::format("the store sends more than the {} bytes that {} may have", most, sha256));
}

Stored stored_of(const S3Answer& answer) {
  const std::int64_t now = date_of(answer, unix_now());
  const auto changed = parse_http_date(answer.field("last-modified"), now);
  Stored stored{0, changed ? now - *changed : 0};
  const std::string length = answer.field("content-length");
  std::from_chars(length.data(), length.data() + length.size(), stored.bytes);
  return stored;
}

class S3Store final : public Store {
 public:
  S3Store(S3Place place, S3Credentials keys, std::vector<std::string> encryption)
      : encryption_(std::move(encryption)), client_(std::move(place), std::move(keys), [] {
          return find_s3_credentials(system_variables());
        }) {}

  Expected<std::optional<Stored>> look(const std::string& sha256) override {
    const auto answer = client_.ask({.method = "HEAD", .name = TRY(name_of(sha256))});
    if (answer) return std::optional(stored_of(*answer));
    if (answer.error().code == ErrorCode::not_found) return std::optional<Stored>{};
    return tl::unexpected(answer.error());
  }

  /// Copied onto itself, which needs no sending.
  Expected<bool> renew(const std::string& sha256) override {
    const std::string name = TRY(name_of(sha256));
    std::vector<std::string> fields = encryption_;
    const S3Place& place = client_.place();
    fields.push_back("x-amz-copy-source: /" + place.bucket + "/" + place.prefix + name);
    fields.emplace_back("x-amz-metadata-directive: REPLACE");
    const auto answer = client_.ask({.method = "PUT", .name = name, .fields = std::move(fields)});
    if (answer) return true;
    // Too large for that (over 5 GB), or the server has no such request: to be sent again.
    const ErrorCode code = answer.error().code;
    if (code == ErrorCode::not_found || code == ErrorCode::io) return false;
    return tl::unexpected(answer.error());
  }

  Expected<void> put_file(const fs::path& file, const std::string& sha256) override {
    const auto source = TRY(open_file(file, O_RDONLY));
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(file, error);
    if (error) return system_failure(error.value(), file.string());
    if (bytes > kS3PartBytes) return put_in_parts(source, file, bytes, sha256);
    std::string contents;
    TRY(each_piece(source, file, bytes, [&contents](std::string_view piece) -> Expected<void> {
      contents.append(piece);
      return {};
    }));
    return put_bytes(contents, sha256);
  }

  Expected<void> put_bytes(std::string_view bytes, const std::string& sha256) override {
    if (sha256_of(bytes) != sha256) {
      return fail(ErrorCode::invalid_data, "what was to be stored has changed meanwhile");
    }
    TRY(client_.ask({.method = "PUT",
                     .name = TRY(name_of(sha256)),
                     .fields = encryption_,
                     .body = bytes,
                     .body_sha256 = sha256}));
    return {};
  }

  Expected<void> get_file(const std::string& sha256, const fs::path& file,
                          std::uint64_t most) override {
    TRY(make_private_folders(file.parent_path()));
    auto target = TRY(AtomicFile::create_among_others(file, kPrivateFile));
    TRY(get(sha256, most, [&target](std::string_view piece) { return target.write(piece); }));
    return target.publish();
  }

  Expected<std::string> get_bytes(const std::string& sha256, std::uint64_t most) override {
    std::string bytes;
    TRY(get(sha256, most, [&bytes](std::string_view piece) -> Expected<void> {
      bytes.append(piece);
      return {};
    }));
    return bytes;
  }

  Expected<void> remove(const std::string& sha256) override {
    const auto answer = client_.ask({.method = "DELETE", .name = TRY(name_of(sha256))});
    if (answer || answer.error().code == ErrorCode::not_found) return {};
    return tl::unexpected(answer.error());
  }

  Expected<void> list(const Take& take) override {
    std::map<std::string, std::string> query{{"list-type", "2"},
                                             {"prefix", client_.place().prefix}};
    for (std::size_t pages = 0; pages < kMostPages; ++pages) {
      const auto answer = TRY(client_.ask({.method = "GET", .query = query}));
      const S3ListPage page = TRY(list_page(answer.body));
      const std::int64_t now = date_of(answer, unix_now());
      for (const auto& item : page.items) {
        const std::string name = item.name.substr(item.name.rfind('/') + 1);
        if (!is_digest(name) || item.name != client_.place().prefix + digest_path(name)) continue;
        TRY(take(name, {item.bytes, now - item.changed_unix}));
      }
      if (page.next.empty()) return {};
      query["continuation-token"] = page.next;
    }
    return fail(ErrorCode::invalid_data, "the store's list has no end");
  }

  void give_up() override { client_.give_up(); }

 private:
  static Expected<std::string> name_of(const std::string& sha256) {
    if (is_digest(sha256)) return digest_path(sha256);
    return fail(ErrorCode::invalid_data, "not a digest: " + sha256);
  }

  /// A body that goes on after `most` bytes is not read to its end, which it may not have.
  Expected<void> get(const std::string& sha256, std::uint64_t most, const TakePiece& take) {
    Sha256 digest;
    std::uint64_t left = most;
    const auto answer = client_.ask({.method = "GET",
                                     .name = TRY(name_of(sha256)),
                                     .take = [&](std::string_view piece) -> Expected<void> {
                                       if (piece.size() > left) return more_than(most, sha256);
                                       left -= piece.size();
                                       digest.add(piece);
                                       return take(piece);
                                     }});
    if (!answer) {
      if (answer.error().code == ErrorCode::not_found) return not_in_store(sha256);
      return tl::unexpected(answer.error());
    }
    if (digest.hex() == sha256) return {};
    return fail(ErrorCode::invalid_data, "the store's " + sha256 + " has other contents");
  }

  Expected<void> put_in_parts(const Descriptor& source, const fs::path& file, std::uint64_t bytes,
                              const std::string& sha256) {
    auto upload = TRY(S3Multipart::begin(client_, TRY(name_of(sha256)), encryption_));
    const std::uint64_t part_bytes = S3Multipart::part_bytes(bytes);
    Sha256 digest;
    for (std::uint64_t sent = 0; sent < bytes;) {
      std::string part;
      const std::uint64_t wanted = std::min(part_bytes, bytes - sent);
      TRY(each_piece(source, file, wanted, [&part](std::string_view piece) -> Expected<void> {
        part.append(piece);
        return {};
      }));
      digest.add(part);
      TRY(upload.add(part));
      sent += wanted;
    }
    if (digest.hex() != sha256) {
      return fail(ErrorCode::invalid_data, fmt::format("{} has other contents", file.string()));
    }
    return upload.complete();
  }

  std::vector<std::string> encryption_;
  S3Client client_;
};

}  // namespace

Expected<std::vector<std::string>> s3_encryption_fields(std::string_view encryption) {
  const std::string field = "x-amz-server-side-encryption: ";
  if (encryption.empty()) return std::vector<std::string>{};
  if (encryption == "AES256" || encryption == kKms) {
    return std::vector<std::string>{field + std::string(encryption)};
  }
  const std::string_view key = encryption.substr(std::min(kKms.size() + 1, encryption.size()));
  const bool is_key =
      std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (encryption.starts_with(std::string(kKms) + ":") && !key.empty() && is_key) {
    if (curl_version_info(CURLVERSION_NOW)->version_num < kSortsFieldsByName) {
      return fail(ErrorCode::invalid_argument,
                  "--store-sse: libcurl before 8.10 signs the name of a key wrongly; make KEY the "
                  "default of the bucket, and ask for aws:kms");
    }
    return std::vector<std::string>{
        field + std::string(kKms),
        "x-amz-server-side-encryption-aws-kms-key-id: " + std::string(key)};
  }
  return fail(ErrorCode::invalid_argument, "--store-sse: AES256, aws:kms or aws:kms:KEY");
}

Expected<std::unique_ptr<Store>> open_s3_store(const StoreSetup& setup) {
  auto fields = TRY(s3_encryption_fields(setup.encryption));
  // First what is wrong with the words: it needs no keys.
  TRY(s3_place(setup.url, setup.endpoint, {}));
  auto keys = TRY(find_s3_credentials(system_variables()));
  const std::string endpoint = setup.endpoint.empty() ? keys.endpoint : setup.endpoint;
  auto place = TRY(s3_place(setup.url, endpoint, keys.region));
  return std::make_unique<S3Store>(std::move(place), std::move(keys), std::move(fields));
}

}  // namespace tagtrail::host
