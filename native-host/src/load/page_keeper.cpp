#include "load/page_keeper.hpp"

#include "content/read_content.hpp"
#include "fetch/file_sink.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

/// Names of files in the making are numbers: these are none of the downloader's.
constexpr std::uint64_t kFirst = 1ULL << 48U;

}  // namespace

Expected<void> PageKeeper::keep(Loaded& loaded) {
  Response& response = loaded.response;
  const bool page = response.is_page && is_html(response.mime) && brings_content(response);
  if (!page || loaded.file || loaded.html.empty() || !objective_->needs().any()) return {};
  if (response.via == Via::tab) {
    const ReadOptions reading{response.final_url, kTabContentType, loaded.html_cut};
    Page read = read_page_with_content(loaded.html, reading, objective_->needs());
    response.page.content = std::move(read.content);
  }
  const Finding finding = objective_->judge(response, response.final_url);
  if (loaded.html_cut || !finding.keep || objective_->take(finding, response) <= 0) return {};
  auto kept = TRY(write_whole_file(directory_, kFirst + files_++, loaded.html));
  loaded.file = FetchedFile{std::move(kept.path), std::move(kept.sha256), loaded.html.size()};
  return {};
}

}  // namespace tagtrail::host
