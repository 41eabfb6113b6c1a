#include "importers/import_kit.hpp"

#include <charconv>

#include "fetch/content_disposition.hpp"
#include "html/page_reader.hpp"
#include "importers/python_headers.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

std::string quoted_name(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) {
    out.push_back(c);
    if (c == '"') out.push_back(c);
  }
  return out + "\"";
}

int status_of(std::string_view text) {
  int status = 0;
  const std::string_view number = trim(text);
  std::from_chars(number.data(), number.data() + number.size(), status);
  return status;
}

/// One row: url, http_response, headers, body, content_length.
ReplicaAnswer answer_of(const sqlite::Row& row, const std::string& url) {
  const auto fields = parse_python_headers(row.text(2));
  const auto field = [&](std::string_view name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : to_valid_utf8(found->second);
  };
  ReplicaAnswer answer;
  answer.status = status_of(row.text(1));
  answer.mime = mime_essence(field("content-type"));
  // The kit keeps text that is decoded already.
  answer.content_type = answer.mime.empty() ? "" : answer.mime + "; charset=utf-8";
  if (const auto to = canonical_url(field("location"), url); to && !field("location").empty()) {
    answer.location = *to;
  }
  answer.file_name = content_disposition_name(field("content-disposition"));
  answer.header_bytes = row.text(2).size();
  answer.body_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(row.integer(4), 0));
  if (is_html(answer.mime)) answer.body = row.string(3);
  return answer;
}

/// Nothing is said when there is no such file or entry: the user can name the start.
std::string start_of_site(const fs::path& file, const std::string& site) {
  std::string start;
  auto names = sqlite::Database::open_read_only(file.parent_path() / "site_names_to_urls.db");
  if (!names) return start;
  (void)names->each(
      "SELECT start_url FROM site_names_to_urls WHERE site_name = ?",
      [&](const sqlite::Row& row) -> Expected<void> {
        if (const auto url = canonical_url(row.string(0))) start = *url;
        return {};
      },
      std::string_view(site));
  return start;
}

}  // namespace

std::string kit_table(const fs::path& file) {
  std::string table;
  auto database = sqlite::Database::open_read_only(file);
  if (!database) return table;
  (void)database->each(
      "SELECT s.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table' "
      "AND c.name IN ('url', 'http_response', 'headers', 'body', 'content_length') "
      "GROUP BY s.name HAVING count(*) = 5 LIMIT 1",
      [&](const sqlite::Row& row) -> Expected<void> {
        table = row.string(0);
        return {};
      });
  return table;
}

Expected<void> import_kit(AnswerWriter& out, const fs::path& file) {
  const std::string table = kit_table(file);
  const std::string select =
      "SELECT url, http_response, headers, body, content_length FROM " + quoted_name(table);
  auto database = TRY(sqlite::Database::open_read_only(file));
  if (const auto start = start_of_site(file, table); !start.empty()) out.propose_start(start);
  return database.each(select, [&](const sqlite::Row& row) -> Expected<void> {
    const auto url = canonical_url(row.text(0));
    if (!url) {
      out.skip("row of a URL that is not http(s)");
      return {};
    }
    return out.add(*url, answer_of(row, *url));
  });
}

}  // namespace tagtrail::host
