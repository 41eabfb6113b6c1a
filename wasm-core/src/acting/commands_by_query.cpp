// Commands by the query of their address: another page, a choice of what is shown, or an order.
#include <algorithm>
#include <string>

#include "acting/commands.hpp"
#include "acting/named_commands.hpp"
#include "acting/told_by_address.hpp"
#include "acting/word_list.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

/// Of a token that has no known name: links that have it, and of how many it is none, for the
/// links of a session in the address have it all.
constexpr std::size_t kLinksWithToken = 2;
constexpr std::size_t kTokenInOf = 2;
constexpr std::size_t kShortestSecret = 6;

/// Of a key that leads to different pages of an application at one address, as `controller` does.
constexpr std::size_t kPagesOfRoute = 3;

}  // namespace

/// `?controller=Task&action=show`: the page was asked for by it, and others are. `?route=a/b`, too,
/// where there are few.
bool Commands::is_route(std::string_view key) const {
  const bool on_page = std::any_of(page_.query.begin(), page_.query.end(), [&](const auto& own) {
    return own.key == key && !own.identifier && !own.value.empty();
  });
  const auto found = keys_.find(page_.place + "?" + std::string(key));
  if (!on_page || found == keys_.end()) return false;
  const auto is_path = [](const auto& value) { return value.find('/') != std::string::npos; };
  const auto& values = found->second.values;
  return found->second.words.size() >= kPagesOfRoute ||
         std::all_of(values.begin(), values.end(), is_path);
}

/// It leads to the page that it stands on, with another query.
bool Commands::is_own(const SeenLink& seen) const {
  if (seen.address.place != page_.place) return false;
  return std::all_of(page_.query.begin(), page_.query.end(), [&](const ShapePair& own) {
    const auto& query = seen.address.query;
    return !is_route(own.key) || std::any_of(query.begin(), query.end(), [&](const auto& pair) {
      return pair.key == own.key && pair.value == own.value;
    });
  });
}

/// The page is about one thing, `?id=17`, and so is the link.
bool Commands::names_pages_thing(const SeenLink& seen) const {
  const auto& query = seen.address.query;
  return seen.address.place == page_.place &&
         std::any_of(query.begin(), query.end(), [&](const ShapePair& pair) {
           return pair.identifier && is_items_key(pair.key) && is_on_page(pair);
         });
}

bool Commands::is_of_pages_thing(const SeenLink& seen) const {
  return is_own(seen) && names_pages_thing(seen);
}

/// The page is about one thing, and the link about another: what else differs says of which kind.
bool Commands::names_another(const SeenLink& seen) const {
  const auto& query = seen.address.query;
  return std::any_of(query.begin(), query.end(), [&](const ShapePair& pair) {
    return pair.identifier && is_items_key(pair.key) && is_key_on_page(pair.key) &&
           !is_on_page(pair);
  });
}

bool Commands::is_key_on_page(std::string_view key) const {
  return std::any_of(page_.query.begin(), page_.query.end(),
                     [&](const ShapePair& own) { return own.key == key; });
}

bool begins_with_show(std::string_view value) {
  const bool shows =
      value.starts_with("view") || value.starts_with("show") || value.starts_with("print");
  return shows && !name_orders(value);
}

bool says_that_it_shows(const ShapedAddress& address) {
  const ActingWords& words = acting_words();
  const auto& query = address.query;
  const auto says = [&](const ShapePair& pair) {
    const std::string value = words_of_name(pair.value);
    const bool page = pair.key == "page" && !value.empty() && !pair.identifier;
    if (page) return !name_orders(value);
    return words.action_keys.contains(pair.key) &&
           (words.only_shows(value) || begins_with_show(value));
  };
  const auto chooses = [&](const ShapePair& pair) {
    return says(pair) || is_show_key(pair.key) || is_items_key(pair.key) ||
           (!pair.identifier && !words.action_keys.contains(pair.key));
  };
  const bool fetches = address.last.starts_with("download") || address.last.starts_with("export");
  const bool method = address.last.find(' ') != std::string::npos && begins_with_show(address.last);
  if ((fetches || method) && query.size() == 1 && query.front().identifier) return true;
  return std::any_of(query.begin(), query.end(), says) &&
         std::all_of(query.begin(), query.end(), chooses);
}

/// A view of a thing: `?id=17&view=unread`, `?mode=viewprofile&u=17`.
bool Commands::says_where(const SeenLink& seen, const ShapePair& pair) const {
  if (!acting_words().action_keys.contains(pair.key)) return false;
  const std::string value = words_of_name(pair.value);
  const bool page = is_route(pair.key) || begins_with_show(value);
  return page && seen.address.query.size() > 1 && !name_orders(value);
}

bool Commands::is_on_page(const ShapePair& pair) const {
  return std::any_of(page_.query.begin(), page_.query.end(), [&](const ShapePair& own) {
    return own.key == pair.key && own.value == pair.value;
  });
}

