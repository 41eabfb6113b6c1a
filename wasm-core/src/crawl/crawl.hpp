// The engine's one implementation. Its parts: which link of an open page comes next
// (crawl_decide.cpp), what an answer means (crawl_deliver.cpp), second tries (crawl_retry.cpp), the
// user's words (crawl_teach.cpp), pages that he loaded (crawl_observe.cpp), rounds of revisiting
// (crawl_revisit.cpp), links that act (crawl_acting.cpp), what he sees
// (crawl_groups.cpp, crawl_look.cpp), its bytes (crawl_snapshot.cpp).
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "crawl/acting_links.hpp"
#include "crawl/early_stopping.hpp"
#include "crawl/group_counts.hpp"
#include "crawl/link_groups.hpp"
#include "crawl/revisit_ledger.hpp"
#include "crawl/stop_advisor.hpp"
#include "crawl/teaching.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/scope.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {

class Crawl final : public Engine, private PolicyContext {
 public:
  static Expected<std::unique_ptr<Crawl>> make(const Config& config, Oracle* oracle);
  bool load(ByteReader& in);

  Decision next() override;
  Expected<Judgement> deliver(Response response) override;
  Expected<void> teach(const Feedback& feedback) override;
  void set_budget(const Budget& budget) override;
  void revisit(const Budget& budget) override;
  Expected<void> observe(Response response) override;
  Expected<PageLook> look(const Page& page, std::string_view url) const override;
  std::vector<LinkGroup> link_groups(std::size_t limit) const override;
  std::vector<ActingLink> acting_links(std::size_t from, std::size_t limit) const override;
  Bytes snapshot() const override;
  const Config& config() const override { return config_; }
  Progress progress() const override;
  std::vector<GroupReport> groups() const override { return policy_->groups(); }
  Confusion confusion() const override { return policy_->confusion(); }
  const Request* in_flight(std::uint64_t id) const override;

 private:
  /// Where a request came from, which decides what its answer means.
  enum class Origin : std::uint8_t {
    seed,
    chosen,
    at_once,
    type_check,
    asked,
    again,
    revisit,
    trial,  ///< a link in a trap, tried to see whether it is one
  };

  /// A request that is out. `url` is what it asks for, `link` the link that led there: the same URL
  /// unless redirects lie between.
  struct Flight {
    Request request;
    UrlId url = 0;
    UrlId link = 0;
    Origin origin = Origin::seed;
    std::uint32_t redirects = 0;
    std::uint32_t tries = 0;  ///< that failed before
    /// Origin at_once and type_check: the open page whose link it is.
    std::size_t open_page = 0;
    /// The user has loaded it meanwhile: what is still to come is only counted.
    bool observed = false;
  };
  static bool belongs_to_page(const Flight& flight) {
    if (flight.observed) return false;
    return flight.origin == Origin::at_once || flight.origin == Origin::type_check;
  }
  /// Its link was taken out of the policy's frontier, if it was there.
  static bool was_chosen(const Flight& flight) {
    return flight.origin == Origin::chosen || flight.origin == Origin::asked;
  }

  /// A page whose links are being considered, in order. Pages nest: a link fetched at once may be
  /// a page itself.
  struct OpenPage {
    UrlId page = 0;
    std::vector<LinkObservation> links;  ///< in the policy's order
    std::size_t next = 0;
    std::uint32_t reward = 0;
    std::uint32_t outstanding = 0;  ///< its links that are being requested
  };

  Crawl(Config config, Scope scope, TargetSet targets, Blocklist blocklist,
        std::unique_ptr<Objective> objective, const PolicyInfo& policy, Oracle* oracle);

