#include "policy/trail/lessons.hpp"

#include <cmath>

#include "tagtrail/bits.hpp"

namespace tagtrail {

LessonId Lessons::add(UrlId link, double label) {
  lessons_.push_back({link, static_cast<float>(label)});
  return static_cast<LessonId>(lessons_.size() - 1);
}

void Lessons::save(ByteWriter& out) const {
  out.u64(random_.state());
  out.var(lessons_.size());
  for (const Lesson& lesson : lessons_) {
    out.var(lesson.link);
    out.u32(bit_cast<std::uint32_t>(lesson.label));
  }
}

bool Lessons::load(ByteReader& in, const LinkStore& links) {
  random_.set_state(in.u64());
  lessons_.resize(in.count(5));
  for (Lesson& lesson : lessons_) {
    const std::uint64_t link = in.var();
    lesson.label = bit_cast<float>(in.u32());
    if (link >= links.size() || !std::isfinite(lesson.label)) return false;
    lesson.link = static_cast<UrlId>(link);
    if (!links.contains(lesson.link)) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
