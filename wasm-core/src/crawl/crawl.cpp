// How the parts work together; what is in a snapshot, in which order.
#include "crawl/crawl.hpp"

#include <algorithm>

#include "crawl/known_link.hpp"
#include "crawl/page_looker.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::uint32_t kMagic = 0x53545454;  // "TTTS"
constexpr std::uint32_t kVersion = 33;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::uint8_t kNotFinished = 0xFF;

/// A <meta>, or the field of the header that says the same.
bool refreshes(const LinkObservation& link) {
  const std::string_view path = link.tag_path;
  const std::string_view last = path.substr(path.rfind('/') + 1);
  return path == "/header/refresh" || last.substr(0, last.find_first_of(".#")) == "meta";
}

/// Flight::leads_back. A dead end with a link "Back" is ready.
bool leads_back(const Flight& flight, const Page& page, const UrlTable& urls) {
  if (flight.redirects == 0 || flight.url == flight.link) return false;
  const std::string_view link = urls.key(flight.link);
  return std::any_of(page.links.begin(), page.links.end(), refreshes) &&
         std::all_of(page.links.begin(), page.links.end(),
                     [link](const LinkObservation& each) { return each.url == link; });
}

}  // namespace

Expected<std::unique_ptr<Crawl>> Crawl::make(const Config& config, Oracle* oracle) {
  TRY(validate(config));
  const PolicyInfo& policy = *find_policy(config.policy);
  if (policy.needs_oracle && oracle == nullptr) {
    return fail(ErrorCode::invalid_argument,
                "policy '" + config.policy +
                    "' knows the answers beforehand and works only in replay; choose another for "
                    "live crawls");
  }
  auto objective = TRY(find_objective(config.objective)->make(config));
  return std::unique_ptr<Crawl>(new Crawl(config, std::move(objective), policy, oracle));
}

Crawl::Crawl(const Config& config, std::unique_ptr<Objective> objective, const PolicyInfo& policy,
             Oracle* oracle)
    : config_(config), policy_info_(policy), oracle_(oracle), objective_(std::move(objective)) {
  hosts_.tell(*policy_);
}

LinkView Crawl::link(UrlId id) const { return view_of(urls_, id); }

Decision Crawl::next() {
  if (flights_.all_handed_out() && has_room()) finished_ = decide_or_end();
  if (const Request* request = flights_.hand_out()) return *request;
  if (finished_) return Finished{*finished_};
  return Wait{};
}

/// Makes all decisions that can be made before the next answer. So how many there were when an
/// answer came does not hang on how often its owner had asked.
void Crawl::fill() {
  std::size_t before = 0;
  do {
    before = flights_.size();
    if (has_room()) finished_ = decide_or_end();
  } while (flights_.size() > before);
}

/// There may be something to decide again.
void Crawl::reopen() {
  waits_ = false;
  finished_.reset();
}

bool Crawl::has_room() const {
  return !finished_ && !waits_ && flights_.size() < config_.in_flight;
}

/// One more flight, if there is something to request; else, with none out, why the crawl is over.
std::optional<StopReason> Crawl::decide_or_end() {
  const auto limit = accounts_.limit_reached(flights_.size());
  if (!limit && chooser_.send_next()) return std::nullopt;
  waits_ = flights_.size() > 0;
  if (waits_) return std::nullopt;
  return limit.value_or(StopReason::frontier_empty);
}

