#include "acting/told_by_address.hpp"

#include <algorithm>
#include <array>

#include "acting/link_shapes.hpp"
#include "acting/word_list.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kLastSegments = 2;
constexpr std::ptrdiff_t kMostWords = 5;
/// Shorter verbs begin too many other words.
constexpr std::size_t kLongVerb = 4;

template <typename Test>
bool any_word(std::string_view words, const Test& test) {
  for (std::string_view rest = words; !rest.empty();) {
    const std::string_view word = first_word(rest);
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    if (test(word)) return true;
  }
  return false;
}

/// `sendmdn`, `deletecomment`; not `sender`, `editors`, `watchlist`.
bool begins_with_order(std::string_view word) {
  constexpr auto kOthers = std::to_array<std::string_view>(
      {"s",    "d",    "r",     "rs",   "er",    "ers",  "or", "ors", "ed", "ing", "ings", "ion",
       "ions", "list", "lists", "ment", "ments", "able", "y",  "ty",  "al", "e",   "ent"});
  for (std::size_t length = kLongVerb; length < word.size(); ++length) {
    const std::string_view rest = word.substr(length);
    if (!acting_words().orders(word.substr(0, length))) continue;
    if (std::find(kOthers.begin(), kOthers.end(), rest) == kOthers.end()) return true;
  }
  return false;
}

/// A single verb that is no name of a list, of a kind or of a question that was kept.
bool is_one_order(std::string_view value) {
  constexpr auto kOthers = std::to_array<std::string_view>(
      {"run", "new", "post", "order", "draft", "admin", "rate", "block", "watch", "link", "star"});
  return value.find(' ') == value.npos && acting_words().orders(value) &&
         std::find(kOthers.begin(), kOthers.end(), value) == kOthers.end();
}

/// `toggleLogKeep`, `member_delete`: as programs name what they do, and nobody a page. `New_York`
/// has a capital, `order_history` says that it shows something.
bool is_name_of_call(std::string_view segment) {
  while (segment.starts_with('@') || segment.starts_with('_')) segment.remove_prefix(1);
  if (segment.empty() || segment.front() < 'a' || segment.front() > 'z') return false;
  const bool joined =
      segment.find('_') != std::string_view::npos ||
      std::any_of(segment.begin(), segment.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  const std::string words = words_of_name(segment);
  const auto blanks = std::count(words.begin(), words.end(), ' ');
  if (!joined || blanks < 1 || blanks >= kMostWords) return false;
  const ActingWords& list = acting_words();
  if (list.acts(last_word(words)) || list.vague.contains(last_word(words))) return true;
  // Methods have their verb first: `closeMonth`, not `order_history`.
  if (segment.find('_') == std::string_view::npos && is_one_order(first_word(words))) return true;
  return list.orders(first_word(words)) && !list.only_shows(last_word(words));
}

/// The names of the last segments; of a single word each, both of which order something, the path
/// is one of a command: `impersonate/leave`. `shows`: its query says so.
std::optional<std::string> said_by_path(std::string_view path, bool shows) {
  std::size_t behind = 0;
  std::string after;
  while (!path.empty() && behind < kLastSegments) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) break;
    const std::string segment = percent_decode(path.substr(slash + 1));
    path = path.substr(0, slash);
    if (segment.empty()) continue;
    ++behind;
    const std::string_view bare = std::string_view(segment).substr(0, segment.find('.'));
    const std::string words = words_of_name(bare);
    const bool ajax = any_word(words, [](auto word) { return word == "ajax"; });
    if (is_name_of_call(bare) || (ajax && !shows)) return words;
    if (acting_words().calls.contains(words) && acting_words().orders(after)) return words;
    after = words;
  }
  return std::nullopt;
}

bool is_flag(std::string_view value) {
  constexpr auto kFlags = std::to_array<std::string_view>({"1", "true", "yes", "on"});
  return std::find(kFlags.begin(), kFlags.end(), value) != kFlags.end();
}

bool is_path(std::string_view value) { return value.starts_with('/') && value.size() > 1; }

bool pair_orders(const ShapePair& pair) {
  const ActingWords& words = acting_words();
  if (words.search_keys.contains(pair.key)) return false;
  if (words.return_keys.contains(pair.key)) {
    return pair.value.starts_with('/') && mime_of_extension(url_extension(pair.value)).empty();
  }
  const std::string value = words_of_name(pair.value);
  const bool action = words.action_keys.contains(last_word(pair.key));
  if (action && is_name_of_call(pair.value)) return true;
  // Of one of a program's classes: `User::SaveSearch`.
  if (pair.value.find("::") != std::string::npos && name_orders(value)) return true;
  if (action && last_word(pair.key) != pair.key) return !value.empty() && !words.only_shows(value);
  // `cmd_typ=48`; `cmd=view` says what it shows.
  const bool command = pair.key == "cmd" || (first_word(pair.key) == "cmd" && pair.identifier);
  if (command && !value.empty() && !words.only_shows(value)) return true;
  if (words.show_keys.contains(pair.key) || words.only_shows(pair.key)) return false;
  if (last_word(pair.key) == "filter") return false;
  if (is_path(pair.value)) return path_orders(pair.value);
  if (!action && is_one_order(value)) return true;
  // The name of a button that is pressed by it: `submitReorder=`.
  const bool named = pair.key.find(' ') != std::string::npos;
  if (named && pair.value.empty() && words.orders(first_word(pair.key))) return true;
  return is_flag(pair.value) && words.orders(first_word(pair.key)) &&
         first_word(pair.key) != "hide";
}

}  // namespace

