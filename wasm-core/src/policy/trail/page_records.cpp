#include "policy/trail/page_records.hpp"

#include <cmath>
#include <utility>

#include "tables/url_list.hpp"

namespace tagtrail {

PageRecord& PageRecords::add(UrlId page, LessonId lesson, std::vector<UrlId> children,
                             Random& random) {
  if (children.size() > kChildren) {
    for (std::size_t i = 0; i < kChildren; ++i) {
      const auto other = i + static_cast<std::size_t>(random.below(children.size() - i));
      std::swap(children[i], children[other]);
    }
    children.resize(kChildren);
    children.shrink_to_fit();
  }
  if (page >= by_page_.size()) by_page_.resize(std::size_t{page} + 1, kNone);
  by_page_[page] = static_cast<std::uint32_t>(records_.size());
  PageRecord record;
  record.lesson = lesson;
  record.children = std::move(children);
  return records_.emplace_back(std::move(record));
}

PageRecord* PageRecords::find(UrlId page) {
  if (page >= by_page_.size() || by_page_[page] == kNone) return nullptr;
  return &records_[by_page_[page]];
}

void PageRecords::save(ByteWriter& out) const {
  out.var(records_.size());
  for (const PageRecord& record : records_) {
    out.var(record.lesson);
    out.f64(record.targets);
    out.var(static_cast<std::uint64_t>(record.foreseen));
    out.var(record.realised);
    save_ids(out, record.children);
  }
  out.var(by_page_.size());
  for (const std::uint32_t record : by_page_) out.u32(record);
}

bool PageRecords::load(ByteReader& in, const LinkStore& links, std::size_t lessons) {
  const UrlId known = links.size();
  records_.resize(in.count(12));
  for (PageRecord& record : records_) {
    const std::uint64_t lesson = in.var();
    record.targets = in.f64();
    record.foreseen = static_cast<double>(in.var());
    record.realised = static_cast<std::uint32_t>(in.var());
    const bool sound = std::isfinite(record.targets) && lesson < lessons;
    if (!sound || !load_ids(in, record.children, known)) return false;
    record.lesson = static_cast<LessonId>(lesson);
    for (const UrlId child : record.children) {
      if (!links.contains(child)) return false;
    }
  }
  by_page_.resize(in.count(4));
  for (std::uint32_t& record : by_page_) {
    record = in.u32();
    if (record != kNone && record >= records_.size()) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
