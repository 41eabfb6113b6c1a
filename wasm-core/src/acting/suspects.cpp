#include "tagtrail/suspects.hpp"

#include <algorithm>
#include <array>

#include "acting/commands.hpp"
#include "acting/named_commands.hpp"
#include "acting/seen_link.hpp"
#include "acting/told_by_address.hpp"
#include "acting/word_list.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// A page with more of them is a list for programs.
constexpr std::size_t kMostLinks = 100'000;
/// What one thing can be told to do; more are its chapters.
constexpr std::size_t kMostCommands = 10;
/// The same of the thing that a page is about, which may have a menu of its own.
constexpr std::size_t kMostOfOne = 6;
constexpr std::size_t kLongestFormat = 5;
constexpr std::size_t kWordShown = 40;
/// `job/build` of a server is a name of its own; `/data/water` is a page of a section.
constexpr std::ptrdiff_t kDepthOfThing = 2;
/// What stands beside one that acts says more when it is a title.
constexpr std::ptrdiff_t kMostBlanksBeside = 2;

/// `fr`, `pt-BR`: the same in another language.
bool is_language(std::string_view tail) {
  constexpr auto kNone = std::to_array<std::string_view>({"ok", "up", "on", "go", "rm", "do"});
  const bool two = tail.size() == 2 || (tail.size() == 5 && tail[2] == ' ');
  return two && std::find(kNone.begin(), kNone.end(), tail) == kNone.end();
}

/// `pdf content`: names the format of what is there. Longer ones are words as well: `request`.
bool names_format(std::string_view words) {
  if (first_word(words).size() > kLongestFormat) return false;
  const std::string_view mime = mime_of_extension(first_word(words));
  return words.find(' ') != std::string_view::npos && !mime.empty() &&
         !is_program_extension(first_word(words));
}

/// `contributions`, `participants`: things that are listed. No verb ends so.
bool names_things(std::string_view word) {
  constexpr auto kEndings =
      std::to_array<std::string_view>({"tions", "sions", "ments", "ances", "ences", "ities", "ants",
                                       "ents", "eters", "ators", "ings", "ists"});
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
    return word.size() > ending.size() + 2 && word.ends_with(ending);
  });
}

/// A single word, as commands are; not `a-report-of-may`.
bool is_verb_like(std::string_view tail) {
  return !tail.empty() && !names_things(tail) && std::count(tail.begin(), tail.end(), ' ') < 2 &&
         std::none_of(tail.begin(), tail.end(), is_digit) && !is_language(tail) &&
         !names_format(tail) && !acting_words().only_shows(tail);
}

/// Whether `shape` is that of a thing which `other` does something with: the same with more behind.
bool is_part_of(std::string_view shape, std::string_view other) {
  if (shape == other) return false;
  const std::string_view place = shape.substr(0, shape.find('&'));
  const std::string_view there = other.substr(0, other.find('&'));
  if (there != place && !there.starts_with(std::string(place) + "/")) return false;
  for (std::string_view rest = shape.substr(place.size()); !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('&', 1));
    const std::size_t at = other.find(part);
    if (at == std::string_view::npos) return false;
    rest.remove_prefix(part.size());
  }
  return true;
}

bool all_years(const std::set<std::string>& identifiers) {
  return std::all_of(identifiers.begin(), identifiers.end(), is_year);
}

std::string_view parent_of(std::string_view place) { return place.substr(0, place.rfind('/')); }

/// What `folder` is a verb for.
std::string thing_of(std::string_view folder, std::string_view identifier) {
  return std::string(parent_of(folder)).append("/").append(identifier);
}

/// "Change [88]" is what a thing is called.
bool names_it(const SeenLink& seen) {
  const std::string& identifier = seen.address.identifier;
  return identifier.size() > 1 &&
         (" " + seen.words + " ").find(" " + plain_words(identifier) + " ") != std::string::npos;
}

