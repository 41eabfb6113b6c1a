#include "traps/sameness.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"
#include "traps/hashes.hpp"
#include "traps/page_novelty.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {
namespace {

constexpr std::uint32_t kEnoughPairs = 3;
constexpr std::uint32_t kSurePairs = 5;         // with the last looks at a trap (trap_watch.cpp)
constexpr std::uint32_t kEnoughPlaces = 4;      // of a whole host, without exception
constexpr std::uint32_t kFailuresAllowed = 10;  // one in so many pairs
constexpr std::size_t kMostPartsCompared = 24;
constexpr std::size_t kMostStrips = 24;  // that a page is compared under
constexpr std::size_t kMostOfPath = 4;
constexpr std::size_t kShortestIdentifier = 8;
constexpr std::size_t kLongestShape = 24;

/// What a part is, beside the name of its query key.
constexpr std::uint64_t kNothing = 0;
constexpr std::uint64_t kWholeQuery = 1;
constexpr std::uint64_t kFolder = 3;  ///< its name; of a page counts what it lists of its folder
constexpr std::uint64_t kPathSeed = 0x100000001B3U;
constexpr std::uint64_t kFolderSeed = 0x5851F42D4C957F2DU;
constexpr std::uint64_t kHostSeed = 0x14057B7EF767814FU;

std::uint64_t joined(std::uint64_t strip, std::string_view without) {
  return hash_of(without) ^ (strip * 0x9E3779B97F4A7C15U);
}

std::uint64_t strip_of_key(std::string_view name) { return hash_of(name) | 2U; }
std::uint64_t strip_of_segment(std::size_t at) { return kPathSeed + 2 * at; }

/// Identifiers in front of something: the first parts of the path, not its last one.
template <typename Use>
void each_identifier_segment(std::string_view key, Use use) {
  const UrlParts parts = split_url(key);
  if (parts.path.empty()) return;
  const auto path_at = static_cast<std::size_t>(parts.path.data() - key.data());
  std::size_t begin = 1;
  for (std::size_t at = 0; at < kMostOfPath; ++at) {
    const std::size_t end = parts.path.find('/', begin);
    if (end == std::string_view::npos) return;
    const std::string_view segment = parts.path.substr(begin, end - begin);
    const bool may_be = segment.size() >= kShortestIdentifier &&
                        segment.find_first_of("0123456789") != std::string_view::npos;
    const std::string shape = may_be ? without_identifiers(segment) : std::string();
    if (shape.find('H') != std::string::npos && shape.size() <= kLongestShape) {
      std::string without(key.substr(0, path_at + begin));
      without.append(key.substr(path_at + end + 1));
      use(at, shape, std::move(without));
    }
    begin = end + 1;
  }
}

/// Names of what says nothing of the file.
constexpr auto kNotOfFiles = std::to_array<std::string_view>(
    {"_",          "attachment", "back",          "cachebuster", "cb",     "dl",
     "download",   "fbclid",     "forcedownload", "from",        "gclid",  "inline",
     "jsessionid", "nocache",    "phpsessid",     "rand",        "random", "raw",
     "redirect",   "ref",        "referer",       "referrer",    "return", "returnto",
     "return_to",  "session",    "sessionid",     "session_id",  "sid",    "timestamp",
     "token",      "ts"});

}  // namespace

std::vector<Sameness::Part> Sameness::parts_of(std::string_view key) const {
  std::vector<Part> parts;
  if (auto original = folders_.original_of(key)) {
    parts.push_back({original->folder ^ kFolderSeed, 0, kFolder, std::move(original->key)});
  }
  const UrlParts url = split_url(key);
  const std::string origin = origin_of(key);
  const std::string path = without_identifiers(url.path);
  const std::string place = origin + path.substr(0, path.rfind('/') + 1);
  const std::vector<QueryPair> pairs = query_pairs(url.query);
  std::string names;
  for (const QueryPair& pair : pairs) {
    names.append(pair.key).push_back('&');
    const std::uint64_t strip = strip_of_key(pair.key);
    const std::uint64_t wide = joined(strip, origin) ^ kHostSeed;
    parts.push_back({joined(strip, place), wide, strip, without_pair(key, place_in(key, pair))});
  }
  if (pairs.size() > 1) {
    const std::uint64_t all = hash_of(names);
    const std::uint64_t wide = joined(all, origin) ^ kHostSeed;
    parts.push_back({joined(all, place), wide, kWholeQuery, std::string(without_query(key))});
  }
  each_identifier_segment(key, [&](std::size_t at, const std::string& shape, std::string without) {
    const std::uint64_t strip = strip_of_segment(at);
    parts.push_back({joined(strip, origin + shape), 0, strip, std::move(without)});
  });
  if (parts.size() > kMostPartsCompared) parts.resize(kMostPartsCompared);
  return parts;
}

