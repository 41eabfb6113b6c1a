// The published URL classifier: learns during the crawl to tell a file's URL from a page's
// (docs/policies.md, "sb-classifier"). First labels come from HEAD requests, later ones from what
// was fetched anyway. Learner and features are those of Table 5.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "learn/online_classifier.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class UrlClassifier {
 public:
  UrlClassifier(const SbParameters& parameters, const PolicyContext& context);

  /// To be called before each classification: trains when a batch of labels is waiting. True while
  /// the type of the URL must still be asked for by HEAD (also for the one that ends the phase).
  bool needs_type_check(const LinkView& link);
  /// The answer to the HEAD that was asked for last.
  void label(const LinkView& link, UrlClass url_class);

  struct Prediction {
    bool html = true;
    double target_probability = 0;
  };
  /// Predicts and remembers what was predicted for the link.
  Prediction predict(const LinkView& link);
  /// What a predicted URL turned out to be; trains nothing at once. Others are ignored. An answer
  /// that was a redirect counts as html and teaches nothing.
  void observe(UrlId url, UrlClass url_class, bool redirected);
  /// A predicted URL whose outcome will never be known.
  void forget(UrlId url);

  /// Of the predictions whose outcome is known; URLs that were asked for by HEAD are not among
  /// them.
  const Confusion& confusion() const { return confusion_; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  /// A label that has not been learnt yet. Features are made anew then: a crawl's tail may bring
  /// labels by the hundred thousand without a link to classify.
  struct Label {
    UrlId url = 0;
    bool html = false;
    std::string around;
  };
  SparseVector features_of(const LinkView& link, std::string_view around) const;
  void add_label(UrlId url, UrlClass url_class, std::string around);
  void train();
  bool load_labels(ByteReader& in);
  bool load_around(ByteReader& in);

  const PolicyContext& context_;
  std::uint32_t batch_;
  bool with_context_;  ///< features `url+context`
  std::unique_ptr<OnlineClassifier> model_;
  bool head_phase_ = true;
  std::vector<Label> waiting_;
  std::vector<bool> predicted_;  ///< by URL id: its outcome is awaited
  std::vector<bool> as_target_;  ///< by URL id: what was predicted
  Confusion confusion_;
  // The text around a link is nobody else's to keep; empty unless it is a feature.
  std::string asked_around_;                       ///< of the link asked for last
  std::map<UrlId, std::string> predicted_around_;  ///< of the links awaited
};

}  // namespace tagtrail
