#include "tagtrail/traces.hpp"

#include <algorithm>
#include <array>

#include "acting/word_list.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/login_address.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/suspects.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostSites = 1'000;
constexpr std::size_t kMostKept = 2'000;  ///< of one kind, at an origin
constexpr std::size_t kMostCounts = 200;
constexpr std::size_t kMostTraced = 1'000;
/// With several requests under way a message may be shown on another page than the next.
constexpr unsigned kPagesUntilTold = 5;
constexpr std::size_t kLastAsked = 4;
/// A number that stood on so many pages in a row changes for a reason.
constexpr unsigned kSteady = 3;
/// Where scripts draw a page, what one reading does not show the next may.
constexpr unsigned kReadingsByTab = 2;
/// Messages with the same names on so many pages that no redirect led to: the site has such boxes.
constexpr unsigned kUsual = 2;
/// Pages that are remembered with their links, and how many of these.
constexpr std::size_t kMostStood = 200;
constexpr std::size_t kMostLinks = 5'000;
/// Templates whose first link has its page read again: so many, and of so many answers one.
constexpr std::size_t kFirstLooks = 10;
constexpr std::size_t kAnswersPerLook = 40;

enum class Tone { none, plain, done, trouble };

bool any_word(std::string_view words, const Phrases& phrases) {
  for (std::string_view rest = words; !rest.empty();) {
    const std::string_view word = first_word(rest);
    if (phrases.contains(word)) return true;
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return false;
}

Tone tone_of(std::string_view names) {
  const ActingWords& acting = acting_words();
  const std::string words = words_of_name(names);
  if (any_word(words, acting.trouble_names)) return Tone::trouble;
  if (any_word(words, acting.done_names)) return Tone::done;
  return any_word(words, acting.message_names) ? Tone::plain : Tone::none;
}

/// Scripts that set no blanks between words have no whole ones.
bool says(const std::string& text, const Phrases& phrases) {
  if (any_word(text, phrases)) return true;
  return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    constexpr unsigned char kFirstWithoutBlanks = 0xE0;
    const bool whole = static_cast<unsigned char>(phrase.front()) < kFirstWithoutBlanks;
    return !whole && text.find(phrase) != std::string::npos;
  });
}

/// By the element itself, else by what is around it; what these leave open, the words say.
bool tells_of_act(const PageMessage& message) {
  const Tone own = tone_of(message.names);
  const Tone around = tone_of(message.within);
  if (own == Tone::trouble || around == Tone::trouble) return false;
  if (own == Tone::none && around == Tone::none) return false;
  const std::string words = plain_words(message.text);
  if (says(words, acting_words().undone)) return false;
  return own == Tone::done || around == Tone::done || says(words, acting_words().done);
}

/// Times and counts in it differ from one reading to the next.
std::string without_digits(std::string_view text) {
  std::string out(text);
  std::erase_if(out, is_digit);
  return out;
}

std::string names_of(const PageMessage& message) { return message.names + "\n" + message.within; }

bool is_for_now(std::uint16_t status) { return status == 302 || status == 303 || status == 307; }

std::string_view path_of(std::string_view key) {
  const std::string_view whole = without_query(key);
  const std::size_t host = whole.find("//");
  const std::size_t slash = host == std::string_view::npos ? host : whole.find('/', host + 2);
  return slash == std::string_view::npos ? std::string_view{} : whole.substr(slash);
}

/// Opening `asked` opens what stands behind `link`, or a part of it.
bool is_behind(std::string_view asked, std::string_view link) {
  if (asked == link) return true;
  if (has_query(link)) {
    return asked.starts_with(link) && asked[link.size()] == '&';
  }
  const std::string_view place = path_of(link);
  std::string_view below = path_of(asked);
  if (place.size() <= 1 || !below.starts_with(place)) return false;
  below.remove_prefix(place.size());
  return below.empty() || place.ends_with('/') || below.front() == '/';
}

bool holds(const std::vector<PageCount>& counts, std::string_view link) {
  return std::any_of(counts.begin(), counts.end(),
                     [&](const PageCount& count) { return count.link == link; });
}

std::uint64_t digest_of(std::string_view link) { return hash_bytes(link.data(), link.size()); }

/// Sorted, each once.
std::vector<std::uint64_t> digests_of(const std::vector<std::string>& links) {
  std::vector<std::uint64_t> digests;
  digests.reserve(std::min(links.size(), kMostLinks));
  for (const std::string& link : links) {
    if (digests.size() == kMostLinks) break;
    digests.push_back(digest_of(link));
  }
  std::sort(digests.begin(), digests.end());
  digests.erase(std::unique(digests.begin(), digests.end()), digests.end());
  return digests;
}

bool has(const std::vector<std::uint64_t>& digests, std::string_view link) {
  return std::binary_search(digests.begin(), digests.end(), digest_of(link));
}

/// The path of a template. Addresses that share it may stand in each other's place as a page is
/// drawn anew: the last search, an order the other way round.
std::string path_shape(std::string_view url) {
  std::string shape = link_shape(url);
  shape.resize(std::min(shape.find('&'), shape.size()));
  return shape;
}

