#include "answers/export_answers.hpp"

#include <algorithm>
#include <system_error>

#include "export/datapackage.hpp"
#include "export/said_of_sets.hpp"
#include "export/target_facts.hpp"
#include "store/job_reader.hpp"
#include "store/own_files.hpp"
#include "system/sha256.hpp"
#include "tables/look_into.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Wider than those of looks: whoever exports waits for it, and wants all rows.
constexpr LookBounds kBounds{.file_bytes = 256ULL << 20,
                             .time = std::chrono::seconds(120),
                             .fields = 2'000,
                             .tables = 1'000,
                             .members_read = 10'000};

Expected<AnswersJob> facts_of(const JobReader& job, const fs::path& folder) {
  AnswersJob facts;
  facts.folder = folder.string();
  if (const auto stored = TRY(job.get(kPackageFacts))) {
    const auto package = TRY(facts_from_json(*stored));
    facts.seed_url = package.seed_url;
    facts.title = package.title;
    facts.began_at = package.created;
    if (package.ending) facts.ending = package.ending->words;
  }
  facts.site = split_url(facts.seed_url).host;
  facts.state = TRY(job.get("state")).value_or("");
  return facts;
}

Expected<void> add_job(const fs::path& folder, AnswersDatabase& database) {
  const auto job = TRY(JobReader::open(folder));
  const auto number = TRY(database.add_job(TRY(facts_of(job, folder))));
  SaidOfSets said(job);
  return job.each_target([&](const TargetRow& target) -> Expected<void> {
    TRY(said.turn_to(target));
    AnswersFile file;
    if (const DatasetFacts* set = said.of(target)) {
      file = {set->title,     set->description, set->license,
              set->publisher, set->issued,      set->modified};
    }
    if (file.title.empty()) file.title = title_of_link(target);
    return database.add_file(number, target, file);
  });
}

/// What came from a site is read only where it is still what came. Empty: it is.
std::string why_not(const UnreadContents& contents) {
  std::error_code error;
  if (!fs::exists(contents.file, error)) return "the file is gone";
  const auto digest = sha256_of_file(contents.file);
  if (!digest) return digest.error().message;
  return *digest == contents.sha256 ? "" : "the file is not what came any more";
}

/// False: it was told to stop.
Expected<bool> read_contents(const UnreadContents& contents, const fs::path& scratch,
                             const std::function<bool()>& go_on, AnswersDatabase& database) {
  if (const std::string reason = why_not(contents); !reason.empty()) {
    TRY(database.leave_out(contents, reason));
    return go_on();
  }
  bool going = true;
  RowSpool spool(scratch, [&] { return going = going && go_on(); });
  const auto look = look_into(contents.file, contents.file.filename().string(), kBounds, spool);
  if (!going) return false;
  if (look) {
    TRY(database.write(contents, *look, spool));
  } else {
    TRY(database.leave_out(contents, look.error().message));
  }
  return go_on();
}

/// Each folder once, whatever it is called.
Expected<std::vector<fs::path>> folders_of(const std::vector<fs::path>& jobs) {
  if (jobs.empty()) return fail(ErrorCode::invalid_argument, "name a job folder");
  std::vector<fs::path> folders;
  for (const fs::path& job : jobs) {
    std::error_code error;
    fs::path folder = fs::weakly_canonical(fs::absolute(job), error);
    if (!folder.has_filename()) folder = folder.parent_path();
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
      folders.push_back(std::move(folder));
    }
  }
  return folders;
}

/// What a link leads to is replaced, not the link.
fs::path behind_links(const fs::path& output) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(output, error))) return output;
  if (fs::exists(output, error)) return fs::canonical(output, error);
  return output.parent_path() / fs::read_symlink(output, error);
}

}  // namespace

Expected<std::optional<AnswersCount>> export_answers(
    const std::vector<fs::path>& jobs, const fs::path& named,
    const std::function<bool(AnswersProgress)>& go_on) {
  const fs::path output = behind_links(named);
  const auto folders = TRY(folders_of(jobs));
  for (const fs::path& folder : folders) TRY(refuse_job_data(output, folder));
  for (const fs::path& folder : folders) TRY(JobReader::open(folder));
  auto database = TRY(AnswersDatabase::open(output));
  for (const fs::path& folder : folders) TRY(add_job(folder, database));
  const auto unread = TRY(database.settle());
  AnswersProgress progress{0, unread.size()};
  for (const UnreadContents& contents : unread) {
    const bool goes_on = TRY(read_contents(
        contents, output.parent_path(), [&] { return go_on(progress); }, database));
    if (!goes_on) return std::optional<AnswersCount>();
    ++progress.done;
  }
  const auto count = TRY(database.finish());
  TRY(database.publish());
  return std::optional(count);
}

}  // namespace tagtrail::host
