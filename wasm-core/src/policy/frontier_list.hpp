// What the policies share that go by the order in which links were found.
#pragma once

#include <string>
#include <vector>

#include "policy/hosted_links.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class FrontierList : public Policy {
 public:
  explicit FrontierList(PolicyContext& context) : context_(context), links_(context) {}

  Verdict consider(const LinkView& link) final;
  std::optional<Choice> choose() final;
  std::size_t frontier_size() const final { return links_.size(); }
  void host_changed(HostId host) final { links_.host_changed(host); }
  void remove(UrlId url) final { links_.remove(url); }
  void save(ByteWriter& out) const final;
  bool load(ByteReader& in) final;

 protected:
  /// How soon the link comes that was found as the `number`-th; the highest comes first.
  virtual double score(std::uint32_t number) const = 0;
  /// The reason for a choice.
  virtual std::string words() const = 0;

 private:
  PolicyContext& context_;
  HostedLinks links_;
  /// By URL: as the how manieth it was found, from 1; a link that was removed keeps its place.
  std::vector<std::uint32_t> numbers_;
  std::uint32_t found_ = 0;
};

}  // namespace tagtrail
