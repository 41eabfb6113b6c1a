// The engine's one implementation: it decides what to request (crawl.cpp), settles what comes back
// (crawl_answers.cpp), and takes the user's words, budgets and pages (crawl_user.cpp). What it has
// to remember for that stands in the parts that it owns; engine.cpp saves and restores them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "crawl/acting_links.hpp"
#include "crawl/admission.hpp"
#include "crawl/early_stopping.hpp"
#include "crawl/flights.hpp"
#include "crawl/group_book.hpp"
#include "crawl/known_link.hpp"
#include "crawl/offers.hpp"
#include "crawl/open_pages.hpp"
#include "crawl/retries.hpp"
#include "crawl/revisit_round.hpp"
#include "crawl/stop_advisor.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/policy.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {

class Crawl final : public Engine, private PolicyContext {
 public:
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
  Progress progress() const override;
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
  LinkView link(UrlId id) const override { return view_of(urls_, id); }
  Known known() const override { return {urls_.size(), urls_.paths(), open_pages_.size()}; }
  bool admissible(std::string_view key) const override { return admission_.admits(key); }
  std::uint64_t requests() const override { return progress_.requests; }
  Random& random() override { return random_; }
  Oracle* oracle() override { return oracle_; }

  // crawl.cpp
  RevisitRound::Spent spent() const;
  std::optional<StopReason> limit_reached() const;
  void fill();
  /// There may be something to decide again.
  void reopen();
  bool has_room() const;
  std::optional<StopReason> decide_or_end();
  bool decide();
  bool start();
  bool decide_in_open_pages();
  /// What becomes of the requests that links lead to: made now, or when there is room.
  enum class Room : std::uint8_t { now, later };
  bool consider_next_link(OpenPage& page, Room room);
  void request_for_page(UrlId link, Origin origin, std::size_t page, Room room, Reason reason);
  void open_page(UrlId page, const LinkView& link, bool chosen, Page& content);
  bool open_offered_page();
  void close_page();
  bool choose_from_frontier();
  bool choose_in_round();
  bool leave_if_trap(UrlId link);
  bool try_trap(bool at_end);
  void offer_released();
  void send(Flight flight);
  Flight again(Flight flight) const;

  // crawl_answers.cpp
  void count(const Flight& flight, const Response& response, UrlClass url_class);
  UrlClass classify(const Response& response, std::string_view url) const;
  void follow_up(Flight flight);
  Judgement settle(const Flight& flight, Response& response);
  Judgement settle_type_check(const Flight& flight, const Response& response);
  Judgement settle_redirect(const Flight& flight, const Response& response);
  Judgement settle_answer(const Flight& flight, UrlId url, Response& response);
  Judgement settle_revisit(const Flight& flight, Response& response);
  void open_known_page(UrlId page, std::vector<LinkObservation> links);
  TrapWatch::Weight weigh(const Flight& flight, UrlId url, UrlClass url_class,
                          const Response& response);
  bool may_leave_scope(const Flight& flight) const;
  bool leads_to_act(const Flight& flight, std::string_view location);
  void mark_visited(UrlId url);
  bool follow_loader_redirects(const Flight& flight, const Response& response, UrlId& url);
  void read_page(const Flight& flight, UrlId url, Page& content);
  void report(const Flight& flight, std::optional<UrlId> url, UrlClass url_class, bool excluded,
              bool new_target);

  // crawl_user.cpp
  void hear_about_acting(const Feedback& feedback, const std::vector<GroupId>& groups);
  void leave_what_acts();
  void withhold_and_offer();
  void teach_good(const std::vector<GroupId>& groups, bool said);
  std::vector<LinkGroup> all_groups() const { return book_.all(*policy_, offers_.all()); }
  void ask_for(const Feedback& feedback, PathId path);

  Config config_;
  Admission admission_;
  std::unique_ptr<Objective> objective_;
  const PolicyInfo& policy_info_;
  Oracle* oracle_;
  Random random_;

  Progress progress_;
  std::uint64_t now_ms_ = 0;
  bool started_ = false;
  std::optional<StopReason> finished_;
  /// There was nothing more to decide until the next answer: asking again must not change a thing.
  bool waits_ = false;
  EarlyStopper early_stopper_;
  StopAdvisor advisor_;
  UrlTable urls_;
  GroupBook book_;
  RevisitRound round_;
  ActingLinks acting_;
  Offers offers_;
  TrapWatch traps_;
  OpenPages open_pages_;
  Flights flights_;
  Retries retries_;
  std::unique_ptr<Policy> policy_;  ///< last: borrows this
};

}  // namespace tagtrail
