// What a link of the site is to a form that is asked. Result pages link to their own next pages, to
// orderings and page sizes, and to every combination of filters; followed as they come, a hundred
// results are a million pages. So links to the form's address with its own keys are no links of
// their own: they are queries, their pages, or other spellings of these.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "forms/asked_form.hpp"

namespace tagtrail {

enum class LinkPlace : std::uint8_t {
  other,  ///< none of the form
  query,  ///< the address of a query, or what is followed as one from now on
  page,   ///< another page of a query's results
  leave,  ///< the same again, or a combination that is left to the templates
};

struct PlacedLink {
  LinkPlace place = LinkPlace::other;
  std::optional<std::uint32_t> query;  ///< that it is, or is a page of
};

/// Before the form has answered anything, its links are left to be links. So are those that only
/// share its address on pages that are none of its results (`on_results`): a site's menu may be at
/// `/?view=maps`, and its search at `/?s=word`.
PlacedLink place_link(AskedForm& form, const LinkObservation& link, bool on_results);

/// Whether a page at this address shows results of the form, whoever asked for it.
bool shows_results_of(const AskedForm& form, std::string_view url);

/// A link elsewhere that repeats a word that was asked for (`?id=page&s[]=word`): its address
/// without that; empty when it repeats none. Sites mark found words in pages so.
std::string without_echo(std::string_view url, const AskedForm& form, const AskedQuery& query);

/// Whether a link of its answer asks the form for the same once more, in other words or with more
/// set (`q=word*&sort=new`): whatever it is called, it is nothing that was found.
bool asks_again(std::string_view url, const AskedForm& form, const AskedQuery& query);

/// Whether a link of the head of its answer is about the word that was asked for
/// (`/search/word/feed/`): the same results for a feed reader, of which each word has one.
bool feeds_the_same(const LinkObservation& link, const AskedForm& form, const AskedQuery& query);

/// Whether a link is a page of the query's results by another path (`/page/2/?s=word`).
bool goes_on_by_path(std::string_view url, const AskedForm& form, const AskedQuery& query);

}  // namespace tagtrail
