#include "policy/bfs.hpp"

#include "policy/frontier_list.hpp"

namespace tagtrail {
namespace {

class Bfs final : public FrontierList {
 public:
  using FrontierList::FrontierList;

 private:
  UrlId take(std::deque<UrlId>& links) override {
    const UrlId url = links.front();
    links.pop_front();
    return url;
  }
  std::string words(std::size_t /*links*/) const override { return "first found, first requested"; }
};

std::unique_ptr<Policy> make_bfs(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<Bfs>(context);
}

}  // namespace

const PolicyInfo kBfs{.name = "bfs",
                      .summary = "breadth first links in the order they were found",
                      .needs_oracle = false,
                      .link_order = LinkOrder::four_passes,
                      .starts_at_seed = true,
                      .several_in_flight = true,
                      .make = make_bfs};

}  // namespace tagtrail
