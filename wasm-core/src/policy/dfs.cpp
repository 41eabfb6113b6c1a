#include "policy/dfs.hpp"

#include "policy/frontier_list.hpp"

namespace tagtrail {
namespace {

class Dfs final : public FrontierList {
 public:
  using FrontierList::FrontierList;

 private:
  UrlId take(std::deque<UrlId>& links) override {
    const UrlId url = links.back();
    links.pop_back();
    return url;
  }
  std::string words(std::size_t /*links*/) const override { return "last found, first requested"; }
};

std::unique_ptr<Policy> make_dfs(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<Dfs>(context);
}

}  // namespace

const PolicyInfo kDfs{.name = "dfs",
                      .summary = "depth first the link found last is followed first",
                      .needs_oracle = false,
                      .link_order = LinkOrder::four_passes,
                      .starts_at_seed = true,
                      .several_in_flight = true,
                      .make = make_dfs};

}  // namespace tagtrail