std::string kin_of(const ShapedAddress& address) {
  return address.shape.substr(0, address.shape.rfind("{}") + 2);
}

/// As many segments of it as the page's address has.
std::string_view as_deep_as(std::string_view page, std::string_view place) {
  auto left = std::count(page.begin(), page.end(), '/');
  for (std::size_t at = 0; at < place.size(); ++at) {
    if (place[at] == '/' && left-- == 0) return place.substr(0, at);
  }
  return place;
}

/// By how it looks, and what the page says of it.
bool is_marked(const SeenLink& seen) {
  const bool nofollow = (" " + seen.link->rel + " ").find(" nofollow ") != std::string::npos;
  return seen.link->hints != 0 || seen.button || nofollow || seen.icon;
}

}  // namespace

Commands::Commands(std::string_view key, const std::vector<LinkObservation>& links)
    : page_(shaped(key)) {
  things_.insert(page_.place);
  if (page_.last == "index") indexed_.insert(page_.folder);
  seen_.reserve(std::min(links.size(), kMostLinks));
  for (const LinkObservation& link : links) {
    if (seen_.size() >= kMostLinks) break;
    seen_.push_back(look_at(link));
    note(seen_.back());
  }
}

void Commands::note(const SeenLink& seen) {
  const ShapedAddress& address = seen.address;
  if (address.names_file) return;
  if (address.query.empty() && !seen.icon) things_.insert(address.place);
  const bool written = seen.link->element == LinkElement::a && !seen.words.empty();
  if (written && !is_marked(seen)) plain_.insert(seen.link->url);
  if (address.ends_with_identifier) numbered_.insert(address.folder);
  Column& column = columns_[address.shape];
  column.texts.insert(seen.words);
  if (!address.identifier.empty()) {
    column.identifiers.insert(address.identifier);
    of_identifier_[address.identifier].insert(address.shape);
  }
  if (!address.tail.empty()) {
    Kin& kin = kin_[kin_of(address)];
    kin.identifiers.insert(address.identifier);
    kin.tails.insert(address.tail);
    tails_[address.folder].insert(address.tail);
  }
  if (!address.last.empty()) in_folder_[address.folder].insert(address.last);
  if (address.last == "index" && !address.names_page) indexed_.insert(address.folder);
  const bool by_query = std::any_of(address.query.begin(), address.query.end(),
                                    [](const ShapePair& pair) { return pair.identifier; });
  if (by_query && !address.last.empty() && address.place != page_.place) {
    asked_.insert(address.folder);
  }
  if (!address.query.empty()) queries_.insert(address.shape);
  for (const ShapePair& pair : address.query) {
    Key& key = keys_[address.place + "?" + pair.key];
    key.values.insert(pair.value);
    key.texts.insert(seen.text);
    if (!pair.identifier) key.words.insert(words_of_name(pair.value));
    if (is_random(pair.value)) {
      with_token_[pair.key + "=" + pair.value].insert(address.shape);
    }
  }
  const Act act = assess_link(*seen.link);
  if (act.strength != ActStrength::none && !ends_session(seen.link->url)) {
    acting_folders_.insert(address.folder);
    if (address.ends_with_identifier) {
      acted_on_.insert(thing_of(address.folder, address.identifier));
    }
  }
}

bool Commands::is_same_in_rows(const Column& column) {
  return column.identifiers.size() > 1 && column.texts.size() == 1 &&
         !all_years(column.identifiers);
}

/// It is more than a plain link, and the page has no plain one to the same address, as those have
/// that lead on by a button, too.
bool Commands::is_told(const SeenLink& seen) const {
  return is_marked(seen) && !plain_.contains(seen.link->url);
}

