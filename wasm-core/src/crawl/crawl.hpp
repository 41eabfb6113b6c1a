// The engine's one implementation. Its parts: which link of an open page comes next
// (crawl_decide.cpp), what an answer means (crawl_deliver.cpp), its bytes (crawl_snapshot.cpp).
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "crawl/early_stopping.hpp"
#include "crawl/stop_advisor.hpp"
#include "crawl/url_table.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/scope.hpp"

namespace tagtrail {

class Crawl final : public Engine, private PolicyContext {
 public:
  static Expected<std::unique_ptr<Crawl>> make(const Config& config, Oracle* oracle);
  bool load(ByteReader& in);

  Decision next() override;
  Expected<Judgement> deliver(Response response) override;
  Bytes snapshot() const override;
  const Config& config() const override { return config_; }
  Progress progress() const override;
  std::vector<GroupReport> groups() const override { return policy_->groups(); }
  Confusion confusion() const override { return policy_->confusion(); }
  const Request* in_flight(std::uint64_t id) const override;

 private:
  /// Where a request came from, which decides what its answer means.
  enum class Origin : std::uint8_t { seed, chosen, at_once, type_check };

  /// A request that is out. `url` is what it asks for, `link` the link that led there: the same URL
  /// unless redirects lie between.
  struct Flight {
    Request request;
    UrlId url = 0;
    UrlId link = 0;
    Origin origin = Origin::seed;
    std::uint32_t redirects = 0;
    /// Origin at_once and type_check: the open page whose link it is.
    std::size_t open_page = 0;
  };
  static bool belongs_to_page(const Flight& flight) {
    return flight.origin == Origin::at_once || flight.origin == Origin::type_check;
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
  bool consider_next_link(OpenPage& page);
  void close_page();
  bool choose_from_frontier();
  Flight& issue(UrlId url, UrlId link, Origin origin, Method method, Purpose purpose,
                Reason reason);
  void issue_for_page(OpenPage& page, UrlId link, Origin origin, Method method, Purpose purpose,
                      Reason reason);
  LinkView view_of(UrlId link) const;

  // crawl_deliver.cpp
  void count(const Flight& flight, const Response& response, UrlClass url_class);
  UrlClass classify(const Response& response, std::string_view url) const;
  std::optional<Flight> take_flight(std::uint64_t id);
  void follow_up(Flight flight);
  Judgement settle(const Flight& flight, Response& response);
  Judgement settle_type_check(const Flight& flight, const Response& response);
  Judgement settle_redirect(const Flight& flight, const Response& response);
  Judgement settle_answer(const Flight& flight, UrlId url, Response& response);
  bool follow_loader_redirects(const Flight& flight, const Response& response, UrlId& url);
  void open_page(const Flight& flight, UrlId page, Page& content);
  /// `url` answered in the end; nothing did when a redirect led nowhere new.
  void report(const Flight& flight, std::optional<UrlId> url, UrlClass url_class, bool excluded,
              bool new_target, std::uint64_t bytes);

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

  UrlTable urls_;
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
  std::unique_ptr<Policy> policy_;  ///< last: borrows this
};

}  // namespace tagtrail