  // PolicyContext
  std::string_view url(UrlId id) const override { return urls_.key(id); }
  UrlId intern_url(std::string_view key) override { return urls_.intern(key); }
  std::string_view tag_path(PathId id) const override { return urls_.path(id); }
  std::uint32_t depth(UrlId id) const override { return urls_.facts(id).depth; }
  LinkView link(UrlId id) const override { return view_of(id); }
  Known known() const override { return {urls_.size(), urls_.paths(), open_pages_.size()}; }
  bool admissible(std::string_view key) const override;
  std::uint64_t requests() const override { return progress_.requests; }
  Random& random() override { return random_; }
  Oracle* oracle() override { return oracle_; }

  // crawl_decide.cpp
  std::optional<StopReason> limit_reached() const;
  void fill();
  bool has_room() const;
  std::optional<StopReason> decide_or_end();
  bool decide();
  bool decide_in_open_pages();
  /// Of pages that were open when the crawl ended: how many links a crawl that went on would weigh.
  std::size_t unconsidered_links() const;
  /// What becomes of the requests that links lead to: made now, or when there is room.
  enum class Room : std::uint8_t { now, later };
  bool consider_next_link(OpenPage& page, Room room);
  void close_page();
  bool choose_from_frontier();
  /// Whether the link lies in a trap; it is set aside then.
  bool leave_if_trap(UrlId link);
  bool try_trap(bool at_end);
  void offer_released();
  Flight& issue(UrlId url, UrlId link, Origin origin, Method method, Purpose purpose,
                Reason reason);
  void issue_for_page(OpenPage& page, UrlId link, Origin origin, Room room, Reason reason);
  LinkView view_of(UrlId link) const;

  // crawl_teach.cpp
  void reopen();
  GroupId group_of(PathId path) const { return groups_.group_of(path, urls_); }
  GroupId group_of_link(UrlId link) const { return group_of(urls_.facts(link).path); }
  bool is_withheld(UrlId link) const;
  bool is_file_of_only(UrlId link) const;
  void say(const std::vector<GroupId>& groups, Word word);
  void give_lesson(const std::vector<GroupId>& groups, Lesson lesson);
  void give_due_lessons();
  std::vector<LinkView> links_of(const std::vector<GroupId>& groups) const;
  double best_mean() const;
  void ask_for(const Feedback& feedback, PathId path);
  void withhold_and_offer();
  bool open_offered_page();
  Reason with_word(Reason reason, UrlId link) const;

  // crawl_shown.cpp
  /// Of one that people saw, what it had of this crawl before.
  struct ShownGroup {
    std::vector<PathId> paths;
    Word word = Word::neutral;
    bool allowed = false;
  };
  std::vector<GroupId> take_as_shown(const Feedback& feedback, PathId path);
  std::vector<ShownGroup> known_before(const Feedback& feedback);
  void set_apart(GroupId group, const std::map<std::size_t, std::vector<PathId>>& parts,
                 const std::vector<ShownGroup>& shown, std::size_t taught);

  // crawl_acting.cpp
  bool leaves_acting(UrlId id, const LinkObservation& link);
  bool leads_to_act(const Flight& flight, std::string_view location);
  LinkObservation observation_of(UrlId id) const;
  void learn_administration(UrlId page, const Page& content);
  void leave_what_acts();
  void hear_about_acting(const Feedback& feedback, const std::vector<GroupId>& groups);
  bool is_allowed_again(UrlId id) const;
  std::uint64_t acting_left() const;

  // crawl_observe.cpp
  std::optional<Flight> flight_of_observed(UrlId id);
  void consider_observed_page();

  // crawl_revisit.cpp
  RevisitLedger::GroupOf revisit_group() const;
  bool choose_in_round();
  void took_turn(bool fresh, bool contested);
  void credit_pages(UrlId link);
  Judgement settle_revisit(const Flight& flight, Response& response);
  void settle_known_target(UrlId url, const Response& response, UrlClass url_class, bool was_gone);
  void open_moved_page(UrlId page, const std::string& location);
  void open_known_page(UrlId page, std::vector<LinkObservation> links);
  void save_round(ByteWriter& out) const;
  bool load_round(ByteReader& in);

  // crawl_groups.cpp
  /// All groups, by id.
  std::vector<LinkGroup> all_groups() const;
  bool promises_file(std::string_view key) const;

