#include "crawl/revisit_round.hpp"

#include "crawl/answers.hpp"

namespace tagtrail {
namespace {

constexpr unsigned kTurns = 3;        // of one side in a row while the other has something
constexpr unsigned kCreditLinks = 3;  // links between a file and the pages that share in it

Reason reason_of(const RevisitLedger::Choice& choice) {
  Reason reason;
  if (choice.target) {
    reason.words = "revisit: has this file changed?";
  } else if (choice.group == 0) {
    reason.words = "revisit: no page like this has been revisited";
  } else {
    reason.words = "revisit: pages like this have brought " +
                   std::to_string(static_cast<std::uint64_t>(choice.like_it)) +
                   " new files, revisited " + std::to_string(choice.group);
  }
  reason.score = choice.finds;
  reason.terms = {{"expected finds", choice.finds}};
  return reason;
}

}  // namespace

RevisitRound::RevisitRound(const UrlTable& urls, LinkGroups& groups)
    : urls_(urls), ledger_([&groups](const RevisitLedger::Known& known) {
        const GroupId group = groups.group_of_link(known.url);
        const std::size_t place = group == kNoGroup ? 0 : std::size_t{group} + 1;
        return place * 2 + (known.target ? 1 : 0);
      }) {}

void RevisitRound::begin(const Spent& so_far) {
  ledger_.begin_round();
  course_ = {};
  course_.before = so_far;
}

RevisitRound::Spent RevisitRound::spent_of(const Spent& so_far) const {
  const Spent& before = course_.before;
  return {so_far.requests - before.requests, so_far.bytes - before.bytes, so_far.ms - before.ms};
}

void RevisitRound::found_file(UrlId link) {
  if (is_on()) ++course_.fresh_finds;
  bool credited = false;
  UrlId page = urls_.facts(link).source;
  for (unsigned links = 0; links < kCreditLinks && page != StringTable::kNone; ++links) {
    ledger_.led_to_file(page, links);
    const auto* known = ledger_.find(page);
    if (!credited && known != nullptr && ledger_.asked_in_this_round(*known)) {
      ledger_.gained(page, links);
      credited = true;
    }
    page = urls_.facts(page).source;
  }
}

bool RevisitRound::prefers_fresh(const std::optional<RevisitLedger::Choice>& known) const {
  if (known && course_.in_a_row >= kTurns) return !course_.last_was_fresh;
  const double fresh = (static_cast<double>(course_.fresh_finds) + 2) /
                       (static_cast<double>(course_.fresh_requests) + 2);
  return !known || fresh >= known->finds;
}

void RevisitRound::chose_fresh(bool contested) {
  ++course_.fresh_requests;
  took_turn(true, contested);
}

Reason RevisitRound::chose_known(const RevisitLedger::Choice& known, bool contested) {
  ledger_.asked(known.url);
  took_turn(false, contested);
  return reason_of(known);
}

void RevisitRound::took_turn(bool fresh, bool contested) {
  const bool same = fresh == course_.last_was_fresh;
  course_.in_a_row = contested ? (same ? course_.in_a_row + 1 : 1) : 0;
  course_.last_was_fresh = fresh;
}

/// A file that changed or has gone is a find.
bool RevisitRound::answered(UrlId url, const Response& response, UrlClass url_class) {
  const auto* known = ledger_.find(url);
  if (known == nullptr) return false;
  const bool away = is_away(response);
  const UrlClass same = known->target ? UrlClass::target : UrlClass::html;
  const bool there = response.not_modified || url_class == same;
  const bool changed = known->target && there && !response.not_modified;
  if (changed || (known->target && away && !known->gone)) ledger_.gained(url, 0);
  if (away || there) ledger_.set_gone(url, away);
  return true;
}

void RevisitRound::save(ByteWriter& out) const {
  const Spent& before = course_.before;
  for (const std::uint64_t value :
       {before.requests, before.bytes, before.ms, course_.fresh_finds, course_.fresh_requests}) {
    out.var(value);
  }
  out.u8(static_cast<std::uint8_t>(course_.in_a_row));
  out.boolean(course_.last_was_fresh);
  ledger_.save(out);
}

bool RevisitRound::load(ByteReader& in, const Spent& so_far) {
  Spent& before = course_.before;
  for (std::uint64_t* value : {&before.requests, &before.bytes, &before.ms, &course_.fresh_finds,
                               &course_.fresh_requests}) {
    *value = in.var();
  }
  course_.in_a_row = in.u8();
  course_.last_was_fresh = in.boolean();
  const bool sound =
      before.requests <= so_far.requests && before.bytes <= so_far.bytes && before.ms <= so_far.ms;
  return sound && ledger_.load(in, urls_.size());
}

}  // namespace tagtrail
