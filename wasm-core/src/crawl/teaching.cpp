#include "crawl/teaching.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {

Word Teaching::word(GroupId group) const {
  return group < by_group_.size() ? by_group_[group] : Word::neutral;
}

void Teaching::count(Word word, bool more) {
  std::size_t* kept = word == Word::useless ? &useless_ : word == Word::only ? &only_ : nullptr;
  if (kept == nullptr) return;
  *kept = more ? *kept + 1 : *kept - 1;
}

void Teaching::say(GroupId group, Word word) {
  if (group == kNoGroup) return;
  if (group >= by_group_.size()) by_group_.resize(group + std::size_t{1}, Word::neutral);
  count(by_group_[group], false);
  count(word, true);
  by_group_[group] = word;
  const auto said = std::find_if(said_.begin(), said_.end(),
                                 [&](const Said& each) { return each.group == group; });
  if (word == Word::neutral) {
    if (said != said_.end()) said_.erase(said);
  } else if (said != said_.end()) {
    said->word = word;
  } else {
    said_.push_back({group, word});
  }
}

void Teaching::owe(GroupId group, Lesson lesson) {
  const auto owed = std::find_if(owed_.begin(), owed_.end(),
                                 [&](const Owed& each) { return each.due.group == group; });
  if (owed != owed_.end()) {
    owed->due.lesson = lesson;
  } else {
    owed_.push_back({{group, lesson}, false});
  }
}

void Teaching::arrived(GroupId group) {
  for (Owed& owed : owed_) {
    if (owed.due.group == group) owed.arrived = true;
  }
}

std::optional<Teaching::Due> Teaching::take_due() {
  const auto found =
      std::find_if(owed_.begin(), owed_.end(), [](const Owed& each) { return each.arrived; });
  if (found == owed_.end()) return std::nullopt;
  const Due due = found->due;
  owed_.erase(found);
  return due;
}

void Teaching::save(ByteWriter& out, const LinkGroups& groups) const {
  out.var(said_.size());
  for (const Said& said : said_) {
    out.var(groups.founder(said.group));
    out.u8(static_cast<std::uint8_t>(said.word));
  }
  out.var(owed_.size());
  for (const Owed& owed : owed_) {
    out.var(groups.founder(owed.due.group));
    out.f64(owed.due.lesson.files);
    out.f64(owed.due.lesson.weight);
    out.boolean(owed.arrived);
  }
}

bool Teaching::load(ByteReader& in, LinkGroups& groups, PathId paths) {
  const std::size_t said = in.count(2);
  for (std::size_t i = 0; i < said; ++i) {
    const std::uint64_t path = in.var();
    const std::uint8_t word = in.u8();
    if (path >= paths || word > static_cast<std::uint8_t>(Word::only)) return false;
    say(groups.group_of(static_cast<PathId>(path)), static_cast<Word>(word));
  }
  const std::size_t owed = in.count(18);
  for (std::size_t i = 0; i < owed; ++i) {
    const std::uint64_t path = in.var();
    const double files = in.f64();
    const double weight = in.f64();
    const bool arrived = in.boolean();
    if (path >= paths || !(files >= 0) || !std::isfinite(files) || !(weight >= 0) ||
        !std::isfinite(weight)) {
      return false;
    }
    const GroupId group = groups.group_of(static_cast<PathId>(path));
    if (group == kNoGroup) return false;
    owed_.push_back({{group, {files, weight}}, arrived});
  }
  return in.ok();
}

}  // namespace tagtrail
