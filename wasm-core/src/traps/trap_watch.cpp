#include "traps/trap_watch.hpp"

#include <algorithm>

#include "tables/url_list.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/url.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::uint64_t kFirstPause = 64;  // requests before a link of a new trap is tried
constexpr std::uint32_t kLastLooks = 2;    // at each trap, when nothing else is left
/// All last looks together: so many, and one for so many requests.
constexpr std::uint64_t kFreeLooks = 10;
constexpr std::uint64_t kRequestsALook = 30;
/// Revisions are tried so often, at the end, before they are followed like other links: the way to
/// a file at a revision leads over its commit and folders.
constexpr std::uint32_t kProofs = 96;
/// So are spellings of files; the rest is left when all of these gave the same.
constexpr std::uint32_t kSpellings = 32;

/// The trap of spellings of files beside that of the same rule's pages.
constexpr std::uint64_t kOfFiles = 0x9FB21C651E98DF25U;

}  // namespace

std::string_view TrapWatch::key_of_source(UrlId link) const {
  const UrlId source = urls_.facts(link).source;
  return source == StringTable::kNone ? std::string_view() : urls_.key(source);
}

std::optional<TrapWatch::Cause> TrapWatch::cause_to_leave(UrlId link,
                                                          const PromisesFile& promises_file) {
  const std::string_view key = urls_.key(link);
  if (const auto viewer = viewers_.shows_again(key)) return Cause{*viewer, Sign::shows_again};
  if (sameness_.any()) {
    const auto is_wanted = [this](std::string_view other) {
      const UrlId url = urls_.find(other);
      return url != StringTable::kNone && urls_.facts(url).state != UrlState::known;
    };
    const auto rule = sameness_.repeats(key, is_wanted);
    if (rule && sameness_.may_be_another_file(key) && promises_file(key)) {
      return Cause{*rule ^ kOfFiles, Sign::same_file};
    }
    if (rule) return Cause{*rule, Sign::repeats};
  }
  if (const auto site = revisions_.met(key)) return Cause{*site, Sign::revision};
  if (const auto view = site_views_.shows_again(key)) return Cause{*view, Sign::spent_view};
  if (const auto echo = echoes_.deeper(key, key_of_source(link))) return Cause{*echo, Sign::echo};
  if (!exhaustion_.any()) return std::nullopt;
  const auto aspect = exhaustion_.reason_to_leave(aspects_of(key));
  if (!aspect) return std::nullopt;
  return Cause{aspect->id, Sign::exhausted};
}

void TrapWatch::set_aside(const Cause& cause, UrlId link) {
  const auto [found, fresh] = by_cause_.try_emplace(cause.id, traps_.size());
  if (fresh) {
    Trap trap;
    trap.cause = cause;
    trap.example = urls_.key(link);
    traps_.push_back(std::move(trap));
  }
  Trap& trap = traps_[found->second];
  trap.over = false;
  trap.links.push_back(link);
  ++trap.left;
  if (trap.next_try == 0) next_try_ = 1;  // to be planned
}

bool TrapWatch::leaves(UrlId link, const PromisesFile& promises_file) {
  if (!leaves_traps_) return false;
  const auto cause = cause_to_leave(link, promises_file);
  if (!cause) return false;
  urls_.facts(link).state = UrlState::aside;
  set_aside(*cause, link);
  return true;
}

void TrapWatch::requested(UrlId link) {
  if (leaves_traps_) sameness_.requested(urls_.key(link));
}

/// `/issues.csv?sort=id` on `/issues?sort=id`.
bool TrapWatch::is_export_of_view(UrlId link) const {
  const UrlId source = urls_.facts(link).source;
  if (source == StringTable::kNone || !views_.contains(source)) return false;
  const UrlParts file = split_url(urls_.key(link));
  const UrlParts page = split_url(urls_.key(source));
  return file.host == page.host && file.path.starts_with(page.path) &&
         file.path.substr(page.path.size()).starts_with('.');
}

TrapWatch::Weight TrapWatch::weigh(UrlId link, UrlId url, UrlClass url_class,
                                   const Response& response) {
  if (url_class == UrlClass::target) {
    revisions_.answered(urls_.key(link), response);
    const bool known = response.content != 0 && !contents_.insert(response.content).second;
    const bool adds = !known && !file_views_.is_view(urls_.key(link)) && !is_export_of_view(link);
    return {adds ? Addition::strong : Addition::none, known, false};
  }
  if (url_class != UrlClass::html) return {};
  echoes_.read(urls_.key(url), key_of_source(link), response.page);
  if (const auto viewer = viewers_.read(urls_.key(link), response.page)) release(*viewer);
  // What stands in a drawing is no news; its links are.
  const bool picture = is_drawing(response.mime) && response.page.links.empty();
  const Addition words = picture ? Addition::none : novelty_.read(response.page);
  if (words != Addition::strong) views_.insert(url);
  return {words, false, false};
}

