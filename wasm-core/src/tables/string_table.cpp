#include "tables/string_table.hpp"

#include <algorithm>
#include <cstring>

namespace tagtrail {
namespace {

// The first blocks are small, since a crawl has many tables and most are small.
constexpr std::size_t kFirstBlock = std::size_t{4} << 10U;
constexpr std::size_t kLargestBlock = std::size_t{1} << 20U;

}  // namespace

std::size_t StringTable::slot_of(std::string_view text) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash_bytes(text.data(), text.size())) & mask;
  while (slots_[slot] != 0 && at(slots_[slot] - 1) != text) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t StringTable::intern(std::string_view text) {
  if ((places_.size() + 1) * 3 > slots_.size() * 2) grow();
  const std::size_t slot = slot_of(text);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  places_.push_back(store(text));
  slots_[slot] = size();
  return size() - 1;
}

std::uint32_t StringTable::find(std::string_view text) const {
  if (slots_.empty()) return kNone;
  const std::size_t slot = slot_of(text);
  return slots_[slot] == 0 ? kNone : slots_[slot] - 1;
}

std::string_view StringTable::at(std::uint32_t id) const {
  const Place& place = places_[id];
  return {blocks_[place.block].get() + place.begin, place.size};
}

StringTable::Place StringTable::store(std::string_view text) {
  if (blocks_.empty() || text.size() > block_size_ - block_used_) {
    const std::size_t next = block_size_ == 0 ? kFirstBlock : block_size_ * 2;
    block_size_ = std::max(std::min(next, kLargestBlock), text.size());
    blocks_.push_back(std::make_unique<char[]>(block_size_));
    block_used_ = 0;
  }
  const Place place{static_cast<std::uint32_t>(blocks_.size() - 1),
                    static_cast<std::uint32_t>(block_used_),
                    static_cast<std::uint32_t>(text.size())};
  if (!text.empty()) std::memcpy(blocks_.back().get() + block_used_, text.data(), text.size());
  block_used_ += text.size();
  text_bytes_ += text.size();
  return place;
}

void StringTable::grow() {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, 0);
  for (std::uint32_t id = 0; id < size(); ++id) slots_[slot_of(at(id))] = id + 1;
}

void StringTable::save(ByteWriter& out) const {
  out.var(places_.size());
  for (std::uint32_t id = 0; id < size(); ++id) out.text(at(id));
}

bool StringTable::load(ByteReader& in) {
  const std::size_t count = in.count();
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    if (intern(in.view()) != i) return false;  // a repeated string: not what save() wrote
  }
  return in.ok();
}

}  // namespace tagtrail
