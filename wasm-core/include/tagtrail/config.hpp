// The configuration of a crawl: all that decisions depend on besides the responses.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/acting.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail {

/// Hyper-parameters of SB-CLASSIFIER (docs/policies.md; the paper's names).
struct SbParameters {
  double alpha = 2.8284271247461903;  ///< exploration weight, 2 * sqrt(2)
  std::uint32_t n = 2;                ///< order of the tag-path n-grams
  double theta = 0.75;                ///< cosine similarity to join an action
  std::uint32_t m = 12;               ///< log2 of the projected dimension
  std::uint32_t w = 15;               ///< hash word size in bits
  std::uint32_t batch = 10;           ///< URL classifier's batch
  std::string classifier = "lr";      ///< lr, svm, nb or pa (Table 5)
  /// `url`, or `url+context`: with anchor, tag path and surrounding text.
  std::string classifier_features = "url";
  /// How the nearest action is found: `exact`, or `hnsw` as published (approximate).
  std::string action_index = "exact";
};

/// Hyper-parameters of `trail` (docs/policies.md, "trail").
struct TrailParameters {
  double discount = 0.9;         ///< of a child's value in its page's (gamma)
  double novelty_bonus = 0.6;    ///< weight of the model's own doubt
  double count_bonus = 0.5;      ///< weight of how rarely a place was tried
  double failure_damping = 0.2;  ///< how fast fruitless tries end a section's novelty
  double realised_rate = 0.3;    ///< correction when a child's value becomes known
  double late_rate = 0.5;        ///< credit for targets found after their page was valued
  double scout_share = 0.1;      ///< of the choices: links of places hardly tried
  double rescore_share = 0.03;   ///< the frontier is rescored once in this share of its size
  /// Parts left out, for ablation studies: words of parse_trail_parts(), separated by commas.
  std::string without;
};

/// Of objective `markup`.
struct MarkupParameters {
  /// Kinds that count, with commas between: microdata, rdfa, microformats, json-ld.
  std::string syntaxes = "microdata,rdfa,microformats,json-ld";
  std::uint64_t at_least = 1;  ///< statements of one kind that make a page a target
  bool count = false;          ///< the gain is the number of statements instead of 1
};

/// Parameters of `anthelion` (docs/policies.md, "anthelion"); the defaults are the paper's best.
struct AnthelionParameters {
  /// s(h): negative-bad, best-score, success-rate, thompson, good-best, thompson-best,
  /// success-best.
  std::string host_function = "success-rate";
  double lambda = 0.5;  ///< share of the choices made among all hosts at random
  /// Choices after which that share is half (m); 0: it stays. The paper's 10,000 are of a crawl of
  /// a million requests: decay_of() gives as much of another.
  std::uint64_t decay = 10'000;
  std::string classifier = "nb";        ///< nb (naive Bayes) or ht (Hoeffding tree)
  std::string features = "both";        ///< url, parents or both
  bool online = true;                   ///< learns as long as the crawl goes on
  std::uint64_t training_pages = 1000;  ///< answers it learns from if not
  std::uint32_t batch = 5;              ///< answers that wait before it learns

  /// `decay` for a crawl that is to end after so many requests; as it is without a limit.
  static std::uint64_t decay_of(std::uint64_t requests);
};

/// Parameters of `acebot` (docs/policies.md; the paper's names).
struct AcebotParameters {
  std::uint64_t sample = 3000;  ///< requests of the learning phase
  std::uint64_t k = 3;          ///< steps of a pattern at most: 2, 3, 4
  double cr = 0.95;             ///< completion ratio: share of the sample's items to be covered
  std::string labels = "id";    ///< attributes of tag paths that matter: id, class, both
  bool ac = true;               ///< a repeated step is judged by three repetitions, not by all
  /// Of an earlier visit, one a line, the most important first; with them nothing is learnt.
  std::string patterns;
};

/// Parameters of `ache` (docs/policies.md, "ache"); the model is that of objective `forms`, too.
struct AcheParameters {
  /// A model file of `tagtrail train` (parse_ache_model); empty: all pages are on topic.
  std::string model;
  /// baseline (page classifier only), offline (the model's link classifier), offline-online (which
  /// learns on), online (starts as baseline).
  std::string mode = "online";
  std::uint64_t levels = 3;         ///< steps to a result that are told apart (L)
  std::uint64_t learn_every = 100;  ///< new results before it learns
  std::uint64_t features = 20;      ///< words of each feature space that are kept (n)
  std::uint64_t subwords = 20;      ///< words of URLs that are looked for in longer ones (k)
  std::uint64_t site_results = 50;  ///< after so many results a host is left; 0: never
  std::uint64_t site_pages = 1000;  ///< after so many answers a host is left; 0: never
};

