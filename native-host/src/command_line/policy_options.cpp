#include "command_line/policy_options.hpp"

namespace tagtrail::host {

void add_sb_options(CLI::App& command, SbParameters& parameters) {
  command
      .add_option("--classifier", parameters.classifier,
                  "learner that tells files' URLs from pages' in sb-classifier: lr (logistic "
                  "regression), svm, nb (naive Bayes) or pa (passive-aggressive)")
      ->capture_default_str()
      ->check(CLI::IsMember({"lr", "svm", "nb", "pa"}));
  command
      .add_option(
          "--classifier-features", parameters.classifier_features,
          "what it looks at: url, or url+context (with anchor, tag path and the text around)")
      ->capture_default_str()
      ->check(CLI::IsMember({"url", "url+context"}));
  command
      .add_option("--action-index", parameters.action_index,
                  "how links find their group in sb-classifier: exact, or hnsw as published "
                  "(approximate, slow)")
      ->capture_default_str();
}

}  // namespace tagtrail::host
