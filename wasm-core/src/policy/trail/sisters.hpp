// Translations of a page tell what it is worth: once the pages known to differ in language only
// have proved better at that than the model of features, their mean takes part in what is
// predicted.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

class Sisters {
 public:
  /// What translations say of a page.
  struct Word {
    double weight = 0;  ///< of `mean` in the prediction, the rest being the model's; 0: none
    double mean = 0;    ///< label
    /// The prediction, where the model says `predicted`.
    double joined_to(double predicted) const { return weight * mean + (1 - weight) * predicted; }
  };
  /// Of the page with that hash_without_languages().
  Word of(std::uint32_t page) const;

  /// The page turned out to be worth `label`, where the model alone said `predicted`.
  void learn(std::uint32_t page, double predicted, double label);
  /// A label learnt before was off by `delta`.
  void correct(std::uint32_t page, double delta);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Labels {
    std::uint32_t count = 0;
    double mean = 0;
  };
  std::unordered_map<std::uint32_t, Labels> labels_;
  std::uint32_t pairs_ = 0;    ///< labels learnt of pages of which a translation was known
  double squares_model_ = 0;   ///< how far the model was off there
  double squares_labels_ = 0;  ///< and the mean of the translations
};

}  // namespace tagtrail
