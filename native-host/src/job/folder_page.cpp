#include "job/folder_page.hpp"

#include <algorithm>

#include "export/page/job_page.hpp"
#include "search/table_list.hpp"
#include "system/built_files.hpp"

namespace tagtrail::host {
namespace {

constexpr int kCostShare = 100;

}  // namespace

void FolderPage::start() { due_at_ = Clock::now() + every_; }

std::string FolderPage::write() {
  const auto began = Clock::now();
  const auto written = write_job_page(dir_, this_program(), tables_of_job(dir_));
  const auto ended = Clock::now();
  due_at_ = ended + std::max<Clock::duration>(every_, kCostShare * (ended - began));
  is_there_ = written.has_value();
  if (written || written.error().message == told_) return {};
  told_ = written.error().message;
  return "no page of what came in: " + told_;
}

}  // namespace tagtrail::host
