#include "objective/hash_set.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr unsigned kLowBits = 16;
constexpr std::size_t kBuckets = std::size_t{1} << kLowBits;

}  // namespace

std::size_t HashSet::add(const std::vector<std::uint32_t>& hashes) {
  if (hashes.empty()) return 0;
  buckets_.resize(kBuckets);
  const std::size_t before = size_;
  std::vector<Low> fresh;
  for (auto at = hashes.begin(); at != hashes.end();) {
    const std::uint32_t high = *at >> kLowBits;
    std::vector<Low>& bucket = buckets_[high];
    fresh.clear();
    for (; at != hashes.end() && *at >> kLowBits == high; ++at) {
      const auto low = static_cast<Low>(*at);
      if (!std::binary_search(bucket.begin(), bucket.end(), low)) fresh.push_back(low);
    }
    const auto known = static_cast<std::ptrdiff_t>(bucket.size());
    bucket.insert(bucket.end(), fresh.begin(), fresh.end());
    std::inplace_merge(bucket.begin(), bucket.begin() + known, bucket.end());
    size_ += fresh.size();
  }
  return size_ - before;
}

void HashSet::save(ByteWriter& out) const {
  out.var(size_);
  if (size_ == 0) return;
  for (const std::vector<Low>& bucket : buckets_) {
    out.var(bucket.size());
    for (const Low low : bucket) out.u16(low);
  }
}

bool HashSet::load(ByteReader& in) {
  const std::size_t size = in.count(2);
  *this = {};
  if (size == 0) return in.ok();
  buckets_.resize(kBuckets);
  for (std::vector<Low>& bucket : buckets_) {
    bucket.resize(in.count(2));
    for (Low& low : bucket) low = in.u16();
    if (std::adjacent_find(bucket.begin(), bucket.end(), std::greater_equal<>()) != bucket.end()) {
      return false;
    }
    size_ += bucket.size();
  }
  return in.ok() && size_ == size;
}

}  // namespace tagtrail
