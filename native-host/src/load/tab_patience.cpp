#include "load/tab_patience.hpp"

#include "load/url_template.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kPromptPages = 3;
constexpr unsigned kPromptOfAllKinds = 10;
constexpr unsigned kWaitAgainAfter = 10;

}  // namespace

bool TabPatience::may_hurry(std::string_view url) const {
  const auto found = kinds_.find(url_template(url));
  if (found == kinds_.end()) return false;
  const Kind& kind = found->second;
  const bool site_is_prompt = prompt_in_a_row_ >= kPromptOfAllKinds && !kind.was_late;
  return kind.prompt >= (site_is_prompt ? 1 : kPromptPages) && kind.since_waited < kWaitAgainAfter;
}

void TabPatience::waited(std::string_view url, bool late) {
  Kind& kind = kinds_[url_template(url)];
  kind.prompt = late ? 0 : kind.prompt + 1;
  kind.was_late = kind.was_late || late;
  prompt_in_a_row_ = late ? 0 : prompt_in_a_row_ + 1;
  kind.since_waited = 0;
}

void TabPatience::hurried(std::string_view url) { ++kinds_[url_template(url)].since_waited; }

}  // namespace tagtrail::host
