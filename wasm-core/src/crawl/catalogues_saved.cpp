// What a crawl remembers of catalogues, in its snapshot.
#include "crawl/catalogues.hpp"
#include "tagtrail/page_catalogues.hpp"

namespace tagtrail {

void Catalogues::save(ByteWriter& out) const {
  out.var(due_.size());
  for (const std::string& due : due_) out.text(due);
  out.var(tries_.size());
  for (const auto& [key, tries] : tries_) {
    out.text(key);
    out.var(tries.asked);
    out.var(tries.answered);
    out.var(tries.failed);
  }
  out.var(instead_.size());
  for (const Instead& one : instead_) {
    out.text(one.url);
    out.text(one.kind);
    out.text(one.place);
  }
  out.var(waiting_.size());
  for (const Candidate& one : waiting_) {
    out.text(one.url);
    out.text(one.kind);
  }
  out.var(refused_.size());
  for (const auto& [whole, page] : refused_) {
    out.text(whole);
    out.text(page);
  }
  if (!only_) return;
  out.boolean(asked_);
  out.boolean(wants_other_);
  out.var(others_.size());
  for (const Candidate& other : others_) {
    out.text(other.url);
    out.text(other.kind);
  }
}

bool Catalogues::load(ByteReader& in) {
  const std::size_t due = in.count(1);
  if (due > kMostDue) return false;
  for (std::size_t i = 0; i < due && in.ok(); ++i) due_.push_back(in.text());
  const std::size_t count = in.count(4);
  if (count > kMostHosts) return false;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    const std::string key = in.text();
    Tries tries;
    tries.asked = static_cast<std::uint32_t>(in.var());
    tries.answered = static_cast<std::uint32_t>(in.var());
    tries.failed = static_cast<std::uint32_t>(in.var());
    tries_.emplace(key, tries);
  }
  const std::size_t instead = in.count(3);
  for (std::size_t i = 0; i < instead && in.ok(); ++i) {
    Instead one;
    one.url = in.text();
    one.kind = in.text();
    one.place = in.text();
    if (find_catalogue(one.kind) == nullptr) return false;
    instead_.push_back(std::move(one));
  }
  if (!load_candidates(in, kMostDue, waiting_)) return false;
  const std::size_t refused = in.count(2);
  for (std::size_t i = 0; i < refused && in.ok(); ++i) {
    const std::string whole = in.text();
    refused_.emplace(whole, in.text());
  }
  return only_ ? load_others(in) : in.ok();
}

bool Catalogues::load_others(ByteReader& in) {
  asked_ = in.boolean();
  wants_other_ = in.boolean();
  return load_candidates(in, kMostCatalogueSites, others_);
}

bool Catalogues::load_candidates(ByteReader& in, std::size_t most,
                                 std::vector<Candidate>& candidates) {
  const std::size_t count = in.count(2);
  if (count > most) return false;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    Candidate one;
    one.url = in.text();
    one.kind = in.text();
    if (find_catalogue(one.kind) == nullptr) return false;
    candidates.push_back(std::move(one));
  }
  return in.ok();
}

}  // namespace tagtrail
