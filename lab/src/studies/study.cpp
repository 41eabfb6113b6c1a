#include "studies/study.hpp"

#include <charconv>
#include <set>

#include "studies/policy_settings.hpp"
#include "tagtrail/ablation.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Configurations without seeds; the base is the first, the others differ from it. (Of the studies
/// of one policy's published experiment: all that are compared.)
std::vector<Config> variants(const StudyOptions& options, Study study, const Config& base) {
  std::vector<Config> list{base};
  const auto vary = [&](auto change) {
    list.push_back(base);
    change(list.back());
  };
  switch (study) {
    case Study::compare:
    case Study::groups:
    case Study::calibration:
      break;
    case Study::paper:
      if (base.policy != "sb-classifier") break;
      for (const Study part : {Study::hyperparameters, Study::classifiers, Study::early_stopping}) {
        const auto of_part = variants(options, part, base);
        list.insert(list.end(), of_part.begin() + 1, of_part.end());
      }
      break;
    case Study::acebot:
      if (base.policy != "acebot") break;
      list.clear();
      for (const std::uint64_t k : options.steps) {
        for (const double cr : options.completions) {
          list.push_back(base);
          list.back().acebot.k = k;
          list.back().acebot.cr = cr;
        }
      }
      break;
    case Study::anthelion:
      if (base.policy != "anthelion") break;
      list.clear();
      for (const AnthelionRun& run : anthelion_runs(base.budget.requests)) {
        list.push_back(base);
        list.back().anthelion = run.parameters;
      }
      break;
    case Study::ache:
      if (base.policy != "ache") break;
      list.clear();
      for (const char* mode : {"baseline", "offline", "offline-online", "online"}) {
        list.push_back(base);
        list.back().ache.mode = mode;
      }
      break;
    case Study::hyperparameters:
      for (const double alpha : options.alphas) vary([&](Config& c) { c.sb.alpha = alpha; });
      for (const std::uint32_t n : options.ns) vary([&](Config& c) { c.sb.n = n; });
      for (const double theta : options.thetas) vary([&](Config& c) { c.sb.theta = theta; });
      break;
    case Study::classifiers:
      for (const char* features : {"url", "url+context"}) {
        for (const char* classifier : {"lr", "svm", "nb", "pa"}) {
          vary([&](Config& c) {
            c.sb.classifier = classifier;
            c.sb.classifier_features = features;
          });
        }
      }
      break;
    case Study::early_stopping:
      for (const EarlyStopping& stopping : options.stoppings) {
        vary([&](Config& c) {
          c.early_stopping = stopping;
          c.early_stopping.enabled = true;
        });
      }
      break;
    case Study::ablate:
      for (const std::string_view part : parts_of_policy(base.policy)) {
        vary([&](Config& c) { c.trail.without = part; });
      }
      break;
    case Study::in_flight:
      for (const std::uint32_t requests : options.in_flight) {
        vary([&](Config& c) { c.in_flight = requests; });
      }
      break;
  }
  return list;
}

Expected<void> check_ablation(const StudyOptions& options) {
  for (const std::string& policy : options.policies) {
    if (options.study != Study::ablate || !parts_of_policy(policy).empty()) continue;
    std::string names;
    for (const std::string_view name : policies_with_parts()) {
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return fail(ErrorCode::invalid_argument,
                "policy '" + policy + "' has no parts to leave out; these have: " + names);
  }
  return {};
}

}  // namespace

std::string_view to_string(Study study) {
  switch (study) {
    case Study::acebot:
      return "acebot";
    case Study::ache:
      return "ache";
    case Study::anthelion:
      return "anthelion";
    case Study::compare:
      return "compare";
    case Study::hyperparameters:
      return "hyperparameters";
    case Study::classifiers:
      return "classifiers";
    case Study::early_stopping:
      return "early-stopping";
    case Study::groups:
      return "groups";
    case Study::ablate:
      return "ablate";
    case Study::in_flight:
      return "in-flight";
    case Study::calibration:
      return "calibration";
    case Study::paper:
      return "paper";
  }
  return "";
}

std::vector<std::string> policy_names(const std::string& list) {
  std::vector<std::string> names;
  if (list == "all") {
    for (const PolicyInfo& info : policies()) names.emplace_back(info.name);
    return names;
  }
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    const std::string_view name = trim(std::string_view(list).substr(begin, comma - begin));
    if (!name.empty()) names.emplace_back(name);
    begin = comma + 1;
  }
  return names;
}

Expected<EarlyStopping> parse_stopping(const std::string& text) {
  EarlyStopping stopping;
  const auto bad = [&] {
    return fail(ErrorCode::invalid_argument,
                "'" + text + "' is not understood; write nu=1000,epsilon=0.01,gamma=0.5,kappa=15");
  };
  for (const std::string& part : policy_names(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) return bad();
    const std::string name = part.substr(0, equals);
    const char* begin = part.data() + equals + 1;
    const char* end = part.data() + part.size();
    const auto into = [&](auto& value) {
      const auto [rest, error] = std::from_chars(begin, end, value);
      return begin != end && rest == end && error == std::errc{};
    };
    const bool read = name == "nu"        ? into(stopping.nu)
                      : name == "epsilon" ? into(stopping.epsilon)
                      : name == "gamma"   ? into(stopping.gamma)
                      : name == "kappa"   ? into(stopping.kappa)
                                          : false;
    if (!read) return bad();
  }
  return stopping;
}

Expected<std::vector<Config>> plan(const StudyOptions& options, const std::string& seed_url) {
  TRY(check_ablation(options));
  std::vector<Config> configs;
  std::set<std::string> planned;
  for (const std::string& policy : options.policies) {
    Config base = options.base;
    base.seed_url = seed_url;
    base.policy = policy;
    for (Config& config : variants(options, options.study, base)) {
      TRY(validate(config));
      if (!planned.insert(config_to_json(config)).second) continue;
      for (unsigned seed = 0; seed < options.runs; ++seed) {
        config.seed = seed;
        configs.push_back(config);
      }
    }
  }
  return configs;
}

std::vector<Config> references(const StudyOptions& options, const std::string& seed_url) {
  std::vector<Config> configs;
  if (options.study != Study::ablate) return configs;
  Config config = options.base;
  config.seed_url = seed_url;
  config.policy = "sb-classifier";
  for (unsigned seed = 0; seed < options.runs; ++seed) {
    config.seed = seed;
    configs.push_back(config);
  }
  return configs;
}

}  // namespace tagtrail::host
