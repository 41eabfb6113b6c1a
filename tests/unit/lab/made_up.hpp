// Results of runs that were never made, for tests.
#pragma once

#include "studies/run_record.hpp"

namespace tagtrail::host {

struct MadeUp {
  std::string site = "a";
  std::string policy = "bfs";
  std::uint64_t seed = 0;
  std::uint64_t to_90 = 50;
  Config config = lab_config();
  std::vector<AdvicePoint> advice{};
  ShownByRule shown{};
  std::optional<ContentCourse> content{};

  SiteFacts facts() const {
    SiteFacts facts;
    facts.name = site;
    facts.digest = "d1" + site;
    facts.urls = 200;
    facts.targets = 10;
    facts.target_bytes = 1000;
    facts.other_bytes = 4000;
    return facts;
  }
  Config own_config() const {
    Config own = config;
    own.seed_url = "https://example.org/";
    own.policy = policy;
    own.seed = seed;
    return own;
  }
  std::string key() const { return run_key(facts(), "1.0", own_config()); }
  std::string line() const {
    ReplayResult result;
    result.site = site;
    result.policy = policy;
    result.seed = seed;
    result.reachable_targets = 10;
    result.progress.targets = 10;
    result.progress.requests = 200;
    if (to_90 > 0) {
      result.requests_to[2] = to_90;
      result.other_bytes_to_volume[2] = to_90 * 10;
    }
    result.groups = {{1, "/html/<script>", 4, 2.5, 0}};
    result.confusion.counts = {{{60, 10}, {5, 15}, {8, 2}}};
    return result_line({"compare", "1.0", "tagtrail lab compare a.replica", "2026-01-02"}, facts(),
                       own_config(), result,
                       {{{0, 0, 0, 0, 0}, {to_90, 9, 10, 900, 9}, {200, 10, 50, 1000, 10}},
                        advice,
                        shown,
                        std::nullopt,
                        content});
  }
  std::string failure() const {
    return failure_line({"compare", "1.0", "tagtrail lab", "2026-01-02"}, facts(), own_config(),
                        "out of memory");
  }
};

}  // namespace tagtrail::host
