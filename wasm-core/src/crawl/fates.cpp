#include "crawl/fates.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostTypes = 1'000;
constexpr std::size_t kMostSources = 1'000;
constexpr std::string_view kScope = "scope";
constexpr std::string_view kListing = "listing";

using Column = std::uint64_t Account::*;

/// The column of a URL that was asked for; null: it has none, as long as nothing has come back.
Column column_of(UrlFate fate) {
  switch (fate) {
    case UrlFate::none:
      return nullptr;
    case UrlFate::saved:
      return &Account::saved;
    case UrlFate::equal:
      return &Account::equal;
    case UrlFate::page:
    case UrlFate::login:
    case UrlFate::listing:
      return &Account::pages;
    case UrlFate::moved:
      return &Account::moved;
    case UrlFate::unwanted:
      return &Account::unwanted;
    case UrlFate::dead:
      return &Account::dead;
    case UrlFate::failed:
      return &Account::failed;
    case UrlFate::left:
      return &Account::left;
  }
  return nullptr;
}

Column column_of(const UrlFacts& facts, bool finished) {
  switch (facts.state) {
    case UrlState::known:
    case UrlState::frontier:
    case UrlState::beyond:
      return &Account::not_tried;
    case UrlState::withheld:
      return &Account::unwanted;
    case UrlState::useless:
      // Where its type was asked for and that failed, this is why.
      return facts.fate == UrlFate::failed ? &Account::failed : &Account::unwanted;
    case UrlState::aside:
    case UrlState::acting:
      return &Account::left;
    case UrlState::visited:
      break;
  }
  if (const Column column = column_of(facts.fate); column != nullptr) return column;
  return finished ? &Account::unaccounted : &Account::not_tried;
}

std::uint64_t hash_of_thing(std::string_view kind, std::string_view what) {
  return hash_of(std::string(kind).append(" ").append(what));
}

/// The engine knows some addresses that no link led to.
bool was_met(const UrlFacts& facts) {
  return facts.state != UrlState::known || facts.source != StringTable::kNone;
}

}  // namespace

void Fates::answered(UrlId url, UrlFate fate) {
  UrlFate& known = urls_.facts(url).fate;
  const bool is_file = known == UrlFate::saved || known == UrlFate::equal;
  if (is_file && fate != UrlFate::saved) return;
  // It had no content at first, and was asked again.
  if (known == UrlFate::left && fate != UrlFate::left) {
    take_back(LeftOutCause::no_content, urls_.key(url));
  }
  known = fate;
}

void Fates::take_back(LeftOutCause cause, std::string_view what) {
  Left& left = left_[static_cast<std::size_t>(cause)];
  if (left.count == 0 || met_.erase(hash_of_thing(to_string(cause), what)) == 0) return;
  --left.count;
  if (left.example == what) left.example.clear();
}

bool Fates::is_new(std::string_view kind, std::string_view what) {
  const std::uint64_t hash = hash_of_thing(kind, what);
  if (met_.size() >= kMost) return !met_.contains(hash);
  return met_.insert(hash).second;
}

void Fates::leave(LeftOutCause cause, std::string_view what, std::uint64_t count) {
  if (!is_new(to_string(cause), what)) return;
  Left& left = left_[static_cast<std::size_t>(cause)];
  left.count += count;
  if (left.example.empty()) left.example = utf8_prefix(what, limits::kLeftWhatBytes);
}

void Fates::read(const Page& page) {
  for (const LeftOnPage& one : page.left) {
    if (one.cause != LeftOutCause::login) leave(one.cause, one.what, one.count);
  }
}

void Fates::out_of_scope(std::string_view url) {
  if (is_new(kScope, url)) ++out_of_scope_;
}

void Fates::unwanted(UrlId url, std::string_view mime) {
  answered(url, UrlFate::unwanted);
  const auto found = types_.find(mime);
  if (found != types_.end()) {
    ++found->second;
  } else if (types_.size() < kMostTypes) {
    types_.emplace(mime, 1);
  }
}

