#include "crawl/group_counts.hpp"

namespace tagtrail {

void GroupCounts::answered(PathId path) {
  if (path >= requests_.size()) requests_.resize(path + std::size_t{1}, 0);
  ++requests_[path];
}

void GroupCounts::found_file(PathId link, PathId page) { ++files_[{link, page}]; }

std::vector<GroupCounts::Files> GroupCounts::files() const {
  std::vector<Files> all;
  all.reserve(files_.size());
  for (const auto& [paths, files] : files_) all.push_back({paths.first, paths.second, files});
  return all;
}

void GroupCounts::save(ByteWriter& out) const {
  out.var(requests_.size());
  for (const std::uint64_t count : requests_) out.var(count);
  out.var(files_.size());
  for (const auto& [paths, files] : files_) {
    out.var(paths.first);
    out.var(paths.second);
    out.var(files);
  }
}

bool GroupCounts::load(ByteReader& in, PathId known) {
  requests_.resize(in.count());
  if (requests_.size() > known) return false;
  for (std::uint64_t& count : requests_) count = in.var();
  const std::size_t pairs = in.count(3);
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::uint64_t link = in.var();
    const std::uint64_t page = in.var();
    if (link >= known || page >= known) return false;
    files_[{static_cast<PathId>(link), static_cast<PathId>(page)}] = in.var();
  }
  return in.ok();
}

}  // namespace tagtrail
