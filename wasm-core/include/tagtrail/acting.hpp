// Does following a link do something, instead of showing something: delete, approve, order, log
// out? Judged by what the link looks like before anything is requested, so that a harvest with a
// person's session leaves such links alone. The words stand in shared/data/acting_words.json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tagtrail/acting_link.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// Which of the links that act a crawl leaves out.
enum class ActingRule : std::uint8_t {
  open = 0,            ///< none
  leave_sure = 1,      ///< those about which there is no doubt: for crawls without a session
  leave_all = 2,       ///< every one that may act: for crawls with a browser
  leave_suspects = 3,  ///< and those that look like it in any language (suspects.hpp): for crawls
                       ///< with a person's session
};

enum class ActStrength : std::uint8_t { none = 0, doubtful = 1, sure = 2 };

/// What a judgement goes by.
enum class ActSign : std::uint8_t {
  none = 0,
  path = 1,            ///< a word in the URL's path
  query = 2,           ///< a word in its query
  token = 3,           ///< a one-time token in its query, as forms have against forgery
  text = 4,            ///< the link's text
  names = 5,           ///< its class or id
  confirmation = 6,    ///< the page asks "are you sure?" first
  method = 7,          ///< the page sends it by another method than GET
  administration = 8,  ///< it leads into the administration of the site
  tail = 9,            ///< the end of its address, behind what names one thing of many
  row = 10,            ///< it says the same in every row of a list, beside others
  state = 11,          ///< its query sets something, on its own page perhaps
  handler = 12,        ///< a script of the page handles it, in every row or on its own page
  beside = 13,         ///< it stands beside one that acts
  returned = 14,       ///< one like it led back to the page it stands on: what it did, nobody saw
  traced = 15,         ///< one like it has changed something, as pages told (traces.hpp)
  last = traced,
};

struct Act {
  ActStrength strength = ActStrength::none;
  ActSign sign = ActSign::none;  ///< the strongest
  std::string word;              ///< that gave it away, as found; may be empty

  bool operator==(const Act&) const = default;
};

/// Two doubtful signs of different kinds leave no doubt. A URL that names a file by its extension
/// acts only by its query or the page's marks.
Act assess_link(const LinkObservation& link);
/// The same, by a canonical URL alone.
Act assess_url(std::string_view key);
/// Whether names of a sign say that what has it does something, in the English of those who make
/// icons: `fa fa-trash`, `#icon-sign-out`.
bool sign_acts(std::string_view names);
/// The same of a few words that are shown beside, or read out: aria-label, title, alt.
bool label_acts(std::string_view label);
/// Whether following it logs out, by the words of a canonical URL.
bool ends_session(std::string_view key);
/// Whether it says that it buys: no file is behind it.
bool merely_buys(const Act& act);

/// One clause for people: `its address says "delete"`.
std::string to_words(const Act& act);

/// The canonical URL's part that names a site's administration (`http://h/wp-admin/`), if it has a
/// segment that is used for nothing else; empty otherwise.
std::string administration_by_name(std::string_view key);
/// The same for a page that was read: also by a name that may mean other things, where the page is
/// full of links that act, or says so itself.
std::string administration_of(std::string_view key, const Page& page);

}  // namespace tagtrail
