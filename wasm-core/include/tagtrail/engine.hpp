// The crawl as a pure machine: what it does is a function of (configuration, seed, inputs, in
// order), where inputs are responses delivered, the user's words, budgets set, pages observed and
// rounds of revisiting.
// It reads no clock, starts no thread, touches no file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tagtrail/account.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/elsewhere_report.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/feedback.hpp"
#include "tagtrail/look.hpp"
#include "tagtrail/oracle.hpp"
#include "tagtrail/report.hpp"

namespace tagtrail {

/// Nothing more is to be requested before an answer in flight is delivered: as many are out as the
/// configuration allows, or the policy would rather know more.
struct Wait {};

enum class StopReason : std::uint8_t {
  frontier_empty = 0,
  max_requests = 1,
  max_bytes = 2,
  max_time = 3,
  early_stopping = 4,
  stop_advice = 5,
};
std::string_view to_string(StopReason reason);

struct Finished {
  StopReason reason = StopReason::frontier_empty;
};

using Decision = std::variant<Request, Wait, Finished>;

inline constexpr std::size_t kMostTraps = 50;
/// A part of the site that goes on without end and adds nothing, and so was left.
struct TrapReport {
  std::string kind;           ///< in words: `a calendar`
  std::string example;        ///< a URL of it
  std::uint64_t answers = 0;  ///< in a row that added nothing; 0 for other addresses of the same
  std::uint64_t left = 0;     ///< links that were not requested

  bool operator==(const TrapReport&) const = default;
};

/// What was done with forms.
struct FormsReport {
  std::uint64_t asked = 0;    ///< forms of which a query was answered
  std::uint64_t queries = 0;  ///< answered
  std::uint64_t files = 0;    ///< targets that queries have led to
  std::uint64_t sending = 0;  ///< forms left because they send by POST
  std::uint64_t acting = 0;   ///< forms left because they do something, or may
  std::uint64_t more = 0;     ///< forms that may hold more than they were asked for

  bool operator==(const FormsReport&) const = default;
};

/// What a person wants to see of a running crawl.
struct Progress {
  std::uint64_t requests = 0;  ///< as Response::requests adds up
  std::uint64_t gets = 0;
  std::uint64_t heads = 0;
  std::uint64_t pages = 0;
  std::uint64_t targets =
      0;            ///< distinct target URLs answered; with leave_traps of distinct content
  double gain = 0;  ///< of all targets together: what the objective gives for them
  std::uint64_t target_bytes = 0;
  std::uint64_t other_bytes = 0;
  std::uint64_t known_urls = 0;
  std::uint64_t frontier = 0;  ///< links not yet requested
  std::uint64_t issued = 0;    ///< requests decided on
  std::uint64_t in_flight = 0;
  std::uint64_t acting = 0;       ///< links left out because they act
  std::uint64_t acting_more = 0;  ///< of these, links that a file may be behind
  std::uint64_t round = 0;        ///< of revisiting; 0: the crawl itself
  std::uint64_t round_requests = 0;
  std::uint64_t round_bytes = 0;
  std::vector<TrapReport> traps;  ///< with links left in them, at most kMostTraps
  ElsewhereReport elsewhere;
  FormsReport forms;
  Account account;
  StopAdvice advice;  ///< the share of the targets within reach that has been found
  std::optional<FileEstimate> estimate;  ///< what people are told of it; nothing: too early
};

/// How one delivered response was judged.
struct Judgement {
  UrlClass url_class = UrlClass::dead;
  bool new_target = false;  ///< a target URL not counted before
  double gain = 0;          ///< what it is worth; 0 unless it is a new target
};

class Engine {
 public:
  /// `oracle` is borrowed, may be null, and must outlive the engine. Errors: invalid_argument
  /// (configuration; or a policy that needs an oracle without one).
  static Expected<std::unique_ptr<Engine>> create(const Config& config, Oracle* oracle = nullptr);

  /// Restores from snapshot bytes. Errors: invalid_data (damaged), wrong_version.
  static Expected<std::unique_ptr<Engine>> restore(const std::uint8_t* data, std::size_t size,
                                                   Oracle* oracle = nullptr);

  virtual ~Engine() = default;

  /// What to do now; to be called until it says Wait or Finished. Up to Config::in_flight requests
  /// are out at once. After restore() it first hands out again, under their old ids, the requests
  /// that were in flight and have not been delivered since. After Finished it stays Finished until
  /// teach(), set_budget(), revisit() or observe().
  virtual Decision next() = 0;

  /// Takes what came back for a request, in any order among those in flight; the order of delivery
  /// is the order of record. Before that the engine makes all decisions that could be made before
  /// it: so the crawl hangs on the answers alone, and a replay after a crash need not call next().
  /// `response.issued` is progress().issued when it came. Errors: invalid_argument (unknown or
  /// already answered id, impossible `issued`); no decision is changed by them.
  virtual Expected<Judgement> deliver(Response response) = 0;

  /// Takes the user's word. As deliver() does, it first makes all decisions that could be made
  /// before; those after it follow the word. Errors: invalid_argument, invalid_url;
  /// invalid_argument also from a policy that knows the answers beforehand.
  virtual Expected<void> teach(const Feedback& feedback) = 0;

  /// Another budget from the next decision on; the configuration then holds it. Decisions that
  /// could be made before are made first.
  virtual void set_budget(const Budget& budget) = 0;

  /// Begins a round of revisiting: pages and files that were answered are asked for once more
  /// (Request::revisit), what is new on pages joins the frontier, and links that were left over are
  /// followed. `budget` counts from here, and the round ends by it or when nothing is left; early
  /// stopping and stop advice have no part in it. Decisions that could be made before are made
  /// first.
  virtual void revisit(const Budget& budget) = 0;

  /// A page that the user loaded himself, of `final_url`: learnt from as if it had been requested
  /// and answered; `requests` is 0 where none was ours. A page that was answered before, or is out
  /// of scope, changes nothing; of one in flight the answer to come is counted, and learnt from no
  /// second time. Decisions that could be made before are made first. Errors: invalid_url,
  /// invalid_argument (no page, more links than a reader gives).
  virtual Expected<void> observe(Response response) = 0;

  /// What is known of the links of a page; `url` is its canonical key. Learns nothing. Errors:
  /// invalid_url, invalid_argument.
  virtual Expected<PageLook> look(const Page& page, std::string_view url) const = 0;

  /// The groups of links, those of the highest expectation first, then those with most files, at
  /// most `limit`.
  virtual std::vector<LinkGroup> link_groups(std::size_t limit) const = 0;

  /// Links that were left out because they act, in the order in which they were met: the one at
  /// `from` and those behind it, at most `limit`. One that was allowed later stays in the list.
  virtual std::vector<ActingLink> acting_links(std::size_t from, std::size_t limit) const = 0;

  /// The whole state as versioned bytes, with a checksum. Does not change the engine.
  virtual Bytes snapshot() const = 0;

  virtual const Config& config() const = 0;
  /// Its account is whole once the crawl has finished, or where `whole` asks for that, which goes
  /// through all URLs: what is open or under way then was not tried.
  virtual Progress progress(bool whole = false) const = 0;
  /// The policy's own accounts (Policy::groups, Policy::confusion).
  virtual std::vector<GroupReport> groups() const = 0;
  virtual Confusion confusion() const = 0;
  /// The request behind an id that is in flight; null when it is not.
  virtual const Request* in_flight(std::uint64_t id) const = 0;
};

}  // namespace tagtrail
