#include "crawl/revisit_ledger.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tagtrail {
namespace {

constexpr double kQuarter = 4;
constexpr double kSixteenth = 16;
constexpr std::uint32_t kMaxWeight = 16 * 16;
constexpr std::uint32_t kMaxAge = 16;  // rounds that a page can have missed, for its value
constexpr double kOfGone = 0.1;        // what is away seldom comes back

/// What is expected where nothing is known, for each unit of weight, and how many such units it
/// stands against experience. Pages: high, so that each group of them is tried.
struct Optimism {
  double finds;
  double units;
};
constexpr Optimism kPages{0.3, 4};
constexpr Optimism kTargets{0.05, 4};
constexpr unsigned kAskedAsShift = 2;  // in the byte of flags
constexpr double kGroupUnits = 4;      // how much the group's word weighs against its own

void add_up(std::uint32_t& sum, std::uint32_t more) {
  sum += std::min(more, std::numeric_limits<std::uint32_t>::max() - sum);
}

}  // namespace

void RevisitLedger::add(UrlId url, bool target, std::uint32_t depth) {
  if (Known* known = at(url)) {
    if (target && !known->target) grouped_ = false;  // it belongs to another group from now on
    known->target = known->target || target;
    return;
  }
  if (url >= by_url_.size()) by_url_.resize(std::size_t{url} + 1, kNone);
  by_url_[url] = static_cast<std::uint32_t>(known_.size());
  Known& known = known_.emplace_back();
  known.url = url;
  known.target = target;
  known.depth = depth;
  known.first = known.round = round_;
}

RevisitLedger::Known* RevisitLedger::at(UrlId url) {
  if (url >= by_url_.size() || by_url_[url] == kNone) return nullptr;
  return &known_[by_url_[url]];
}

const RevisitLedger::Known* RevisitLedger::find(UrlId url) const {
  return const_cast<RevisitLedger*>(this)->at(url);
}

void RevisitLedger::led_to_file(UrlId page, unsigned links_between) {
  Known* known = at(page);
  if (known == nullptr) return;
  add_up(known->yield, 4U >> std::min(links_between, 2U));
  if (grouped_) group(*known).stale = true;
}

void RevisitLedger::gained(UrlId url, unsigned links_between) {
  Known* known = at(url);
  if (known == nullptr) return;
  const std::uint32_t quarters = 4U >> std::min(links_between, 2U);
  Group& own = group(*known);
  add_up(known->gains, quarters);
  own.gains += quarters;
  own.stale = true;
}

void RevisitLedger::set_gone(UrlId url, bool gone) {
  if (Known* known = at(url)) known->gone = gone;
}

void RevisitLedger::was_there(UrlId url, std::uint32_t when) {
  Known* known = at(url);
  if (known == nullptr) return;
  known->visited = when;
  if (grouped_) group(*known).stale = true;
}

void RevisitLedger::look_again(UrlId url) {
  const Known* known = at(url);
  if (known != nullptr && grouped_) group(*known).stale = true;
}

void RevisitLedger::weigh_anew() {
  for (Group& group : groups_) group.stale = true;
}

void RevisitLedger::begin_round() {
  ++round_;
  grouped_ = false;
}

std::uint32_t RevisitLedger::weight(const Known& known) {
  if (known.target) return 16;
  const double led_to = std::sqrt(known.yield / kQuarter);
  const double units = 1 + led_to + 1 / (1 + static_cast<double>(known.depth));
  return std::min(kMaxWeight, static_cast<std::uint32_t>(units * kSixteenth));
}

std::uint32_t RevisitLedger::age(const Known& known) const {
  return std::min(kMaxAge, round_ - known.round);
}

double RevisitLedger::expected(const Known& known, const Group& group) const {
  const Optimism& optimism = known.target ? kTargets : kPages;
  const double of_group =
      (static_cast<double>(group.gains) / kQuarter + optimism.units * optimism.finds) /
      (static_cast<double>(group.exposure) / kSixteenth + optimism.units);
  const double own = (known.gains / kQuarter + kGroupUnits * of_group) /
                     (known.exposure / kSixteenth + kGroupUnits);
  const double by_date = dates_.factor(listed(known), known.target);
  const double finds = own * (weight(known) / kSixteenth) * age(known) * by_date;
  return known.gone ? finds * kOfGone : finds;
}

