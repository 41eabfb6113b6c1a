#include "tagtrail/training.hpp"

#include <algorithm>

#include "critic/ache_model.hpp"
#include "critic/form_structure.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kFolds = 5;

/// Each case by a classifier that has learnt from the other folds. `learn(cases)` gives a function
/// from a case to a class; the class of a case is `label_of(case)`.
template <typename Case, typename Learn, typename LabelOf>
CrossValidation cross_validate(const std::vector<Case>& cases, const Learn& learn,
                               const LabelOf& label_of) {
  std::array<std::size_t, 2> seen{};
  for (const Case& one : cases) ++seen[label_of(one)];
  CrossValidation check;
  const std::size_t folds = std::min({kFolds, seen[0], seen[1]});
  if (folds < 2) return check;
  check.folds = folds;
  std::vector<std::size_t> fold_of;
  seen = {};
  for (const Case& one : cases) fold_of.push_back(seen[label_of(one)]++ % folds);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<Case> others;
    for (std::size_t at = 0; at < cases.size(); ++at) {
      if (fold_of[at] != fold) others.push_back(cases[at]);
    }
    const auto judge = learn(others);
    for (std::size_t at = 0; at < cases.size(); ++at) {
      if (fold_of[at] == fold) ++check.counts[label_of(cases[at])][judge(cases[at]) ? 1 : 0];
    }
  }
  return check;
}

WordBayes learn_words(const std::vector<WordCase>& cases, std::size_t most) {
  return WordBayes(2, frequent_words(cases, most), cases);
}

TrainedPart check_words(const std::vector<WordCase>& cases, std::size_t most,
                        const WordBayes& model) {
  TrainedPart part;
  part.cases = {model.cases()[0], model.cases()[1]};
  part.size = model.words().size();
  part.check = cross_validate(
      cases,
      [&](const std::vector<WordCase>& others) {
        return [fold = learn_words(others, most)](const WordCase& one) {
          return fold.probabilities(one.words)[1] > 0.5;
        };
      },
      [](const WordCase& one) { return one.label; });
  return part;
}

TrainedPart check_tree(const std::vector<NumberCase>& cases, const DecisionTree& tree) {
  TrainedPart part;
  for (const NumberCase& one : cases) ++part.cases[one.wanted ? 1 : 0];
  part.size = static_cast<std::uint64_t>(
      std::count_if(tree.nodes.begin(), tree.nodes.end(),
                    [](const DecisionTree::Node& node) { return node.is_leaf(); }));
  part.check = cross_validate(
      cases,
      [](const std::vector<NumberCase>& others) {
        return [fold = learn_decision_tree(others)](const NumberCase& one) {
          return fold.wants(one.values);
        };
      },
      [](const NumberCase& one) { return one.wanted ? std::size_t{1} : std::size_t{0}; });
  return part;
}

template <typename Thing>
Expected<bool> has_both(const std::array<std::vector<Thing>, 2>& cases, const char* what) {
  if (cases[0].empty() && cases[1].empty()) return false;
  if (!cases[0].empty() && !cases[1].empty()) return true;
  return fail(ErrorCode::invalid_argument,
              std::string("there are no ") + what +
                  (cases[1].empty() ? " that are wanted" : " of the other kind") +
                  ": a classifier needs examples of both");
}

template <typename Thing, typename WordsOf>
std::vector<WordCase> word_cases(const std::array<std::vector<Thing>, 2>& things,
                                 const WordsOf& words_of) {
  std::vector<WordCase> cases;
  for (std::size_t label = 0; label < 2; ++label) {
    for (const Thing& thing : things[label]) cases.push_back({words_of(thing), label});
  }
  return cases;
}

/// Trains a classifier of words into `model`.
template <typename Thing, typename WordsOf>
Expected<std::optional<TrainedPart>> train_words(const std::array<std::vector<Thing>, 2>& things,
                                                 const char* what, std::size_t most,
                                                 const WordsOf& words_of,
                                                 std::optional<WordBayes>& model) {
  if (!TRY(has_both(things, what))) return std::nullopt;
  const std::vector<WordCase> cases = word_cases(things, words_of);
  model = learn_words(cases, most);
  if (model->words().empty()) {
    return fail(ErrorCode::invalid_argument,
                std::string("no word occurs in two of the ") + what + ": give more examples");
  }
  return check_words(cases, most, *model);
}

Expected<std::optional<TrainedPart>> train_tree(const std::array<std::vector<Form>, 2>& forms,
                                                std::optional<DecisionTree>& model) {
  if (!TRY(has_both(forms, "forms"))) return std::nullopt;
  std::vector<NumberCase> cases;
  for (std::size_t label = 0; label < 2; ++label) {
    for (const Form& form : forms[label]) {
      const FormStructure structure = structure_of(form);
      cases.push_back({{structure.begin(), structure.end()}, label == 1});
    }
  }
  model = learn_decision_tree(cases);
  return check_tree(cases, *model);
}

}  // namespace

double CrossValidation::accuracy() const {
  const auto right = counts[0][0] + counts[1][1];
  const auto all = right + counts[0][1] + counts[1][0];
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

Expected<Training> train_ache(const TrainingCases& cases, const TrainingLimits& limits) {
  AcheModel model;
  Training training;
  training.pages =
      TRY(train_words(cases.pages, "pages", limits.page_words, page_words, model.pages));
  training.forms = TRY(train_tree(cases.forms, model.forms));
  training.domain_forms = TRY(train_words(cases.domain_forms, "forms of the domain",
                                          limits.form_words, form_words, model.form_texts));
  if (!training.pages && !training.forms && !training.domain_forms) {
    return fail(ErrorCode::invalid_argument, "there is nothing to learn from");
  }
  training.model = ache_model_to_json(model);
  TRY(check_ache_model(training.model));
  return training;
}

Expected<void> check_ache_model(std::string_view model) {
  TRY(parse_ache_model(model));
  return {};
}

}  // namespace tagtrail
