#include "policy/random.hpp"

#include <algorithm>

#include "policy/url_list.hpp"

namespace tagtrail {
namespace {

class RandomPolicy final : public Policy {
 public:
  explicit RandomPolicy(PolicyContext& context) : context_(context) {}

  Verdict consider(const LinkView& link) override {
    frontier_.push_back(link.url);
    return Verdict::later;
  }

  std::optional<Choice> choose() override {
    if (frontier_.empty()) return std::nullopt;
    const auto at = static_cast<std::size_t>(context_.random().below(frontier_.size()));
    Choice choice;
    choice.url = frontier_[at];
    choice.reason.words = "drawn at random from " + std::to_string(frontier_.size()) + " links";
    frontier_[at] = frontier_.back();
    frontier_.pop_back();
    return choice;
  }

  std::size_t frontier_size() const override { return frontier_.size(); }
  void remove(UrlId url) override { std::erase(frontier_, url); }
  void save(ByteWriter& out) const override { save_ids(out, frontier_); }
  bool load(ByteReader& in) override { return load_ids(in, frontier_, context_.known().urls); }

 private:
  PolicyContext& context_;
  std::vector<UrlId> frontier_;
};

std::unique_ptr<Policy> make(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<RandomPolicy>(context);
}

}  // namespace

const PolicyInfo kRandom{.name = "random",
                         .summary = "a link of the frontier drawn uniformly",
                         .needs_oracle = false,
                         .link_order = LinkOrder::four_passes,
                         .starts_at_seed = true,
                         .make = make};

}  // namespace tagtrail
