// What policy `trail` has learnt of single pages, as it stands after later corrections: kept to be
// rehearsed, because one look at each page teaches a model of features less than there is in it.
#pragma once

#include <cstdint>
#include <vector>

#include "policy/trail/link_store.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {

/// Dense index of a lesson, in the order of learning.
using LessonId = std::uint32_t;

struct Lesson {
  UrlId link = 0;   ///< that led to the page
  float label = 0;  ///< log(1 + value)
};

class Lessons {
 public:
  /// Which of them are drawn hangs on `seed` alone, and on how many there are.
  explicit Lessons(std::uint64_t seed) : random_(seed) {}

  LessonId add(UrlId link, double label);
  std::size_t size() const { return lessons_.size(); }
  const Lesson& at(LessonId id) const { return lessons_[id]; }
  /// The label was off by `delta`.
  void correct(LessonId id, double delta) { lessons_[id].label += static_cast<float>(delta); }
  /// One of them at random; there must be one.
  const Lesson& draw() {
    return lessons_[static_cast<std::size_t>(random_.below(lessons_.size()))];
  }

  void save(ByteWriter& out) const;
  /// False when malformed, or when a link is not in `links`.
  bool load(ByteReader& in, const LinkStore& links);

 private:
  std::vector<Lesson> lessons_;
  Random random_;
};

}  // namespace tagtrail