/// A link is counted whole, and once more for each part that may be left out of it: with what
/// leaving it out changes.
std::unordered_map<std::uint64_t, std::uint64_t> Sameness::contents(const Page& page,
                                                                    std::string_view key) const {
  std::uint64_t whole = fingerprint_of_words(page);
  std::unordered_map<std::uint64_t, std::uint64_t> changes;
  const std::string_view own_path = without_query(key);
  const std::string_view own_query = split_url(key).query;
  const auto change = [&](std::uint64_t strip, std::uint64_t from, std::string_view to) {
    if (changes.size() >= kMostStrips && !changes.contains(strip)) return;
    changes[strip] += hash_of(to) - from;
  };
  for (const Part& part : parts_of(key)) changes.try_emplace(part.strip, 0);
  for (const LinkObservation& link : page.links) {
    const std::uint64_t hash = hash_of(link.url);
    whole += hash;
    if (has_query(link.url)) {
      const std::string_view query = split_url(link.url).query;
      for (const QueryPair& pair : query_pairs(query)) {
        change(strip_of_key(pair.key), hash, without_pair(link.url, place_in(link.url, pair)));
      }
      const std::string_view path = without_query(link.url);
      // An order may be handed on to the folders that it lists.
      if (path == own_path || query == own_query) change(kWholeQuery, hash, path);
    }
    each_identifier_segment(link.url,
                            [&](std::size_t at, const std::string&, const std::string& without) {
                              change(strip_of_segment(at), hash, without);
                            });
  }
  changes.try_emplace(kWholeQuery, 0);
  changes.try_emplace(kNothing, 0);
  for (auto& [strip, content] : changes) content += whole;
  return changes;
}

bool Sameness::holds(const Evidence& evidence) {
  return evidence.same >= kEnoughPairs && evidence.same >= kFailuresAllowed * evidence.other;
}

bool Sameness::holds(std::uint64_t rule) const {
  const auto found = rules_.find(rule);
  return found != rules_.end() && holds(found->second);
}

void Sameness::requested(std::string_view key) {
  for (const Part& part : parts_of(key)) requested_.insert(joined(part.strip, part.without));
  requested_.insert(hash_of(key));
}

bool Sameness::holds_everywhere(std::uint64_t wide) const {
  const auto found = rules_.find(wide);
  return wide != 0 && found != rules_.end() && found->second.same >= kEnoughPlaces &&
         found->second.other == 0;
}

bool Sameness::take(std::uint64_t rule, bool same) {
  Evidence& evidence = rules_[rule];
  const bool held = holds(evidence);
  ++(same ? evidence.same : evidence.other);
  if (held == holds(evidence)) return false;
  holding_ = held ? holding_ - 1 : holding_ + 1;
  return held;
}

bool Sameness::is_spotless(std::uint64_t rule) const {
  const auto found = rules_.find(rule);
  if (found == rules_.end() || found->second.other > 0) return false;
  // Of what holds on the whole host, few pairs of each directory are asked for.
  const auto& [same, other, wide, pairs] = found->second;
  const bool everywhere = same >= kEnoughPlaces && pairs >= kSurePairs;
  const auto enough = folders_.is_loop(rule ^ kFolderSeed) ? kEnoughPairs : kSurePairs;
  return same >= enough || everywhere || (wide != 0 && is_spotless(wide));
}

bool Sameness::may_be_another_file(std::string_view key) const {
  const auto original = folders_.original_of(key);
  if (original && !original->described) return true;
  const std::vector<QueryPair> pairs = query_pairs(split_url(key).query);
  return std::any_of(pairs.begin(), pairs.end(), [](const QueryPair& pair) {
    const std::string name = ascii_lower(pair.key);
    return !name.starts_with("utm_") &&
           std::find(kNotOfFiles.begin(), kNotOfFiles.end(), name) == kNotOfFiles.end() &&
           !is_identifier_like(pair.value);
  });
}

