#include <map>
#include <nlohmann/json.hpp>

#include "store/read_job.hpp"
#include "studies/curve.hpp"
#include "studies/report_data.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;
using sqlite::Row;

Json curve_json(const std::vector<CurvePoint>& points) {
  Json requests = Json::array();
  Json targets = Json::array();
  for (const CurvePoint& point : points) {
    requests.push_back(point.requests);
    targets.push_back(point.targets);
  }
  return {{"x", requests},
          {"series", {{{"policy", "files"}, {"mean", targets}, {"deviation", Json::array()}}}}};
}

/// Collects the rows of a query; the first error ends all.
class JobReader {
 public:
  explicit JobReader(sqlite::Database& database) : database_(database) {}

  template <typename Take>
  void each(std::string_view sql, Take take) {
    if (!error_) return;
    error_ = database_.each(sql, [&](const Row& row) -> Expected<void> {
      take(row);
      return {};
    });
  }
  const Expected<void>& error() const { return error_; }

 private:
  sqlite::Database& database_;
  Expected<void> error_;
};

Table counts_table(JobReader& reader, std::string id, std::string title,
                   std::vector<std::string> columns, std::string_view sql) {
  Table table{std::move(id), std::move(title), {}, std::move(columns), {}, {}};
  reader.each(sql, [&](const Row& row) {
    std::vector<Cell> cells{text_cell(row.string(0))};
    for (std::size_t i = 1; i < table.columns.size(); ++i) {
      cells.push_back(number_cell(static_cast<double>(row.integer(static_cast<int>(i))), 0));
    }
    table.rows.push_back(std::move(cells));
  });
  return table;
}

Json read_job(JobReader& reader) {
  CurveSampler curve;
  Progress progress;
  reader.each(
      "SELECT r.bytes, t.id IS NOT NULL FROM response r LEFT JOIN target t ON t.n = r.n"
      " ORDER BY r.n",
      [&](const Row& row) {
        ++progress.requests;
        progress.targets += row.integer(1) != 0 ? 1 : 0;
        curve.add(progress);
      });
  Json config = Json::object();
  reader.each("SELECT name, value FROM config ORDER BY name",
              [&](const Row& row) { config[row.string(0)] = row.string(1); });
  Json tables = Json::array();
  for (const Table& table :
       {counts_table(reader, "types", "Files by type", {"type", "files", "bytes"},
                     "SELECT iif(mime = '', '(none)', mime), count(*), sum(bytes) FROM target"
                     " GROUP BY mime ORDER BY 2 DESC"),
        counts_table(reader, "answers", "Answers by status", {"status", "answers"},
                     "SELECT iif(error = 'none', status, error), count(*) FROM response"
                     " GROUP BY 1 ORDER BY 2 DESC"),
        counts_table(reader, "job-groups", "Groups of links", {"tag path", "requests", "files"},
                     "SELECT tag_path, requests, targets FROM action"
                     " ORDER BY targets DESC, requests LIMIT 50"),
        counts_table(reader, "events", "Events", {"kind", "times"},
                     "SELECT kind, count(*) FROM event GROUP BY kind ORDER BY 2 DESC")}) {
    if (!table.rows.empty()) tables.push_back(to_json(table));
  }
  return {{"kind", "job"},    {"requests", progress.requests},        {"targets", progress.targets},
          {"config", config}, {"curves", curve_json(curve.points())}, {"tables", tables}};
}

}  // namespace

Expected<Json> job_report(const std::filesystem::path& folder) {
  auto database = TRY(open_to_read(folder));
  JobReader reader(database);
  Json json = read_job(reader);
  if (!reader.error()) return tl::unexpected(reader.error().error());
  return json;
}

}  // namespace tagtrail::host