bool name_orders(std::string_view words) {
  return any_word(words, [&](std::string_view word) {
    // `account/order` is one that was placed.
    const bool ends = word.data() + word.size() == words.data() + words.size();
    if (word == "order" && ends && word.size() < words.size()) return false;
    return acting_words().orders(word) || begins_with_order(word);
  });
}

bool path_orders(std::string_view path) {
  std::string words = words_of_name(path);
  std::replace_if(words.begin(), words.end(), is_digit, ' ');
  const std::string plain = collapse_space(words);
  const std::string_view last = last_word(plain);
  if (acting_words().only_shows(last)) return false;
  // `account/order` shows one, `account/order.reorder` does something with it.
  const std::string name = words_of_name(path.substr(path.rfind('/') + 1));
  return last == "order" ? last == plain : acting_words().orders(last) || name_orders(name);
}

bool is_show_key(std::string_view key) {
  const ActingWords& words = acting_words();
  while (key.size() > 1 && is_digit(key.back())) key.remove_suffix(1);
  const std::string_view last = last_word(key);
  if (words.show_keys.contains(key) || words.only_shows(key)) return true;
  // Of a range, `min_price`; of a copy, `printview`; of a list, `sortorder`, `filter_severity`.
  const std::string_view first = first_word(key);
  const bool lists = key.starts_with("sort") || first == "filter";
  if (last == "filter" || (lists && !words.orders(last))) return true;
  // `StationSearch[kanton]`, `q[name_eq]`.
  const bool searches = any_word(key, [](auto word) { return word == "search"; });
  if (last != key && !words.orders(last) && (searches || words.search_keys.contains(first))) {
    return true;
  }
  if (key.starts_with("print") || first == "min" || first == "max") return true;
  return last != key && words.show_keys.contains(last) && !words.orders(first_word(key));
}

bool shows_by_query(const SeenLink& seen) {
  constexpr auto kViews =
      std::to_array<std::string_view>({"view", "show", "display", "mode", "download", "export",
                                       "format", "print", "diff", "compare", "oldid", "from"});
  const auto is_view = [&](const ShapePair& pair) {
    // `r=responses/browse`.
    const std::size_t slash = pair.value.rfind('/');
    if (slash != std::string::npos && acting_words().only_shows(pair.value.substr(slash + 1))) {
      return true;
    }
    const bool view = std::find(kViews.begin(), kViews.end(), pair.key) != kViews.end();
    const bool number = std::all_of(pair.value.begin(), pair.value.end(), is_digit);
    return view && (!number || pair.key == "oldid") && !name_orders(words_of_name(pair.value));
  };
  const auto is_known = [&](const ShapePair& pair) {
    // From one to another.
    return is_view(pair) || is_show_key(pair.key) || pair.key == "to" ||
           (pair.identifier && pair.key.size() < 3);
  };
  const auto& query = seen.address.query;
  return !name_orders(seen.address.last) && std::any_of(query.begin(), query.end(), is_view) &&
         std::all_of(query.begin(), query.end(), is_known);
}

bool ends_with_order(const ShapedAddress& address) {
  const ActingWords& words = acting_words();
  const std::string& last = address.last;
  return !address.identifier.empty() && !address.names_page && !words.only_shows(last) &&
         (words.acts(last) || words.calls.contains(last));
}

std::optional<Act> told_by_address(const SeenLink& seen) {
  const UrlParts parts = split_url(seen.link->url);
  const auto& query = seen.address.query;
  const bool shows = std::any_of(query.begin(), query.end(), [](const ShapePair& pair) {
    return acting_words().action_keys.contains(pair.key) &&
           acting_words().only_shows(words_of_name(pair.value));
  });
  if (auto words = said_by_path(parts.path, shows)) {
    return Act{ActStrength::doubtful, ActSign::path, std::move(*words)};
  }
  const auto pair = std::find_if(query.begin(), query.end(), pair_orders);
  if (pair == query.end()) return std::nullopt;
  return Act{ActStrength::doubtful, ActSign::state, pair->key};
}

}  // namespace tagtrail