/// A thing that has a name and no number: `/job/rain/build`, `/dataset/follow/rain`.
bool Commands::is_command_of_named(const SeenLink& seen) const {
  const ShapedAddress& address = seen.address;
  if (address.last.empty() || address.names_page) return false;
  if (in_navigation(seen.link->tag_path)) return false;
  const std::string_view folder = parent_of(address.place);
  const auto is_thing = [&](std::string_view place) {
    return std::count(place.begin(), place.end(), '/') >= kDepthOfThing &&
           things_.contains(std::string(place));
  };
  const bool told = is_told(seen);
  const bool below = is_thing(page_.place) && address.place.starts_with(page_.place + "/");
  if (told && (is_thing(folder) || (below && !seen.button)) && is_verb_like(address.last)) {
    return true;
  }
  const std::string name(address.place.substr(folder.size()));
  const std::string verb = words_of_name(folder.substr(folder.rfind('/') + 1));
  // The page may be what another verb shows of it: `/lists/info/rain`, `/lists/remind/rain`.
  const std::string_view shown = parent_of(page_.place);
  const bool same = shown != folder && parent_of(shown) == parent_of(folder) &&
                    page_.place.substr(std::min(shown.size(), page_.place.size())) == name;
  return is_verb_like(verb) && (told || acting_words().orders(verb)) &&
         (same || is_thing(std::string(parent_of(folder)) + name));
}

/// `/station/calibrate?id=31` on the page `/station/view?id=31`.
bool Commands::is_other_verb_by_query(const SeenLink& seen) const {
  const ShapedAddress& address = seen.address;
  const auto& query = address.query;
  const bool same = address.folder == page_.folder && address.place != page_.place;
  const bool orders = is_told(seen) || acting_words().orders(address.last);
  return same && orders && is_verb_like(address.last) &&
         std::any_of(query.begin(), query.end(),
                     [](const auto& pair) { return pair.identifier; }) &&
         std::all_of(query.begin(), query.end(),
                     [&](const auto& pair) { return is_on_page(pair); });
}

/// `/share/12` on the page `/view/12`, `/lists/distribute/rain/9f` on `/lists/info/rain`: the page
/// shows the thing, and this is another verb for it. As a plain link it may be another page of it:
/// unless it is an order, or others that are built alike are.
bool Commands::is_other_verb(const SeenLink& seen) const {
  const ShapedAddress& address = seen.address;
  if (address.names_page || in_navigation(seen.link->tag_path)) return false;
  if (is_other_verb_by_query(seen)) return true;
  const std::string_view place = as_deep_as(page_.place, address.place);
  const std::string_view folder = parent_of(place);
  const std::string_view shown = parent_of(page_.place);
  const std::string_view name = std::string_view(page_.place).substr(shown.size());
  if (folder == shown || parent_of(folder) != parent_of(shown)) return false;
  if (place.substr(folder.size()) != name) return false;
  const std::string verb = words_of_name(folder.substr(folder.rfind('/') + 1));
  if (!is_verb_like(verb)) return false;
  if (place.size() < address.place.size()) {
    return is_told(seen) && std::count(folder.begin(), folder.end(), '/') >= kDepthOfThing;
  }
  const bool orders = is_told(seen) || acting_words().orders(verb) ||
                      acted_on_.contains(thing_of(folder, address.identifier));
  return page_.ends_with_identifier && address.query.empty() && orders;
}

/// `?redir=%2Fservers%2F` on that page: who is brought back has been sent to do something.
std::optional<std::string> Commands::returns(const SeenLink& seen) const {
  std::string_view here = page_.place;
  here.remove_prefix(std::min(here.find('/'), here.size()));
  if (here.empty() || seen.address.place == page_.place) return std::nullopt;
  for (const ShapePair& pair : seen.address.query) {
    std::string_view path = pair.value;
    if (!path.starts_with('/') || acting_words().search_keys.contains(pair.key)) continue;
    path = path.substr(0, path.find_first_of("?#"));
    if (path.ends_with('/')) path.remove_suffix(1);
    if (path == here) return pair.key;
  }
  return std::nullopt;
}

