// How complete the harvest of a site is (store/ending.hpp), as its worker leaves it in the table of
// sites, and what became of a site of which no harvest has said so.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "store/job_reader.hpp"

namespace tagtrail::host {

/// Each site counts for one, so that none is forgotten. While a site is harvested again, it counts
/// as it ended the last time, as its rows in the catalogue do.
enum class SiteEnding : std::uint8_t {
  complete,
  about,
  partial,
  unknown,    ///< through, but its worker did not say, as those of earlier versions
  failed,     ///< given up
  waiting,    ///< begun, and to go on or to be tried again
  held,       ///< a worker has it
  not_begun,  ///< no worker has had it yet
};
inline constexpr std::size_t kSiteEndings = 8;

/// In data: `complete`, `not_begun`.
std::string_view to_string(SiteEnding ending);
/// `unknown` for what is none.
SiteEnding site_ending_named(std::string_view name);
/// For people: `not complete`.
std::string_view words_for(SiteEnding ending);

/// Two columns of the table.
struct KeptEnding {
  std::string how;    ///< to_string(Ending::How)
  std::string facts;  ///< JSON, as told_ending() reads it

  std::string words() const { return std::string(words_for(site_ending_named(how))); }
};

/// Of a job whose harvest has ended in good order; nothing where the job does not say.
std::optional<KeptEnding> ending_of_job(const JobReader& job);

/// {"ending", "account", "left_out"}: ending_to_json(), numbers of account_to_json(), and what was
/// left out, the most important first, each {"cause", "count", "links", "example", "words",
/// "remedy"}. Others write the table: what has another form is left out, and without the first two,
/// they are null.
nlohmann::ordered_json told_ending(SiteEnding how, std::string_view facts);

}  // namespace tagtrail::host
