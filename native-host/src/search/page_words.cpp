#include "search/page_words.hpp"

#include <algorithm>

namespace tagtrail::host {

Expected<PageWords> PageWords::of(const JobReader& job,
                                  const std::unordered_set<std::string>& pages) {
  PageWords words(job);
  if (!pages.empty()) words.answers_ = TRY(job.answers_of(pages));
  return words;
}

void PageWords::turn_to(const std::string& url) {
  if (url == url_) return;
  // What did not change since has no links: an answer or two before it has them.
  constexpr std::size_t kTries = 3;
  url_ = url;
  page_ = {};
  links_.clear();
  const auto known = answers_.find(url);
  if (known == answers_.end()) return;
  const auto& numbers = known->second;
  for (std::size_t at = 0; at < std::min(kTries, numbers.size()); ++at) {
    const auto record = job_->record(numbers[at]);
    if (!record) continue;
    auto response = decode_response(record->data(), record->size());
    if (!response || !response->is_page) continue;
    page_ = std::move(response->page);
    break;
  }
  for (std::size_t at = 0; at < page_.links.size(); ++at) {
    links_.try_emplace(page_.links[at].url, at);
  }
}

WordsAtLink PageWords::at_link_to(const TargetRow& target) {
  turn_to(target.page);
  WordsAtLink words{page_.title, {}, {}};
  std::vector<std::string> addresses = target.redirects;
  addresses.push_back(target.url);
  for (const std::string& address : addresses) {
    const auto found = links_.find(address);
    if (found == links_.end()) continue;
    const LinkObservation& link = page_.links[found->second];
    words.heading = link.heading;
    words.around = link.around;
    break;
  }
  return words;
}

}  // namespace tagtrail::host
