#include "crawl/flights.hpp"

#include <algorithm>

#include "crawl/accounts.hpp"
#include "crawl/files_elsewhere.hpp"
#include "crawl/hosts.hpp"
#include "crawl/open_pages.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kFlightBytes = 23;  // at least

void save_reason(ByteWriter& out, const Reason& reason) {
  out.text(reason.words);
  out.u64(static_cast<std::uint64_t>(reason.action));
  out.f64(reason.score);
  out.f64(reason.target_probability);
  out.var(reason.terms.size());
  for (const ReasonTerm& term : reason.terms) {
    out.text(term.name);
    out.f64(term.value);
  }
}

Reason load_reason(ByteReader& in) {
  Reason reason;
  reason.words = in.text();
  reason.action = static_cast<std::int64_t>(in.u64());
  reason.score = in.f64();
  reason.target_probability = in.f64();
  reason.terms.resize(in.count(9));
  for (ReasonTerm& term : reason.terms) {
    term.name = in.text();
    term.value = in.f64();
  }
  return reason;
}

void save_flight(ByteWriter& out, const Flight& flight) {
  out.var(flight.request.id);
  out.u8(static_cast<std::uint8_t>(flight.request.method));
  out.u8(static_cast<std::uint8_t>(flight.request.purpose));
  save_reason(out, flight.request.reason);
  out.var(flight.url);
  out.var(flight.link);
  out.u8(static_cast<std::uint8_t>(flight.origin));
  out.var(flight.redirects);
  out.var(flight.tries);
  out.var(flight.open_page);
  out.boolean(flight.observed);
  out.boolean(flight.request.only_file);
}

std::optional<Flight> load_flight(ByteReader& in, const UrlTable& urls) {
  const std::uint64_t id = in.var();
  const auto method = static_cast<Method>(in.u8() & 1U);
  const std::uint8_t purpose = in.u8();
  Reason reason = load_reason(in);
  const auto url = static_cast<UrlId>(in.var());
  const auto link = static_cast<UrlId>(in.var());
  const std::uint8_t origin = in.u8();
  if (!in.ok() || purpose > static_cast<std::uint8_t>(Purpose::type_check) ||
      origin > static_cast<std::uint8_t>(Origin::read_again) || url >= urls.size() ||
      link >= urls.size()) {
    return std::nullopt;
  }
  Flight flight = flight_to(urls, url, link, static_cast<Origin>(origin),
                            static_cast<Purpose>(purpose), std::move(reason));
  flight.request.id = id;
  flight.request.method = method;
  flight.redirects = static_cast<std::uint32_t>(in.var());
  flight.tries = static_cast<std::uint32_t>(in.var());
  flight.open_page = static_cast<std::size_t>(in.var());
  flight.observed = in.boolean();
  flight.request.only_file = in.boolean();
  return flight;
}

}  // namespace

Flight flight_to(const UrlTable& urls, UrlId url, UrlId link, Origin origin, Purpose purpose,
                 Reason reason) {
  const UrlFacts& facts = urls.facts(link);
  Flight flight;
  flight.url = url;
  flight.link = link;
  flight.origin = origin;
  Request& request = flight.request;
  request.url = std::string(urls.key(url));
  request.method = origin == Origin::type_check ? Method::head : Method::get;
  request.purpose = purpose;
  if (facts.source != StringTable::kNone) request.source_page = urls.key(facts.source);
  request.tag_path = std::string(urls.path(facts.path));
  request.anchor = std::string(urls.anchor(facts.anchor));
  request.depth = facts.depth;
  request.revisit = origin == Origin::revisit;
  request.reason = std::move(reason);
  return flight;
}

void save_flights(ByteWriter& out, const std::deque<Flight>& flights) {
  out.var(flights.size());
  for (const Flight& flight : flights) save_flight(out, flight);
}

bool load_flights(ByteReader& in, std::deque<Flight>& flights, const UrlTable& urls) {
  for (std::size_t count = in.count(kFlightBytes); count > 0; --count) {
    auto flight = load_flight(in, urls);
    if (!flight) return false;
    flights.push_back(std::move(*flight));
  }
  return in.ok();
}