TrapWatch::Weight TrapWatch::answered(UrlId link, UrlId url, UrlClass url_class,
                                      const Response& response) {
  if (!leaves_traps_) return {Addition::strong, false, false};
  const std::string_view key = urls_.key(link);
  Weight weight = weigh(link, url, url_class, response);
  const bool wanted = url_class == UrlClass::target;
  for (const std::uint64_t view : site_views_.answered(key, response, wanted, weight.repeated)) {
    release(view);
  }
  for (const std::uint64_t rule : sameness_.answered(key, response)) release_spellings(rule);
  const std::vector<Aspect> aspects = aspects_of(key);
  const bool sound = url_class == UrlClass::target || url_class == UrlClass::html;
  exhaustion_.answered(aspects, weight.addition, sound);
  if (weight.addition != Addition::strong) {
    weight.worthless = exhaustion_.repeats_itself(aspects);
    return weight;
  }
  credit(aspects, false);
  credit_pages_to(link);
  return weight;
}

void TrapWatch::credit(const std::vector<Aspect>& aspects, bool far) {
  for (const std::uint64_t freed : exhaustion_.credit(aspects, far)) release(freed);
}

/// A list of datasets says little itself, nor do their pages: the files on these speak for both.
void TrapWatch::credit_pages_to(UrlId link) {
  UrlId page = urls_.facts(link).source;
  bool far = false;
  while (page != StringTable::kNone) {
    credit(aspects_of(urls_.key(page)), std::exchange(far, true));
    if (views_.erase(page) == 0) return;  // the pages to it have been credited before
    page = urls_.facts(page).source;
  }
}

void TrapWatch::led_nowhere(UrlId link) {
  if (leaves_traps_) exhaustion_.answered(aspects_of(urls_.key(link)), Addition::none, false);
}

void TrapWatch::release(std::uint64_t cause) {
  const auto found = by_cause_.find(cause);
  if (found == by_cause_.end()) return;
  Trap& trap = traps_[found->second];
  released_.insert(released_.end(), trap.links.begin(), trap.links.end());
  trap.left -= trap.links.size();
  trap.links.clear();
  trap.over = true;
}

void TrapWatch::release_spellings(std::uint64_t rule) {
  release(rule);
  release(rule ^ kOfFiles);
}

std::vector<UrlId> TrapWatch::take_released() {
  std::vector<UrlId> released;
  for (const UrlId link : std::exchange(released_, {})) {
    UrlFacts& facts = urls_.facts(link);
    if (facts.state != UrlState::aside) continue;
    facts.state = UrlState::withheld;
    released.push_back(link);
  }
  return released;
}

std::optional<UrlId> TrapWatch::take_link(Trap& trap, Random& random, bool last) {
  if (trap.over || trap.links.empty()) return std::nullopt;
  const auto at =
      last ? trap.links.size() - 1 : static_cast<std::size_t>(random.below(trap.links.size()));
  const UrlId link = trap.links[at];
  trap.links[at] = trap.links.back();
  trap.links.pop_back();
  --trap.left;
  return link;
}

std::optional<UrlId> TrapWatch::try_one(std::uint64_t requests, bool at_end, Random& random) {
  if (!leaves_traps_) return std::nullopt;
  while (const auto link = take_due(requests, at_end, random)) {
    if (urls_.facts(*link).state == UrlState::aside) return link;
  }
  return std::nullopt;
}

std::optional<UrlId> TrapWatch::take_proof(Trap& trap, Random& random) {
  if (trap.over || revisions_.repeat(trap.cause.id)) return std::nullopt;
  if (trap.last_looks >= kProofs) {
    // One of them is asked for at once: what is released is offered when an answer has come.
    const auto link = take_link(trap, random);
    revisions_.clear(trap.cause.id);
    release(trap.cause.id);
    return link;
  }
  ++trap.last_looks;
  const auto worth = [&](UrlId link) { return revisions_.worth_as_proof(urls_.key(link)); };
  const auto best = std::max_element(trap.links.begin(), trap.links.end(),
                                     [&](UrlId a, UrlId b) { return worth(a) < worth(b); });
  // Where none promises to tell, what the last one that was tried has led to comes first.
  if (worth(*best) > 0) std::iter_swap(best, trap.links.end() - 1);
  const auto link = take_link(trap, random, true);
  if (link) revisions_.try_as_proof(urls_.key(*link));
  return link;
}

std::optional<UrlId> TrapWatch::take_to_be_sure(Random& random) {
  for (Trap& trap : traps_) {
    if (trap.links.empty()) continue;
    if (trap.cause.sign == Sign::revision) {
      if (const auto link = take_proof(trap, random)) return link;
    } else if (trap.cause.sign == Sign::same_file && trap.last_looks < kSpellings) {
      ++trap.last_looks;
      if (const auto link = take_link(trap, random)) return link;
    }
  }
  return std::nullopt;
}

