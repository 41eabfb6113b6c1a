// The studies: which configurations each runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/config.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

enum class Study {
  acebot,
  ache,
  anthelion,
  compare,
  hyperparameters,
  classifiers,
  early_stopping,
  groups,
  ablate,
  in_flight,
  calibration,
  paper
};

std::string_view to_string(Study study);

struct StudyOptions {
  Study study = Study::compare;
  std::vector<std::string> policies{"sb-classifier"};
  unsigned runs = 1;  ///< seeds 0, 1, ... of each configuration
  Config base;        ///< targets and budget of every run
  std::vector<double> alphas{0.1, 2.8284271247461903, 30};
  std::vector<std::uint32_t> ns{1, 2, 3};
  std::vector<double> thetas{0.5, 0.75, 0.95};
  std::vector<EarlyStopping> stoppings{EarlyStopping{}};
  std::vector<std::uint32_t> in_flight{1, 8, 32};
  std::vector<std::uint64_t> steps{2, 3, 4};          ///< acebot's k
  std::vector<double> completions{0.85, 0.90, 0.95};  ///< acebot's cr
};

/// The runs that a study's tables use where the file has them, but that it does not make.
std::vector<Config> references(const StudyOptions& options, const std::string& seed_url);

/// Every name of the registry for `all`, else the names between commas.
std::vector<std::string> policy_names(const std::string& list);

/// `nu=500,epsilon=0.02,gamma=0.5,kappa=10`; what is left out keeps its default.
/// Errors: invalid_argument.
Expected<EarlyStopping> parse_stopping(const std::string& text);

/// The configurations for a site that starts at `seed_url`, each once, seeds varying fastest.
/// Errors: of validate(); invalid_argument for ablating a policy without parts.
Expected<std::vector<Config>> plan(const StudyOptions& options, const std::string& seed_url);

}  // namespace tagtrail::host
