#include "policies/omniscient.hpp"

namespace tagtrail {
namespace {

class Omniscient final : public Policy {
 public:
  explicit Omniscient(PolicyContext& context) : context_(context) {}

  Verdict consider(const LinkView& /*link*/) override { return Verdict::drop; }

  std::optional<Choice> choose() override {
    const auto& targets = context_.oracle()->targets();
    if (next_ >= targets.size()) return std::nullopt;
    Choice choice;
    choice.url = context_.intern_url(targets[next_++]);
    choice.purpose = Purpose::target;
    choice.reason.words = "known to be a target";
    return choice;
  }

  std::size_t frontier_size() const override { return context_.oracle()->targets().size() - next_; }
  void remove(UrlId /*url*/) override {}
  void save(ByteWriter& out) const override { out.var(next_); }
  bool load(ByteReader& in) override {
    next_ = static_cast<std::size_t>(in.var());
    return in.ok() && next_ <= context_.oracle()->targets().size();
  }

 private:
  PolicyContext& context_;
  std::size_t next_ = 0;
};

std::unique_ptr<Policy> make_omniscient(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<Omniscient>(context);
}

}  // namespace

const PolicyInfo kOmniscient{.name = "omniscient",
                             .summary = "requests only targets (replay only: the limit)",
                             .needs_oracle = true,
                             .link_order = LinkOrder::document,
                             .starts_at_seed = false,
                             .several_in_flight = true,
                             .make = make_omniscient};

}  // namespace tagtrail
