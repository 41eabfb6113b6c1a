#include "export/page/job_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "export/page/page_data.hpp"
#include "export/page/page_template.hpp"
#include "store/job_folder.hpp"
#include "system/atomic_file.hpp"
#include "system/sha256.hpp"
#include "system/whole_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// How a page of ours begins, in the template and filled; the mark is behind it.
constexpr std::string_view kBeginning = "<!doctype html>\n<!-- Tagtrail job page: ";
constexpr std::string_view kEnd = "</html>\n";
constexpr std::string_view kNoMark = "/*mark*/";
constexpr std::string_view kBlocks = "<!--blocks-->";
constexpr std::size_t kMarkDigits = 32;
/// As many first bytes as tell whose a page is, and whether it is sealed.
constexpr std::size_t kTold = kBeginning.size() + kMarkDigits + 1;
/// Behind the mark: at its end the page has the digest of all that stands before. Pages of earlier
/// versions have a space there, and none; no single bit makes one of the other.
constexpr char kSealed = '+';
constexpr std::string_view kSealBegin = "<!-- Tagtrail job page: ";
constexpr std::string_view kSealEnd = " -->\n</html>\n";
constexpr std::size_t kDigits = 64;
constexpr std::size_t kSealBytes = kSealBegin.size() + kDigits + kSealEnd.size();

/// Of what the job's database and its tables say, and of the page's program.
Expected<std::string> mark_of(const JobReader& job, std::string_view page_template,
                              const TableSource& tables) {
  const std::string said = TRY(job.mark());
  return sha256_of(fmt::format("{}\n{}\n{}", said, tables.mark, page_template))
      .substr(0, kMarkDigits);
}

/// Replaces what stands once in a template.
Expected<void> put(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) {
    return fail(ErrorCode::invalid_data, "the page's template has no place for its blocks");
  }
  page.replace(at, mark.size(), text);
  return {};
}

/// With the digest of what stands before its end.
Expected<std::string> sealed(std::string page) {
  if (!page.ends_with(kEnd)) {
    return fail(ErrorCode::invalid_data, "the page's template has no end");
  }
  page.resize(page.size() - kEnd.size());
  const std::string digest = sha256_of(page);
  return page.append(kSealBegin).append(digest).append(kSealEnd);
}

/// As much of its end as a seal has; less of a shorter file.
std::string end_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  in.seekg(0, std::ios::end);
  const auto size = static_cast<std::size_t>(std::max<std::streamoff>(in.tellg(), 0));
  std::string end(std::min(size, kSealBytes), '\0');
  in.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
  in.read(end.data(), static_cast<std::streamsize>(end.size()));
  return end;
}

bool is_seal(std::string_view end) {
  return end.size() == kSealBytes && end.starts_with(kSealBegin) && end.ends_with(kSealEnd);
}

/// Null where there are none, or they can't be read.
SearchedTables read_tables(const TableSource& source) {
  if (!source.read) return {};
  auto read = source.read();
  return read ? std::move(*read) : SearchedTables{};
}

}  // namespace

std::string block_elements(std::string_view name, const std::vector<std::string>& blocks) {
  std::string text;
  for (std::size_t at = 0; at < blocks.size(); ++at) {
    // Base64 has no character that means anything to HTML.
    text +=
        fmt::format("<script id=\"{}-{}\" type=\"text/plain\">{}</script>\n", name, at, blocks[at]);
  }
  return text;
}

Expected<std::string> job_page(const JobReader& job, std::string_view page_template,
                               std::string_view base, const TableSource& tables) {
  if (!page_template.starts_with(std::string(kBeginning) + std::string(kNoMark))) {
    return fail(ErrorCode::invalid_data, "this is not the template of a job's page");
  }
  const std::string mark = TRY(mark_of(job, page_template, tables));
  const SearchedTables searched = read_tables(tables);
  const PageData data = TRY(page_data(job, base, searched));
  std::string page(page_template);
  TRY(put(page, kNoMark, mark + kSealed));
  TRY(put(page, kBlocks,
          block_elements("previews", data.previews) + block_elements("tables", searched.blocks)));
  return sealed(TRY(put_into_page(page, data.json)));
}

Expected<bool> is_page_ours(const fs::path& dir) {
  const fs::path file = dir / folder::kPage;
  const auto begin = TRY(beginning_of(file, kTold));
  return !begin || begin->starts_with(kBeginning) || (!begin->empty() && is_seal(end_of(file)));
}

Expected<bool> is_page_whole(const fs::path& dir) {
  const fs::path file = dir / folder::kPage;
  const auto begin = TRY(beginning_of(file, kTold));
  if (!begin || begin->empty()) return true;
  const std::string end = end_of(file);
  const bool begins = begin->starts_with(kBeginning);
  if (!begins && !is_seal(end)) return true;  // somebody else's
  if (begins && begin->ends_with(' ')) return end.ends_with(kEnd) && !is_seal(end);
  if (!begins || !begin->ends_with(kSealed) || !is_seal(end)) return false;
  std::string page = TRY(read_whole_file(file));
  page.resize(page.size() - kSealBytes);
  return sha256_of(page) == end.substr(kSealBegin.size(), kDigits);
}

Expected<bool> is_page_current(const JobReader& job, std::string_view page_template,
                               const TableSource& tables) {
  const auto begin = TRY(beginning_of(job.dir() / folder::kPage, kTold));
  const std::string mark = TRY(mark_of(job, page_template, tables));
  return begin == std::string(kBeginning) + mark + kSealed && TRY(is_page_whole(job.dir()));
}

Expected<void> write_job_page(const fs::path& dir, const fs::path& program,
                              const TableSource& tables) {
  if (!TRY(is_page_ours(dir))) {
    return fail(
        ErrorCode::invalid_argument,
        fmt::format("{} is not Tagtrail's and was left as it is", (dir / folder::kPage).string()));
  }
  const std::string page_template = TRY(read_page_template(program, kJobTemplate));
  const auto job = TRY(JobReader::open(dir));
  if (TRY(is_page_current(job, page_template, tables))) return {};
  const std::string page = TRY(job_page(job, page_template, "", tables));
  auto file = TRY(AtomicFile::create(dir / folder::kPage, kPrivateFile));
  TRY(file.write(page));
  return file.publish();
}

}  // namespace tagtrail::host
