// The options of jobs, in one table: the command line with its help, the calls of the panel, the
// settings that a job keeps, and the reference in the user guide are made from it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "options/job_request.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// How a value is written on the command line; in a message it is JSON's text, number (bytes,
/// milliseconds) or true and false.
enum class ValueKind {
  text,
  count,
  size,   ///< `500MB`
  time,   ///< `1h`
  share,  ///< `95%`
  on_off,
  flag,      ///< takes no value: true
  flag_off,  ///< takes no value: false
};

/// What an option sets.
using Place = std::variant<std::string& (*)(JobRequest&), std::uint64_t& (*)(JobRequest&),
                           std::optional<std::uint64_t>& (*)(JobRequest&), double& (*)(JobRequest&),
                           bool& (*)(JobRequest&)>;

struct Option {
  std::string_view section;  ///< of help and reference
  std::string_view flag;     ///< `--max-bytes`
  std::string_view member;   ///< of job.start's options; empty: the panel has no such option
  /// Member of the configuration: a job that has begun refuses another value. Empty: it may change.
  std::string_view setting;
  ValueKind kind;
  std::string_view value;       ///< how help writes it: `SIZE`; words that are possible: `on|off`
  std::string_view by_default;  ///< as help says it; empty: what the place holds
  std::string_view help;        ///< with code in backticks
  std::string_view see;         ///< page of the documentation
  Place place;
};

/// In the order of help.
std::span<const Option> job_options();

/// By its flag. Null: there is none.
const Option* find_option(std::string_view flag);

/// What help shows as its default; empty where there is none to show.
std::string shown_default(const Option& option, JobRequest defaults);

/// The help for a terminal: without backticks.
std::string plain_help(const Option& option);

/// Sets the option, and notes that it was given. A flag takes `true` and `false`. Errors:
/// invalid_argument, without the option's name.
Expected<void> set_option(const Option& option, JobRequest& request, const std::string& text);

/// Takes all members of `options` over. Errors: invalid_argument, naming the member: it is unknown,
/// of another type, or longer than 2,000 bytes.
Expected<void> set_options(const nlohmann::json& options, JobRequest& request);

/// Members of the configuration that were asked for.
std::set<std::string, std::less<>> named_settings(const JobRequest& request);

/// The table, for the documentation and other programs.
nlohmann::json options_to_json();

}  // namespace tagtrail::host
