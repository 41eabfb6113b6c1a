#include "traps/file_views.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "tagtrail/url.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostParts = 8;
/// So many files with a twin, and four in five.
constexpr std::uint32_t kEnoughTwins = 4;

}  // namespace

bool FileViews::is_view(std::string_view key) {
  const UrlParts url = split_url(key);
  bool view = false;
  std::size_t begin = 1;
  for (std::size_t part = 0; part < kMostParts; ++part) {
    const std::size_t end = url.path.find('/', begin);
    if (end == std::string_view::npos) break;
    const std::uint64_t here = hash_of(url.path.substr(begin, end - begin));
    std::string others(url.host);
    others.append(url.path.substr(0, begin)).append(url.path.substr(end));
    const auto [first, fresh] = parts_.try_emplace(hash_of(others) + part, here);
    Count& count = counts_[here + part];
    ++count.files;
    if (!fresh && first->second != here) ++count.twins;
    view = view || (count.twins >= kEnoughTwins && count.twins * 5 >= count.files * 4);
    begin = end + 1;
  }
  return view && !url.query.empty();
}

void FileViews::save(ByteWriter& out) const {
  out.var(parts_.size());
  for (const std::uint64_t key : sorted_keys(parts_)) {
    out.u64(key);
    out.u64(parts_.at(key));
  }
  out.var(counts_.size());
  for (const std::uint64_t key : sorted_keys(counts_)) {
    out.u64(key);
    out.var(counts_.at(key).files);
    out.var(counts_.at(key).twins);
  }
}

bool FileViews::load(ByteReader& in) {
  parts_.clear();
  counts_.clear();
  for (std::size_t left = in.count(16); left > 0; --left) {
    const std::uint64_t key = in.u64();
    parts_[key] = in.u64();
  }
  for (std::size_t left = in.count(10); left > 0; --left) {
    Count& count = counts_[in.u64()];
    count.files = static_cast<std::uint32_t>(in.var());
    count.twins = static_cast<std::uint32_t>(in.var());
  }
  return in.ok();
}

}  // namespace tagtrail