void RevisitLedger::make_groups() {
  if (grouped_) return;
  grouped_ = true;
  groups_.clear();
  for (std::uint32_t i = 0; i < known_.size(); ++i) {
    const Known& known = known_[i];
    const std::size_t key = group_of_(known);
    if (key >= groups_.size()) groups_.resize(key + 1);
    Group& own = groups_[key];
    own.gains += known.gains;
    own.exposure += known.exposure;
    if (known.exposure > 0) ++own.visits;
    if (known.round < round_) own.members.push_back(i);
  }
}

RevisitLedger::Group& RevisitLedger::group(const Known& known) {
  make_groups();
  const std::size_t key = group_of_(known);
  if (key >= groups_.size()) groups_.resize(key + 1);
  return groups_[key];
}

void RevisitLedger::find_best(Group& group) {
  group.stale = false;
  group.best = kNone;
  std::erase_if(group.members, [&](std::uint32_t i) { return known_[i].round == round_; });
  for (const std::uint32_t i : group.members) {
    const double finds = expected(known_[i], group);
    if (group.best != kNone && finds <= group.best_finds) continue;
    group.best = i;
    group.best_finds = finds;
  }
}

std::optional<RevisitLedger::Choice> RevisitLedger::best() {
  make_groups();
  const Group* best = nullptr;
  for (Group& group : groups_) {
    if (group.stale) find_best(group);
    if (group.best == kNone) continue;
    const bool better = best == nullptr || group.best_finds > best->best_finds ||
                        (group.best_finds == best->best_finds && group.best < best->best);
    if (better) best = &group;
  }
  if (best == nullptr) return std::nullopt;
  return choice_of(known_[best->best], *best, best->best_finds);
}

std::optional<RevisitLedger::Choice> RevisitLedger::choice(UrlId url) {
  const Known* known = at(url);
  if (known == nullptr || known->round == round_ || known->gone) return std::nullopt;
  const Group& own = group(*known);
  return choice_of(*known, own, expected(*known, own));
}

RevisitLedger::Choice RevisitLedger::choice_of(const Known& known, const Group& group,
                                               double finds) const {
  Choice choice{known.url, known.target, finds, static_cast<double>(group.gains) / kQuarter,
                group.visits};
  choice.listed = listed(known);
  return choice;
}

void RevisitLedger::asked(UrlId url) {
  Known* known = at(url);
  if (known == nullptr) return;
  Group& own = group(*known);
  const std::uint32_t exposure = weight(*known) * age(*known);
  if (known->exposure == 0) ++own.visits;
  add_up(known->exposure, exposure);
  own.exposure += exposure;
  known->asked_as = listed(*known);
  known->round = round_;
  own.stale = true;
}

void RevisitLedger::save(ByteWriter& out) const {
  out.var(round_);
  out.var(known_.size());
  for (const Known& known : known_) {
    out.var(known.url);
    out.u8(static_cast<std::uint8_t>((known.target ? 1U : 0U) | (known.gone ? 2U : 0U) |
                                     static_cast<unsigned>(known.asked_as) << kAskedAsShift));
    for (const std::uint32_t value : {known.depth, known.first, known.round, known.yield,
                                      known.gains, known.exposure, known.visited}) {
      out.var(value);
    }
  }
}

bool RevisitLedger::load(ByteReader& in, UrlId urls) {
  const auto number = [&in] {
    const std::uint64_t value = in.var();
    if (value > std::numeric_limits<std::uint32_t>::max()) in.mark_bad();
    return static_cast<std::uint32_t>(value);
  };
  round_ = number();
  grouped_ = false;
  const std::size_t count = in.count(9);
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    const std::uint32_t url = number();
    const unsigned flags = in.u8();
    const unsigned asked_as = flags >> kAskedAsShift;
    const bool sound = asked_as <= static_cast<unsigned>(Listed::changed);
    if (url >= urls || !sound || at(url) != nullptr) return false;
    add(url, (flags & 1U) != 0, 0);
    Known& known = known_.back();
    known.gone = (flags & 2U) != 0;
    known.asked_as = static_cast<Listed>(asked_as);
    for (std::uint32_t* value : {&known.depth, &known.first, &known.round, &known.yield,
                                 &known.gains, &known.exposure, &known.visited}) {
      *value = number();
    }
    if (known.first > known.round || known.round > round_) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