/// `/terminals/new` beside `/terminals/1`.
bool Commands::creates_one(const SeenLink& seen) const {
  const ShapedAddress& address = seen.address;
  const bool creates = address.last == "new" || address.last == "add" || address.last == "create";
  return creates && (numbered_.contains(address.folder) || !address.query.empty());
}

/// By the page, in few words, on another place than its own.
std::optional<std::string> Commands::is_called(const SeenLink& seen) const {
  const bool other = seen.address.place != page_.place && !seen.address.names_page;
  return other && seen.brief && !seen.pages ? called_by_class(seen) : std::nullopt;
}

/// `/report/recalculate` on `/report/index`, where `/report/year?id=17` or `/station/index` show
/// that what stands last in an address is a method: one without a thing to show, which does not say
/// that it shows. A menu leads to pages, and many in one folder are chapters.
bool Commands::is_method_of_list(const SeenLink& seen) const {
  const ShapedAddress& address = seen.address;
  const bool beside = address.folder == page_.folder && address.place != page_.place;
  return beside && page_.last == "index" && !page_.names_page && !address.names_page &&
         (asked_.contains(address.folder) || indexed_.size() > 1) && address.query.empty() &&
         address.identifier.empty() && is_verb_like(address.last) &&
         !in_navigation(seen.link->tag_path) &&
         in_folder_.at(address.folder).size() <= kMostCommands;
}

/// A drawing in place of a text, and not of where pagers lead. Where it stands for no text at all
/// it may be a picture of the thing, unless a script takes the press.
bool Commands::is_sign_of_one(const SeenLink& seen) const {
  const bool handles = (seen.link->hints & link_hint::kHandles) != 0;
  const auto& query = seen.address.query;
  const bool view = is_own(seen) && std::all_of(query.begin(), query.end(), [](const auto& pair) {
                      return is_show_key(pair.key);
                    });
  const bool says = handles || !seen.link->anchor.empty();
  return seen.icon && !view && says && !seen.address.identifier.empty();
}

/// `/items/17/approve`. Not what has a text of its own on each row, as titles have, nor one of the
/// many chapters of a thing, nor a menu of the thing that the page is about.
bool Commands::is_tail(const SeenLink& seen) const {
  const ShapedAddress& address = seen.address;
  if (address.names_page || !is_verb_like(address.tail) || is_year(address.identifier))
    return false;
  if (names_it(seen)) return false;
  const Column& column = column_of(seen);
  if (has_titles(column) || tails_.at(address.folder).size() > kMostCommands) return false;
  if (column.identifiers.size() > 1) return true;
  if (in_navigation(seen.link->tag_path)) return false;
  if (tails_.at(address.folder).size() > kMostOfOne) return false;
  const Kin& kin = kin_.at(kin_of(address));
  const bool titles = kin.identifiers.size() > 1 && kin.tails.size() >= kin.identifiers.size() &&
                      tails_.at(address.folder).size() == 1;
  return !titles;
}

/// It says the same in every row, beside another that leads to the same thing.
bool Commands::is_command_of_rows(const SeenLink& seen) const {
  const std::string& identifier = seen.address.identifier;
  const bool page = seen.address.names_page && !seen.address.numbered;
  if (identifier.empty() || page || !is_same_in_rows(column_of(seen))) return false;
  if (names_it(seen) || shows_by_query(seen) || says_that_it_shows(seen.address)) return false;
  // `/301/` names a thing, and no verb.
  const std::string& folder = seen.address.folder;
  if (folder.find('/') == std::string::npos && seen.address.query.empty()) return false;
  const std::string verb = words_of_name(folder.substr(folder.rfind('/') + 1));
  if (seen.address.numbered && acting_words().only_shows(last_word(verb))) return false;
  const std::string& tail = seen.address.tail;
  if (!tail.empty() && (acting_words().only_shows(tail) || names_format(tail))) return false;
  const auto& shapes = of_identifier_.at(identifier);
  if (std::any_of(shapes.begin(), shapes.end(), [&](const std::string& other) {
        return is_part_of(seen.address.shape, other);
      })) {
    return false;
  }
  if (shapes.size() > 1) return shapes.size() <= kMostCommands;
  const auto& query = seen.address.query;
  const bool told = (seen.link->hints & link_hint::kHandles) != 0 ||
                    (seen.icon && !seen.link->anchor.empty()) ||
                    (" " + seen.link->rel + " ").find(" nofollow ") != std::string::npos;
  const bool by_query = std::any_of(query.begin(), query.end(), [](const ShapePair& pair) {
    return pair.identifier && !is_items_key(pair.key) &&
           !acting_words().show_keys.contains(pair.key);
  });
  const bool below_page = seen.address.place.starts_with(page_.place + "/");
  return by_query || (told && !below_page);
}

