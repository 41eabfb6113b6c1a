// Why a link was chosen, in words and terms that people can check.
#include <cmath>

#include "policy/shown_text.hpp"
#include "policy/trail/reason_words.hpp"
#include "policy/trail/trail_policy.hpp"
#include "policy/words.hpp"

namespace tagtrail {
namespace {

constexpr char kExpected[] = "expected files a request";
constexpr double kLeastTerm = 0.005;  // shown with two decimals
constexpr std::size_t kShownCharacters = 40;

void add_term(Reason& reason, std::string name, double value) {
  if (std::fabs(value) >= kLeastTerm) reason.terms.push_back({std::move(name), value});
}

/// What one unit of the label is worth on the way from 0 to it: with this the shares of the
/// features add up to the value, each with its own sign.
double value_of_unit(double label) { return label > 1e-6 ? value_of_label(label) / label : 1.0; }

}  // namespace

Reason TrailPolicy::explain_link(const TrailLink& link) const {
  const Appraisal result = appraise(link);
  const double expected = value_of_label(result.expected);
  const UrlId url = links_.id_of(link);
  LinkCase words;
  words.url = context_.url(url);
  words.tag_path = context_.tag_path(link.path);
  words.anchor = context_.link(url).anchor;
  words.depth = context_.depth(url);
  words.list = places_.at(link.list);
  words.section = places_.at(link.section);
  words.alike_waiting = alike_waiting(link);
  words.expected = expected;
  words.exploration = value_of_label(result.expected + result.exploration) - expected;
  words.added = shares_of_features(link, result.expected);

  Reason reason;
  reason.action = link.list;
  reason.score = result.score;
  reason.target_probability = result.p;
  reason.words = reason_words(words);
  reason.terms = {{kExpected, words.expected}};
  for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
    std::string name = std::string(kExpected) + ": ";
    name.append(feature_name(static_cast<FeatureKind>(kind)));
    add_term(reason, std::move(name), words.added[kind]);
  }
  reason.terms.push_back({"exploration", words.exploration});
  const bool media = link.extension == ExtensionClass::media;
  add_term(reason, media ? "media come last" : "being a file itself",
           result.score - words.expected - words.exploration);
  return reason;
}

Reason TrailPolicy::explain_file(UrlId url, double p) const {
  const TrailLink& link = links_.at(url);
  const std::string anchor = shown_text(context_.link(url).anchor, kShownCharacters);
  Reason reason;
  reason.action = link.list;
  reason.score = p;
  reason.target_probability = p;
  reason.words = anchor.empty() ? "taken for a file" : "'" + anchor + "' is taken for a file";
  reason.words += " (probability " + two_decimals(p) + "), so fetched with its page";
  reason.terms = {{"chance of being a file", p}};
  return reason;
}

std::array<double, kFeatureKinds> TrailPolicy::shares_of_features(const TrailLink& link,
                                                                  double label) const {
  const double unit = value_of_unit(label);
  const auto slots = links_.slots(link);
  std::array<double, kFeatureKinds> shares{};
  std::size_t begin = 0;
  for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
    shares[kind] = unit * values_model_.predict(slots.subspan(begin, link.of_kind[kind]));
    begin += link.of_kind[kind];
  }
  return shares;
}

/// Other links in the same place of pages like this one.
std::uint32_t TrailPolicy::alike_waiting(const TrailLink& link) const {
  constexpr auto kPlace = static_cast<std::size_t>(FeatureKind::place);
  if (link.of_kind[kPlace] == 0) return 0;
  std::size_t before = 0;
  for (std::size_t kind = 0; kind < kPlace; ++kind) before += link.of_kind[kind];
  const std::uint32_t waiting = support_.waiting_links(links_.slots(link)[before]);
  return waiting - (link.waiting && waiting > 0 ? 1 : 0);
}

}  // namespace tagtrail
