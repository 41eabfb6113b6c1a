#include "learn/presence_counts.hpp"

#include <algorithm>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

template <typename Entries>
auto place_of(Entries& entries, std::uint32_t slot) {
  return std::lower_bound(entries.begin(), entries.end(), slot,
                          [](const auto& entry, std::uint32_t s) { return entry.slot < s; });
}

}  // namespace

void PresenceCounts::add(const std::vector<std::uint32_t>& present) {
  ++examples_;
  all_absent_.reset();
  for (const std::uint32_t slot : present) {
    auto at = place_of(entries_, slot);
    if (at == entries_.end() || at->slot != slot) at = entries_.insert(at, {slot, 0});
    count_one_more(*at);
  }
}

void PresenceCounts::count_one_more(Entry& entry) {
  if (entry.count > 0) {
    const auto old = std::lower_bound(tallies_.begin(), tallies_.end(), entry.count,
                                      [](const Tally& t, std::uint32_t c) { return t.count < c; });
    if (--old->slots == 0) tallies_.erase(old);
  }
  tally(++entry.count);
}

void PresenceCounts::tally(std::uint32_t count) {
  auto at = std::lower_bound(tallies_.begin(), tallies_.end(), count,
                             [](const Tally& t, std::uint32_t c) { return t.count < c; });
  if (at == tallies_.end() || at->count != count) at = tallies_.insert(at, {count, 0});
  ++at->slots;
}

std::uint32_t PresenceCounts::count(std::uint32_t slot) const {
  const auto at = place_of(entries_, slot);
  return at == entries_.end() || at->slot != slot ? 0 : at->count;
}

double PresenceCounts::log_probability(std::uint32_t slot, bool present) const {
  const double seen = count(slot);
  const double all = examples_;
  if (seen == 0) return present ? -math::log(all + 1) : 0;
  return math::log((present ? seen : all - seen) + 1) - math::log(all + 2);
}

double PresenceCounts::log_all_absent() const {
  if (!all_absent_) {
    const double all = examples_;
    double sum = 0;
    for (const Tally& t : tallies_) sum += t.slots * math::log(all - t.count + 1);
    all_absent_ = sum - static_cast<double>(entries_.size()) * math::log(all + 2);
  }
  return *all_absent_;
}

double PresenceCounts::log_likelihood(const std::vector<std::uint32_t>& present) const {
  const double all = examples_;
  double sum = log_all_absent();
  for (const std::uint32_t slot : present) {
    const double seen = count(slot);
    sum += seen == 0 ? -math::log(all + 1) : math::log(seen + 1) - math::log(all - seen + 1);
  }
  return sum;
}

void PresenceCounts::save(ByteWriter& out) const {
  out.var(examples_);
  out.var(entries_.size());
  for (const Entry& entry : entries_) {
    out.var(entry.slot);
    out.var(entry.count);
  }
}

bool PresenceCounts::load(ByteReader& in, std::uint32_t slots) {
  *this = {};
  const std::uint64_t examples = in.var();
  if (examples > 0xFFFFFFFFU) return false;
  examples_ = static_cast<std::uint32_t>(examples);
  const std::size_t size = in.count(2);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t slot = in.var();
    const std::uint64_t count = in.var();
    if (slot >= slots || count < 1 || count > examples) return false;
    if (!entries_.empty() && slot <= entries_.back().slot) return false;
    entries_.push_back({static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(count)});
    tally(entries_.back().count);
  }
  return in.ok();
}

}  // namespace tagtrail