bool Commands::stands_beside_one(const SeenLink& seen) const {
  const ShapedAddress& address = seen.address;
  if (std::count(seen.text.begin(), seen.text.end(), ' ') > kMostBlanksBeside) return false;
  return acting_folders_.contains(address.folder) && address.folder != page_.folder &&
         std::count(address.folder.begin(), address.folder.end(), '/') >= kDepthOfThing &&
         is_verb_like(address.last) && !address.names_page &&
         in_folder_.at(address.folder).size() <= kMostCommands;
}

Act Commands::judge(const SeenLink& seen) const {
  const auto act = [](ActSign sign, std::string word) {
    return Act{ActStrength::doubtful, sign, std::string(utf8_prefix(word, kWordShown))};
  };
  // Where a page has moved to, its script goes and its link leads.
  if (seen.sends) return plain_.contains(seen.link->url) ? Act{} : act(ActSign::handler, {});
  if (seen.address.names_file || seen.link->written.starts_with('#')) return {};
  if (seen.address.place == page_.place && seen.address.query.empty()) return {};
  if (auto told = told_by_address(seen); told && !seen.pages) return *told;
  // A drawing may be a word to programs, `view_list`, which would say that it shows something.
  if (auto word = is_called(seen)) return act(ActSign::names, *word);
  if (seen.safe) return {};
  if (auto word = secret(seen)) return act(ActSign::token, *word);
  if (auto word = returns(seen)) return act(ActSign::state, *word);
  const bool titles = has_titles(column_of(seen));
  if (!titles && ends_with_order(seen.address)) return act(ActSign::tail, seen.address.last);
  if (!seen.brief) return {};
  if (in_heading(seen.link->tag_path) && seen.address.query.empty()) return {};
  if (auto word = method_with_object(seen.address)) return act(ActSign::path, *word);
  if (is_method_of_list(seen)) return act(ActSign::path, seen.address.last);
  if (is_tail(seen)) return act(ActSign::tail, seen.address.tail);
  if (is_command_of_rows(seen)) return act(ActSign::row, seen.text);
  if (is_command_of_named(seen) || creates_one(seen)) {
    return act(ActSign::tail, seen.address.last);
  }
  if (is_other_verb(seen)) return act(ActSign::beside, seen.text);
  if (is_sign_of_one(seen)) return act(ActSign::handler, {});
  if (auto word = said_by_query(seen)) return act(ActSign::state, *word);
  const bool handles = (seen.link->hints & link_hint::kHandles) != 0;
  if (handles &&
      (is_same_in_rows(column_of(seen)) || (is_own(seen) && !seen.address.query.empty()))) {
    return act(ActSign::handler, {});
  }
  return !titles && stands_beside_one(seen) ? act(ActSign::beside, seen.text) : Act{};
}

std::vector<Suspect> Commands::take() const {
  std::vector<Suspect> suspects;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    Act act = judge(seen_[i]);
    if (act.strength == ActStrength::none) continue;
    suspects.push_back({i, seen_[i].address.shape, std::move(act)});
  }
  return suspects;
}

std::vector<Suspect> suspects_on(std::string_view key, const std::vector<LinkObservation>& links) {
  return Commands(key, links).take();
}

}  // namespace tagtrail
