// Words to put into boxes, from the site's own text: those that stand in most titles and links come
// first, for they find most (Barbosa and Freire, "Siphoning Hidden-Web Data through Keyword-Based
// Interfaces", SBBD 2004; Madhavan et al. take the words of most weight of the form's page and of
// the results). A word that stands in nearly every title names the site, and finds everything or
// nothing: it has no turn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/string_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

using WordId = std::uint32_t;

class Keywords {
 public:
  static constexpr std::size_t kMost = 20'000;  ///< words kept; later ones are not counted

  /// A page was read: `links` are those that no page had before. Of one that is an `answer` to a
  /// query only these count: its other words are the form's ("nothing was found").
  void read(const Page& page, const std::vector<const LinkObservation*>& links, bool answer);

  /// The word that stands in most, of those not in `used` (by id); nothing when none is left.
  std::optional<WordId> best(const std::vector<bool>& used) const;
  std::string_view word(WordId id) const { return words_.at(id); }
  std::size_t size() const { return counts_.size(); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  void count(std::string_view text, bool title);

  StringTable words_;
  std::vector<std::uint32_t> counts_;  ///< by id: texts that have it
  std::vector<std::uint32_t> titles_;  ///< by id: titles, and texts of first pages, that have it
  std::uint32_t pages_ = 0;
};

}  // namespace tagtrail
