#include "policy/trail/topic.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/bits.hpp"
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
// The same where tables came: while none of its list did, and later for each unit of variance of
// what tables tell of links like it.
constexpr double kFirstOfList = 0.3;
constexpr double kNewFiles = 0.0005;
constexpr std::size_t kSteps = 4;  // of relevance that features tell apart
constexpr double kPromise = 1;     // label of a page that is all about the topic
constexpr double kAbout = 0.25;    // relevance of a table that is about it: half of its words

}  // namespace

Topic::Topic(std::string_view about) {
  if (auto words = TopicWords::parse(about)) words_ = std::move(*words);
  having_.resize(words_.size());
  in_tables_.resize(words_.size());
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
  return gain_of(relevance_of(found), described.view());
}

void Topic::learn(UrlId url, const LinkSlots& link, std::string_view table_words) {
  if (!is_set() || table_words.empty() || url >= links_.size()) return;
  TopicMatch found = words_.in(table_words);
  found.join(words_.in_name(table_words), TopicMatch::kMost);
  ++tables_;
  for (std::size_t word = 0; word < words_.size(); ++word) {
    if (found.of(word) >= kNear) ++in_tables_[word];
  }
  const double about = relevance_of(found);
  about_.update(link.all, ExtensionClass::unknown, about);
  if (const auto list = link.of(FeatureKind::list); !list.empty()) {
    OfList& seen = lists_[list.front()];
    ++seen.tables;
    seen.about += static_cast<float>(about);
  }
  has_promise_ = has_promise_ || about >= kAbout;
  found.join(TopicMatch(links_[url]), TopicMatch::kMost);
  links_[url] = found.bits();
}

/// That of BM25 for words, which is nothing for what half of all links have, or of all tables: what
/// few of them have had until now says more of the others than links that call none by name.
double Topic::weight(std::size_t word) const {
  const double met = static_cast<double>(met_);
  const double of_tables =
      static_cast<double>(in_tables_[word]) / (static_cast<double>(tables_) + kSmoothing);
  const double having = std::max(static_cast<double>(having_[word]), met * of_tables);
  const double others = met - having + kSmoothing;
  return std::max(0.0, math::log(others / (having + 0.5)));
}

double Topic::relevance_of(TopicMatch match) const {
  double has = 0;
  double all = 0;
  for (std::size_t word = 0; word < words_.size(); ++word) {
    // What nothing of the site has tells none apart, and being the rarest would take all weight.
    const bool is_there = having_[word] > 0 || in_tables_[word] > 0;
    if (!is_there && match.of(word) == TopicMatch::kNone) continue;
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

/// Null where lists are no features.
const Topic::OfList* Topic::list_of(const LinkSlots& link) const {
  const auto list = link.of(FeatureKind::list);
  return list.empty() ? nullptr : &lists_[list.front()];
}

double Topic::promised(const LinkSlots& link) const {
  if (!has_promise_) return 0;
  const OfList* list = list_of(link);
  const double by_list = list == nullptr ? 0 : list->about / (list->tables + 1.0);
  return std::max(by_list, about_.probability(link.all, ExtensionClass::unknown));
}

double Topic::gain(UrlId url, const LinkSlots& link) const {
  return is_set() ? gain_of(relevance(url), link) : 1;
}

double Topic::gain_of(double relevance, const LinkSlots& link) const {
  if (tables_ == 0) return kOtherFiles + (1 - kOtherFiles) * relevance;
  const OfList* list = list_of(link);
  const bool is_new = list != nullptr && list->tables == 0;
  const double tried =
      is_new ? kFirstOfList : kNewFiles * features_.variance(&FeatureRow::target, link.all);
  return std::max({tried, relevance, promised(link)});
}

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
  out.var(tables_);
  for (const std::uint64_t having : in_tables_) out.var(having);
  out.u8(has_promise_ ? 1 : 0);
  lists_.save(out, [&out](const OfList& list) {
    out.var(list.tables);
    out.u32(bit_cast<std::uint32_t>(list.about));
  });
  features_.save(out);
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
  tables_ = in.var();
  for (std::uint64_t& having : in_tables_) {
    having = in.var();
    if (having > tables_) return false;
  }
  has_promise_ = in.u8() != 0;
  const bool lists = lists_.load(in, 5, [&in](OfList& list) {
    list.tables = static_cast<std::uint32_t>(in.var());
    list.about = bit_cast<float>(in.u32());
    return list.about >= 0 && list.about <= static_cast<float>(list.tables);
  });
  return in.ok() && lists && features_.load(in);
}

}  // namespace tagtrail