Expected<Judgement> Crawl::deliver(Response response) {
  const auto bad = [](std::string what) {
    return fail(ErrorCode::invalid_argument, std::move(what));
  };
  const std::uint64_t issued = accounts_.issued();
  const std::uint64_t room =
      config_.in_flight - std::min<std::uint64_t>(config_.in_flight, flights_.size());
  if (response.issued < response.request_id || response.issued > issued + room) {
    return bad("response delivered after " + std::to_string(response.issued) +
               " requests, but the engine has handed out " + std::to_string(issued));
  }
  const bool may_be_asked = response.request_id > issued;
  if (may_be_asked || in_flight(response.request_id) != nullptr) fill();
  auto flight = flights_.take(response.request_id);
  if (!flight) {
    return bad("no request " + std::to_string(response.request_id) + " is in flight");
  }
  waits_ = false;
  accounts_.came_at(response.at_ms);
  if (flight->request.method == Method::get) frontier_.learn_end(flight->link, response);
  flight->leads_back = leads_back(*flight, response.page, urls_);
  const Judgement judgement = settler_.settle(*flight, response);
  queries_.settled(flight->link, response, judgement.new_target);
  open_pages_.answered(*flight);
  if (config_.second_tries) retries_.keep(*flight, response, urls_.facts(flight->url));
  accounts_.settled(*policy_);
  return judgement;
}

Expected<void> Crawl::teach(const Feedback& feedback) {
  TRY(validate(feedback));
  if (policy_info_.needs_oracle) {
    return fail(ErrorCode::invalid_argument,
                "policy '" + config_.policy + "' knows the answers beforehand and can't be taught");
  }
  fill();
  reopen();
  users_word_.take(feedback);
  return {};
}

void Crawl::set_budget(const Budget& budget) {
  fill();
  reopen();
  config_.budget = budget;
}

void Crawl::revisit(const Budget& budget) {
  set_budget(budget);
  round_.begin(accounts_.spent());
}

Expected<void> Crawl::observe(Response response) {
  const auto key = canonical_url(response.final_url);
  if (!key || *key != response.final_url) {
    return fail(ErrorCode::invalid_url, "the URL of the observed page is not canonical");
  }
  if (!response.is_page || response.page.links.size() > limits::kLinksPerPage) {
    return fail(ErrorCode::invalid_argument, "what was observed is no page, or too large");
  }
  fill();
  if (!admission_.in_scope(response.final_url)) return {};
  const UrlId url = urls_.intern(response.final_url);
  // The request that the page is an answer to, or might have been.
  auto flight = flights_.observe(url);
  if (flight) {
    open_pages_.answered(*flight);
    urls_.facts(url).state = UrlState::visited;
  } else if (urls_.facts(url).state == UrlState::visited) {
    return {};
  } else {
    frontier_.reached(url);
    flight = flight_to(urls_, url, url, Origin::chosen, Purpose::page, {});
  }
  reopen();
  accounts_.came_at(response.at_ms);
  const std::size_t open = open_pages_.size();
  settler_.settle_answer(*flight, url, response);
  if (open_pages_.size() > open) page_links_.go_through_observed();
  return {};
}

Expected<PageLook> Crawl::look(const Page& page, std::string_view url) const {
  const auto key = canonical_url(url);
  if (!key || *key != url) return fail(ErrorCode::invalid_url, "the page's URL is not canonical");
  if (page.links.size() > limits::kLinksPerPage) {
    return fail(ErrorCode::invalid_argument, "the page has too many links");
  }
  return PageLooker{urls_, book_.clusters(), *policy_, admission_}.look(page, url, all_groups());
}

std::vector<LinkGroup> Crawl::all_groups() const {
  return book_.all(*policy_, frontier_.offers().all());
}

std::vector<LinkGroup> Crawl::link_groups(std::size_t limit) const {
  std::vector<LinkGroup> groups = all_groups();
  std::erase_if(groups, [](const LinkGroup& group) {
    return group.open + group.withheld + group.acting + group.requests == 0 &&
           group.word == Word::neutral;
  });
  std::sort(groups.begin(), groups.end(), comes_first);
  if (groups.size() > limit) groups.resize(limit);
  return groups;
}