/// Of an address that is one of many: its template, or what its query asks of a thing with a name.
std::string template_of(std::string_view url) {
  std::string shape = link_shape(url);
  if (shape.find("{}") != std::string::npos) return shape;
  const std::size_t query = shape.find('&');
  return query == std::string::npos ? std::string{} : shape.substr(query);
}

std::string fall(std::string_view link, std::uint32_t from, std::uint32_t to) {
  std::string text = "the count at ";
  return text.append(link) + " fell from " + std::to_string(from) + " to " + std::to_string(to);
}

}  // namespace

TraceWatch::Site* TraceWatch::site_of(std::string_view url) {
  std::string origin = origin_of(url);
  const auto known = sites_.find(origin);
  if (known != sites_.end()) return &known->second;
  return sites_.size() >= kMostSites ? nullptr : &sites_[std::move(origin)];
}

bool TraceWatch::is_told(std::string_view url) const { return traced_.contains(link_shape(url)); }

std::optional<Trace> TraceWatch::see(const SessionView& view) {
  Site* site = site_of(view.shown.empty() ? view.asked : view.shown);
  if (site == nullptr) return std::nullopt;
  ++site->answers;
  site->asked.push_back(view.asked);
  if (site->asked.size() > kLastAsked) site->asked.pop_front();
  note_way(view, *site);
  note_look(view, *site);
  if (!view.is_page) return std::nullopt;
  auto trace = by_message(view, *site);
  auto fallen = by_count(view, *site);
  if (!trace) trace = std::move(fallen);
  if (!trace) trace = next_look(*site);
  keep_links(view, *site);
  site->shown = true;
  for (Led& led : site->led) ++led.pages;
  std::erase_if(site->led, [](const Led& led) { return led.pages >= kPagesUntilTold; });
  return trace;
}

/// Who was sent elsewhere for now may have done something there. By way of a login, the login is
/// what the next page tells of.
void TraceWatch::note_way(const SessionView& view, Site& site) const {
  const std::string origin = origin_of(view.asked);
  const auto is_login = [&](std::string_view url) {
    return looks_like_login(url) || origin_of(url) != origin;
  };
  const bool followed = !view.redirects.empty();
  std::string_view end = followed ? std::string_view(view.shown) : view.location;
  if (end.empty()) return;
  const bool by_login =
      is_login(end) || std::any_of(view.redirects.begin(), view.redirects.end(),
                                   [&](const RedirectHop& hop) { return is_login(hop.url); });
  if (by_login) {
    site.led.clear();
    site.shown = false;
    return;
  }
  const std::uint16_t status = followed ? view.redirects.front().status : view.status;
  if (!is_for_now(status) || end == view.asked || is_told(view.asked)) return;
  site.led.push_back({view.asked, 0});
}

std::optional<Trace> TraceWatch::by_message(const SessionView& view, Site& site) const {
  std::optional<Trace> trace;
  for (const PageMessage& message : view.told.messages) {
    const bool is_new = !site.texts.contains(without_digits(message.text));
    if (site.texts.size() < kMostKept) site.texts.insert(without_digits(message.text));
    if (!tells_of_act(message)) continue;
    const auto usual = site.usual.find(names_of(message));
    const bool expected = usual != site.usual.end() && usual->second >= kUsual;
    if (site.led.empty()) {
      if (site.usual.size() < kMostKept) ++site.usual[names_of(message)];
    } else if (is_new && site.shown && !expected && !trace) {
      trace.emplace();
      trace->url = site.led.back().url;
      trace->page = view.shown;
      trace->via = view.via;
      trace->what = "\"" + message.text + "\"";
      trace->message = message;
    }
  }
  return trace;
}

std::optional<Trace> TraceWatch::by_count(const SessionView& view, Site& site) const {
  std::optional<Trace> trace;
  const auto fell = [&](const std::string& link, const Count& count, std::uint32_t now) {
    if (trace || count.times < kSteady || count.for_anyone) return;
    const auto opened = std::find_if(site.asked.rbegin(), site.asked.rend(),
                                     [&](const auto& url) { return is_behind(url, link); });
    if (opened == site.asked.rend() || is_told(*opened)) return;
    trace.emplace();
    trace->sign = Trace::Sign::count;
    trace->url = *opened;
    trace->page = view.shown;
    trace->via = view.via;
    trace->what = fall(link, count.number, now);
    trace->counted = link;
  };
  // At nothing the number goes as a rule, and its link stays.
  for (const std::string& link : view.links) {
    const auto known = site.counts.find(link);
    if (known == site.counts.end() || known->second.number == 0) continue;
    if (holds(view.told.counts, link)) continue;
    fell(link, known->second, 0);
    known->second.number = known->second.times = 0;
  }
  for (const PageCount& told : view.told.counts) {
    const auto known = site.counts.find(told.link);
    if (known == site.counts.end() && site.counts.size() >= kMostCounts) continue;
    Count& count = known == site.counts.end() ? site.counts[told.link] : known->second;
    if (told.number < count.number) fell(told.link, count, told.number);
    if (told.number != count.number) count.times = 0;
    count.number = told.number;
    ++count.times;
  }
  return trace;
}

