#include "training/backward_crawl.hpp"

#include <map>

namespace tagtrail::host {
namespace {

constexpr std::size_t kLinksToAPage = 10;

/// One step back: the links to wanted pages, and the pages they are on.
class Step {
 public:
  Step(const Urls& wanted, std::size_t distance, std::vector<LinkCase>& cases)
      : wanted_(wanted), distance_(distance), cases_(cases) {}

  void read(Response response) {
    for (LinkObservation& link : response.page.links) {
      if (link.url == response.final_url || !wanted_.contains(link.url)) continue;
      if (++taken_[link.url] > kLinksToAPage) continue;
      cases_.push_back(
          {std::move(link.url), std::move(link.anchor), std::move(link.around), distance_});
      pages_.insert(response.final_url);
    }
  }
  Urls take_pages() { return std::move(pages_); }

 private:
  const Urls& wanted_;
  std::size_t distance_;
  std::vector<LinkCase>& cases_;
  std::map<std::string, std::size_t> taken_;
  Urls pages_;
};

}  // namespace

Expected<void> crawl_backwards(Urls wanted, std::size_t levels, const EachPage& each_page,
                               std::vector<LinkCase>& cases) {
  Urls known = wanted;
  for (std::size_t distance = 0; distance < levels && !wanted.empty(); ++distance) {
    Step step(wanted, distance, cases);
    TRY(each_page([&](Response page) -> Expected<void> {
      step.read(std::move(page));
      return {};
    }));
    Urls pages = step.take_pages();
    std::erase_if(pages, [&](const std::string& page) { return !known.insert(page).second; });
    wanted = std::move(pages);
  }
  return {};
}

}  // namespace tagtrail::host
