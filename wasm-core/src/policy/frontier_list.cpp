#include "policy/frontier_list.hpp"

#include "tables/url_list.hpp"

namespace tagtrail {

Verdict FrontierList::consider(const LinkView& link) {
  add(link.url);
  return Verdict::later;
}

void FrontierList::add(UrlId url) {
  if (is_waiting(url)) return;
  if (is_removed(url)) {
    removed_[url] = false;  // it has kept its place
  } else {
    links_.push_back(url);
  }
  if (url >= waiting_.size()) waiting_.resize(url + std::size_t{1}, false);
  waiting_[url] = true;
  ++waiting_count_;
}

std::optional<Choice> FrontierList::choose() {
  if (waiting_count_ == 0) return std::nullopt;
  Choice choice;
  choice.reason.words = words(waiting_count_);
  for (;;) {
    choice.url = take(links_);
    if (is_waiting(choice.url)) break;
    removed_[choice.url] = false;
  }
  waiting_[choice.url] = false;
  --waiting_count_;
  return choice;
}

void FrontierList::remove(UrlId url) {
  if (!is_waiting(url)) return;
  waiting_[url] = false;
  --waiting_count_;
  if (url >= removed_.size()) removed_.resize(url + std::size_t{1}, false);
  removed_[url] = true;
}

void FrontierList::save(ByteWriter& out) const {
  save_ids(out, links_);
  std::vector<UrlId> removed;
  for (const UrlId url : links_) {
    if (!is_waiting(url)) removed.push_back(url);
  }
  save_ids(out, removed);
}

bool FrontierList::load(ByteReader& in) {
  const UrlId known = context_.known().urls;
  std::vector<UrlId> links;
  std::vector<UrlId> removed;
  if (!load_ids(in, links, known) || !load_ids(in, removed, known)) return false;
  for (const UrlId url : links) {
    if (is_waiting(url)) return false;  // twice: not what save() wrote
    add(url);
  }
  for (const UrlId url : removed) {
    if (!is_waiting(url)) return false;
    remove(url);
  }
  return true;
}

}  // namespace tagtrail
