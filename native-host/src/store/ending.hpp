// How complete a job is: decided here alone, and told alike on the command line, in the panel, on
// the job's page, in --json, in datapackage.json, by batch and by fleets.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/left_out.hpp"
#include "tagtrail/account.hpp"

namespace tagtrail::host {

/// Where a job keeps it, as text of ending_to_json().
inline constexpr std::string_view kEnding = "ending";
/// And why its start page led nowhere, a sentence for people.
inline constexpr std::string_view kAdvice = "advice";

struct Ending {
  enum class How : std::uint8_t {
    complete,  ///< everything that the site shows was followed
    about,     ///< as good as all files are probably there, and only links wait that cost more
    partial,   ///< something is missing, or may be
  };
  How how = How::partial;
  std::string words;  ///< for people: `complete: everything this site shows was followed`
  /// Of a job without files, or that failed: the first cause of left_out, else `start_page`,
  /// `types` or `nothing`, or the code of the error.
  std::string reason;
  std::string remedy;  ///< what gets them then; may be empty

  bool is_complete() const { return how == How::complete; }
  /// False while a job has not ended.
  bool is_known() const { return !words.empty(); }
};

/// In data: `complete`, `about`, `partial`.
std::string_view to_string(Ending::How how);
std::optional<Ending::How> how_named(std::string_view name);

struct EndingFacts {
  std::uint64_t files = 0;
  std::string_view file = "file";  ///< what one is called
  bool exhausted = false;          ///< nothing is left to request
  bool about_all = false;          ///< as good as all are probably there (FileEstimate)
  std::string_view advice = {};    ///< why a start page led nowhere; empty: it did not
  std::string_view failure = {};   ///< of a run that failed: why; empty: it did not
  std::string_view error = {};     ///< its code, the reason where nothing was left out
  const std::vector<LeftOut>* left_out = nullptr;  ///< borrowed
  /// Links that were left because they act would merely log out or buy: no file is behind.
  bool acts_hide_nothing = false;
  const std::vector<OtherType>* other_types = nullptr;  ///< borrowed
};

Ending ending_of(const EndingFacts& facts);

/// {"complete", "how", "words", "reason", "remedy"}; the last two only where known. Null for what
/// is not known.
nlohmann::ordered_json ending_to_json(const Ending& ending);
/// Nothing where it is no such text.
std::optional<Ending> ending_from_json(std::string_view text);

/// {"met", "saved", ..., "unaccounted"}, and the totals that catalogues state.
nlohmann::ordered_json account_to_json(const Account& account);

}  // namespace tagtrail::host
