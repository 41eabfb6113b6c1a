#include "load/tab_patience.hpp"

#include <algorithm>

#include "load/url_template.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kPromptPages = 3;
constexpr unsigned kPromptOfAllKinds = 10;
constexpr unsigned kWaitAgainAfter = 10;
constexpr unsigned kLongestTrust = 50;

/// Of pages that are trusted after `more` were waited for in vain than it took.
unsigned trust_after(unsigned more) {
  return more > 2 ? kLongestTrust : std::min(kWaitAgainAfter << more, kLongestTrust);
}

}  // namespace

bool TabPatience::may_hurry(std::string_view url) const {
  const auto found = kinds_.find(url_template(url));
  const Kind kind = found == kinds_.end() ? Kind{} : found->second;
  if (kind.prompt >= kPromptPages)
    return kind.since_waited < trust_after(kind.prompt - kPromptPages);
  return !kind.was_late && prompt_in_a_row_ >= kPromptOfAllKinds &&
         trusted_ < trust_after(prompt_in_a_row_ - kPromptOfAllKinds);
}

void TabPatience::waited(std::string_view url, bool late) {
  Kind& kind = kinds_[url_template(url)];
  kind.prompt = late ? 0 : kind.prompt + 1;
  kind.was_late = kind.was_late || late;
  prompt_in_a_row_ = late ? 0 : prompt_in_a_row_ + 1;
  trusted_ = 0;
  kind.since_waited = 0;
}

void TabPatience::hurried(std::string_view url) {
  Kind& kind = kinds_[url_template(url)];
  ++kind.since_waited;
  if (kind.prompt < kPromptPages) ++trusted_;
}

}  // namespace tagtrail::host
