#include "traps/revisions.hpp"

#include <algorithm>
#include <vector>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"
#include "traps/hashes.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {
namespace {

/// As programs for versions name a state of all files: SHA-1 and SHA-256, written out.
constexpr std::size_t kShortHash = 40;
constexpr std::size_t kLongHash = 64;
/// Fewer are no history.
constexpr std::size_t kFewestRevisions = 3;
/// Of a host; what comes later is followed as elsewhere.
constexpr std::size_t kMostRevisions = 100'000;
/// So many addresses whose files were the same, and no fewer than of those whose were not.
constexpr std::size_t kEnoughSame = 3;  // with these, Sameness asks for no more of them
constexpr std::uint64_t kSiteSeed = 0x71D67FFFEDA60000U;

bool is_hash(std::string_view run) {
  if (run.size() != kShortHash && run.size() != kLongHash) return false;
  const auto is_hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  return std::all_of(run.begin(), run.end(), is_hexadecimal);
}

/// The hashes that stand in it, as words of their own.
template <typename Use>
void each_hash(std::string_view key, Use use) {
  for (std::size_t begin = 0; begin < key.size();) {
    std::size_t end = begin;
    while (end < key.size() && is_letter_or_digit(key[end])) ++end;
    if (is_hash(key.substr(begin, end - begin))) use(key.substr(begin, end - begin));
    begin = end + 1;
  }
}

std::uint64_t number_of_site(std::string_view key) { return hash_of(origin_of(key)) ^ kSiteSeed; }

/// Without the pairs of the query for which that holds.
template <typename Which>
std::string without_pairs(std::string_view key, Which which) {
  std::string out(key);
  // From the end, so that those before stay where they are.
  std::vector<QueryPair> pairs = query_pairs(split_url(key).query);
  std::reverse(pairs.begin(), pairs.end());
  for (const QueryPair& pair : pairs) {
    if (which(pair)) out = without_pair(out, place_in(key, pair));
  }
  return out;
}

}  // namespace

/// Without the pairs that say of when it is.
std::string Revisions::without_revision(const Site& site, std::string_view key) {
  return without_pairs(
      key, [&](const QueryPair& pair) { return site.names.contains(hash_of(pair.key)); });
}

const Revisions::Site* Revisions::site_of(std::string_view key) const {
  if (sites_.empty()) return nullptr;
  const auto found = sites_.find(number_of_site(key));
  return found == sites_.end() ? nullptr : &found->second;
}

std::optional<std::uint64_t> Revisions::met(std::string_view key) {
  std::vector<std::uint64_t> hashes;
  each_hash(key, [&](std::string_view hash) { hashes.push_back(hash_of(hash)); });
  if (hashes.empty() && site_of(key) == nullptr) return std::nullopt;
  const std::uint64_t number = number_of_site(key);
  Site& site = sites_[number];
  if (site.cleared || site.revisions.size() >= kMostRevisions) return std::nullopt;
  std::vector<std::uint64_t> values;
  for (const QueryPair& pair : query_pairs(split_url(key).query)) {
    if (!is_hash(pair.value)) continue;
    site.names.insert(hash_of(pair.key));
    values.push_back(hash_of(pair.value));
  }
  const std::string now = without_revision(site, key);
  if (hashes.empty()) {
    if (now != key) site.as_now.insert(hash_of(now));
    return std::nullopt;
  }
  const bool is_known =
      now != key && (urls_.find(now) != StringTable::kNone || site.as_now.contains(hash_of(now)));
  if (is_known) site.revisions.insert(values.begin(), values.end());
  if (site.revisions.size() < kFewestRevisions) return std::nullopt;
  const bool waits = is_known || std::any_of(hashes.begin(), hashes.end(), [&](std::uint64_t hash) {
                       return site.revisions.contains(hash);
                     });
  return waits ? std::optional(number) : std::nullopt;
}

void Revisions::answered(std::string_view key, const Response& response) {
  if (response.is_page || response.content == 0 || sites_.empty()) return;
  const auto found = sites_.find(number_of_site(key));
  if (found == sites_.end() || found->second.cleared) return;
  Site& site = found->second;
  const std::uint64_t now = hash_of(without_revision(site, key));
  const auto [first, fresh] = site.contents.try_emplace(now, response.content);
  if (fresh) return;
  const bool is_same = first->second == response.content;
  (is_same ? site.same : site.other).insert(now);
  (is_same ? site.other : site.same).erase(now);
}

bool Revisions::repeat(std::uint64_t number) const {
  const auto found = sites_.find(number);
  if (found == sites_.end()) return false;
  const Site& site = found->second;
  return site.same.size() >= kEnoughSame && site.same.size() >= site.other.size();
}

void Revisions::clear(std::uint64_t number) {
  const auto found = sites_.find(number);
  if (found == sites_.end()) return;
  found->second = {};
  found->second.cleared = true;
}

int Revisions::worth_as_proof(std::string_view key) const {
  const Site* site = site_of(key);
  if (site == nullptr) return 0;
  const std::string now = without_revision(*site, key);
  const std::uint64_t hash = hash_of(now);
  if (site->same.contains(hash) || site->other.contains(hash) || now == key) return 0;
  if (site->tried.contains(hash)) return 0;
  if (site->contents.contains(hash)) return 2;
  return names_file(now) ? 1 : 0;
}

void Revisions::try_as_proof(std::string_view key) {
  const auto found = sites_.find(number_of_site(key));
  if (found == sites_.end()) return;
  found->second.tried.insert(hash_of(without_revision(found->second, key)));
}

std::string Revisions::as_now(std::string_view key) const {
  const Site* site = site_of(key);
  if (site == nullptr || site->revisions.size() < kFewestRevisions) return std::string(key);
  return without_pairs(key, [&](const QueryPair& pair) {
    return is_hash(pair.value) && site->names.contains(hash_of(pair.key));
  });
}

void Revisions::save(ByteWriter& out) const {
  out.var(sites_.size());
  for (const std::uint64_t number : sorted_keys(sites_)) {
    const Site& site = sites_.at(number);
    out.u64(number);
    out.boolean(site.cleared);
    for (const auto* set :
         {&site.names, &site.revisions, &site.as_now, &site.same, &site.other, &site.tried}) {
      save_set(out, *set);
    }
    out.var(site.contents.size());
    for (const std::uint64_t url : sorted_keys(site.contents)) {
      out.u64(url);
      out.u64(site.contents.at(url));
    }
  }
}

bool Revisions::load(ByteReader& in) {
  sites_.clear();
  for (std::size_t sites = in.count(16); sites > 0; --sites) {
    Site& site = sites_[in.u64()];
    site.cleared = in.boolean();
    for (auto* set :
         {&site.names, &site.revisions, &site.as_now, &site.same, &site.other, &site.tried}) {
      load_set(in, *set);
    }
    for (std::size_t left = in.count(16); left > 0; --left) {
      const std::uint64_t url = in.u64();
      site.contents[url] = in.u64();
    }
  }
  return in.ok();
}

}  // namespace tagtrail
