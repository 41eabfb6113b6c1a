#include "policy/trail/scouting.hpp"

#include <algorithm>

#include "tables/url_list.hpp"

namespace tagtrail {
namespace {

constexpr double kMostLinks = 1e6;  // links of one place that make a difference
constexpr int kMostBusy = 8;        // links of busy hosts that are drawn in vain

}  // namespace

Scouting::Ground& Scouting::ground(PlaceId place) {
  if (place >= grounds_.size()) grounds_.resize(std::size_t{place} + 1);
  return grounds_[place];
}

void Scouting::rank(PlaceId place) {
  const Ground& ground = grounds_[place];
  if (ground.waiting == 0 || ground.tries >= kEnoughTries) {
    order_.remove(place);
    return;
  }
  const double links = std::min(kMostLinks, static_cast<double>(ground.waiting));
  order_.set(place, links - 2 * kMostLinks * static_cast<double>(ground.tries));
}

void Scouting::add(PlaceId place, UrlId link) {
  if (share_ <= 0) return;
  Ground& joined = ground(place);
  ++joined.waiting;
  if (joined.tries >= kEnoughTries) return;
  joined.links.push_back(link);
  rank(place);
}

void Scouting::remove(PlaceId place) {
  if (share_ <= 0) return;
  --ground(place).waiting;
  rank(place);
}

void Scouting::tried(PlaceId place) {
  if (share_ <= 0) return;
  // A link may be chosen more than once: what is chosen may be set aside, and offered again.
  Ground& tried = ground(place);
  if (tried.tries >= kEnoughTries) return;
  if (++tried.tries == kEnoughTries) tried.links = {};
  rank(place);
}

bool Scouting::is_due() {
  owed_ += share_;
  if (owed_ < 1) return false;
  owed_ -= 1;
  return true;
}

std::optional<UrlId> Scouting::pick(const HostedLinks& frontier, Random& random) {
  if (order_.empty()) return std::nullopt;
  std::vector<UrlId>& links = grounds_[order_.top()].links;
  for (int busy = 0; !links.empty() && busy < kMostBusy;) {
    const auto at = static_cast<std::size_t>(random.below(links.size()));
    if (frontier.may_take(links[at])) return links[at];
    if (frontier.contains(links[at])) {
      ++busy;
      continue;
    }
    links[at] = links.back();
    links.pop_back();
  }
  return std::nullopt;
}

void Scouting::save(ByteWriter& out) const {
  out.f64(owed_);
  out.var(grounds_.size());
  for (const Ground& ground : grounds_) {
    out.var(ground.tries);
    out.var(ground.waiting);
    save_ids(out, ground.links);
  }
}

bool Scouting::load(ByteReader& in, UrlId links, PlaceId places) {
  owed_ = in.f64();
  grounds_.resize(in.count(3));
  if (!(owed_ >= 0 && owed_ < 2) || grounds_.size() > places) return false;
  for (PlaceId place = 0; place < grounds_.size(); ++place) {
    Ground& ground = grounds_[place];
    const std::uint64_t tries = in.var();
    const std::uint64_t waiting = in.var();
    if (!load_ids(in, ground.links, links) || tries > kEnoughTries || waiting > links) return false;
    ground.tries = static_cast<std::uint32_t>(tries);
    ground.waiting = static_cast<std::uint32_t>(waiting);
    rank(place);
  }
  return in.ok();
}

}  // namespace tagtrail
