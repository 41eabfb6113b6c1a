#include "policy/trail/trail_reports.hpp"

#include <algorithm>
#include <cmath>

#include "policy/shown_text.hpp"
#include "policy/trail/reason_words.hpp"
#include "policy/words.hpp"

namespace tagtrail {
namespace {

constexpr double kLeastTerm = 0.005;  // shown with two decimals
constexpr std::string_view kTranslations = "the same page in other languages";
constexpr std::size_t kMaxGroups = 300;  // people look at the best

void add_term(Reason& reason, std::string name, double value) {
  if (std::fabs(value) >= kLeastTerm) reason.terms.push_back({std::move(name), value});
}

bool brought_more(const GroupReport& a, const GroupReport& b) {
  if (a.mean_reward != b.mean_reward) return a.mean_reward > b.mean_reward;
  return a.visits > b.visits;
}

}  // namespace

Reason TrailReports::of_choice(const TrailLink& link) const {
  const Appraisal result = models_.appraise(link);
  const double expected = result.page * value_of_label(result.expected);
  const UrlId url = links_.id_of(link);
  const std::string expected_gain = "expected " + std::string(unit_) + " a request";
  LinkCase words;
  words.unit = unit_;
  words.url = context_.url(url);
  words.tag_path = context_.tag_path(link.path);
  words.anchor = context_.link(url).anchor;
  words.depth = context_.depth(url);
  words.list = places_.at(link.list);
  words.section = places_.at(link.section);
  words.alike_waiting = models_.alike_waiting(link);
  words.expected = expected;
  words.exploration = result.page * value_of_label(result.expected + result.exploration) - expected;
  const auto shares = models_.shares_of_expected(link, result);
  std::copy_n(shares.begin(), kFeatureKinds, words.added.begin());
  words.translations = shares[kFeatureKinds];
  words.fruitless = result.fruitless;
  if (topic_.is_set()) words.about = about_words(url);

  Reason reason;
  reason.action = link.list;
  reason.score = result.score;
  reason.target_probability = result.p;
  reason.words = reason_words(words);
  reason.terms = {{expected_gain, words.expected}};
  for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
    std::string name = expected_gain + ": ";
    name.append(feature_name(static_cast<FeatureKind>(kind)));
    add_term(reason, std::move(name), words.added[kind]);
  }
  add_term(reason, (expected_gain + ": ").append(kTranslations), words.translations);
  reason.terms.push_back({"exploration", words.exploration});
  const bool media = link.extension == ExtensionClass::media;
  add_term(reason, media ? "media come last" : "being a file itself",
           result.score - words.expected - words.exploration);
  return reason;
}

std::string TrailReports::about_words(UrlId url) const {
  return relevance_words(topic_.relevance(url), topic_.promised(links_.view(links_.at(url))));
}

Reason TrailReports::of_file(UrlId url, double p) const {
  const TrailLink& link = links_.at(url);
  const std::string anchor = shown_text(context_.link(url).anchor, kShownCharacters);
  Reason reason;
  reason.action = link.list;
  reason.score = p;
  reason.target_probability = topic_.is_set() ? models_.probability(link) : p;
  reason.words = anchor.empty() ? "taken for a file" : "'" + anchor + "' is taken for a file";
  reason.words += " (probability " + two_decimals(reason.target_probability) + ")";
  if (topic_.is_set()) reason.words += ", " + about_words(url);
  reason.words += ", so fetched with its page";
  reason.terms = {
      {topic_.is_set() ? "chance of being a file on the topic" : "chance of being a file", p}};
  return reason;
}

std::vector<GroupReport> TrailReports::of_places() const {
  struct Seen {
    bool known = false;
    PathId path = 0;  ///< of its first link
    std::uint64_t waiting = 0;
  };
  std::vector<Seen> seen(places_.size());
  for (UrlId id = 0; id < links_.size(); ++id) {
    if (!links_.contains(id)) continue;
    const TrailLink& link = links_.at(id);
    Seen& place = seen[link.list];
    if (!place.known) place = {true, link.path, 0};
    if (link.waiting) ++place.waiting;
  }
  std::vector<GroupReport> groups;
  for (PlaceId id = 0; id < places_.size(); ++id) {
    if (!seen[id].known) continue;
    const Place& place = places_.at(id);
    const double mean = place.tries == 0 ? 0 : place.files / static_cast<double>(place.tries);
    groups.push_back({id, {}, place.tries, mean, seen[id].waiting});
  }
  std::stable_sort(groups.begin(), groups.end(), brought_more);
  if (groups.size() > kMaxGroups) groups.resize(kMaxGroups);
  for (GroupReport& group : groups) group.tag_path = context_.tag_path(seen[group.id].path);
  return groups;
}

}  // namespace tagtrail
