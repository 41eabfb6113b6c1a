#include "policies/tree.hpp"

#include "policies/tree_plan.hpp"

namespace tagtrail {
namespace {

class Tree final : public Policy {
 public:
  Tree(const Config& config, PolicyContext& context) : config_(config), context_(context) {}

  Verdict consider(const LinkView& /*link*/) override { return Verdict::drop; }

  std::optional<Choice> choose() override {
    if (next_ >= plan().size()) return std::nullopt;
    const TreeStep& step = plan()[next_++];
    Choice choice;
    choice.url = context_.intern_url(step.url);
    choice.purpose = step.is_target ? Purpose::target : Purpose::page;
    choice.reason.score = step.gain;
    choice.reason.words = step.is_target ? "known to be a target" : "on the way to most targets";
    return choice;
  }

  std::size_t frontier_size() const override { return plan_ ? plan_->size() - next_ : 0; }
  void remove(UrlId /*url*/) override {}

  void save(ByteWriter& out) const override { out.var(next_); }
  bool load(ByteReader& in) override {
    next_ = static_cast<std::size_t>(in.var());
    return in.ok() && (next_ == 0 || next_ <= plan().size());
  }

 private:
  /// Depends on the site alone, so it is made when first asked for and is no part of the state.
  const std::vector<TreeStep>& plan() {
    if (!plan_) plan_ = tree_plan(config_, context_);
    return *plan_;
  }

  Config config_;
  PolicyContext& context_;
  std::optional<std::vector<TreeStep>> plan_;
  std::size_t next_ = 0;
};

std::unique_ptr<Policy> make_tree(const Config& config, PolicyContext& context) {
  return std::make_unique<Tree>(config, context);
}

}  // namespace

const PolicyInfo kTree{
    .name = "tree",
    .summary = "greedy with full knowledge of the site (replay only: near the limit)",
    .needs_oracle = true,
    .link_order = LinkOrder::document,
    .starts_at_seed = false,
    .make = make_tree};

}  // namespace tagtrail
