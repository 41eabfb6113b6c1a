// Why a link was chosen, in words and terms that people can check.
#include <array>
#include <cmath>

#include "policy/trail/trail_policy.hpp"
#include "policy/words.hpp"
#include "tagtrail/tag_path.hpp"

namespace tagtrail {

Reason TrailPolicy::explain_link(const TrailLink& link) const {
  const Appraisal result = appraise(link);
  Reason reason;
  reason.score = result.score;
  reason.target_probability = result.p;
  const double expected = value_of_label(result.expected);
  reason.terms = {{"expected files a request", expected},
                  {"exploration", value_of_label(result.expected + result.exploration) - expected}};
  const Place& list = places_.at(link.list);
  const std::string path = readable_tag_path(context_.tag_path(link.path));
  reason.words = "links in '" + path + "' ";
  if (list.tries == 0) {
    reason.words += "have not been tried yet";
  } else {
    reason.words += "have brought " + two_decimals(list.files / static_cast<double>(list.tries)) +
                    " files a page over " + std::to_string(list.tries) + " pages";
  }
  add_feature_words(link, result.expected, reason);
  return reason;
}

/// What each kind of feature changes in the expectation; the largest is named.
void TrailPolicy::add_feature_words(const TrailLink& link, double label, Reason& reason) const {
  static constexpr std::array<const char*, kFeatureKinds> kNames{"its URL",
                                                                 "its text",
                                                                 "the heading above it",
                                                                 "its place on pages like this",
                                                                 "its list",
                                                                 "the page it stands on",
                                                                 "its depth",
                                                                 "the files found on its page",
                                                                 ""};
  const auto slots = links_.slots(link);
  std::size_t begin = 0;
  std::size_t best = kFeatureKinds;
  double best_value = 0.05;
  for (std::size_t kind = 0; kind + 1 < kFeatureKinds; ++kind) {
    const auto part = slots.subspan(begin, link.of_kind[kind]);
    begin += link.of_kind[kind];
    const double added =
        value_of_label(label) - value_of_label(label - values_model_.predict(part));
    if (std::fabs(added) < 0.005) continue;
    reason.terms.push_back({kNames[kind], added});
    if (added > best_value) {
      best = kind;
      best_value = added;
    }
  }
  if (best == kFeatureKinds) return;
  reason.words += std::string("; ") + kNames[best] + " adds " + two_decimals(best_value);
}

}  // namespace tagtrail