std::optional<UrlId> TrapWatch::take_due(std::uint64_t requests, bool at_end, Random& random) {
  if (at_end) {
    if (const auto link = take_to_be_sure(random)) return link;
    if (last_looks_ >= kFreeLooks + requests / kRequestsALook) return std::nullopt;
    for (Trap& trap : traps_) {
      if (trap.last_looks >= kLastLooks) continue;
      const auto link = take_link(trap, random);
      if (!link) continue;
      ++trap.last_looks;
      ++last_looks_;
      return link;
    }
    return std::nullopt;
  }
  if (next_try_ == 0 || requests < next_try_) return std::nullopt;
  std::optional<UrlId> link;
  next_try_ = 0;
  for (Trap& trap : traps_) {
    if (trap.links.empty()) continue;
    if (trap.next_try == 0) {
      trap.pause = kFirstPause;
      trap.next_try = requests + trap.pause;
    } else if (!link && trap.next_try <= requests) {
      link = take_link(trap, random);
      trap.pause *= 2;
      trap.next_try = requests + trap.pause;
    }
    next_try_ = next_try_ == 0 ? trap.next_try : std::min(next_try_, trap.next_try);
  }
  return link;
}

bool TrapWatch::holds_repeats(const Trap& trap) const {
  switch (trap.cause.sign) {
    case Sign::exhausted:
    case Sign::revision:
    case Sign::spent_view:
    // Where most files are the same, some may be others.
    case Sign::same_file:
      return false;
    case Sign::echo:
      return echoes_.is_sure(trap.cause.id);
    case Sign::repeats:
      return sameness_.is_spotless(trap.cause.id);
    case Sign::shows_again:
      return viewers_.is_sure(trap.cause.id);
  }
  return false;
}

std::uint64_t TrapWatch::sure_repeats() const {
  std::uint64_t sum = 0;
  for (const Trap& trap : traps_) sum += holds_repeats(trap) ? trap.left : 0;
  return sum;
}

std::string_view TrapWatch::kind_of(const Trap& trap) {
  switch (trap.cause.sign) {
    case Sign::revision:
      return "revisions";
    case Sign::spent_view:
      return "other views of what has come";
    case Sign::same_file:
      return "other addresses of files";
    default:
      return trap_kind(trap.example, trap.cause.sign == Sign::repeats);
  }
}

std::vector<TrapReport> TrapWatch::report(std::size_t limit) const {
  std::vector<TrapReport> reports;
  for (const Trap& trap : traps_) {
    if (trap.left == 0 || holds_repeats(trap)) continue;
    const std::uint64_t fruitless = exhaustion_.fruitless(trap.cause.id);
    reports.push_back({std::string(kind_of(trap)), trap.example, fruitless, trap.left});
  }
  std::stable_sort(reports.begin(), reports.end(),
                   [](const TrapReport& a, const TrapReport& b) { return a.left > b.left; });
  if (reports.size() > limit) reports.resize(limit);
  return reports;
}

void TrapWatch::save(ByteWriter& out) const {
  exhaustion_.save(out);
  sameness_.save(out);
  novelty_.save(out);
  file_views_.save(out);
  echoes_.save(out);
  viewers_.save(out);
  revisions_.save(out);
  site_views_.save(out);
  save_set(out, contents_);
  save_set(out, views_);
  out.var(traps_.size());
  for (const Trap& trap : traps_) {
    out.u64(trap.cause.id);
    out.u8(static_cast<std::uint8_t>(trap.cause.sign));
    out.text(trap.example);
    save_ids(out, trap.links);
    for (const std::uint64_t value : {trap.left, trap.next_try, trap.pause}) out.var(value);
    out.var(trap.last_looks);
    out.boolean(trap.over);
  }
  save_ids(out, released_);
  out.var(next_try_);
  out.var(last_looks_);
}

bool TrapWatch::load(ByteReader& in) {
  const UrlId known = urls_.size();
  if (!exhaustion_.load(in) || !sameness_.load(in) || !novelty_.load(in)) return false;
  if (!file_views_.load(in) || !echoes_.load(in)) return false;
  if (!viewers_.load(in) || !revisions_.load(in) || !site_views_.load(in)) return false;
  load_set(in, contents_);
  for (std::size_t left = in.count(8); left > 0; --left) {
    const std::uint64_t page = in.u64();
    if (page >= known) return false;
    views_.insert(static_cast<UrlId>(page));
  }
  traps_.resize(in.count(15));
  for (Trap& trap : traps_) {
    trap.cause.id = in.u64();
    const std::uint8_t sign = in.u8();
    if (sign > static_cast<std::uint8_t>(kLastSign)) return false;
    trap.cause.sign = static_cast<Sign>(sign);
    trap.example = in.text();
    if (!load_ids(in, trap.links, known)) return false;
    for (std::uint64_t* value : {&trap.left, &trap.next_try, &trap.pause}) *value = in.var();
    trap.last_looks = static_cast<std::uint32_t>(in.var());
    trap.over = in.boolean();
    if (trap.left < trap.links.size()) return false;
    const auto index = static_cast<std::size_t>(&trap - traps_.data());
    if (!by_cause_.try_emplace(trap.cause.id, index).second) return false;
  }
  if (!load_ids(in, released_, known)) return false;
  next_try_ = in.var();
  last_looks_ = in.var();
  return in.ok();
}

}  // namespace tagtrail
