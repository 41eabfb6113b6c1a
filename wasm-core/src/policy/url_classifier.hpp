// The published URL classifier: learns during the crawl to tell a file's URL from a page's
// (research notes section 4). First labels come from HEAD requests, later ones from what was
// fetched anyway.
#pragma once

#include <string_view>
#include <vector>

#include "learn/sgd_logistic.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class UrlClassifier {
 public:
  explicit UrlClassifier(std::uint32_t batch);

  /// To be called before each classification: trains when a batch of labels is waiting. True while
  /// the type of the URL must still be asked for by HEAD (also for the one that ends the phase).
  bool needs_type_check();
  /// The answer to a HEAD.
  void label(std::string_view url, UrlClass url_class);

  struct Prediction {
    bool html = true;
    double target_probability = 0;
  };
  /// Predicts and remembers that `id` was predicted.
  Prediction predict(UrlId id, std::string_view url);
  /// What a predicted URL turned out to be; trains nothing at once. Others are ignored.
  void observe(UrlId id, std::string_view url, UrlClass url_class);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  void add_example(std::string_view url, bool html);
  void train();

  std::uint32_t batch_;
  SgdLogistic model_;
  bool head_phase_ = true;
  std::vector<LabelledExample> waiting_;
  std::vector<bool> predicted_;  ///< by URL id
};

}  // namespace tagtrail