void Fates::listed(std::string_view url, const Page& page) {
  const std::string_view source = url.substr(0, url.find('?'));
  const std::uint64_t stated = page.catalogue.total;
  if (stated == 0) return;
  // The same list may be read under several addresses.
  std::string all(source);
  for (const LinkObservation& link : page.links) all.append("\n").append(link.url);
  const std::uint64_t items = is_new(kListing, all) ? page.catalogue.items : 0;
  auto found = listings_.find(source);
  if (found == listings_.end()) {
    if (listings_.size() >= kMostSources) return;
    found = listings_.emplace(source, Listing{}).first;
  }
  found->second.stated = std::max(found->second.stated, stated);
  found->second.items += items;
}

void Fates::add_listings(Account& account) const {
  LeftBehind missing{LeftOutCause::listed_part, 0, {}};
  for (const auto& [source, listing] : listings_) {
    if (listing.stated == 0) continue;
    if (account.listings.size() < kMostListings) {
      account.listings.push_back({source, listing.stated, listing.items});
    }
    if (listing.items >= listing.stated) continue;
    missing.count += listing.stated - listing.items;
    if (missing.example.empty()) missing.example = source;
  }
  if (missing.count > 0) account.left_out.push_back(std::move(missing));
}

Account Fates::report(bool finished) const {
  Account account = report_left();
  LeftBehind lost{LeftOutCause::unaccounted, 0, {}};
  for (UrlId id = 0; id < urls_.size(); ++id) {
    const UrlFacts& facts = urls_.facts(id);
    if (!was_met(facts)) continue;
    ++account.met;
    const Column column = column_of(facts, finished);
    ++(account.*column);
    if (column == &Account::unaccounted && lost.example.empty()) lost.example = urls_.key(id);
    if (column == &Account::not_tried && account.waiting.empty()) account.waiting = urls_.key(id);
  }
  account.met += out_of_scope_ + urls_.turned_away();
  account.unwanted += out_of_scope_;
  account.not_tried += urls_.turned_away();
  lost.count = account.unaccounted;
  if (lost.count > 0) account.left_out.push_back(std::move(lost));
  return account;
}

Account Fates::report_left() const {
  Account account;
  for (std::size_t at = 0; at < left_.size(); ++at) {
    const Left& left = left_[at];
    if (left.count == 0) continue;
    account.left_out.push_back({static_cast<LeftOutCause>(at), left.count, left.example});
  }
  add_listings(account);
  for (const auto& [mime, count] : types_) account.other_types.push_back({mime, count});
  std::stable_sort(account.other_types.begin(), account.other_types.end(),
                   [](const OtherType& a, const OtherType& b) { return a.count > b.count; });
  if (account.other_types.size() > kMostOtherTypes) account.other_types.resize(kMostOtherTypes);
  return account;
}

void Fates::save(ByteWriter& out) const {
  out.var(met_.size());
  for (const std::uint64_t hash : sorted_keys(met_)) out.u64(hash);
  for (const Left& left : left_) {
    out.var(left.count);
    out.text(left.example);
  }
  out.var(types_.size());
  for (const auto& [mime, count] : types_) {
    out.text(mime);
    out.var(count);
  }
  out.var(listings_.size());
  for (const auto& [source, listing] : listings_) {
    out.text(source);
    out.var(listing.stated);
    out.var(listing.items);
  }
  out.var(out_of_scope_);
}

bool Fates::load(ByteReader& in) {
  for (std::size_t count = in.count(8); count > 0; --count) met_.insert(in.u64());
  for (Left& left : left_) {
    left.count = in.var();
    left.example = in.text();
  }
  for (std::size_t count = in.count(2); count > 0 && in.ok(); --count) {
    const std::string mime = in.text();
    types_[mime] = in.var();
  }
  for (std::size_t count = in.count(3); count > 0 && in.ok(); --count) {
    Listing& listing = listings_[in.text()];
    listing.stated = in.var();
    listing.items = in.var();
  }
  out_of_scope_ = in.var();
  return in.ok() && met_.size() <= kMost && types_.size() <= kMostTypes &&
         listings_.size() <= kMostSources;
}

}  // namespace tagtrail
