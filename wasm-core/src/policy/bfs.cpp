#include "policy/bfs.hpp"

#include <algorithm>
#include <deque>

#include "policy/url_list.hpp"

namespace tagtrail {
namespace {

class Bfs final : public Policy {
 public:
  explicit Bfs(PolicyContext& context) : context_(context) {}

  Verdict consider(const LinkView& link) override {
    frontier_.push_back(link.url);
    return Verdict::later;
  }

  std::optional<Choice> choose() override {
    if (frontier_.empty()) return std::nullopt;
    Choice choice;
    choice.url = frontier_.front();
    choice.reason.words = "first found, first requested";
    frontier_.pop_front();
    return choice;
  }

  std::size_t frontier_size() const override { return frontier_.size(); }
  void remove(UrlId url) override { std::erase(frontier_, url); }
  void save(ByteWriter& out) const override { save_ids(out, frontier_); }
  bool load(ByteReader& in) override { return load_ids(in, frontier_, context_.known().urls); }

 private:
  PolicyContext& context_;
  std::deque<UrlId> frontier_;
};

std::unique_ptr<Policy> make(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<Bfs>(context);
}

}  // namespace

const PolicyInfo kBfs{.name = "bfs",
                      .summary = "breadth first links in the order they were found",
                      .needs_oracle = false,
                      .link_order = LinkOrder::four_passes,
                      .starts_at_seed = true,
                      .make = make};

}  // namespace tagtrail
