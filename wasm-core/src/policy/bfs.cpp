#include "policy/bfs.hpp"

#include "policy/frontier_list.hpp"

namespace tagtrail {
namespace {

class Bfs final : public FrontierList {
 public:
  using FrontierList::FrontierList;

 private:
  double score(std::uint32_t number) const override { return -static_cast<double>(number); }
  std::string words() const override { return "first found, first requested"; }
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
                      .among_hosts = true,
                      .make = make_bfs};

}  // namespace tagtrail
