#include "policy/dfs.hpp"

#include "policy/frontier_list.hpp"

namespace tagtrail {
namespace {

class Dfs final : public FrontierList {
 public:
  using FrontierList::FrontierList;

 private:
  double score(std::uint32_t number) const override { return static_cast<double>(number); }
  std::string words() const override { return "last found, first requested"; }
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
                      .among_hosts = true,
                      .make = make_dfs};

}  // namespace tagtrail
