// What the policies that only order links share: a list of found links from which each takes the
// next one in its own way.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "tagtrail/policy.hpp"

namespace tagtrail {

class FrontierList : public Policy {
 public:
  explicit FrontierList(PolicyContext& context) : context_(context) {}

  Verdict consider(const LinkView& link) final;
  std::optional<Choice> choose() final;
  std::size_t frontier_size() const final { return waiting_count_; }
  void remove(UrlId url) final;
  void save(ByteWriter& out) const final;
  bool load(ByteReader& in) final;

 protected:
  /// Takes one link out of a list that is not empty.
  virtual UrlId take(std::deque<UrlId>& links) = 0;
  /// The reason for a link that was one of `links`.
  virtual std::string words(std::size_t links) const = 0;
  PolicyContext& context() { return context_; }

 private:
  bool is_waiting(UrlId url) const { return url < waiting_.size() && waiting_[url]; }
  bool is_removed(UrlId url) const { return url < removed_.size() && removed_[url]; }
  void add(UrlId url);

  PolicyContext& context_;
  /// In the order found. A removed link stays until it is taken: to look for it among millions
  /// would cost more than all else.
  std::deque<UrlId> links_;
  std::vector<bool> waiting_;  ///< by URL: in links_ and not removed
  std::vector<bool> removed_;  ///< by URL: in links_ and removed
  std::size_t waiting_count_ = 0;
};

}  // namespace tagtrail
