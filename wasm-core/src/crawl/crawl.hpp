// The engine's one implementation: it is made of the parts below, decides when there is something
// to decide, and brings what comes in to the part that knows what it means.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "crawl/catalogues.hpp"
#include "crawl/chooser.hpp"
#include "crawl/fates.hpp"
#include "crawl/files_elsewhere.hpp"
#include "crawl/settler.hpp"
#include "crawl/users_word.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail {

class Crawl final : public Engine, private PolicyContext {
 public:
  /// As Engine::create().
  static Expected<std::unique_ptr<Crawl>> make(const Config& config, Oracle* oracle);
  /// What snapshot() wrote behind the configuration. False when malformed.
  bool load(ByteReader& in);

  Decision next() override;
  Expected<Judgement> deliver(Response response) override;
  Expected<void> teach(const Feedback& feedback) override;
  void set_budget(const Budget& budget) override;
  void revisit(const Budget& budget) override;
  Expected<void> observe(Response response) override;
  Expected<PageLook> look(const Page& page, std::string_view url) const override;
  std::vector<LinkGroup> link_groups(std::size_t limit) const override;
  std::vector<ActingLink> acting_links(std::size_t from, std::size_t limit) const override {
    return acting_.list(from, limit);
  }
  Bytes snapshot() const override;
  const Config& config() const override { return config_; }
  Progress progress(bool whole) const override;
  std::vector<GroupReport> groups() const override { return policy_->groups(); }
  Confusion confusion() const override { return policy_->confusion(); }
  const Request* in_flight(std::uint64_t id) const override { return flights_.find(id); }

 private:
  Crawl(const Config& config, std::unique_ptr<Objective> objective, const PolicyInfo& policy,
        Oracle* oracle);

  // PolicyContext
  std::string_view url(UrlId id) const override { return urls_.key(id); }
  UrlId intern_url(std::string_view key) override { return urls_.intern(key); }
  std::string_view tag_path(PathId id) const override { return urls_.path(id); }
  std::uint32_t depth(UrlId id) const override { return urls_.facts(id).depth; }
  HostId host(UrlId id) const override { return hosts_.of(id); }
  std::string_view host_name(HostId id) const override { return hosts_.name(id); }
  HostState host_state(HostId id) const override { return hosts_.state(id); }
  bool by_host() const override { return hosts_.by_host(); }
  LinkView link(UrlId id) const override;
  Known known() const override {
    return {urls_.size(), urls_.paths(), hosts_.size(), open_pages_.size()};
  }
  bool admissible(std::string_view key) const override {
    return admission_.admits(key) || elsewhere_.may_take(key);
  }
  std::uint64_t requests() const override { return accounts_.requests(); }
  Random& random() override { return random_; }
  Oracle* oracle() override { return oracle_; }

  void fill();
  void reopen();
  bool has_room() const;
  std::optional<StopReason> decide_or_end();
  std::vector<LinkGroup> all_groups() const;

  Config config_;
  const PolicyInfo& policy_info_;
  Oracle* oracle_;
  std::unique_ptr<Objective> objective_;
  std::optional<StopReason> finished_;
  /// There was nothing more to decide until the next answer: asking again must not change a thing.
  bool waits_ = false;

  // Each part, with those that it knows.
  Random random_{config_.seed};
  Admission admission_{config_};
  Catalogues catalogues_{config_, admission_};
  UrlTable urls_;
  Fates fates_{urls_, admission_};
  FilesElsewhere elsewhere_{config_, admission_, urls_};
  Queries queries_{config_, admission_, urls_};
  Hosts hosts_{config_, urls_};
  GroupBook book_{urls_};
  RevisitRound round_{urls_, book_.clusters()};
  ActingLinks acting_{config_, urls_, book_.clusters()};
  Accounts accounts_{config_, round_};
  TrapWatch traps_{urls_, config_.leave_traps};
  OpenPages open_pages_;
  Flights flights_{urls_, accounts_, hosts_, traps_, open_pages_, elsewhere_};
  Retries retries_;
  std::unique_ptr<Policy> policy_{policy_info_.make(config_, *this)};
  UrlRoom room_{config_, urls_, *policy_};
  Frontier frontier_{{urls_, admission_, elsewhere_, book_, acting_, queries_, traps_, *policy_}};
  PageLinks page_links_{{config_, policy_info_.link_order, urls_, fates_, admission_, elsewhere_,
                         queries_, book_, round_, room_, frontier_, open_pages_, flights_, hosts_,
                         *policy_}};
  Chooser chooser_{{config_, policy_info_, accounts_, urls_, random_, frontier_, queries_, traps_,
                    round_, page_links_, catalogues_, retries_, flights_, hosts_}};
  Redirects redirects_{{config_, urls_, admission_, elsewhere_, acting_, traps_, frontier_}};
  Settler settler_{{config_, admission_, elsewhere_, *objective_, catalogues_, urls_, fates_,
                    accounts_, book_, round_, traps_, open_pages_, redirects_, page_links_,
                    flights_, hosts_, *policy_}};
  UsersWord users_word_{
      {urls_, admission_, elsewhere_, book_, round_, acting_, frontier_, flights_, *policy_}};
};

}  // namespace tagtrail
