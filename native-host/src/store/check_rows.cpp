#include "store/check_rows.hpp"

#include <fmt/format.h>

#include "system/codecs/zstd.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

/// Columns of kAnswers.
enum Column : int {
  kN,
  kRequest,
  kAt,
  kUrl,
  kStatus,
  kError,
  kMime,
  kBytes,
  kVia,
  kRecord,
  kDecision,
  kDecisionRequest,
  kDecisionUrl,
  kReasonIsJson
};

constexpr std::string_view kAnswers =
    "SELECT r.n, r.request_id, r.at_ms, r.url, r.status, r.error, r.mime, r.bytes, r.via, r.record,"
    " d.n, d.request_id, d.url, json_valid(d.reason)"
    " FROM response r LEFT JOIN decision d USING (n) ORDER BY r.n";

/// Rows whose counterpart is gone or another's: a URL, and what is wrong with it.
constexpr std::string_view kStrays =
    "SELECT url, 'decision ' || n || ' has no answer' FROM decision"
    " WHERE n NOT IN (SELECT n FROM response)"
    " UNION ALL SELECT url, 'is said to be answer ' || n || ', which is missing' FROM url"
    " WHERE n NOT IN (SELECT n FROM response)"
    " UNION ALL SELECT t.url, 'is a file of answer ' || t.n || ', which is '"
    " || coalesce('that of ' || r.url, 'missing') FROM target t LEFT JOIN response r USING (n)"
    " WHERE r.url IS NOT t.url"
    " UNION ALL SELECT url, 'has a damaged list of redirects' FROM target"
    " WHERE CASE WHEN json_valid(redirects) THEN json_type(redirects) <> 'array' ELSE 1 END"
    " UNION ALL SELECT url, 'has a digest that is none' FROM target"
    " WHERE length(sha256) <> 64 OR sha256 GLOB '*[^0-9a-f]*'";

bool says_the_same(const Row& row, const Response& response) {
  const std::string_view url =
      response.final_url.empty() ? row.text(kDecisionUrl) : std::string_view(response.final_url);
  return row.number(kRequest) == response.request_id && row.number(kAt) == response.at_ms &&
         row.text(kUrl) == url && row.integer(kStatus) == response.status &&
         row.text(kError) == to_string(response.error) && row.text(kMime) == response.mime &&
         row.number(kBytes) == response.body_bytes && row.text(kVia) == to_string(response.via);
}

/// What is wrong with the record of an answer; empty: nothing.
std::string record_fault(const Row& row) {
  const auto record = decompress(row.text(kRecord));
  if (!record) return fmt::format("has a damaged record: {}", record.error().message);
  const auto response = decode_response(record->data(), record->size());
  if (!response) return fmt::format("has a damaged record: {}", response.error().message);
  if (!says_the_same(row, *response)) return "has a row that is not what its record says";
  return {};
}

std::string decision_fault(const Row& row) {
  if (row.is_null(kDecision)) return "has no decision";
  if (row.integer(kRequest) != row.integer(kDecisionRequest)) return "has another's decision";
  if (row.integer(kReasonIsJson) == 0) return "has a decision with a damaged reason";
  return {};
}

}  // namespace

Expected<std::uint64_t> check_rows(sqlite::Database& database, const TakeRowFault& fault) {
  std::int64_t expected = 1;
  TRY(database.each(kAnswers, [&](const Row& row) {
    const std::int64_t n = row.integer(kN);
    if (n > expected) {
      fault({}, n == expected + 1 ? fmt::format("answer {} is missing", expected)
                                  : fmt::format("answers {} to {} are missing", expected, n - 1));
    }
    expected = n + 1;
    for (const std::string& what : {record_fault(row), decision_fault(row)}) {
      if (!what.empty()) fault(row.string(kUrl), fmt::format("answer {} {}", n, what));
    }
  }));
  TRY(database.each(kStrays, [&](const Row& row) { fault(row.string(0), row.string(1)); }));
  return static_cast<std::uint64_t>(expected - 1);
}

}  // namespace tagtrail::host
