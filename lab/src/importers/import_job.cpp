#include "importers/import_job.hpp"

#include "store/read_job.hpp"
#include "system/codecs/zstd.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// The answer of each URL that redirected, up to the one that was read.
Expected<void> add_hops(AnswerWriter& out, const Response& response) {
  for (std::size_t i = 0; i < response.redirects.size(); ++i) {
    const bool last = i + 1 == response.redirects.size();
    ReplicaAnswer hop;
    hop.status = response.redirects[i].status;
    hop.location = last ? response.final_url : response.redirects[i + 1].url;
    TRY(out.add(response.redirects[i].url, hop));
  }
  return {};
}

/// Nothing where the job's folder no longer has the file, or it is too large.
std::string kept_body(const fs::path& file, std::size_t max_bytes) {
  std::error_code code;
  if (!fs::is_regular_file(file, code) || fs::file_size(file, code) > max_bytes) return {};
  return read_whole_file(file).value_or("");
}

Expected<void> add_response(AnswerWriter& out, const std::string& asked, std::string_view record,
                            const fs::path& kept_file, const BodyWish& wish) {
  const auto bytes = TRY(decompress(record));
  const auto response = TRY(decode_response(bytes.data(), bytes.size()));
  if (response.error != FetchError::none) {
    out.skip("request without an answer");
    return {};
  }
  TRY(add_hops(out, response));
  ReplicaAnswer answer = answer_of(response);
  if (response.is_page) answer.page = bytes;
  if (wish.keep_files && !kept_file.empty()) answer.body = kept_body(kept_file, wish.max_bytes);
  const bool moved = !response.redirects.empty() && !response.final_url.empty();
  return out.add(moved ? response.final_url : asked, answer);
}

Expected<std::string> seed_of(sqlite::Database& database) {
  std::string json;
  TRY(database.each("SELECT value FROM config WHERE name = 'engine-config'",
                    [&](const sqlite::Row& row) -> Expected<void> {
                      json = row.string(0);
                      return {};
                    }));
  const auto config = TRY(config_from_json(json));
  return config.seed_url;
}

}  // namespace

bool is_job(const fs::path& folder) { return open_to_read(folder).has_value(); }

Expected<void> import_job(AnswerWriter& out, const fs::path& folder, const BodyWish& wish) {
  auto database = TRY(open_to_read(folder));
  const auto seed = TRY(seed_of(database));
  out.propose_start(seed);
  return database.each(
      "SELECT decision.url, response.record, target.path FROM response JOIN decision USING (n) "
      "LEFT JOIN target USING (n) WHERE decision.method = 'GET' "
      // A file that was asked for again is the one that the manifest names.
      "AND NOT EXISTS (SELECT 1 FROM target t WHERE t.url = decision.url AND t.n <> decision.n) "
      "ORDER BY n",
      [&](const sqlite::Row& row) -> Expected<void> {
        // The path comes from the database of a folder that may come from elsewhere.
        const fs::path path = fs::path(row.string(2)).lexically_normal();
        const bool inside = !path.empty() && path.is_relative() && *path.begin() == "files";
        return add_response(out, row.string(0), row.text(1), inside ? folder / path : fs::path{},
                            wish);
      });
}

}  // namespace tagtrail::host
