#include "crawl/flights.hpp"

#include <algorithm>

#include "crawl/accounts.hpp"
#include "crawl/open_pages.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kFlightBytes = 22;  // at least

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

std::optional<Flight> load_flight(ByteReader& in, const UrlTable& urls) {
  const std::uint64_t id = in.var();
  const auto method = static_cast<Method>(in.u8() & 1U);
  const std::uint8_t purpose = in.u8();
  Reason reason = load_reason(in);
  const auto url = static_cast<UrlId>(in.var());
  const auto link = static_cast<UrlId>(in.var());
  const std::uint8_t origin = in.u8();
  if (!in.ok() || purpose > static_cast<std::uint8_t>(Purpose::type_check) ||
      origin > static_cast<std::uint8_t>(Origin::trial) || url >= urls.size() ||
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
  for (const Flight& flight : flights) {
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
  }
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
  const bool check = flight.origin == Origin::type_check;
  if (!check) urls_.facts(flight.url).state = UrlState::visited;
  if (!check && flight.origin != Origin::revisit) traps_.requested(flight.url);
  out_.push_back(std::move(flight));
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

const Request* Flights::find(std::uint64_t id) const {
  for (const Flight& flight : out_) {
    if (flight.request.id == id) return &flight.request;
  }
  return nullptr;
}

const Request* Flights::hand_out() {
  return all_handed_out() ? nullptr : &out_[handed_out_++].request;
}

std::optional<Flight> Flights::take(std::uint64_t id) {
  const auto found = std::find_if(out_.begin(), out_.end(),
                                  [&](const Flight& each) { return each.request.id == id; });
  if (found == out_.end()) return std::nullopt;
  if (static_cast<std::size_t>(found - out_.begin()) < handed_out_) --handed_out_;
  Flight flight = std::move(*found);
  out_.erase(found);
  return flight;
}

std::optional<Flight> Flights::take_follow_up() {
  if (next_.empty()) return std::nullopt;
  Flight flight = std::move(next_.front());
  next_.pop_front();
  return flight;
}

std::optional<Flight> Flights::observe(UrlId url) {
  const auto same = [&](const Flight& flight) {
    return flight.url == url && !flight.observed && flight.origin != Origin::revisit;
  };
  std::optional<Flight> answered;
  if (const auto out = std::find_if(out_.begin(), out_.end(), same); out != out_.end()) {
    answered = *out;
    out->observed = true;
  } else if (const auto next = std::find_if(next_.begin(), next_.end(), same);
             next != next_.end()) {
    answered = std::move(*next);
    next_.erase(next);
  }
  return answered;
}

bool Flights::load(ByteReader& in, std::size_t most) {
  if (!load_flights(in, out_, urls_) || out_.size() > most) return false;
  std::uint64_t last = 0;
  for (const Flight& flight : out_) {
    if (flight.request.id <= last || flight.request.id > accounts_.issued()) return false;
    last = flight.request.id;
  }
  const auto expected = [&](const Flight& flight) { return open_pages_.expect(flight); };
  return std::all_of(next_.begin(), next_.end(), expected) &&
         std::all_of(out_.begin(), out_.end(), expected);
}

}  // namespace tagtrail
