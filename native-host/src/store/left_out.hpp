// What a job could have had and has not: cut, skipped or refused, by cause. A run that left
// anything out never says that all was found.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/elsewhere_report.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// In the order in which people are told of them. A new cause gets a line in `kWords`
/// (left_out.cpp), a message `left_out_NAME` in the panel (extension/_locales), and is either found
/// in the database by read_left_out() or kept there by keep_left_out().
enum class LeftOutCause : std::uint8_t {
  partly_read,  ///< pages of which a limit cut the end
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
  acts,        ///< links that would do something, not opened
  trap,        ///< parts of the site without end that added nothing; `links`: left in them
  elsewhere,   ///< files that pages link to, on hosts out of scope; which: LeftOut::elsewhere
  forms,       ///< forms not tried: they send by POST, or may do something
  forms_more,  ///< forms that were asked, or could not be, and may hold more
  not_asked,   ///< links that were open when the run ended
};

/// The cause in data: `partly_read` and so on.
std::string_view to_string(LeftOutCause cause);

struct LeftOut {
  LeftOutCause cause = LeftOutCause::network;
  std::uint64_t count = 0;  ///< of what the cause counts: pages, addresses
  std::uint64_t links = 0;  ///< about how many were lost with these; 0: not known
  std::string example;      ///< one URL, the first that was met
  /// Of `elsewhere`: the hosts with most of them; else nothing. `files` and `example` are as above.
  ElsewhereReport elsewhere;

  bool operator==(const LeftOut&) const = default;
};

/// The same for programs: {"cause", "count", "links", "example"}; `links` only where known. Of
/// `elsewhere` also what elsewhere_to_json() has (left_elsewhere.hpp).
nlohmann::ordered_json left_out_to_json(const LeftOut& left_out);
nlohmann::ordered_json left_out_to_json(const std::vector<LeftOut>& list);

/// What was left out, to stand behind or beside its number: `addresses that robots.txt forbids`.
std::string words_for(const LeftOut& left_out);

/// One line for people, without its end: `3 addresses that robots.txt forbids, such as https://...`
std::string to_text(const LeftOut& left_out);

/// By order of cause, at most one entry a cause: of each address that was asked for, what came of
/// it last; and what the job keeps besides. Errors: those of the database.
Expected<std::vector<LeftOut>> read_left_out(sqlite::Database& database);

/// In the place of what the job kept for the same cause; a count of 0 takes it away.
Expected<void> keep_left_out(sqlite::Database& database, const LeftOut& left_out);

}  // namespace tagtrail::host