  // crawl_look.cpp
  std::optional<GroupId> known_group(std::string_view tag_path) const;
  LinkLook look_at(const LinkObservation& link, std::string_view page) const;

  // crawl_deliver.cpp
  void count(const Flight& flight, const Response& response, UrlClass url_class);
  UrlClass classify(const Response& response, std::string_view url) const;
  std::optional<Flight> take_flight(std::uint64_t id);
  void follow_up(Flight flight);
  Judgement settle(const Flight& flight, Response& response);
  Judgement settle_type_check(const Flight& flight, const Response& response);
  Judgement settle_redirect(const Flight& flight, const Response& response);
  Judgement settle_answer(const Flight& flight, UrlId url, Response& response);
  /// What the answer adds, as far as the configuration asks for that; a strong addition else.
  TrapWatch::Weight weigh(const Flight& flight, UrlId url, UrlClass url_class,
                          const Response& response);
  void count_file(UrlId link);
  bool may_leave_scope(const Flight& flight) const;
  bool follow_loader_redirects(const Flight& flight, const Response& response, UrlId& url);
  void open_page(const Flight& flight, UrlId page, Page& content);
  /// The published code's order: all a, then area, frame, iframe.
  static void sort_into_passes(std::vector<LinkObservation>& links);
  /// `url` answered in the end; nothing did when a redirect led nowhere new.
  void report(const Flight& flight, std::optional<UrlId> url, UrlClass url_class, bool excluded,
              bool new_target, std::uint64_t bytes);

  // crawl_retry.cpp
  /// After the answer was settled; nothing unless it is a failure that may pass.
  void keep_for_another_try(const Flight& flight, const Response& response);
  bool try_again();

  // crawl_snapshot.cpp
  void save_flight(ByteWriter& out, const Flight& flight) const;
  std::optional<Flight> load_flight(ByteReader& in);
  bool load_flights(ByteReader& in);
  bool load_open_pages(ByteReader& in);

  Config config_;
  Scope scope_;
  TargetSet targets_;
  Blocklist blocklist_;
  std::unique_ptr<Objective> objective_;
  const PolicyInfo& policy_info_;
  Oracle* oracle_;
  Random random_;
  EarlyStopper early_stopper_;
  StopAdvisor advisor_;

  /// The round of revisiting that is going on, if ledger_.round() is over 0.
  struct Round {
    // Where it began: its budget counts from there.
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
    std::uint64_t ms = 0;
    std::uint64_t fresh_finds = 0;     ///< files found in it
    std::uint64_t fresh_requests = 0;  ///< links of the frontier chosen in it
    /// Choices of the same side, frontier or known URLs, while the other had something, too.
    unsigned in_a_row = 0;
    bool last_was_fresh = false;
  };

  UrlTable urls_;
  RevisitLedger ledger_;
  Round round_;
  Progress progress_;
  std::uint64_t now_ms_ = 0;
  bool started_ = false;
  std::optional<StopReason> finished_;
  std::vector<Flight> flights_;  ///< in order of id
  std::size_t handed_out_ = 0;   ///< of flights_; 0 after restore(), so that all are once more
  /// There was nothing more to decide until the next answer: asking again must not change a thing.
  bool waits_ = false;
  /// What must be requested before anything else: the destinations of redirects, and files that
  /// type checks found; in the name of the flights that met them.
  std::deque<Flight> pending_;
  std::vector<OpenPage> open_pages_;
  std::deque<Flight> failed_;  ///< to be asked for again; as they failed, oldest first
  GroupCounts counts_;
  Teaching teaching_;
  TrapWatch traps_;
  ActingLinks acting_;
  /// Links no longer withheld, to be considered again; those of one source page together.
  std::deque<UrlId> offers_;
  mutable LinkGroups groups_;       ///< made on demand from the paths in urls_
  std::unique_ptr<Policy> policy_;  ///< last: borrows this
};

}  // namespace tagtrail
