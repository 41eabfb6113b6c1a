// Snapshots: everything a crawl knows as versioned bytes with a checksum.
#include "crawl/crawl.hpp"
#include "tables/url_list.hpp"

namespace tagtrail {
namespace {

constexpr std::uint32_t kMagic = 0x53545454;  // "TTTS"
constexpr std::uint32_t kVersion = 11;
constexpr std::size_t kChecksumBytes = 8;
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
  const std::size_t terms = in.count(9);
  for (std::size_t i = 0; i < terms; ++i) {
    std::string name = in.text();
    reason.terms.push_back({std::move(name), in.f64()});
  }
  return reason;
}

void save_progress(ByteWriter& out, const Progress& progress) {
  for (const std::uint64_t value :
       {progress.requests, progress.gets, progress.heads, progress.pages, progress.targets,
        progress.target_bytes, progress.other_bytes, progress.issued}) {
    out.var(value);
  }
}

void load_progress(ByteReader& in, Progress& progress) {
  for (std::uint64_t* value :
       {&progress.requests, &progress.gets, &progress.heads, &progress.pages, &progress.targets,
        &progress.target_bytes, &progress.other_bytes, &progress.issued}) {
    *value = in.var();
  }
}

}  // namespace

void Crawl::save_flight(ByteWriter& out, const Flight& flight) const {
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

std::optional<Crawl::Flight> Crawl::load_flight(ByteReader& in) {
  const std::uint64_t id = in.var();
  const auto method = static_cast<Method>(in.u8() & 1U);
  const std::uint8_t purpose = in.u8();
  Reason reason = load_reason(in);
  const auto url = static_cast<UrlId>(in.var());
  const auto link = static_cast<UrlId>(in.var());
  const std::uint8_t origin = in.u8();
  const auto redirects = static_cast<std::uint32_t>(in.var());
  const auto tries = static_cast<std::uint32_t>(in.var());
  const std::uint64_t open_page = in.var();
  const bool observed = in.boolean();
  if (!in.ok() || purpose > 2 || origin > 7 || url >= urls_.size() || link >= urls_.size()) {
    return std::nullopt;
  }
  const std::uint64_t issued = progress_.issued;
  issue(url, link, static_cast<Origin>(origin), method, static_cast<Purpose>(purpose),
        std::move(reason));
  progress_.issued = issued;
  Flight flight = std::move(flights_.back());
  flights_.pop_back();
  flight.request.id = id;
  flight.redirects = redirects;
  flight.tries = tries;
  flight.open_page = static_cast<std::size_t>(open_page);
  flight.observed = observed;
  if (belongs_to_page(flight)) {
    if (open_page >= open_pages_.size()) return std::nullopt;
    ++open_pages_[flight.open_page].outstanding;
  }
  return flight;
}

bool Crawl::load_flights(ByteReader& in) {
  const std::size_t pending = in.count(kFlightBytes);
  for (std::size_t i = 0; i < pending; ++i) {
    auto flight = load_flight(in);
    if (!flight) return false;
    pending_.push_back(std::move(*flight));
  }
  const std::size_t tries = in.count(kFlightBytes);
  for (std::size_t i = 0; i < tries; ++i) {
    auto flight = load_flight(in);
    if (!flight) return false;
    failed_.push_back(std::move(*flight));
  }
  const std::size_t out = in.count(kFlightBytes);
  if (out > config_.in_flight) return false;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < out; ++i) {
    auto flight = load_flight(in);
    if (!flight || flight->request.id <= last || flight->request.id > progress_.issued) {
      return false;
    }
    last = flight->request.id;
    flights_.push_back(std::move(*flight));
  }
  return in.ok();
}

Bytes Crawl::snapshot() const {
  ByteWriter out;
  out.u32(kMagic);
  out.u32(kVersion);
  out.text(config_to_json(config_));
  out.u64(random_.state());
  save_progress(out, progress_);
  out.var(now_ms_);
  out.boolean(started_);
  out.boolean(waits_);
  out.u8(finished_ ? static_cast<std::uint8_t>(*finished_) : 0xFF);
  early_stopper_.save(out);
  advisor_.save(out);
  urls_.save(out);
  save_round(out);
  counts_.save(out);
  groups_.save(out);
  teaching_.save(out, groups_);
  acting_.save(out, groups_);
  save_ids(out, offers_);
  traps_.save(out);
  out.var(open_pages_.size());
  for (const OpenPage& page : open_pages_) {
    out.var(page.page);
    out.var(page.reward);
    out.var(page.links.size() - page.next);
    for (std::size_t i = page.next; i < page.links.size(); ++i) write_link(out, page.links[i]);
  }
  out.var(pending_.size());
  for (const Flight& flight : pending_) save_flight(out, flight);
  out.var(failed_.size());
  for (const Flight& flight : failed_) save_flight(out, flight);
  out.var(flights_.size());
  for (const Flight& flight : flights_) save_flight(out, flight);
  policy_->save(out);
  out.u64(hash_bytes(out.bytes().data(), out.bytes().size()));
  return out.take();
}

bool Crawl::load_open_pages(ByteReader& in) {
  open_pages_.resize(in.count(3));
  for (OpenPage& page : open_pages_) {
    page.page = static_cast<UrlId>(in.var());
    page.reward = static_cast<std::uint32_t>(in.var());
    const std::size_t links = in.count(9);
    if (links > limits::kLinksPerPage) return false;
    page.links.resize(links);
    for (LinkObservation& link : page.links) {
      if (!read_link(in, link)) return false;
    }
    if (page.page >= urls_.size()) return false;
  }
  return in.ok();
}

bool Crawl::load(ByteReader& in) {
  random_.set_state(in.u64());
  load_progress(in, progress_);
  now_ms_ = in.var();
  started_ = in.boolean();
  waits_ = in.boolean();
  const std::uint8_t finished = in.u8();
  if (finished != 0xFF) {
    if (finished > static_cast<std::uint8_t>(StopReason::stop_advice)) return false;
    finished_ = static_cast<StopReason>(finished);
  }
  if (!early_stopper_.load(in) || !advisor_.load(in) || !urls_.load(in)) return false;
  if (!load_round(in)) return false;
  if (!counts_.load(in, urls_.paths()) || !groups_.load(in, urls_) ||
      !teaching_.load(in, groups_, urls_) || !acting_.load(in, groups_, urls_) ||
      !load_ids(in, offers_, urls_.size()) || !traps_.load(in, urls_.size())) {
    return false;
  }
  return load_open_pages(in) && load_flights(in) && policy_->load(in) && in.ok() && in.at_end();
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
