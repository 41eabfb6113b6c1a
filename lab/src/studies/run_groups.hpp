// Runs of results, sorted into what is averaged and what stands side by side.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "studies/run_record.hpp"
#include "studies/statistics.hpp"

namespace tagtrail::host {

/// Runs that differ in nothing but the seed. Borrowed, by rising seed.
using Runs = std::vector<const RunRecord*>;

/// One site under one setting, with the runs that studies compare.
struct SiteRuns {
  std::string label;                  ///< the site's name, and the setting where there are several
  const RunRecord* any = nullptr;     ///< for the facts of the site
  std::vector<std::string> policies;  ///< in order of appearance
  std::map<std::string, Runs> compared;  ///< by policy: no parameter varied
  struct Variant {
    std::string name;  ///< of the parameters, e.g. `alpha 0.1`
    Runs runs;
  };
  std::map<std::string, std::vector<Variant>> stopped;  ///< by policy: with early stopping
  std::map<std::string, std::vector<Variant>> ablated;  ///< by policy: parts left out
  std::map<std::string, std::vector<Variant>> several;  ///< by policy: more than one in flight
  /// By policy: with each policy_setting, the usual one, too.
  std::map<std::string, std::vector<Variant>> settings;
  std::vector<Variant> parameters;   ///< sb-classifier's, one varied
  std::vector<Variant> classifiers;  ///< sb-classifier's, beside the default
};

/// Successful runs by site, in order of appearance. Borrows `records`.
std::vector<SiteRuns> sites_of(const std::vector<RunRecord>& records);

/// Those of a policy with no parameter varied; none when it did not run.
const Runs& runs_of(const SiteRuns& site, const std::string& policy);
/// Those with a policy_setting.
const Runs& runs_of(const SiteRuns& site, const std::string& policy, const std::string& setting);

/// A figure of each run; nothing when a run lacks it, because a mean over the others would flatter.
template <typename Figure>
std::optional<Sample> over(const Runs& runs, Figure figure) {
  std::vector<double> values;
  for (const RunRecord* run : runs) {
    const std::optional<double> value = figure(*run);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return sample_of(values);
}

/// Requests made until 90 % of the targets were there.
std::optional<double> requests_to_90(const RunRecord& run);
/// Share (%) of the site's URLs requested until 90 % of the targets were there.
std::optional<double> request_share(const RunRecord& run);
/// Share (%) of the site's other volume fetched until 90 % of the targets' volume was there.
std::optional<double> volume_share(const RunRecord& run);

}  // namespace tagtrail::host
