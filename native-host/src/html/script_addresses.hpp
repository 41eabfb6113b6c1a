// Addresses that are written out in a page's scripts, found without running them. The same rules as
// in extension/src/content/script_addresses.ts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

inline constexpr std::size_t kHandlerBytes = 10'000;  ///< read of a handler

/// The address that the text of a handler sends the browser to: of `location.href = '...'`,
/// `location.assign('...')`, `window.open('...')` and their kin, where it is a literal and nothing
/// is added to it. Empty when there is none.
std::string_view address_in_handler(std::string_view handler);

/// The address that the text of a handler puts together from what one control says:
/// `location = 'files/' + this.year.value + '.csv'`. Views are into the handler.
struct FilledAddress {
  std::string before;
  std::string after;
  std::string_view field;  ///< name or id of the control; empty: the element with the handler
};
std::optional<FilledAddress> filled_address(std::string_view handler);

/// The address of a page that a handler gives to a function whose name says that it opens it:
/// `openWindow('detail.php?id=7', 300)`. Empty when there is none.
std::string_view opened_address(std::string_view handler);

/// The same of a whole script: all of them, as often as they occur, `most` at most.
std::vector<std::string> addresses_sent_to(std::string_view script, std::size_t most);

/// The literals of a script (also JSON, also in literals of literals) that are addresses of data
/// files: absolute, or relative with a slash; a name alone where what stands before it loads it
/// (`d3.csv("a.csv")`) or says that it is an address (`url: "a.csv"`). Not what is put together
/// from parts, and no keys. In their order, each as often as it occurs; `most` at most. Takes time
/// linear in the script.
std::vector<std::string> files_in_script(std::string_view script, std::size_t most);

}  // namespace tagtrail::host
