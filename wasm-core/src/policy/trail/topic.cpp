#include "policy/trail/topic.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/math.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

// How a link has a word of the topic, in the levels of TopicMatch.
constexpr unsigned kOfPage = 1;  // the title of its page, or the link that led there
constexpr unsigned kNear = 2;    // the heading above it, its directories; or alike in its own words
constexpr std::array<double, 4> kLevels{0, 0.5, 0.75, 1};

constexpr double kSmoothing = 5;       // links that are taken to have been met
constexpr double kOtherFiles = 0.002;  // what a request counts for a file that is not about it
constexpr double kOtherFound = 0.05;   // and for the page where it was found
constexpr std::size_t kSteps = 4;      // of relevance that features tell apart
constexpr double kPromise = 1;         // label of a page that is all about the topic

}  // namespace

Topic::Topic(std::string_view about) {
  if (auto words = TopicWords::parse(about)) words_ = std::move(*words);
  having_.resize(words_.size());
}

void Topic::open_page(std::string_view title, UrlId link) {
  if (!is_set()) return;
  page_ = {};
  page_.join(words_.in(title), kOfPage);
  if (link >= links_.size()) return;
  const TopicMatch led(links_[link]);
  for (std::size_t word = 0; word < words_.size(); ++word) {
    if (led.of(word) >= kNear) page_.raise(word, kOfPage);
  }
}

TopicMatch Topic::match(std::string_view key, const LinkObservation& link) const {
  TopicMatch match = words_.in(link.anchor);
  const UrlParts parts = split_url(key);
  const std::size_t name = parts.path.rfind('/') + 1;
  match.join(words_.in_name(parts.path.substr(name)), TopicMatch::kMost);
  match.join(words_.in_name(parts.query), kNear);
  match.join(words_.in_name(parts.path.substr(0, name)), kNear);
  match.join(words_.in(link.heading), kNear);
  match.join(page_, kOfPage);
  return match;
}

void Topic::add(UrlId url, const LinkView& link, LinkFeatureSet& described) {
  if (!is_set()) return;
  const TopicMatch found = match(link.key, *link.observation);
  if (url >= links_.size()) links_.resize(std::size_t{url} + 1);
  links_[url] = found.bits();
  ++met_;
  for (std::size_t word = 0; word < words_.size(); ++word) {
    if (found.of(word) >= kNear) ++having_[word];
  }
  add_features(found, described);
}

double Topic::describe(std::string_view key, const LinkObservation& link,
                       LinkFeatureSet& described) const {
  if (!is_set()) return 1;
  const TopicMatch found = match(key, link);
  add_features(found, described);
  return gain_of(relevance_of(found));
}

/// That of BM25 for words, which is nothing for what half of all links have.
double Topic::weight(std::size_t word) const {
  const double having = static_cast<double>(having_[word]);
  const double others = static_cast<double>(met_) - having + kSmoothing;
  return std::max(0.0, math::log(others / (having + 0.5)));
}

double Topic::relevance_of(TopicMatch match) const {
  double has = 0;
  double all = 0;
  for (std::size_t word = 0; word < words_.size(); ++word) {
    // What no link of the site has tells none apart, and being the rarest would take all weight.
    if (having_[word] == 0 && match.of(word) == TopicMatch::kNone) continue;
    const double counts = weight(word);
    all += counts;
    has += counts * kLevels[match.of(word)];
  }
  if (all <= 0) return 0;
  const double share = has / all;
  return share * share;
}

double Topic::relevance(UrlId url) const {
  return url < links_.size() ? relevance_of(TopicMatch(links_[url])) : 0;
}

double Topic::gain_of(double relevance) { return kOtherFiles + (1 - kOtherFiles) * relevance; }

double Topic::gain_of_page(UrlId url) const {
  return is_set() ? kOtherFound + (1 - kOtherFound) * relevance(url) : 1;
}

void Topic::add_features(TopicMatch match, LinkFeatureSet& described) const {
  const double relevance = relevance_of(match);
  const auto step = static_cast<std::size_t>(relevance * (kSteps + 0.999));
  described.slots.push_back(LinkFeatures::topic_slot(step));
  described.of_kind[static_cast<std::size_t>(FeatureKind::topic)] = 1;
}

std::vector<Topic::Promise> Topic::promises() {
  std::vector<Promise> promises;
  for (std::size_t step = 0; step <= kSteps; ++step) {
    const double relevance = static_cast<double>(step) / kSteps;
    promises.push_back({LinkFeatures::topic_slot(step), static_cast<float>(kPromise * relevance)});
  }
  return promises;
}

void Topic::save(ByteWriter& out) const {
  if (!is_set()) return;
  out.u64(page_.bits());
  out.var(links_.size());
  for (const std::uint64_t link : links_) out.var(link);
  out.var(met_);
  for (const std::uint64_t having : having_) out.var(having);
}

bool Topic::load(ByteReader& in, UrlId urls) {
  if (!is_set()) return true;
  page_ = TopicMatch(in.u64());
  links_.resize(in.count(1));
  if (links_.size() > urls) return false;
  for (std::uint64_t& link : links_) link = in.var();
  met_ = in.var();
  for (std::uint64_t& having : having_) {
    having = in.var();
    if (having > met_) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
