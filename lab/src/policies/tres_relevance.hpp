// What TRES takes for relevant: the word of a text classifier that was trained, before the crawl,
// on pages of the evaluated site that link to targets and on pages that do not, as the published
// comparison did. Replay only: the oracle knows those pages.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "policies/kw_bilstm.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/oracle.hpp"

namespace tagtrail {

class TresRelevance {
 public:
  static constexpr std::size_t kPagesPerClass = 100;  ///< to train on, at most
  static constexpr std::size_t kPagesLookedAt = 200;  ///< in search of them, at most
  static constexpr std::size_t kWords = 100;          ///< of a text; the published system: 300

  /// Draws the training pages and trains. Without pages of both kinds the classifier stays
  /// untrained and finds nothing relevant.
  void train(Oracle& oracle, std::uint64_t seed);
  bool trained() const { return network_.has_value(); }

  /// P(relevant | title and text, URL).
  double page(const Page& page, std::string_view url) const;
  /// P(relevant) of "anchor + URL words" as a text.
  double link(std::string_view anchor, std::string_view url) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  double probability(std::string_view text, std::string_view url) const;

  std::optional<KwBiLstm> network_;
};

}  // namespace tagtrail
