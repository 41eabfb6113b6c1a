#include "policy/ache/paths.hpp"

#include "tables/url_list.hpp"

namespace tagtrail::ache {
namespace {

constexpr std::size_t kMostResults = 2000;
constexpr std::uint32_t kNone = StringTable::kNone;

}  // namespace

void Paths::found(UrlId link, std::string_view around) {
  if (link >= around_.size()) around_.resize(link + std::size_t{1}, kNone);
  if (around.empty() && around_[link] != kNone) return;  // offered again, without its text
  around_[link] = texts_.intern(around);
}

void Paths::led_to_result(UrlId link) {
  if (results_.size() == kMostResults) results_.erase(results_.begin());
  results_.push_back(link);
  ++fresh_;
  ++all_;
}

LinkWords Paths::words_of(UrlId link) const {
  const LinkView view = context_.link(link);
  const bool known = link < around_.size() && around_[link] != kNone;
  return link_words(view.key, view.anchor, known ? texts_.at(around_[link]) : std::string_view{});
}

std::vector<PathLink> Paths::take(std::size_t levels) {
  fresh_ = 0;
  std::vector<PathLink> links;
  const UrlId known = context_.known().urls;
  for (const UrlId result : results_) {
    UrlId link = result;
    for (std::size_t distance = 0; distance < levels; ++distance) {
      const UrlId source = context_.link(link).source;
      if (source >= known) break;  // the seed URL, to which no link led
      links.push_back({words_of(link), distance});
      link = source;
    }
  }
  return links;
}

void Paths::save(ByteWriter& out) const {
  texts_.save(out);
  out.var(around_.size());
  for (const std::uint32_t text : around_) out.var(text == kNone ? 0 : text + std::uint64_t{1});
  save_ids(out, results_);
  out.var(all_);
  out.var(fresh_);
}

bool Paths::load(ByteReader& in) {
  const UrlId known = context_.known().urls;
  if (!texts_.load(in)) return false;
  around_.assign(in.count(), kNone);
  if (around_.size() > known) return false;
  for (std::uint32_t& text : around_) {
    const std::uint64_t place = in.var();
    if (place > texts_.size()) return false;
    if (place > 0) text = static_cast<std::uint32_t>(place - 1);
  }
  if (!load_ids(in, results_, known) || results_.size() > kMostResults) return false;
  all_ = in.var();
  fresh_ = in.var();
  return in.ok();
}

}  // namespace tagtrail::ache