/// One of several values, each under its own name: a choice of what is shown.
bool Commands::is_facet(const SeenLink& seen, const ShapePair& pair) const {
  const bool other_item =
      seen.address.ends_with_identifier ||
      std::any_of(seen.address.query.begin(), seen.address.query.end(), [&](const ShapePair& item) {
        return item.key != pair.key && is_items_key(item.key) && item.identifier;
      });
  // A letter, or one of several names that stand for themselves.
  const Key& key = keys_.at(seen.address.place + "?" + pair.key);
  if (plain_words(pair.value) == seen.words && !name_orders(seen.words) &&
      (pair.value.size() == 1 || key.values.size() > 1)) {
    return true;
  }
  if (other_item) return false;
  return is_key_on_page(pair.key) || (key.values.size() > 1 && key.texts.size() > 1);
}

/// `mod=viewthread` on the page `mod=list`: another page, which says that it shows.
bool Commands::leads_to_view(const SeenLink& seen) const {
  const auto& query = seen.address.query;
  return std::any_of(query.begin(), query.end(),
                     [&](const ShapePair& pair) {
                       return is_key_on_page(pair.key) && !is_on_page(pair) &&
                              begins_with_show(words_of_name(pair.value));
                     }) &&
         std::none_of(query.begin(), query.end(), [&](const ShapePair& pair) {
           return !is_key_on_page(pair.key) && acting_words().action_keys.contains(pair.key);
         });
}

/// It says what is shown, or chooses from what is.
bool Commands::only_chooses(const SeenLink& seen, const ShapePair& pair) const {
  const ActingWords& words = acting_words();
  if (is_on_page(pair) || words.search_keys.contains(pair.key)) return true;
  const std::string value = words_of_name(pair.value);
  if (words.only_shows(value) || is_year(pair.value) || says_where(seen, pair)) return true;
  const bool orders = name_orders(value);
  if (words.action_keys.contains(pair.key)) {
    if (begins_with_show(value)) return true;
  } else if (is_key_on_page(pair.key) && names_another(seen) && !orders) {
    return true;
  }
  // `tid=812&authorid=3`, by another thing.
  if (pair.identifier && is_items_key(pair.key) && !is_told(seen) && !name_orders(pair.key)) {
    return true;
  }
  const bool path = pair.value.find('/') != std::string::npos;
  return path && is_route(pair.key) && !path_orders(pair.value);
}

/// Of a pair that may be more than a choice.
std::optional<std::string> Commands::said_by_pair(const SeenLink& seen,
                                                  const ShapePair& pair) const {
  const ActingWords& words = acting_words();
  const ShapedAddress& address = seen.address;
  const std::string value = words_of_name(pair.value);
  const bool own = is_own(seen);
  const bool word = !value.empty() && std::none_of(value.begin(), value.end(), is_digit) &&
                    std::count(value.begin(), value.end(), ' ') < 2;
  const bool beside = own || !address.identifier.empty() || address.query.size() > 1;
  const bool action = words.action_keys.contains(pair.key);
  if ((is_route(pair.key) && name_orders(value)) ||
      (action && word && beside && (is_modified_order(value) || !is_facet(seen, pair)))) {
    return pair.key + " " + value;
  }
  if (words.field_keys.contains(pair.key) && is_of_pages_thing(seen)) return pair.key;
  const bool empty = pair.value.empty() && address.query.size() > 1;
  if (is_show_key(pair.key) || empty) return std::nullopt;
  // Of the page's thing, by another of its routes: `operation=stimulus&stimulus=ev_assign`.
  const bool leads = is_route(pair.key) || action || is_key_on_page(pair.key);
  if (!own && word && !leads && names_pages_thing(seen)) return pair.key;
  const bool stands_free =
      !in_navigation(seen.link->tag_path) && !in_table_head(seen.link->tag_path);
  if (own && (seen.button || (stands_free && !is_facet(seen, pair)))) return pair.key;
  return std::nullopt;
}

std::optional<std::string> Commands::said_by_query(const SeenLink& seen) const {
  if (leads_to_view(seen)) return std::nullopt;
  for (const ShapePair& pair : seen.address.query) {
    if (only_chooses(seen, pair)) continue;
    if (auto word = said_by_pair(seen, pair)) return word;
  }
  return std::nullopt;
}

std::optional<std::string> Commands::secret(const SeenLink& seen) const {
  for (const ShapePair& pair : seen.address.query) {
    if (is_on_page(pair) || !(is_random(pair.value) || pair.identifier)) continue;
    const bool named = acting_words().secret_keys.contains(pair.key);
    if (named && pair.value.size() >= kShortestSecret) return pair.key;
    if (!is_random(pair.value) || acting_words().show_keys.contains(pair.key)) continue;
    const std::size_t links = with_token_.at(pair.key + "=" + pair.value).size();
    if (links >= kLinksWithToken && links * kTokenInOf < queries_.size()) return pair.key;
  }
  return std::nullopt;
}

}  // namespace tagtrail
