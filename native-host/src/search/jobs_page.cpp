#include "search/jobs_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <system_error>

#include "export/page/page_data.hpp"
#include "export/page/page_template.hpp"
#include "search/table_list.hpp"
#include "search/update_index.hpp"
#include "store/job_folder.hpp"
#include "store/read_job.hpp"
#include "system/atomic_file.hpp"
#include "system/times.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kBeginning = "<!doctype html>\n<!-- Tagtrail page of jobs -->\n";
constexpr std::string_view kBlocks = "<!--blocks-->";
constexpr std::size_t kMostListed = 5'000;
constexpr std::size_t kMostTrouble = 500;

void find_jobs(const fs::path& dir, unsigned depth, std::vector<fs::path>& jobs) {
  constexpr unsigned kDeepest = 4;
  std::error_code error;
  if (fs::is_regular_file(dir / folder::kDatabase, error)) {
    jobs.push_back(dir);
    return;
  }
  if (depth == kDeepest) return;
  std::vector<fs::path> below;
  for (fs::directory_iterator at(dir, error), end; !error && at != end; at.increment(error)) {
    const bool hidden = at->path().filename().string().starts_with('.');
    if (!hidden && at->is_directory(error) && !at->is_symlink(error)) below.push_back(at->path());
  }
  std::sort(below.begin(), below.end());
  for (const fs::path& each : below) find_jobs(each, depth + 1, jobs);
}

/// How many things were left out, and whether there are more that nobody counted.
Json left_out_json(const std::vector<LeftOut>& list) {
  std::uint64_t count = 0;
  bool at_least = false;
  for (const LeftOut& one : list) {
    count += one.count;
    at_least = at_least || left_out_to_json(one).contains("atLeast");
  }
  return {{"count", count}, {"atLeast", at_least}};
}

/// What the job's own page says at its top.
Expected<Json> facts_of_job(const fs::path& dir, const std::string& base) {
  const auto job = TRY(JobReader::open(dir));
  const JobCounts counts = counts_of_job(dir);
  Json json = {{"facts", job_facts(job, TRY(job.settings()), base)},
               {"files", counts.files},
               {"bytes", counts.bytes},
               {"leftOut", left_out_json(TRY(job.left_out()))}};
  json["current"] = TRY(current_index(job)).has_value();
  return json;
}

/// The jobs of a folder as its page lists them.
class JobsOfPage {
 public:
  JobsOfPage(const fs::path& dir, std::vector<fs::path> jobs) : jobs_(std::move(jobs)) {
    total_ = jobs_.size();
    jobs_.resize(std::min(total_, kMostListed));
    for (const fs::path& job : jobs_) {
      const fs::path way = job.lexically_relative(dir);
      const std::string base = fmt::format("{}/", link_of(way.string()));
      auto facts = facts_of_job(job, base);
      Json json = facts ? std::move(*facts) : Json::object();
      json["name"] = way.string();
      json["base"] = base;
      std::error_code error;
      json["page"] = fs::exists(job / folder::kPage, error) && is_page_ours(job).value_or(false);
      if (!facts) json["trouble"] = utf8_prefix(facts.error().message, kMostTrouble);
      list_.push_back(std::move(json));
    }
  }

  /// Those with few tables leave room to the others, who have equal shares of what is left.
  Expected<std::vector<std::string>> add_tables() {
    std::vector<std::uint64_t> sizes(jobs_.size(), 0);
    std::vector<std::size_t> order(jobs_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const std::size_t at : order) {
      if (auto index = SearchIndex::open(jobs_[at])) sizes[at] = index->count().value_or(0);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
    TableList tables(kPackedTables);
    std::size_t room = kUnpackedTables;
    for (std::size_t done = 0; done < order.size(); ++done) {
      const std::size_t at = order[done];
      auto index = SearchIndex::open(jobs_[at]);
      if (!index) continue;
      // What can't be read of a damaged index is not there.
      const auto added = tables.add(*index, at, room / (order.size() - done));
      if (!added && added.error().code == ErrorCode::internal) return tl::unexpected(added.error());
      room -= std::min(room, static_cast<std::size_t>(tables.share(at).bytes));
    }
    auto blocks = TRY(tables.take());
    for (std::size_t at = 0; at < jobs_.size(); ++at) {
      const TableShare share = tables.share(at);
      list_[at]["tables"] = share.of > 0 || sizes[at] > 0 ? share_to_json(share) : Json(nullptr);
    }
    return blocks;
  }

  std::size_t total() const { return total_; }
  std::string json(const fs::path& dir) const {
    // `portals/` and `.` have a name, too.
    std::error_code error;
    const fs::path whole = fs::canonical(dir, error);
    const Json json = {{"folder", (whole.has_filename() ? whole.filename() : whole).string()},
                       {"written", unix_ms_now() / 1000},
                       {"jobsMore", total_ - jobs_.size()},
                       {"jobs", list_}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  std::vector<fs::path> jobs_;
  std::size_t total_ = 0;
  Json list_ = Json::array();
};

}  // namespace

std::vector<fs::path> jobs_in(const fs::path& dir) {
  std::vector<fs::path> jobs;
  find_jobs(dir, 0, jobs);
  return jobs;
}

Expected<bool> is_jobs_page_ours(const fs::path& dir) {
  const auto begin = TRY(beginning_of(dir / folder::kPage, kBeginning.size()));
  return !begin || *begin == kBeginning;
}

Expected<std::size_t> write_jobs_page(const fs::path& dir, const fs::path& program) {
  const fs::path file = dir / folder::kPage;
  if (!TRY(is_jobs_page_ours(dir))) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} is not Tagtrail's and was left as it is: give it another name, and "
                            "the page of the jobs takes its place",
                            file.string()));
  }
  std::string page = TRY(read_page_template(program, kJobsTemplate));
  const std::size_t blocks_at = page.find(kBlocks);
  if (!page.starts_with(kBeginning) || blocks_at == std::string::npos) {
    return fail(ErrorCode::invalid_data, "this is not the template of a page of jobs");
  }
  auto found = jobs_in(dir);
  if (found.empty()) {
    return fail(ErrorCode::not_found, fmt::format("{} holds no job", dir.string()));
  }
  JobsOfPage jobs(dir, std::move(found));
  const auto blocks = TRY(jobs.add_tables());
  page.replace(blocks_at, kBlocks.size(), block_elements("tables", blocks));
  const std::string filled = TRY(put_into_page(page, jobs.json(dir)));
  auto written = TRY(AtomicFile::create_among_others(file, kPrivateFile));
  TRY(written.write(filled));
  TRY(written.publish());
  return jobs.total();
}

}  // namespace tagtrail::host
