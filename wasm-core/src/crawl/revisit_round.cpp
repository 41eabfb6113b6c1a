#include "crawl/revisit_round.hpp"

#include <algorithm>

#include "crawl/answers.hpp"

namespace tagtrail {
namespace {

constexpr unsigned kTurns = 3;        // of one side in a row while the other has something
constexpr unsigned kCreditLinks = 3;  // links between a file and the pages that share in it

Reason reason_of(const RevisitLedger::Choice& choice) {
  Reason reason;
  if (choice.lists) {
    reason.words = "revisit: a sitemap, which says what has changed";
  } else if (choice.listed == Listed::changed) {
    reason.words = "revisit: the sitemap says that it has changed";
  } else if (choice.target) {
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
    : urls_(urls),
      ledger_(
          [&groups](const RevisitLedger::Known& known) {
            const GroupId group = groups.group_of_link(known.url);
            const std::size_t place = group == kNoGroup ? 0 : std::size_t{group} + 1;
            return place * 2 + (known.target ? 1 : 0);
          },
          dates_) {}

void RevisitRound::begin(const Spent& so_far) {
  ledger_.begin_round();
  course_ = {};
  course_.before = so_far;
}

RevisitRound::Spent RevisitRound::spent_of(const Spent& so_far) const {
  const Spent& before = course_.before;
  return {so_far.requests - before.requests, so_far.bytes - before.bytes, so_far.ms - before.ms};
}

void RevisitRound::add(UrlId url, bool target, std::uint32_t depth, std::uint32_t when) {
  dates_.time_is(when);
  ledger_.add(url, target, depth);
  ledger_.was_there(url, when);
}

void RevisitRound::listed(UrlId sitemap, UrlId url, TimeSpan changed) {
  if (!changed.is_told()) return;
  dates_.said(sitemap, url, changed, number());
  ledger_.look_again(url);
}

/// By having been asked for again.
void RevisitRound::gained(UrlId url, unsigned links_between) {
  ledger_.gained(url, links_between);
  const RevisitLedger::Known& known = *ledger_.find(url);
  const std::uint32_t quarters = 4U >> std::min(links_between, 2U);
  if (dates_.gained(known.asked_as, known.target, quarters)) ledger_.weigh_anew();
}

std::optional<RevisitLedger::Choice> RevisitRound::best() {
  while (const auto sitemap = dates_.sitemap_behind(course_.sitemap)) {
    auto choice = ledger_.choice(*sitemap);
    if (choice && choice->listed != Listed::unchanged) {
      choice->lists = true;
      return choice;
    }
    course_.sitemap = *sitemap;
  }
  return ledger_.best();
}

void RevisitRound::found_file(UrlId link) {
  if (is_on()) ++course_.fresh_finds;
  bool credited = false;
  UrlId page = urls_.facts(link).source;
  for (unsigned links = 0; links < kCreditLinks && page != StringTable::kNone; ++links) {
    ledger_.led_to_file(page, links);
    const auto* known = ledger_.find(page);
    if (!credited && known != nullptr && ledger_.asked_in_this_round(*known)) {
      gained(page, links);
      credited = true;
    }
    page = urls_.facts(page).source;
  }
}

bool RevisitRound::prefers_fresh(const std::optional<RevisitLedger::Choice>& known) const {
  if (known && course_.in_a_row >= kTurns) return !course_.last_was_fresh;
  const double fresh = (static_cast<double>(course_.fresh_finds) + 2) /
                       (static_cast<double>(course_.fresh_requests) + 2);
  return !known || (!known->lists && fresh >= known->finds);
}

void RevisitRound::chose_fresh(bool contested) {
  ++course_.fresh_requests;
  took_turn(true, contested);
}

Reason RevisitRound::chose_known(const RevisitLedger::Choice& known, bool contested) {
  ledger_.asked(known.url);
  const double otherwise = known.finds / dates_.factor(known.listed, known.target);
  if (dates_.asked(known.listed, known.target, otherwise)) ledger_.weigh_anew();
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
  if (changed || (known->target && away && !known->gone)) gained(url, 0);
  if (away || there) ledger_.set_gone(url, away);
  dates_.time_is(response.answered_unix);
  if (there) ledger_.was_there(url, response.answered_unix);
  if (response.not_modified && dates_.confirmed(url, number())) ledger_.weigh_anew();
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
  out.var(course_.sitemap);
  dates_.save(out);
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
  const std::uint64_t sitemap = in.var();
  if (!sound || sitemap > StringTable::kNone) return false;
  course_.sitemap = static_cast<UrlId>(sitemap);
  return dates_.load(in, urls_.size()) && ledger_.load(in, urls_.size());
}

}  // namespace tagtrail
