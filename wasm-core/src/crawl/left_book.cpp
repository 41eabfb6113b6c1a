#include "crawl/left_book.hpp"

#include <algorithm>
#include <utility>

#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostTypes = 1'000;
constexpr std::size_t kMostSources = 1'000;

/// So that kinds are far from each other.
std::uint64_t kind_hash(std::string_view kind) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  return hash_of(kind) * kOdd;
}

std::uint64_t hash_of_thing(std::string_view kind, std::string_view what) {
  return hash_of(what) ^ kind_hash(kind);
}

}  // namespace

void LeftBook::take_back(LeftOutCause cause, std::string_view what) {
  Left& left = left_[static_cast<std::size_t>(cause)];
  if (left.count == 0 || met_.erase(hash_of_thing(to_string(cause), what)) == 0) return;
  --left.count;
  if (left.example == what) left.example.clear();
}

bool LeftBook::is_new(std::string_view kind, std::string_view what) {
  const std::uint64_t hash = hash_of_thing(kind, what);
  if (met_.size() >= kMost) return !met_.contains(hash);
  return met_.insert(hash).second;
}

/// The same `what` counts once.
void LeftBook::leave(LeftOutCause cause, std::string_view what, std::uint64_t count) {
  if (!is_new(to_string(cause), what)) return;
  Left& left = left_[static_cast<std::size_t>(cause)];
  left.count += count;
  if (left.example.empty()) left.example = utf8_prefix(what, limits::kLeftWhatBytes);
}

void LeftBook::count_type(std::string_view mime) {
  const auto found = types_.find(mime);
  if (found != types_.end()) {
    ++found->second;
  } else if (types_.size() < kMostTypes) {
    types_.emplace(mime, 1);
  }
}

/// With what it states now; null: there are too many lists.
LeftBook::Listing* LeftBook::listing_of(const std::string& source, std::uint64_t stated) {
  auto found = listings_.find(source);
  if (found == listings_.end()) {
    if (listings_.size() >= kMostSources) return nullptr;
    found = listings_.emplace(source, Listing{stated}).first;
  }
  Listing& listing = found->second;
  listing.changed = listing.changed || listing.stated != stated;
  listing.stated = std::max(listing.stated, stated);
  return &listing;
}

bool LeftBook::is_listed_first(const std::string& source, std::uint64_t thing) {
  const std::uint64_t hash = kind_hash(source) ^ thing;
  return listed_.size() >= kMostListed ? !listed_.contains(hash) : listed_.insert(hash).second;
}

void LeftBook::list(const std::string& source, const std::vector<std::string>& things,
                    std::uint64_t stated, std::uint64_t items) {
  bool is_first = false;
  for (const std::string& thing : things) {
    is_first = is_listed_first(source, hash_of(thing)) || is_first;
  }
  Listing* listing = listing_of(source, stated);
  if (listing != nullptr && is_first) listing->items += items;
}

void LeftBook::list_entries(const std::string& source, const std::vector<std::uint64_t>& entries,
                            std::uint64_t stated) {
  std::uint64_t first = 0;
  for (const std::uint64_t entry : entries) first += is_listed_first(source, entry) ? 1 : 0;
  Listing* listing = listing_of(source, stated);
  if (listing == nullptr) return;
  listing->items += first;
  listing->changed = listing->changed || (first > 0 && first < entries.size());
}

void LeftBook::list_whole(const std::string& source, std::uint64_t items) {
  const auto found = listings_.find(source);
  if (found == listings_.end()) return list(source, {source}, items, items);
  found->second.stated = std::max(found->second.stated, items);
  found->second.items = std::max(found->second.items, items);
}

bool LeftBook::states_length(std::string_view source) const {
  const auto found = listings_.find(source);
  return found != listings_.end() && found->second.stated > 0;
}

bool LeftBook::changed_meanwhile(std::string_view source) const {
  const auto found = listings_.find(source);
  if (found == listings_.end()) return false;
  return found->second.changed && found->second.items < found->second.stated;
}

void LeftBook::report(Account& account) const {
  for (std::size_t at = 0; at < left_.size(); ++at) {
    const Left& left = left_[at];
    if (left.count == 0) continue;
    account.left_out.push_back({static_cast<LeftOutCause>(at), left.count, left.example});
  }
  add_listings(account);
  add_types(account);
}

void LeftBook::add_listings(Account& account) const {
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
  if (missing.count == 0) return;
  const auto known =
      std::find_if(account.left_out.begin(), account.left_out.end(),
                   [](const LeftBehind& left) { return left.cause == LeftOutCause::listed_part; });
  if (known == account.left_out.end()) return account.left_out.push_back(std::move(missing));
  known->count += missing.count;
}

/// The most frequent first, then in the order of their names.
void LeftBook::add_types(Account& account) const {
  using Type = std::pair<const std::string, std::uint64_t>;
  std::vector<const Type*> most;
  for (const Type& type : types_) most.push_back(&type);
  const auto end =
      most.begin() + static_cast<std::ptrdiff_t>(std::min(most.size(), kMostOtherTypes));
  std::partial_sort(most.begin(), end, most.end(), [](const Type* a, const Type* b) {
    return a->second != b->second ? a->second > b->second : a->first < b->first;
  });
  for (auto type = most.begin(); type != end; ++type) {
    account.other_types.push_back({(*type)->first, (*type)->second});
  }
}

void LeftBook::save(ByteWriter& out) const {
  save_set(out, met_);
  save_set(out, listed_);
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
    out.boolean(listing.changed);
  }
}

bool LeftBook::load(ByteReader& in) {
  load_set(in, met_);
  load_set(in, listed_);
  for (Left& left : left_) {
    left.count = in.var();
    left.example = in.text();
  }
  for (std::size_t count = in.count(2); count > 0 && in.ok(); --count) {
    const std::string mime = in.text();
    types_[mime] = in.var();
  }
  for (std::size_t count = in.count(4); count > 0 && in.ok(); --count) {
    Listing& listing = listings_[in.text()];
    listing.stated = in.var();
    listing.items = in.var();
    listing.changed = in.boolean();
  }
  return in.ok() && met_.size() <= kMost && listed_.size() <= kMostListed &&
         types_.size() <= kMostTypes && listings_.size() <= kMostSources;
}

}  // namespace tagtrail
