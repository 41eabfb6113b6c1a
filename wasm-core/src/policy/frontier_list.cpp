#include "policy/frontier_list.hpp"

namespace tagtrail {

Verdict FrontierList::consider(const LinkView& link) {
  if (link.url >= numbers_.size()) numbers_.resize(link.url + std::size_t{1}, 0);
  std::uint32_t& number = numbers_[link.url];
  if (number == 0) number = ++found_;
  links_.set(link.url, score(number));
  return Verdict::later;
}

std::optional<Choice> FrontierList::choose() {
  if (!links_.has_top()) return std::nullopt;
  Choice choice;
  choice.url = links_.top();
  choice.reason.words = words();
  links_.remove(choice.url);
  return choice;
}

void FrontierList::save(ByteWriter& out) const {
  links_.save(out);
  out.var(found_);
  out.var(numbers_.size());
  for (const std::uint32_t number : numbers_) out.var(number);
}

bool FrontierList::load(ByteReader& in) {
  const UrlId known = context_.known().urls;
  if (!links_.load(in, known)) return false;
  found_ = static_cast<std::uint32_t>(in.var());
  numbers_.resize(in.count());
  for (std::uint32_t& number : numbers_) {
    number = static_cast<std::uint32_t>(in.var());
    if (number > found_) return false;
  }
  return in.ok() && numbers_.size() <= known;
}

}  // namespace tagtrail
