#include "export/page/job_page.hpp"

#include <fmt/format.h>

#include <fstream>

#include "export/page/page_data.hpp"
#include "export/page/page_template.hpp"
#include "store/job_folder.hpp"
#include "system/atomic_file.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// How a page of ours begins, in the template and filled; the mark is behind it.
constexpr std::string_view kBeginning = "<!doctype html>\n<!-- Tagtrail job page: ";
constexpr std::string_view kEnd = "</html>\n";
constexpr std::string_view kNoMark = "/*mark*/";
constexpr std::string_view kPreviews = "<!--previews-->";
constexpr std::size_t kMarkDigits = 32;

/// Of what the job's database says, and of the page's program.
Expected<std::string> mark_of(const JobReader& job, std::string_view page_template) {
  const std::string said = TRY(job.mark());
  return sha256_of(fmt::format("{}\n{}", said, page_template)).substr(0, kMarkDigits);
}

/// As many of its first bytes as tell whose it is. Nothing when there is no such file.
Expected<std::optional<std::string>> beginning_of(const fs::path& file) {
  std::error_code error;
  const auto status = fs::symlink_status(file, error);
  if (!fs::exists(status)) return std::optional<std::string>();
  std::string begin(kBeginning.size() + kMarkDigits, '\0');
  if (!fs::is_regular_file(status)) return std::optional<std::string>("");
  std::ifstream in(file, std::ios::binary);
  if (!in) return fail(ErrorCode::io, file.string() + " can't be read");
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  return std::optional(std::move(begin));
}

/// Replaces what stands once in a template.
Expected<void> put(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) {
    return fail(ErrorCode::invalid_data, "the page's template has no place for previews");
  }
  page.replace(at, mark.size(), text);
  return {};
}

std::string elements_of(const std::vector<std::string>& previews) {
  std::string text;
  for (std::size_t at = 0; at < previews.size(); ++at) {
    // Base64 has no character that means anything to HTML.
    text += fmt::format("<script id=\"previews-{}\" type=\"text/plain\">{}</script>\n", at,
                        previews[at]);
  }
  return text;
}

}  // namespace

Expected<std::string> job_page(const JobReader& job, std::string_view page_template,
                               std::string_view base) {
  if (!page_template.starts_with(std::string(kBeginning) + std::string(kNoMark))) {
    return fail(ErrorCode::invalid_data, "this is not the template of a job's page");
  }
  const std::string mark = TRY(mark_of(job, page_template));
  const PageData data = TRY(page_data(job, base));
  std::string page(page_template);
  TRY(put(page, kNoMark, mark));
  TRY(put(page, kPreviews, elements_of(data.previews)));
  return put_into_page(page, data.json);
}

Expected<bool> is_page_ours(const fs::path& dir) {
  const auto begin = TRY(beginning_of(dir / folder::kPage));
  return !begin || begin->starts_with(kBeginning);
}

Expected<bool> is_page_whole(const fs::path& dir) {
  const fs::path file = dir / folder::kPage;
  const auto begin = TRY(beginning_of(file));
  if (!begin || !begin->starts_with(kBeginning)) return true;
  std::ifstream in(file, std::ios::binary);
  std::string end(kEnd.size(), '\0');
  in.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
  in.read(end.data(), static_cast<std::streamsize>(end.size()));
  return in && end == kEnd;
}

Expected<bool> is_page_current(const JobReader& job, std::string_view page_template) {
  const auto begin = TRY(beginning_of(job.dir() / folder::kPage));
  const std::string mark = TRY(mark_of(job, page_template));
  return begin == std::string(kBeginning) + mark && TRY(is_page_whole(job.dir()));
}

Expected<void> write_job_page(const fs::path& dir, const fs::path& program) {
  if (!TRY(is_page_ours(dir))) {
    return fail(
        ErrorCode::invalid_argument,
        fmt::format("{} is not Tagtrail's and was left as it is", (dir / folder::kPage).string()));
  }
  const std::string page_template = TRY(read_page_template(program, kJobTemplate));
  const auto job = TRY(JobReader::open(dir));
  if (TRY(is_page_current(job, page_template))) return {};
  const std::string page = TRY(job_page(job, page_template, ""));
  auto file = TRY(AtomicFile::create(dir / folder::kPage, kPrivateFile));
  TRY(file.write(page));
  return file.publish();
}

}  // namespace tagtrail::host
