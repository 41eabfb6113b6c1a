#include "tables/url_table.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

/// Besides its text: places and slots here, features, place in the frontier and the rest that
/// policy and traps have of it. Measured with `trail`, which keeps most (docs/durability.md).
constexpr std::uint64_t kOfUrl = 360;
/// The same of a tag path or an anchor, which groups and counts of places are about.
constexpr std::uint64_t kOfString = 160;

}  // namespace

UrlTable::UrlTable() {
  paths_.intern("");
  anchors_.intern("");
}

UrlId UrlTable::intern(std::string_view key) {
  const UrlId id = keys_.intern(key);
  if (id == facts_.size()) facts_.emplace_back();
  return id;
}

UrlId UrlTable::intern_within(std::string_view key, std::uint64_t most) {
  if (most == 0 || size() < most) return intern(key);
  const UrlId id = find(key);
  if (id == StringTable::kNone) ++turned_away_;
  return id;
}

std::uint64_t UrlTable::bytes() const {
  const std::uint64_t text = keys_.text_bytes() + paths_.text_bytes() + anchors_.text_bytes();
  return text + kOfUrl * size() +
         kOfString * (std::uint64_t{paths_.size()} + std::uint64_t{anchors_.size()});
}

std::size_t UrlTable::count(UrlState state) const {
  return static_cast<std::size_t>(
      std::count_if(facts_.begin(), facts_.end(),
                    [state](const UrlFacts& facts) { return facts.state == state; }));
}

void UrlTable::save(ByteWriter& out) const {
  keys_.save(out);
  paths_.save(out);
  anchors_.save(out);
  out.var(turned_away_);
  for (const UrlFacts& facts : facts_) {
    out.u8(static_cast<std::uint8_t>(static_cast<unsigned>(facts.state) |
                                     (facts.target ? 0x80U : 0U)));
    out.u8(static_cast<std::uint8_t>(facts.fate));
    out.var(facts.depth);
    out.u32(facts.source);
    out.var(facts.path);
    out.var(facts.anchor);
  }
}

bool UrlTable::load(ByteReader& in) {
  keys_ = {};
  paths_ = {};
  anchors_ = {};
  if (!keys_.load(in) || !paths_.load(in) || !anchors_.load(in)) return false;
  turned_away_ = in.var();
  facts_.assign(keys_.size(), {});
  for (UrlFacts& facts : facts_) {
    const unsigned flags = in.u8();
    if ((flags & 0x7FU) > static_cast<unsigned>(UrlState::beyond)) return false;
    facts.state = static_cast<UrlState>(flags & 0x7FU);
    facts.target = (flags & 0x80U) != 0;
    const std::uint8_t fate = in.u8();
    if (fate > static_cast<std::uint8_t>(UrlFate::listing)) return false;
    facts.fate = static_cast<UrlFate>(fate);
    facts.depth = static_cast<std::uint32_t>(in.var());
    facts.source = in.u32();
    facts.path = static_cast<PathId>(in.var());
    facts.anchor = static_cast<std::uint32_t>(in.var());
    const bool sound = (facts.source == StringTable::kNone || facts.source < keys_.size()) &&
                       facts.path < paths_.size() && facts.anchor < anchors_.size();
    if (!in.ok() || !sound) return false;
  }
  return true;
}

}  // namespace tagtrail
