#include "export/said_of_sets.hpp"

#include <algorithm>

#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kPublishers = 20;

std::vector<std::string> addresses_of(const TargetRow& target) {
  std::vector<std::string> addresses = target.redirects;
  addresses.push_back(target.url);
  return addresses;
}

}  // namespace

Expected<void> SaidOfSets::turn_to(const TargetRow& target) {
  // A page that was kept speaks for itself.
  const std::string& page = is_html(target.mime) ? target.url : target.page;
  if (page == page_) return {};
  now_ = PageDatasets(TRY(targets_.datasets_of(page)));
  page_ = page;
  return now_.empty() ? turn_to_describing() : Expected<void>{};
}

Expected<void> SaidOfSets::turn_to_describing() {
  if (!describing_pages_) describing_pages_ = TRY(targets_.describing_pages());
  const auto found = describing_pages_->find(page_);
  const std::string page = found == describing_pages_->end() ? std::string() : found->second;
  if (page == describing_page_) return {};
  describing_ = page.empty() ? PageDatasets() : PageDatasets(TRY(targets_.datasets_of(page)));
  describing_page_ = page;
  return {};
}

const DatasetFacts* SaidOfSets::of(const TargetRow& target) const {
  if (!now_.empty()) return now_.of_file(addresses_of(target));
  // When a page changed says nothing of its files.
  const DatasetFacts* facts = describing_.that_names(page_);
  return facts == nullptr || is_only_dated(*facts) ? nullptr : facts;
}

Expected<SiteWords> SaidOfSets::of_site() {
  SiteWords words;
  bool agree = true;
  bool any = false;
  TRY(targets_.each_target([&](const TargetRow& target) -> Expected<void> {
    TRY(turn_to(target));
    const DatasetFacts* facts = of(target);
    if (facts == nullptr || is_only_dated(*facts)) return {};
    agree = agree && (!any || words.license == facts->license);
    words.license = facts->license;
    any = true;
    auto& names = words.publishers;
    const bool known = std::find(names.begin(), names.end(), facts->publisher) != names.end();
    if (!facts->publisher.empty() && !known && names.size() < kPublishers) {
      names.push_back(facts->publisher);
    }
    return {};
  }));
  if (!agree) words.license.clear();
  return words;
}

}  // namespace tagtrail::host
