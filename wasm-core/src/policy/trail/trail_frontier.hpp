// The frontier of policy `trail`: waiting links by their score, and how many targets all links
// together are expected to bring.
#pragma once

#include <optional>
#include <vector>

#include "policy/hosted_links.hpp"
#include "policy/trail/link_models.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {

class TrailFrontier {
 public:
  /// A link, and its score when it was looked at last.
  struct Scored {
    UrlId url = 0;
    double score = 0;
  };

  /// `rescore_share`: as TrailParameters has it. Borrows the others.
  TrailFrontier(double rescore_share, LinkStore& links, const LinkModels& models,
                const PolicyContext& context)
      : rescore_share_(rescore_share), links_(links), models_(models), waiting_(context) {}

  /// Notes what the link is expected to bring: itself with probability `p`, or what its page is
  /// predicted to be worth.
  void promise(TrailLink& link, double p, double value);
  /// The link promises nothing more.
  void settle(TrailLink& link) { set_worth(link, 0); }
  /// Targets that the links promise, those not in the frontier yet included.
  double promised() const { return static_cast<double>(worth_) * kWorthUnit; }

  bool contains(UrlId url) const { return waiting_.contains(url); }
  std::size_t size() const { return waiting_.size(); }
  const HostedLinks& links() const { return waiting_; }
  void host_changed(HostId host) { waiting_.host_changed(host); }

  void add(UrlId url, Random& random);
  void remove(UrlId url) { waiting_.remove(url); }
  /// The score of a link by what is known now, ties broken at random.
  double score(UrlId url, Random& random);
  /// A link of the frontier is scored anew.
  void renew(UrlId url, Random& random) { waiting_.set(url, score(url, random)); }
  /// Scores go stale as the models learn: each selection renews some, in rotation, so that all are
  /// renewed once in a share of the frontier's size.
  void renew_some(Random& random);
  /// The best link whose host may be asked, which stays; nothing when there is none.
  std::optional<Scored> best(Random& random);

  void save(ByteWriter& out) const;
  /// False when malformed. The links must have been loaded.
  bool load(ByteReader& in);

 private:
  void set_worth(TrailLink& link, std::uint32_t worth);

  double rescore_share_;
  LinkStore& links_;
  const LinkModels& models_;
  HostedLinks waiting_;
  std::uint64_t worth_ = 0;      ///< of all links
  std::vector<UrlId> rotation_;  ///< the frontier, in the order of rescoring
  std::size_t turn_ = 0;
};

}  // namespace tagtrail