std::optional<std::uint64_t> Sameness::repeats(
    std::string_view key, const std::function<bool(std::string_view)>& is_wanted) const {
  if (holding_ == 0) return std::nullopt;
  for (const Part& part : parts_of(key)) {
    const bool known = requested_.contains(joined(part.strip, part.without)) ||
                       requested_.contains(hash_of(part.without)) ||
                       (part.strip == kFolder && is_wanted(part.without));
    if (known && holds(part.rule)) return part.rule;
    if (known && holds_everywhere(part.wide)) return part.wide;
  }
  return std::nullopt;
}

/// What was given for it without the part, or by another spelling without it.
Sameness::Given::const_iterator Sameness::given_before(const Part& part, std::uint64_t now) {
  if (part.strip == kFolder) return given_.find(joined(kFolder, part.without));
  const auto [before, first] = given_.try_emplace(joined(part.strip, part.without), now);
  return first ? given_.find(joined(kNothing, part.without)) : before;
}

std::vector<std::uint64_t> Sameness::answered(std::string_view key, const Response& response) {
  std::vector<std::uint64_t> failed;
  const bool file = !response.is_page && response.content != 0;
  if (!response.is_page && !file) return failed;
  std::unordered_map<std::uint64_t, std::uint64_t> as_page;
  const std::uint64_t list = file ? 0 : folders_.read(key, response.page);
  if (!file) as_page = contents(response.page, key);
  const auto content = [&](std::uint64_t strip) {
    return file ? response.content : as_page[strip];
  };
  for (const Part& part : parts_of(key)) {
    const std::uint64_t now = part.strip == kFolder && !file ? list : content(part.strip);
    const auto bare = given_before(part, now);
    if (bare == given_.end() || now == 0) continue;
    const bool same = bare->second == now;
    const bool first_here = rules_[part.rule].same == 0;
    rules_[part.rule].wide = part.wide;
    if (take(part.rule, same)) failed.push_back(part.rule);
    if (part.wide != 0 && same) ++rules_[part.wide].pairs;
    if (part.wide == 0 || (same && !first_here)) continue;
    const bool held = holds_everywhere(part.wide);
    if (take(part.wide, same) || (held && !same)) failed.push_back(part.wide);
  }
  // It is itself what others are when a part is left out of them.
  if (file) {
    for (const std::uint64_t strip : {kNothing, kFolder}) {
      given_.try_emplace(joined(strip, key), response.content);
    }
  } else {
    for (const auto& [strip, now] : as_page) given_.try_emplace(joined(strip, key), now);
    if (list != 0) given_.try_emplace(joined(kFolder, key), list);
  }
  return failed;
}

void Sameness::save(ByteWriter& out) const {
  folders_.save(out);
  out.var(rules_.size());
  for (const std::uint64_t rule : sorted_keys(rules_)) {
    out.u64(rule);
    out.var(rules_.at(rule).same);
    out.var(rules_.at(rule).other);
    out.u64(rules_.at(rule).wide);
    out.var(rules_.at(rule).pairs);
  }
  out.var(given_.size());
  for (const std::uint64_t url : sorted_keys(given_)) {
    out.u64(url);
    out.u64(given_.at(url));
  }
  save_set(out, requested_);
}

bool Sameness::load(ByteReader& in) {
  if (!folders_.load(in)) return false;
  rules_.clear();
  given_.clear();
  requested_.clear();
  holding_ = 0;
  for (std::size_t left = in.count(19); left > 0; --left) {
    const std::uint64_t rule = in.u64();
    Evidence& evidence = rules_[rule];
    evidence.same = static_cast<std::uint32_t>(in.var());
    evidence.other = static_cast<std::uint32_t>(in.var());
    evidence.wide = in.u64();
    evidence.pairs = static_cast<std::uint32_t>(in.var());
    if (holds(evidence)) ++holding_;
  }
  for (std::size_t left = in.count(16); left > 0; --left) {
    const std::uint64_t url = in.u64();
    given_[url] = in.u64();
  }
  load_set(in, requested_);
  return in.ok();
}

}  // namespace tagtrail
