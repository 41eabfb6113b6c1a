// Which site of a batch is next, and what is known of each from before.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "batch/site_record.hpp"

namespace tagtrail::host {

/// A site as the list names it.
struct BatchSite {
  std::string url;                   ///< canonical
  std::vector<std::string> options;  ///< of harvest: the line's, and the batch's for the rest
  std::string profile;               ///< browser profile, or empty
  std::string proxy_login{};         ///< USER:PASSWORD, in none of the options; or empty
  std::string login{};               ///< of the site, likewise
};

enum class SiteState { waiting, running, ended };

/// The sites of the list in order, each with its record, then records of sites that the list no
/// longer has.
struct BatchTable {
  std::vector<SiteRecord> records;  ///< at least as many as states
  std::vector<SiteState> states;    ///< of the list's sites

  /// Takes over what is known from before: of a URL that the list has n times the first n records.
  /// A site keeps its folder; one that needs no run has ended.
  static BatchTable make(const std::vector<BatchSite>& sites, std::vector<SiteRecord> before);
};

/// The first waiting site whose host is not being harvested; nothing while `jobs` sites run.
std::optional<std::size_t> next_site(const BatchTable& table, unsigned jobs);

}  // namespace tagtrail::host