void Flights::send(Flight flight) {
  flight.request.id = accounts_.issue();
  flight.request.only_file = flight.origin != Origin::asked && elsewhere_.takes_no_page(flight.url);
  const bool check = flight.origin == Origin::type_check;
  if (!check) urls_.facts(flight.url).state = UrlState::visited;
  const bool known = flight.origin == Origin::revisit || flight.origin == Origin::read_again;
  if (!check && !known) traps_.requested(flight.url);
  hosts_.went_out(flight.url);
  out_.emplace(flight.request.id, std::move(flight));
}

void Flights::send_again(Flight flight) {
  Flight fresh = flight_to(urls_, flight.url, flight.link, flight.origin, flight.request.purpose,
                           std::move(flight.request.reason));
  fresh.redirects = flight.redirects;
  fresh.tries = flight.tries;
  fresh.open_page = flight.open_page;
  send(std::move(fresh));
}

void Flights::follow_up(Flight flight) {
  open_pages_.expect(flight);
  next_.push_back(std::move(flight));
}

bool Flights::is_on_its_way(UrlId url) const {
  return std::any_of(out_.begin(), out_.end(),
                     [url](const auto& each) { return each.second.url == url; }) ||
         std::any_of(next_.begin(), next_.end(),
                     [url](const Flight& flight) { return flight.url == url; });
}

const Request* Flights::find(std::uint64_t id) const {
  const auto found = out_.find(id);
  return found == out_.end() ? nullptr : &found->second.request;
}

const Request* Flights::hand_out() {
  const auto next = out_.upper_bound(handed_out_);
  if (next == out_.end()) return nullptr;
  handed_out_ = next->first;
  return &next->second.request;
}

bool Flights::only_tries_again() const {
  return std::all_of(out_.begin(), out_.end(),
                     [](const auto& each) { return each.second.origin == Origin::again; });
}

std::optional<Flight> Flights::take(std::uint64_t id) {
  auto found = out_.extract(id);
  if (found.empty()) return std::nullopt;
  hosts_.came_back(found.mapped().url);
  return std::move(found.mapped());
}

std::optional<Flight> Flights::take_follow_up() {
  const auto free = std::find_if(next_.begin(), next_.end(), [this](const Flight& flight) {
    return hosts_.is_free(flight.url) || hosts_.is_full(flight.url);
  });
  if (free == next_.end()) return std::nullopt;
  Flight flight = std::move(*free);
  next_.erase(free);
  return flight;
}

std::optional<Flight> Flights::observe(UrlId url) {
  const auto same = [&](const Flight& flight) {
    return flight.url == url && !flight.observed && flight.origin != Origin::revisit &&
           flight.origin != Origin::read_again;
  };
  std::optional<Flight> answered;
  const auto out =
      std::find_if(out_.begin(), out_.end(), [&](const auto& each) { return same(each.second); });
  if (out != out_.end()) {
    answered = out->second;
    out->second.observed = true;
  } else if (const auto next = std::find_if(next_.begin(), next_.end(), same);
             next != next_.end()) {
    answered = std::move(*next);
    next_.erase(next);
  }
  return answered;
}

void Flights::save(ByteWriter& out) const {
  out.var(out_.size());
  for (const auto& [id, flight] : out_) save_flight(out, flight);
}

bool Flights::load(ByteReader& in, std::size_t most) {
  std::deque<Flight> out;
  if (!load_flights(in, out, urls_) || out.size() > most) return false;
  std::uint64_t last = 0;
  const auto expected = [&](const Flight& flight) { return open_pages_.expect(flight); };
  if (!std::all_of(next_.begin(), next_.end(), expected)) return false;
  for (Flight& flight : out) {
    const std::uint64_t id = flight.request.id;
    if (id <= last || id > accounts_.issued() || !expected(flight)) return false;
    last = id;
    hosts_.went_out(flight.url);
    out_.emplace(id, std::move(flight));
  }
  return true;
}

}  // namespace tagtrail