Progress Crawl::progress(bool whole) const {
  std::uint64_t left = frontier_.size() + frontier_.offers().all().size();
  whole = whole || finished_;
  Account account =
      whole ? fates_.report(finished_ == StopReason::frontier_empty) : fates_.report_left();
  if (whole) {
    const OpenPages::Left open = open_pages_.count_left(urls_, admission_);
    left += open.links + urls_.count(UrlState::beyond) + urls_.turned_away();
    account.met += open.unmet;
    account.not_tried += open.unmet;
  }
  const std::uint64_t repeats = whole ? traps_.sure_repeats() : 0;
  account.left -= repeats;
  account.equal += repeats;
  Progress progress = accounts_.report(finished_ == StopReason::frontier_empty && left == 0);
  progress.known_urls = urls_.size();
  progress.frontier = left;
  progress.in_flight = flights_.size();
  progress.acting = acting_.count();
  progress.acting_more = acting_.count_perhaps_files();
  progress.elsewhere = elsewhere_.report();
  progress.forms = queries_.report();
  progress.traps = traps_.report(kMostTraps);
  progress.account = std::move(account);
  return progress;
}

Bytes Crawl::snapshot() const {
  ByteWriter out;
  out.u32(kMagic);
  out.u32(kVersion);
  out.text(config_to_json(config_));
  out.u64(random_.state());
  accounts_.save_counts(out);
  out.boolean(waits_);
  out.u8(finished_ ? static_cast<std::uint8_t>(*finished_) : kNotFinished);
  accounts_.save_stopping(out);
  urls_.save(out);
  fates_.save(out);
  redirects_.save(out);
  elsewhere_.save(out);
  queries_.save(out);
  catalogues_.save(out);
  hosts_.save(out);
  chooser_.save(out);
  round_.save(out);
  book_.save(out);
  acting_.save(out);
  frontier_.offers().save(out);
  traps_.save(out);
  open_pages_.save(out);
  room_.save(out);
  objective_->save(out);
  flights_.save_follow_ups(out);
  retries_.save(out);
  flights_.save(out);
  policy_->save(out);
  out.u64(hash_bytes(out.bytes().data(), out.bytes().size()));
  return out.take();
}

bool Crawl::load(ByteReader& in) {
  random_.set_state(in.u64());
  accounts_.load_counts(in);
  waits_ = in.boolean();
  const std::uint8_t finished = in.u8();
  if (finished != kNotFinished) {
    if (finished > static_cast<std::uint8_t>(StopReason::stop_advice)) return false;
    finished_ = static_cast<StopReason>(finished);
  }
  return accounts_.load_stopping(in) && urls_.load(in) && fates_.load(in) && redirects_.load(in) &&
         elsewhere_.load(in) && queries_.load(in) && catalogues_.load(in) && hosts_.load(in) &&
         chooser_.load(in) && round_.load(in, accounts_.spent()) && book_.load(in) &&
         acting_.load(in) && frontier_.offers().load(in, urls_.size()) && traps_.load(in) &&
         open_pages_.load(in, urls_.size()) && room_.load(in) && objective_->load(in) &&
         flights_.load_follow_ups(in) && retries_.load(in, urls_) &&
         flights_.load(in, config_.in_flight) && policy_->load(in) && in.ok() && in.at_end();
}

Expected<std::unique_ptr<Engine>> Engine::create(const Config& config, Oracle* oracle) {
  return Crawl::make(config, oracle);
}

Expected<std::unique_ptr<Engine>> Engine::restore(const std::uint8_t* data, std::size_t size,
                                                  Oracle* oracle) {
  const auto damaged = [] { return fail(ErrorCode::invalid_data, "damaged snapshot"); };
  if (size < kChecksumBytes + 8) return damaged();
  ByteReader checksum(data + size - kChecksumBytes, kChecksumBytes);
  if (checksum.u64() != hash_bytes(data, size - kChecksumBytes)) return damaged();
  ByteReader in(data, size - kChecksumBytes);
  if (in.u32() != kMagic) return damaged();
  if (const std::uint32_t version = in.u32(); version != kVersion) {
    return fail(ErrorCode::wrong_version, "snapshot of version " + std::to_string(version) +
                                              "; this program reads " + std::to_string(kVersion));
  }
  auto config = config_from_json(in.view());
  if (!in.ok() || !config) return damaged();
  auto crawl = TRY(Crawl::make(*config, oracle));
  if (!crawl->load(in)) return damaged();
  return std::unique_ptr<Engine>(std::move(crawl));
}

}  // namespace tagtrail
