#include "policy/trail/link_store.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "tagtrail/bits.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kAsked = 64;  // links whose slots are compared

/// What every link of the site has is no mark of a group.
bool tells_groups_apart(FeatureKind kind) {
  return kind != FeatureKind::depth && kind != FeatureKind::page && kind != FeatureKind::bias;
}

}  // namespace

std::size_t LinkStore::size_of(const TrailLink& link) {
  return std::accumulate(link.of_kind.begin(), link.of_kind.end(), std::size_t{0});
}

std::uint64_t LinkStore::append(std::span<const FeatureSlot> slots) {
  if (chunks_.empty() || chunks_.back().size() + slots.size() > kChunk) {
    chunks_.emplace_back().reserve(kChunk);
  }
  std::vector<FeatureSlot>& chunk = chunks_.back();
  const std::uint64_t begin = (chunks_.size() - 1) * kChunk + chunk.size();
  chunk.insert(chunk.end(), slots.begin(), slots.end());
  return begin;
}

TrailLink& LinkStore::add(UrlId id, const LinkFeatureSet& features) {
  if (id >= links_.size()) links_.resize(std::size_t{id} + 1);
  TrailLink& link = links_[id];
  link.slots = append(features.slots);
  link.of_kind = features.of_kind;
  link.extension = features.extension;
  link.sisters = features.sisters;
  link.known = true;
  link.waiting = true;
  return link;
}

std::span<FeatureSlot> LinkStore::slots(const TrailLink& link) {
  const auto chunk = static_cast<std::size_t>(link.slots / kChunk);
  return {chunks_[chunk].data() + static_cast<std::size_t>(link.slots % kChunk), size_of(link)};
}

std::span<const FeatureSlot> LinkStore::slots(const TrailLink& link) const {
  const auto chunk = static_cast<std::size_t>(link.slots / kChunk);
  return {chunks_[chunk].data() + static_cast<std::size_t>(link.slots % kChunk), size_of(link)};
}

std::vector<FeatureSlot> LinkStore::shared_slots(const std::vector<UrlId>& links) const {
  const std::size_t asked = std::min(links.size(), kAsked);
  std::map<FeatureSlot, std::size_t> owners;
  for (std::size_t i = 0; i < asked; ++i) {
    const TrailLink& link = at(links[i * links.size() / asked]);
    std::size_t begin = 0;
    for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
      const std::size_t count = link.of_kind[kind];
      if (tells_groups_apart(static_cast<FeatureKind>(kind))) {
        for (const FeatureSlot slot : slots(link).subspan(begin, count)) ++owners[slot];
      }
      begin += count;
    }
  }
  std::vector<FeatureSlot> shared;
  for (const auto& [slot, count] : owners) {
    if (count * 2 > asked) shared.push_back(slot);
  }
  return shared;
}

FeatureSlot* LinkStore::page_slot(const TrailLink& link) {
  const auto of_page = view(link).of(FeatureKind::page);
  return of_page.empty() ? nullptr : slots(link).data() + (of_page.data() - view(link).all.data());
}

void LinkStore::save(ByteWriter& out) const {
  out.var(links_.size());
  for (const TrailLink& link : links_) {
    out.u8(static_cast<std::uint8_t>((link.known ? 1U : 0U) | (link.waiting ? 2U : 0U) |
                                     (static_cast<unsigned>(link.extension) << 2U)));
    if (!link.known) continue;
    for (std::size_t kind = 0; kind < kinds_; ++kind) out.u8(link.of_kind[kind]);
    for (const FeatureSlot slot : slots(link)) out.var(slot);
    out.u32(link.source);
    out.var(link.path);
    out.var(link.tags);
    out.var(link.section);
    out.var(link.list);
    out.u32(link.sisters);
    out.u32(bit_cast<std::uint32_t>(link.realised));
    out.u32(link.worth);
  }
}

bool LinkStore::load(ByteReader& in, const PolicyContext::Known& known, PlaceId places) {
  const std::size_t count = in.count();
  if (count > known.urls) return false;
  links_.resize(count);
  std::vector<FeatureSlot> slots;
  for (TrailLink& link : links_) {
    const unsigned flags = in.u8();
    link.known = (flags & 1U) != 0;
    link.waiting = (flags & 2U) != 0;
    if (flags >> 2U > static_cast<unsigned>(ExtensionClass::unknown)) return false;
    link.extension = static_cast<ExtensionClass>(flags >> 2U);
    if (!link.known) continue;
    for (std::size_t kind = 0; kind < kinds_; ++kind) link.of_kind[kind] = in.u8();
    slots.resize(size_of(link));
    for (FeatureSlot& slot : slots) {
      const std::uint64_t value = in.var();
      if (value >= kFeatureSlots) return false;
      slot = static_cast<FeatureSlot>(value);
    }
    link.slots = append(slots);
    link.source = in.u32();
    const std::uint64_t path = in.var();
    const std::uint64_t tags = in.var();
    const std::uint64_t section = in.var();
    const std::uint64_t list = in.var();
    link.sisters = in.u32();
    link.realised = bit_cast<float>(in.u32());
    link.worth = in.u32();
    const bool sound = link.source < known.urls && path < known.paths && tags < places &&
                       section < places && list < places && std::isfinite(link.realised) &&
                       (link.waiting || link.worth == 0);
    if (!in.ok() || !sound) return false;
    link.path = static_cast<PathId>(path);
    link.tags = static_cast<PlaceId>(tags);
    link.section = static_cast<PlaceId>(section);
    link.list = static_cast<PlaceId>(list);
  }
  return in.ok();
}

}  // namespace tagtrail
