#include "policy/random.hpp"

#include "policy/frontier_list.hpp"

namespace tagtrail {
namespace {

class RandomPolicy final : public FrontierList {
 public:
  using FrontierList::FrontierList;

 private:
  UrlId take(std::deque<UrlId>& links) override {
    UrlId& drawn = links[static_cast<std::size_t>(context().random().below(links.size()))];
    const UrlId url = drawn;
    drawn = links.back();
    links.pop_back();
    return url;
  }
  std::string words(std::size_t links) const override {
    return "drawn at random from " + std::to_string(links) + " links";
  }
};

std::unique_ptr<Policy> make_random(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<RandomPolicy>(context);
}

}  // namespace

const PolicyInfo kRandom{.name = "random",
                         .summary = "a link of the frontier drawn uniformly",
                         .needs_oracle = false,
                         .link_order = LinkOrder::four_passes,
                         .starts_at_seed = true,
                         .several_in_flight = true,
                         .make = make_random};

}  // namespace tagtrail
