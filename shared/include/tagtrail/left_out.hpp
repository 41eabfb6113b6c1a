// Why something that a crawl met, and that may have led to a file, brought none: the one list of
// causes, for readers of pages, the engine, the store and all who tell people. No default stands
// anywhere for a cause that somebody forgot: a switch over them names each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

namespace limits {
inline constexpr std::size_t kLeftOnPage = 200;  ///< of a page; more of a kind are counted only
inline constexpr std::size_t kLeftWhatBytes = 500;
}  // namespace limits

/// In the order in which people are told of them. A new one gets its words in
/// native-host/src/store/left_out.cpp and, as `left_out_NAME`, in the panel (extension/_locales).
enum class LeftOutCause : std::uint8_t {
  login,          ///< addresses that led to a form that asks for a password
  without_login,  ///< pages that were read without a person's session, where it shows more
  doubtful,       ///< pages that were answered when the session may have ended already
  scripts,        ///< pages whose scripts may show more, read without a browser
  tab_failed,     ///< pages of which only what they are without scripts was read: the tab failed
  stays_empty,    ///< pages that showed nothing in the browser: a script, or what it asks for, is
                  ///< missing
  stylesheets,    ///< XML whose links only an XSLT stylesheet may show; one for each of these
  partly_read,    ///< pages of which a limit cut the end
  mended,         ///< lists of catalogues with mistakes in their JSON, where entries may be lost
  listed_part,    ///< entries that a catalogue says it has, and did not list
  cut_files,      ///< files that their own words, or their number of rows, say are not whole
  controls,       ///< buttons, tabs and page numbers that may show more, not pressed
  routes,         ///< pages behind `#`, not opened
  frames,         ///< frames of other hosts that pages show
  page_for_file,  ///< addresses that promise a file and gave a page
  other_type,     ///< addresses that promise a wanted file and gave one of another type
  no_content,     ///< success or a redirect that brought nothing: 202, 204, 300, 304 unasked
  unnamed,        ///< bytes of which neither type nor name tells what they are
  script_json,    ///< answers for scripts of a kind that brought links, not asked for
  robots,
  robots_unreachable,
  refused,   ///< 401, 402, 403, 407, 451
  patience,  ///< 429, or the host asked to be left alone for too long
  server_error,
  client_error,  ///< other statuses from 400 on, but 404 and 410, which are dead links
  too_large,
  incomplete,
  timeout,
  network,
  tls,
  refused_address,
  unsupported,
  browser,
  disk_full,
  acts,          ///< links that would do something, not opened
  script_links,  ///< links that promise a file and lead nowhere but to a script
  schemes,       ///< links of another kind that may hold files: ftp, s3
  inline_files,  ///< files that are written into a page (`data:`)
  trap,          ///< parts of the site without end that added nothing
  outside,       ///< files of the site's own host that the scope leaves out
  elsewhere,     ///< files that pages link to, on hosts out of scope
  forms,         ///< forms not tried: they send by POST, or may do something
  forms_more,    ///< forms that were asked, or could not be, and may hold more
  no_memory,     ///< links that were not kept, because the memory of the crawl is bounded
  withheld,      ///< links in places that the user does not want
  not_asked,     ///< links that were open when the run ended
  unaccounted,   ///< links of which the program does not know what became: an error of ours
};
inline constexpr auto kLastLeftOutCause = LeftOutCause::unaccounted;

/// The cause in data: `partly_read` and so on.
std::string_view to_string(LeftOutCause cause);
std::optional<LeftOutCause> left_out_cause_named(std::string_view name);

/// Something that a page holds and that leads to no request.
struct LeftOnPage {
  LeftOutCause cause = LeftOutCause::controls;
  /// An address, or what people see of it, then the page's: `Next on https://...`. The same thing
  /// on two pages has the same.
  std::string what;
  std::uint32_t count = 1;

  bool operator==(const LeftOnPage&) const = default;
};

/// Adds what a page leaves, within limits: of a page that leaves more, the last of a kind counts
/// those for which there is no room. `what` is made valid UTF-8 and cut.
void add_left(std::vector<LeftOnPage>& left, LeftOnPage one);

}  // namespace tagtrail
