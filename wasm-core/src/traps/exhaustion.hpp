// Groups of URLs that have stopped adding anything. Each answer says what it added; a group in
// which nothing new came for long is exhausted, until something does.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "traps/page_novelty.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {

class Exhaustion {
 public:
  /// An answer of a URL with these groups added so much. `sound` is false for answers that were
  /// neither page nor file: broken links end a group of URLs with a query only.
  void answered(const std::vector<Aspect>& aspects, Addition addition, bool sound);
  /// Something was found behind a page with these groups after all, on the page itself or `far`:
  /// behind pages that were found on it. What is far gives patience to the shape alone, lest a
  /// few lists hold all combinations of their filters open. Gives the groups that are no longer
  /// exhausted.
  std::vector<std::uint64_t> credit(const std::vector<Aspect>& aspects, bool far = false);
  /// An exhausted group to which the URL belongs and that no narrow group which pays speaks
  /// against; nothing when it may be requested.
  std::optional<Aspect> reason_to_leave(const std::vector<Aspect>& aspects) const;
  bool is_exhausted(std::uint64_t aspect) const;
  /// Whether URLs of this very shape have added nothing several times in a row.
  bool repeats_itself(const std::vector<Aspect>& aspects) const;
  /// Answers of the group since something new came.
  std::uint64_t fruitless(std::uint64_t aspect) const;
  bool any() const { return exhausted_ > 0; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Group {
    std::uint32_t answers = 0;
    std::uint32_t additions = 0;     ///< strong ones
    std::uint32_t since_any = 0;     ///< answers since something was added
    std::uint32_t since_strong = 0;  ///< answers since something was added that is not weak
    AspectKind kind = AspectKind::shape;
    bool with_query = false;
    bool exhausted = false;
  };
  static bool has_stopped(const Group& group);
  bool is_good(std::uint64_t aspect) const;
  bool is_spared(const Aspect& exhausted, const std::vector<Aspect>& aspects) const;

  std::unordered_map<std::uint64_t, Group> groups_;  ///< looked up; sorted before it is walked
  std::size_t exhausted_ = 0;
};

}  // namespace tagtrail
