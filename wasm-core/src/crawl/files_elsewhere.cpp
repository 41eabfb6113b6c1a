#include "crawl/files_elsewhere.hpp"

#include "tagtrail/url.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {

void FilesElsewhere::note(std::string_view link, std::string_view page) {
  if (files_.size() >= kMost || !admission_.promises_file(link) || admission_.reaches(link)) return;
  if (split_url(link).host == split_url(page).host) return;
  if (!files_.insert(hash_of(link)).second) return;
  report_.files = files_.size();
  if (report_.example.empty()) report_.example = link;
}

void FilesElsewhere::save(ByteWriter& out) const {
  out.var(files_.size());
  for (const std::uint64_t hash : sorted_keys(files_)) out.u64(hash);
  out.text(report_.example);
}

bool FilesElsewhere::load(ByteReader& in) {
  const std::size_t count = in.count(sizeof(std::uint64_t));
  if (!in.ok() || count > kMost) return false;
  for (std::size_t i = 0; i < count; ++i) files_.insert(in.u64());
  report_ = {files_.size(), in.text()};
  return in.ok() && files_.size() == count;
}

}  // namespace tagtrail
