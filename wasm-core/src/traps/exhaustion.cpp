#include "traps/exhaustion.hpp"

#include <algorithm>

#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

/// So many answers without anything new end a group; and so many with nothing but weak additions.
struct Patience {
  std::uint32_t without_any;
  std::uint32_t without_strong;
};

/// Answers of one shape that added nothing, from which on its files are no reward.
constexpr std::uint32_t kFewWithQuery = 2;
constexpr std::uint32_t kFew = 8;

/// Every so many strong additions a group earns its patience once more, up to a bound.
constexpr std::uint32_t kOneMore = 4;
constexpr std::uint32_t kMostGiven = 60;

/// Query keys make combinations without end, paths rarely; what is drawn wide must be surer.
Patience patience_of(AspectKind kind, bool with_query) {
  switch (kind) {
    case AspectKind::shape:
      return with_query ? Patience{12, 60} : Patience{60, 300};
    case AspectKind::directory_key:
    case AspectKind::segment_key:
      return {16, 80};
    case AspectKind::value:
      return {16, 80};
    case AspectKind::key:
      return {24, 120};
    case AspectKind::feed:
    case AspectKind::drawing:
      return {16, 80};
    case AspectKind::directory:
      return {120, 600};
  }
  return {120, 600};
}

}  // namespace

/// Who has given much is given more time.
bool Exhaustion::has_stopped(const Group& group) {
  const Patience patience = patience_of(group.kind, group.with_query);
  const std::uint32_t given = std::min(group.additions, kMostGiven);
  return group.since_any >= patience.without_any * (kOneMore + given) / kOneMore ||
         group.since_strong >= patience.without_strong * (kOneMore + given) / kOneMore;
}

void Exhaustion::answered(const std::vector<Aspect>& aspects, Addition addition, bool sound) {
  const bool with_query = has_query(aspects);
  if (!sound && !with_query) return;
  for (const Aspect& aspect : aspects) {
    Group& group = groups_[aspect.id];
    group.kind = aspect.kind;
    group.with_query = with_query;
    ++group.answers;
    ++group.since_any;
    ++group.since_strong;
    if (addition != Addition::none) group.since_any = 0;
    if (addition == Addition::strong) {
      group.since_strong = 0;
      ++group.additions;
    }
    if (!group.exhausted && has_stopped(group)) {
      group.exhausted = true;
      ++exhausted_;
    }
  }
}

std::vector<std::uint64_t> Exhaustion::credit(const std::vector<Aspect>& aspects, bool far) {
  std::vector<std::uint64_t> freed;
  for (const Aspect& aspect : aspects) {
    const auto found = groups_.find(aspect.id);
    if (found == groups_.end()) continue;
    Group& group = found->second;
    group.since_any = group.since_strong = 0;
    // A first addition makes any group good.
    if (!far || aspect.kind == AspectKind::shape || group.additions == 0) ++group.additions;
    if (!group.exhausted) continue;
    group.exhausted = false;
    --exhausted_;
    freed.push_back(aspect.id);
  }
  return freed;
}

bool Exhaustion::is_exhausted(std::uint64_t aspect) const {
  const auto found = groups_.find(aspect);
  return found != groups_.end() && found->second.exhausted;
}

bool Exhaustion::repeats_itself(const std::vector<Aspect>& aspects) const {
  const auto found = groups_.find(aspects.front().id);
  if (found == groups_.end()) return false;
  return found->second.since_any >= (found->second.with_query ? kFewWithQuery : kFew);
}

bool Exhaustion::is_good(std::uint64_t aspect) const {
  const auto found = groups_.find(aspect);
  return found != groups_.end() && !found->second.exhausted && found->second.additions > 0;
}

std::uint64_t Exhaustion::fruitless(std::uint64_t aspect) const {
  const auto found = groups_.find(aspect);
  return found == groups_.end() ? 0 : found->second.since_strong;
}

std::optional<Aspect> Exhaustion::reason_to_leave(const std::vector<Aspect>& aspects) const {
  if (exhausted_ == 0) return std::nullopt;
  for (const Aspect& aspect : aspects) {
    if (is_exhausted(aspect.id) && !is_spared(aspect, aspects)) return aspect;
  }
  return std::nullopt;
}

/// A key that is worthless elsewhere may be what tells the tables of one directory apart, and one
/// value of it the way to the files.
bool Exhaustion::is_spared(const Aspect& exhausted, const std::vector<Aspect>& aspects) const {
  const bool wide = exhausted.kind == AspectKind::key ||
                    exhausted.kind == AspectKind::segment_key ||
                    exhausted.kind == AspectKind::directory_key;
  if (!wide) return false;
  return std::any_of(aspects.begin(), aspects.end(), [&](const Aspect& other) {
    const bool narrow = other.kind == AspectKind::shape || other.kind == AspectKind::value ||
                        (other.kind == AspectKind::directory_key && other.key == exhausted.key);
    return narrow && is_good(other.id);
  });
}

void Exhaustion::save(ByteWriter& out) const {
  out.var(groups_.size());
  for (const std::uint64_t id : sorted_keys(groups_)) {
    const Group& group = groups_.at(id);
    out.u64(id);
    out.var(group.answers);
    out.var(group.additions);
    out.var(group.since_any);
    out.var(group.since_strong);
    out.u8(static_cast<std::uint8_t>(group.kind));
    out.u8(static_cast<std::uint8_t>((group.with_query ? 1 : 0) | (group.exhausted ? 2 : 0)));
  }
}

bool Exhaustion::load(ByteReader& in) {
  groups_.clear();
  exhausted_ = 0;
  const std::size_t count = in.count(14);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t id = in.u64();
    Group group;
    for (std::uint32_t* value :
         {&group.answers, &group.additions, &group.since_any, &group.since_strong}) {
      *value = static_cast<std::uint32_t>(in.var());
    }
    const unsigned kind = in.u8();
    const unsigned flags = in.u8();
    if (!in.ok() || kind >= kAspectKinds || flags > 3) return false;
    group.kind = static_cast<AspectKind>(kind);
    group.with_query = (flags & 1U) != 0;
    group.exhausted = (flags & 2U) != 0;
    if (group.exhausted) ++exhausted_;
    if (!groups_.emplace(id, group).second) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