void TraceWatch::keep_links(const SessionView& view, Site& site) {
  if (view.links.empty()) return;
  std::erase_if(site.stood, [&](const Stood& stood) { return stood.page == view.shown; });
  site.stood.push_back({view.shown, view.via, digests_of(view.links)});
  if (site.stood.size() > kMostStood) site.stood.pop_front();
}

/// What was opened may have gone from where it stood: worth a look for each template.
void TraceWatch::note_look(const SessionView& view, Site& site) {
  const bool led = !view.location.empty() || !view.redirects.empty();
  if (!(view.is_page || led) || site.due.size() >= kFirstLooks) return;
  if (site.looked_after.size() >= kFirstLooks + site.answers / kAnswersPerLook) return;
  std::string kind = template_of(view.asked);
  if (kind.empty() || site.looked_after.contains(kind)) return;
  const auto held = [&](const Stood& page) {
    return page.page != view.asked && has(page.links, view.asked);
  };
  // A tab loads what belongs to a page as well.
  auto stood = std::find_if(site.stood.rbegin(), site.stood.rend(),
                            [&](const Stood& page) { return page.via != Via::tab && held(page); });
  if (stood == site.stood.rend()) {
    stood = std::find_if(site.stood.rbegin(), site.stood.rend(), held);
  }
  if (stood == site.stood.rend()) return;
  site.looked_after.insert(std::move(kind));
  Trace trace;
  trace.sign = Trace::Sign::gone;
  trace.url = view.asked;
  trace.page = stood->page;
  trace.via = stood->via;
  trace.what = "its link is gone from " + stood->page + ", where it stood";
  trace.before = stood->links;
  trace.led_back = view.location == stood->page || (led && view.shown == stood->page);
  site.due.push_back(std::move(trace));
}

/// Not before the page that a redirect leads to: a message that is shown once is for that.
std::optional<Trace> TraceWatch::next_look(Site& site) const {
  while (!site.due.empty()) {
    Trace trace = std::move(site.due.front());
    site.due.pop_front();
    if (!is_told(trace.url)) return trace;
  }
  return std::nullopt;
}

TraceWatch::Proof TraceWatch::prove_message(Trace& trace, const SessionView& again,
                                            Site& site) const {
  // A reading that went elsewhere says nothing.
  if (!again.is_page || again.shown != trace.page) return Proof::none;
  const std::string names = names_of(trace.message);
  const bool stands =
      std::any_of(again.told.messages.begin(), again.told.messages.end(),
                  [&](const PageMessage& other) { return names_of(other) == names; });
  if (stands) {
    if (site.usual.size() < kMostKept) ++site.usual[names];
    return Proof::none;
  }
  const unsigned needed = trace.via == Via::tab ? kReadingsByTab : 1;
  return ++trace.readings < needed ? Proof::unclear : Proof::given;
}

/// A page that differs between two readings with nothing in between changes by itself.
TraceWatch::Proof TraceWatch::prove_absence(Trace& trace, const SessionView& again) {
  if (!again.is_page || again.shown != trace.page || again.links.size() > kMostLinks)
    return Proof::none;
  std::vector<std::uint64_t> now = digests_of(again.links);
  if (++trace.readings > 1) return now == trace.before ? Proof::given : Proof::none;
  if (has(now, trace.url)) return Proof::none;
  const auto kept = std::count_if(now.begin(), now.end(), [&](std::uint64_t link) {
    return std::binary_search(trace.before.begin(), trace.before.end(), link);
  });
  // Another page altogether: of an error, or without the session.
  if (2 * static_cast<std::size_t>(kept) < trace.before.size()) return Proof::none;
  const std::string path = path_shape(trace.url);
  for (const std::string& link : again.links) {
    if (std::binary_search(trace.before.begin(), trace.before.end(), digest_of(link))) continue;
    if (trace.led_back || path_shape(link) == path) return Proof::none;
  }
  trace.before = std::move(now);
  return Proof::unclear;
}

TraceWatch::Proof TraceWatch::prove(Trace& trace, const SessionView& again) {
  Site* site = site_of(trace.page);
  if (site == nullptr) return Proof::none;
  Proof proof = Proof::given;
  if (trace.sign == Trace::Sign::message) {
    proof = prove_message(trace, again, *site);
  } else if (trace.sign == Trace::Sign::gone) {
    proof = prove_absence(trace, again);
  } else if (again.is_page && holds(again.told.counts, trace.counted)) {
    site->counts[trace.counted].for_anyone = true;
    proof = Proof::none;
  }
  if (proof != Proof::given) return proof;
  site->led.clear();
  restore(link_shape(trace.url));
  ++changes_;
  return proof;
}

void TraceWatch::restore(std::string shape) {
  if (traced_.size() < kMostTraced) traced_.insert(std::move(shape));
}

}  // namespace tagtrail