/// Early stopping as published: every `nu` requests the slope of targets found; stop
/// when its moving average stays under `epsilon` for `kappa` slopes. The published values are not
/// known; ours are explained in docs/policies.md.
struct EarlyStopping {
  bool enabled = false;
  std::uint64_t nu = 1000;
  double epsilon = 0.01;
  double gamma = 0.5;  ///< weight of the newest slope
  std::uint32_t kappa = 15;
};

struct Budget {
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t requests = kUnlimited;
  std::uint64_t bytes = kUnlimited;
  std::uint64_t time_ms = kUnlimited;  ///< measured by Response::at_ms
  /// Bytes that the URLs may take which are known, with all that is kept of them, by the engine's
  /// own estimate. It ends no crawl: links for which there is no room are left
  /// (crawl/url_room.hpp).
  std::uint64_t memory = kUnlimited;
};

/// A crawl may end when it is sure enough to have found so much (StopAdvice).
struct StopAt {
  double share = 0;         ///< of the targets within reach; 0: never
  double confidence = 0.8;  ///< that at least that share has been found
};

/// What is left out though it is in scope; for crawls over many hosts above all.
struct CrawlBounds {
  /// ECMAScript, searched in the canonical URL: only such links are followed; empty: all.
  std::string include;
  std::string exclude;           ///< the same: such links are not followed; empty: none
  std::uint64_t depth = 0;       ///< links away from a seed URL; 0: no limit
  std::uint64_t host_pages = 0;  ///< pages read of one host; 0: no limit
  /// URLs that are kept in memory, at 240 to 420 bytes each. Links met later are not followed, but
  /// for those that redirects and the user lead to. 0: no limit.
  std::uint64_t urls = 5'000'000;
};

struct Config {
  std::string seed_url;  ///< canonical key
  /// Further seed URLs, canonical keys, one a line.
  std::string more_seeds;
  std::string policy = "trail";
  /// What the files are to be about that come first (TopicWords::parse); of `trail` alone.
  std::string about;
  std::string objective = "data-files";
  std::string targets = "data";  ///< TargetSet::parse
  std::string scope = "site";    ///< Scope::parse
  /// Whose files are wanted: `site`: of the scope; `linked`: also those that its pages link to on
  /// hosts out of scope. Of such a host nothing but the file is asked for.
  std::string files = "site";
  std::string blocklist = "data";  ///< none, paper, data
  std::uint64_t seed = 0;
  /// Sitemaps, feeds and robots.txt are sources of links: the usual places are asked for, and what
  /// a loader gives of them is read as a page.
  bool sitemaps = false;
  /// Search forms and other forms by GET are asked (forms/queries.hpp); pages come with them.
  bool forms = false;
  /// `auto`: JSON and other answers of programs are sources of links, and where a page shows signs
  /// of a catalogue of data (shared/data/catalogues.txt) that is asked. `never`: neither. `only`:
  /// what the catalogue lists is asked for, and nothing else but the seed URLs.
  std::string catalogues = "never";
  /// Which of its data sets are asked for (parse_catalogue_filter); with `only` alone.
  std::string catalogue_filter;
  /// Failures that may pass (broken connections, overloaded servers) are met again at the end.
  bool second_tries = false;
  /// Parts of the site that go on without end and add nothing are left (traps/), and files count
  /// by their content: what came before under another URL is no reward. Off: as published.
  bool leave_traps = false;
  /// Requests that may be out at once.
  std::uint32_t in_flight = 1;
  /// Requests that may be out at once to one host; 0: any number.
  std::uint32_t per_host = 0;
  /// Which links that act, instead of showing something, are left out.
  ActingRule acting = ActingRule::open;
  /// Whether the administration of a site is crawled.
  bool administration = true;
  /// Redirects out of scope are followed (as the published replay code does) or discarded.
  bool follow_out_of_scope_redirects = false;
  CrawlBounds bounds;
  Budget budget;
  EarlyStopping early_stopping;
  StopAt stop_at;
  MarkupParameters markup;
  SbParameters sb;
  TrailParameters trail;
  AnthelionParameters anthelion;
  AcebotParameters acebot;
  AcheParameters ache;
};

/// seed_url and more_seeds, each once.
std::vector<std::string_view> seed_urls(const Config& config);

/// One JSON object with the names above in camelCase; unlimited budgets are left out.
std::string config_to_json(const Config& config);
/// Every value is checked: types, ranges, known policy and objective names, seed URL, targets,
/// scope. Unknown keys are refused, so that a typing mistake is not silently a default.
/// Errors: invalid_argument, invalid_url.
Expected<Config> config_from_json(std::string_view json);
/// {"requests", "bytes", "timeMs", "memory"}; unlimited ones are left out.
nlohmann::json budget_to_json(const Budget& budget);
/// What is missing is unlimited. Errors: invalid_argument (unknown members, too).
Expected<Budget> budget_from_json(const nlohmann::json& json);
/// The checks of config_from_json on a Config built in code.
Expected<void> validate(const Config& config);

}  // namespace tagtrail
